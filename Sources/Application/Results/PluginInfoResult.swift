import Ledger
package import Delivery
package import Platform
import Reminders
package import RunnerProtocol
package import Session

/// A plugin's description, values, needs and readiness.
package struct PluginInfoResult: CommandResult {
    package static let kind = "plugin"

    /// A value that the plugin takes.
    struct Key: Encodable {
        let name: String
        let text: String
        let defaultValue: String
        let required: Bool
        let secret: Bool
        let values: [Value]
        /// Advice on keeping a secret out of the settings.
        let message: String?

        private enum CodingKeys: String, CodingKey {
            case name, text, defaultValue = "default", required, secret, values, message
        }
    }

    /// A value as set by the user.
    struct Value: Encodable {
        /// `settings`, `file`, `environment`, or `forgotten` for a secret that the ledger does not store.
        let origin: String
        /// The value in the settings, or the place that it comes from; nil for a secret in the settings.
        let value: String?
        /// The value as shown to people; for a secret or a value from elsewhere, only that it is set.
        fileprivate let shown: String

        private enum CodingKeys: String, CodingKey { case origin, value }

        init(_ set: ChannelValue, isSecret: Bool) {
            switch set.origin {
            case .literal(let text):
                let isHidden = isSecret && !text.isEmpty
                (origin, value, shown) = ("settings", isHidden ? nil : text, isHidden ? "(set)" : text)
            case .file(let path): (origin, value, shown) = ("file", path, "(from \(path))")
            case .variable(let name): (origin, value, shown) = ("environment", name, "(from $\(name))")
            case .forgotten: (origin, value, shown) = ("forgotten", nil, "(not stored)")
            }
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
    let path: ResultPath?
    let title: String?
    let version: String?
    let text: String?
    let author: String?
    let keys: [Key]
    let needs: [Need]
    let confinement: ResultText?
    let ready: Bool
    let problem: ResultMessage?
    let remedy: ResultMessage?

    package init(_ channel: Channel, _ description: WireDescription?, _ report: PluginReport, _ workspace: Workspace) {
        self.channel = channel.name
        permission = channel.permission.state.rawValue
        path = channel.library.map { ResultPath($0, workspace.paths) }
        title = description?.name
        version = description?.version
        text = description?.summary
        author = description.flatMap { $0.author.isEmpty ? nil : $0.author }
        keys = (description?.keys ?? []).map { key in
            let values = channel.values.filter { $0.key == key.name }
            let isInSettings = key.isSecret && values.contains { $0.origin.literal?.isEmpty == false }
            return Key(
                name: key.name,
                text: key.help,
                defaultValue: key.defaultValue,
                required: key.isRequired,
                secret: key.isSecret,
                values: values.map { Value($0, isSecret: key.isSecret) },
                message: isInSettings
                    ? "\(key.name): {file: ~/.secrets/\(channel.name)} or {env: VARIABLE} keeps the secret out of the settings"
                    : nil
            )
        }
        needs = (description?.declaredNeeds(in: workspace.context.environment) ?? []).map(Need.init)
        confinement = description.flatMap { $0.confinement.isEmpty ? nil : ResultText(text: $0.confinement) }
        ready = report.problem == nil
        problem = report.problem.map(ResultMessage.init)
        remedy = report.remedy.flatMap { $0.isEmpty ? nil : ResultMessage(message: $0) }
    }

    package func text(_ style: Style, columns: Int) -> String {
        var lines = [style.bold(title ?? channel) + (version.map { " \($0)" } ?? "") + (text.map { ": \($0)" } ?? "")]
        if let author { lines.append(style.dim("by \(author)")) }
        if let path { lines.append(style.dim(path.shown)) }
        lines.append(
            ready
                ? style.green("ready")
                : style.magenta("not ready: \(problem?.message ?? "")") + (remedy.map { "; \($0.message)" } ?? "")
        )
        if !needs.isEmpty { lines.append("needs " + needs.map(\.text).joined(separator: "; ")) }
        if let confinement { lines.append(style.dim("confined by " + confinement.text)) }
        if !keys.isEmpty {
            lines += ["", "Under 'configure: \(channel):' in the settings:"]
            lines += TextTable.lines(
                keys.map { key in
                    let note =
                        key.values.isEmpty
                        ? (key.required ? "required" : key.defaultValue)
                        : key.values.map(\.shown).joined(separator: ", ")
                    return ["  " + style.bold(key.name), note, style.dim(key.text)]
                },
                columns: columns
            )
        }
        let hints = keys.compactMap(\.message)
        if !hints.isEmpty { lines += [""] + hints }
        return lines.joined(separator: "\n") + "\n"
    }
}
