import ArgumentParser
import Completion
import Platform
import Results
import Session
import Training
import UseCases

/// The command `antrain program search`.
struct ProgramSearchCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search the active and shipped programs.",
        discussion: """
            A program is found if it contains all words: in its id, name, author, description, goals, levels or exercises, which \
            are searched in all languages. Each word is the beginning of a word; case, accents and hyphens don't count.
            """
    )

    @Argument(help: "Words to search for.", completion: .values(.exercise)) var words: [String]
    @OptionGroup var filter: ProgramFilter
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let text = words.joined(separator: " ")
        guard let search = ProgramSearch(text) else {
            throw .misused("\(quoted(text)) has no letter or digit to search for")
        }
        let workspace = try Workspace(context, global.launch)
        let listing = try ProgramListing(workspace, try filter.conditions(), (text, search))
        context.show(try listing.result(), asJSON: data.json)
        return .success
    }
}
