import ArgumentParser

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
        let workspace = try Workspace(context, global)
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

/// The folders that are searched for plugins, in order.
struct PluginSearchPathResult: CommandResult {
    static let kind = "plugin-search-path"

    struct Folder: Encodable {
        let path: ResultPath
        let origin: String
        fileprivate let words: String
        let exists: Bool

        private enum CodingKeys: String, CodingKey { case path, origin, exists }

        fileprivate init(path: ResultPath, origin: PluginPath.Origin, exists: Bool) {
            self.path = path
            self.origin = origin.rawValue
            words = origin.words
            self.exists = exists
        }
    }

    let folders: [Folder]

    func text(_ style: Style, columns: Int) -> String {
        let rows = folders.map { folder in
            [style.bold(folder.path.shown), folder.words, folder.exists ? "" : style.dim("does not exist")]
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }
}
