import ArgumentParser
import Platform
import Results
import Session
import UseCases

/// The command `antrain sync folder`.
struct SyncFolderCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "folder",
        abstract: "Exchange changes through a folder that another program synchronizes.",
        discussion: """
            If the folder contains files of other machines, antrain asks for their key, or reads it from standard input. \
            Otherwise, antrain creates a new key. Run the command again to change the folder or the name.
            """
    )

    @Argument(
        help: "Folder that Syncthing, git or another program copies between your machines.",
        completion: .directory
    )
    var path: String
    @Option(
        help: "Name of this machine: letters, digits and hyphens (default: the present name, or that of the host).",
        completion: .list([])
    )
    var name: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let result = try Syncing(workspace).join(Paths.absolute(path, context), name: name) { () throws(CommandError) in
            guard let ask = context.askSecretly else {
                return String(decoding: try StandardInput.read(upTo: 1000), as: UTF8.self)
            }
            return ask("key of the other machines ('antrain sync join' shows it there)> ") ?? ""
        }
        context.show(result, asJSON: data.json)
        return result.status
    }
}
