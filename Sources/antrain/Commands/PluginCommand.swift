import ArgumentParser
import CivilTime
import Delivery
import Ledger
import Reminders
import RunnerWire
import YAMLSource

/// The command `antrain plugin …`.
struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin",
        abstract: "List delivery plugins, and ask them about themselves.",
        subcommands: [PluginListCommand.self, PluginInfoCommand.self]
    )
}

/// The command `antrain plugin list`.
struct PluginListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the plugins that there are.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let shelf = try PluginShelf(context, global)
        context.show(PluginListResult(plugins: shelf.entries), asJSON: data.json)
        return .success
    }
}

/// The command `antrain plugin info`.
struct PluginInfoCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show what a plugin says of itself, the values that it takes, and whether it is ready."
    )

    @Argument(help: "A plugin or a channel.") var name: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let shelf = try PluginShelf(context, global)
        guard let configuration = shelf.configuration(name) else {
            throw .noPlugin(name, near: Suggestion.nearest(to: name, among: shelf.names))
        }
        let channel = shelf.delivering.channel(configuration)
        let report = try shelf.delivering.dispatcher().report(channel)
        context.show(PluginInfoResult(channel, report, paths: shelf.delivering.workspace.paths), asJSON: data.json)
        return report.description == nil ? .unavailable : .success
    }
}

/// The plugins that ship, and those that the settings name.
struct PluginShelf {
    let delivering: Delivering

    init(_ context: Context, _ options: GlobalOptions) throws(CommandError) {
        let workspace = try Workspace(context, options)
        let remembered =
            workspace.hasLedger
            ? try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.goodSettings() } : nil
        let loaded = try workspace.loadSettings(remembered: remembered)
        let zone = try workspace.zone(loaded.settings.timezone)
        delivering = Delivering(
            workspace: workspace,
            settings: loaded.settings,
            zone: zone,
            now: try workspace.now()
        )
    }

    var names: [String] {
        delivering.workspace.installation.plugins.map(\.name) + delivering.settings.configurations.map(\.name)
    }

    /// How a channel of that name is, or would be, set up.
    func configuration(_ name: String) -> ChannelConfiguration? {
        let configured = delivering.settings.configurations + delivering.settings.channelConfigurations
        if let found = configured.first(where: { $0.name == name }) { return found }
        return delivering.workspace.installation.plugin(named: name).map { _ in ChannelConfiguration(named: name) }
    }

    var entries: [PluginListResult.Entry] {
        let settings = delivering.settings
        let paths = delivering.workspace.paths
        let shipped = delivering.workspace.installation.plugins.map { plugin in
            PluginListResult.Entry(
                name: plugin.name,
                path: paths.shown(plugin.path),
                ships: true,
                channels: settings.channelConfigurations.filter { $0.plugin == plugin.name }.map(\.name)
            )
        }
        let named = settings.configurations.filter(\.isPath).map { configuration in
            PluginListResult.Entry(
                name: configuration.name,
                path: configuration.plugin,
                ships: false,
                channels: settings.channels.contains(configuration.name) ? [configuration.name] : []
            )
        }
        return shipped + named
    }
}

/// The plugins that there are.
struct PluginListResult: CommandResult {
    static let kind = "plugins"

    /// A plugin.
    struct Entry: Encodable {
        let name: String
        let path: String
        let ships: Bool
        let channels: [String]
    }

    let plugins: [Entry]

    func text(_ style: Style, columns: Int) -> String {
        let rows = plugins.map { plugin in
            let use =
                plugin.channels.isEmpty
                ? style.dim("not in use") : style.green("in use: " + plugin.channels.joined(separator: ", "))
            return [style.bold(plugin.name), use, style.dim(plugin.path)]
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }
}

/// What a plugin says of itself.
struct PluginInfoResult: CommandResult {
    static let kind = "plugin"

    /// A value that it takes.
    struct Key: Encodable {
        let name: String
        let help: String
        let defaultValue: String
        let required: Bool
        let secret: Bool
        let value: String?

        private enum CodingKeys: String, CodingKey {
            case name, help, defaultValue = "default", required, secret, value
        }
    }

    let channel: String
    let path: String?
    let name: String?
    let version: String?
    let summary: String?
    let author: String?
    let keys: [Key]
    let ready: Bool
    let problem: String?
    let remedy: String?

    init(_ channel: Channel, _ report: PluginReport, paths: Paths) {
        self.channel = channel.name
        path = channel.library.map(paths.shown)
        let description = report.description
        name = description?.name
        version = description?.version
        summary = description?.summary
        author = description?.author
        keys = (description?.keys ?? []).map { key in
            let values = channel.values.filter { $0.key == key.name }.map(\.text)
            return Key(
                name: key.name,
                help: key.help,
                defaultValue: key.defaultValue,
                required: key.isRequired,
                secret: key.isSecret,
                value: values.isEmpty ? nil : key.isSecret ? "(set)" : values.joined(separator: ", ")
            )
        }
        ready = report.problem == nil
        problem = report.problem
        remedy = report.remedy.flatMap { $0.isEmpty ? nil : $0 }
    }

    func text(_ style: Style, columns: Int) -> String {
        var lines = [style.bold(name ?? channel) + (version.map { " \($0)" } ?? "") + (summary.map { ": \($0)" } ?? "")]
        if let author { lines.append(style.dim("by \(author)")) }
        if let path { lines.append(style.dim(path)) }
        lines.append(
            ready
                ? style.green("ready") : style.yellow("not ready: \(problem ?? "")") + (remedy.map { "; \($0)" } ?? "")
        )
        if !keys.isEmpty {
            lines += ["", "Under 'configure: \(channel):' in the settings:"]
            lines += TextTable.lines(
                keys.map { key in
                    let note = key.value ?? (key.required ? "required" : key.defaultValue)
                    return ["  " + style.bold(key.name), note, style.dim(key.help)]
                },
                columns: columns
            )
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
