import ArgumentParser
import Platform
import Results
import Session

/// The command `antrain program max list`.
struct MaxListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show your maxes and loads, with their history and sources."
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let session = try Store(try Workspace(context, global.launch)).session
        context.show(MaxListResult(session), asJSON: data.json)
        return .success
    }
}
