import ArgumentParser
import Files
import Platform
import Reminders
import Results
import Session
import SystemPackage
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
        let files = try PluginTemplate(in: language, context).instantiate(name)
        let parent = into ?? ""
        let place = parent.isEmpty || parent.hasSuffix("/") ? parent + name : "\(parent)/\(name)"
        let folder = Paths.absolute(place, context)
        guard context.files.list(folder).isEmpty else { throw .folderInUse(folder) }
        do throws(FileProblem) {
            for file in files { try context.files.create(folder.appending(file.path), file.bytes, 0o666) }
        } catch {
            // The rest would keep the command from being repeated.
            for file in files {
                var place = folder.appending(file.path)
                try? context.files.remove(place)
                while place.removeLastComponent(), place != folder { try? context.files.removeFolder(place) }
            }
            throw .file(error)
        }
        context.show(
            PluginNewResult(
                name: name,
                language: language,
                folder: folder.string,
                place: place,
                files: files.map(\.path)
            ),
            asJSON: data.json
        )
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
