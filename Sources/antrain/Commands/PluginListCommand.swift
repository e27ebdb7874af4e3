import ArgumentParser
import Delivery
import Ledger
import Reminders

/// The command `antrain plugin list`.
struct PluginListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the available plugins.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let catalog = try PluginCatalog(context, global)
        context.show(PluginListResult(plugins: catalog.entries), asJSON: data.json)
        return .success
    }
}

/// The available plugins.
struct PluginListResult: CommandResult {
    static let kind = "plugins"

    struct Entry: Encodable {
        let name: String
        let path: ResultPath
        let ships: Bool
        let permission: String
        /// What the plugin does; nil if it never ran.
        let text: String?
        /// Why it is not loaded.
        let problem: ResultMessage?
        let channels: [String]
    }

    let plugins: [Entry]

    func text(_ style: Style, columns: Int) -> String {
        let rows = plugins.map { plugin in
            let use =
                plugin.channels.isEmpty
                ? style.dim("not in use") : style.green("in use: " + plugin.channels.joined(separator: ", "))
            let permission =
                plugin.permission == "authorized" ? plugin.permission : style.yellow(plugin.permission)
            let words = plugin.problem.map { style.red("not loaded: \($0.message)") } ?? plugin.text
            return [
                style.bold(plugin.name), use, permission, words ?? style.dim("never loaded"),
                style.dim(plugin.path.shown),
            ]
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }
}
