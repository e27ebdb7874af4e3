import ArgumentParser
import Files
import Platform
import Results
import Session

/// The command `antrain plugin search-path`.
struct PluginSearchPathCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "search-path",
        abstract: "Show the folders that are searched for plugins, in order.",
        discussion: """
            If several folders have a plugin of the same name, the first wins. Plugins that don't ship with antrain are not \
            loaded until you allow them.
            """,
        aliases: ["path"]
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let folders = workspace.pluginPath.folders.map { folder in
            PluginSearchPathResult.Folder(
                path: ResultPath(folder.path, workspace.paths),
                origin: folder.origin,
                exists: context.files.exists(folder.path)
            )
        }
        context.show(PluginSearchPathResult(folders: folders), asJSON: data.json)
        return .success
    }
}
