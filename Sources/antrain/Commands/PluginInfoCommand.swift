import ArgumentParser
import Delivery
import Ledger
import Reminders
import RunnerProtocol

/// The command `antrain plugin info`.
struct PluginInfoCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show a plugin's description, the values it takes and its readiness."
    )

    @Argument(help: "Name of a plugin or channel.") var name: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let catalog = try PluginCatalog(context, global)
        let channel = try PluginMetadataCache(catalog.delivery).ready(catalog.channel(name))
        let report = try catalog.delivery.dispatcher().report(channel)
        // A plugin that cannot be opened can still list the values it takes.
        let description = report.description ?? PluginMetadataCache(catalog.delivery).knownDescription(of: channel)
        context.show(
            PluginInfoResult(channel, description, report, paths: catalog.delivery.workspace.paths),
            asJSON: data.json
        )
        return description == nil || !channel.permission.mayDeliver ? .unavailable : .success
    }
}

/// A plugin's description, values, needs and readiness.
struct PluginInfoResult: CommandResult {
    static let kind = "plugin"

    /// A value that the plugin takes.
    struct Key: Encodable {
        let name: String
        let help: String
        let defaultValue: String
        let required: Bool
        let secret: Bool
        let value: String?
        let hint: String?

        private enum CodingKeys: String, CodingKey {
            case name, help, defaultValue = "default", required, secret, value, hint
        }
    }

    /// Something that the plugin needs.
    struct Need: Encodable {
        let need: String
        let path: String?
        let text: String

        init(_ need: WireDescription.Need) {
            self.need = need.code
            path = need.path
            text = need.words
        }
    }

    let channel: String
    let permission: String
    let path: String?
    let name: String?
    let version: String?
    let summary: String?
    let author: String?
    let keys: [Key]
    let needs: [Need]
    let confinement: String?
    let ready: Bool
    let problem: String?
    let remedy: String?

    init(_ channel: Channel, _ description: WireDescription?, _ report: PluginReport, paths: Paths) {
        self.channel = channel.name
        permission = channel.permission.state.rawValue
        path = channel.library.map(paths.shown)
        name = description?.name
        version = description?.version
        summary = description?.summary
        author = description.flatMap { $0.author.isEmpty ? nil : $0.author }
        keys = (description?.keys ?? []).map { key in
            let values = channel.values.filter { $0.key == key.name }
            let isInSettings = key.isSecret && values.contains { $0.origin.literal?.isEmpty == false }
            return Key(
                name: key.name,
                help: key.help,
                defaultValue: key.defaultValue,
                required: key.isRequired,
                secret: key.isSecret,
                value: values.isEmpty ? nil : values.map { $0.shown(isSecret: key.isSecret) }.joined(separator: ", "),
                hint: isInSettings
                    ? "\(key.name): {file: ~/.secrets/\(channel.name)} or {env: VARIABLE} keeps the secret out of the settings"
                    : nil
            )
        }
        needs = (description?.declaredNeeds ?? []).map(Need.init)
        confinement = description?.confinement
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
        if !needs.isEmpty { lines.append("needs " + needs.map(\.text).joined(separator: "; ")) }
        if let confinement, !confinement.isEmpty { lines.append(style.dim("confined by " + confinement)) }
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
        let hints = keys.compactMap(\.hint)
        if !hints.isEmpty { lines += [""] + hints }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ChannelValue {
    /// The value as shown to people; for a secret or a value from elsewhere, only that it is set.
    fileprivate func shown(isSecret: Bool) -> String {
        if let place = origin.place { return "(from \(place))" }
        guard let text = origin.literal else { return "(not stored)" }
        return isSecret && !text.isEmpty ? "(set)" : text
    }
}
