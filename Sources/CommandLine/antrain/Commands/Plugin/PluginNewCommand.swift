import ArgumentParser
import Platform
import Reminders
import Results
import Session
import UseCases
import YAMLSource

/// The command `antrain plugin new`.
struct PluginNewCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a plugin project with a test and a README."
    )

    @Argument(help: "Name of the plugin: lowercase letters, digits and hyphens.") var name: String
    @Option(
        help: ArgumentHelp("Programming language: c, rust or swift.", valueName: "language"),
        completion: .list(PluginLanguage.allCases.map(\.rawValue))
    )
    var language: String
    @Option(
        help: ArgumentHelp("Folder to create the plugin's folder in (default: current folder).", valueName: "folder"),
        completion: .directory
    ) var into: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        try checkName()
        let language = try chosenLanguage()
        let parent = into ?? ""
        let place = parent.isEmpty || parent.hasSuffix("/") ? parent + name : "\(parent)/\(name)"
        context.show(try CreatingPlugin(context, name, in: language, at: place).run(), asJSON: data.json)
        return .success
    }

    private func checkName() throws(CommandError) {
        guard ChannelName.isWellFormed(name), name.first?.isLetter == true, name.last != "-" else {
            throw .badOption(
                name: "name",
                value: name,
                reason:
                    "expected up to \(ChannelName.longest) lowercase letters, digits and hyphens, starting with a letter, such as desk-lamp"
            )
        }
    }

    private func chosenLanguage() throws(CommandError) -> PluginLanguage {
        if let known = PluginLanguage(rawValue: language.lowercased()) { return known }
        let all = PluginLanguage.allCases.map(\.rawValue)
        throw .badOption(
            name: "--language",
            value: language,
            reason: Suggestion.help(for: language, among: all) ?? "expected one of \(all.joined(separator: ", "))"
        )
    }
}
