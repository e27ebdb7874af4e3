import ArgumentParser
import Delivery
import Ledger
import Reminders
import RunnerProtocol

/// The command `antrain plugin list`.
struct PluginListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the available plugins.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let catalog = try PluginCatalog(context, global)
        context.show(PluginListResult(plugins: catalog.entries), asJSON: data.json)
        if let damage = catalog.workspace.pluginPath.damage() { context.health.note(damage) }
        catalog.checkRunner()
        try catalog.workspace.checkHealth()
        return .success
    }
}

extension PluginCatalog {
    /// Starts a shipped plugin, to find damaged parts of antrain even if all descriptions are known.
    fileprivate func checkRunner() {
        let shipped = workspace.pluginPath.plugins.lazy.filter(\.ships).map { plugin in
            delivery.channel(ChannelConfiguration(named: plugin.name))
        }
        if let channel = shipped.first(where: { $0.problem == nil }) {
            _ = delivery.dispatcher().introduction(of: channel)
        }
    }

    /// The plugins in the search path, followed by the plugins that the settings name by path.
    var entries: [PluginListResult.Entry] {
        let paths = delivery.workspace.paths
        let metadata = PluginMetadataCache(delivery)
        let found = delivery.workspace.pluginPath.plugins.map { plugin in
            let channel = delivery.channel(ChannelConfiguration(named: plugin.name))
            // Shipped plugins may be loaded to describe them; other plugins describe themselves when they are allowed.
            let description =
                plugin.ships ? try? metadata.description(of: channel) : metadata.knownDescription(of: channel)
            return PluginListResult.Entry(
                name: plugin.name,
                path: ResultPath(plugin.path, paths),
                ships: plugin.ships,
                permission: channel.permission.state,
                text: description?.summary,
                problem: plugin.ships
                    ? nil : workspace.context.files.danger(plugin.path).map(ResultMessage.init),
                channels: delivery.inUse.filter { $0.plugin == plugin.name }.map(\.name)
            )
        }
        let named = delivery.settings.configurations.filter(\.isPath).map { configuration in
            PluginListResult.Entry(
                name: configuration.name,
                path: ResultPath(Paths.absolute(configuration.plugin, workspace.context), paths),
                ships: false,
                permission: delivery.channel(configuration).permission.state,
                text: metadata.knownDescription(of: delivery.channel(configuration))?.summary,
                problem: delivery.plugin(configuration).flatMap { workspace.context.files.danger($0.path) }
                    .map(ResultMessage.init),
                channels: delivery.inUse.map(\.name).filter { $0 == configuration.name }
            )
        }
        return found + named
    }
}

/// The available plugins.
struct PluginListResult: CommandResult {
    static let kind = "plugins"

    struct Entry: Encodable {
        let name: String
        let path: ResultPath
        let ships: Bool
        let permission: PermissionState
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
            let isOpen = plugin.permission == .notDetermined
            let state = plugin.permission.words + (isOpen ? ": antrain plugin allow \(plugin.name)" : "")
            let permission = plugin.permission == .authorized ? state : style.yellow(state)
            let words = plugin.problem.map { style.red("not loaded: \($0.message)") } ?? plugin.text
            return [
                style.bold(plugin.name), use, permission, words ?? style.dim("never loaded"),
                style.dim(plugin.path.shown),
            ]
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }
}
