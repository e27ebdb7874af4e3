package import Delivery
import Files
package import Platform
package import Ledger
import Quoting
import Reminders
import RunnerProtocol
package import Session
package import SystemPackage

/// The results of a conformance run.
package struct PluginCheckResult: CommandResult {
    package static let kind = "conformance"

    struct Check: Encodable {
        let id: String
        let verdict: String
        let message: String
    }

    let path: ResultPath
    let conforms: Bool
    let checks: [Check]
    let medianMilliseconds: Double?
    let longestMilliseconds: Double?

    private enum CodingKeys: String, CodingKey {
        case path, conforms, checks, medianMilliseconds = "median_milliseconds",
            longestMilliseconds = "longest_milliseconds"
    }

    package init(_ path: ResultPath, _ report: ConformanceReport) {
        self.path = path
        conforms = report.conforms
        checks = report.checks.map { Check(id: $0.name, verdict: $0.verdict.rawValue, message: $0.sentence) }
        medianMilliseconds = report.medianMilliseconds.map { ($0 * 100).rounded() / 100 }
        longestMilliseconds = report.longestMilliseconds.map { ($0 * 100).rounded() / 100 }
    }

    package func text(_ style: Style, columns: Int) -> String {
        let rows = checks.map { check in [paint(check.verdict, style), check.id, check.message] }
        let failed = checks.count { $0.verdict == "failed" }
        let warned = checks.count { $0.verdict == "warning" }
        let verdict =
            conforms
            ? style.green("\(path.shown) conforms") + (warned > 0 ? ", with \(plural(warned, "warning"))" : "")
            : style.red("\(path.shown) does not conform: \(plural(failed, "check")) failed")
        return (TextTable.lines(rows, columns: columns) + ["", verdict]).joined(separator: "\n") + "\n"
    }

    private func paint(_ verdict: String, _ style: Style) -> String {
        switch verdict {
        case "ok": style.green(verdict)
        case "failed": style.red(verdict)
        case "warning": style.magenta(verdict)
        default: style.dim(verdict)
        }
    }
}

/// The available plugins.
package struct PluginListResult: CommandResult {
    package static let kind = "plugins"

    package struct Entry: Encodable {
        let name: String
        let path: ResultPath
        let ships: Bool
        let permission: PermissionState
        /// What the plugin does; nil if it never ran.
        let text: String?
        let problem: ResultMessage?
        let channels: [String]
    }

    package let plugins: [Entry]

    package init(plugins: [Entry]) { self.plugins = plugins }

    package func text(_ style: Style, columns: Int) -> String {
        let rows = plugins.map { plugin in
            let use =
                plugin.channels.isEmpty
                ? style.dim("not in use") : style.green("in use: " + plugin.channels.joined(separator: ", "))
            let isOpen = plugin.permission == .notDetermined
            let state = plugin.permission.words + (isOpen ? ": antrain channel allow \(plugin.name)" : "")
            let permission = plugin.permission == .authorized ? state : style.magenta(state)
            let words = plugin.problem.map { style.red("not loaded: \($0.message)") } ?? plugin.text
            return [
                style.bold(plugin.name), use, permission, words ?? style.dim("never loaded"),
                style.dim(plugin.path.shown),
            ]
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }
}

extension PluginCatalog {
    /// Starts a shipped plugin, to find damaged parts of antrain even if all descriptions are known.
    package func checkRunner() {
        let shipped = workspace.pluginPath.plugins.lazy.filter(\.ships).map { plugin in
            delivery.channel(ChannelConfiguration(named: plugin.name))
        }
        if let channel = shipped.first(where: { $0.problem == nil }) {
            _ = delivery.dispatcher().introduction(of: channel)
        }
    }

    /// The plugins in the search path, followed by the plugins that the settings name by path.
    package var entries: [PluginListResult.Entry] {
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
                problem: plugin.ships ? nil : workspace.context.files.danger(plugin.path).map(ResultMessage.init),
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

/// The files of a new plugin, and the next steps.
package struct PluginNewResult: CommandResult {
    package static let kind = "new-plugin"

    let name: String
    let language: String
    /// Its folder.
    let path: String
    /// Its files, relative to the folder.
    let files: [String]
    /// The commands that build, install, allow and use it.
    let commands: [String]
    private let title: String
    private let tools: String

    private enum CodingKeys: String, CodingKey { case name, language, path, files, commands }

    package init(name: String, language: PluginLanguage, folder: String, place: String, files: [String]) {
        self.name = name
        self.language = language.rawValue
        path = folder
        self.files = files
        title = language.title
        tools = language.tools
        commands = [
            "cd \(ShellText.path(place))", "make test", "make install", "antrain channel allow \(name)",
            "antrain channel add \(name) ~/reminders.txt",
        ]
    }

    package func text(_ style: Style, columns: Int) -> String {
        let shown = files.map { "  " + style.dim($0) }
        let notes = ["", "needs \(tools)", "", "again after each change", "sends a test notification"]
        let steps = zip(commands, notes).map { ["  " + style.bold($0), $1.isEmpty ? "" : style.dim("# \($1)")] }
        return
            (["created '\(name)', a plugin in \(title), in \(path):"] + shown + ["", "Next:"]
            + TextTable.lines(steps, columns: columns)).joined(separator: "\n") + "\n"
    }
}

/// The folders that are searched for plugins, in order.
package struct PluginSearchPathResult: CommandResult {
    package static let kind = "plugin-search-path"

    package struct Folder: Encodable {
        let path: ResultPath
        let origin: String
        fileprivate let words: String
        let exists: Bool

        private enum CodingKeys: String, CodingKey { case path, origin, exists }

        package init(path: ResultPath, origin: PluginPath.Origin, exists: Bool) {
            self.path = path
            self.origin = origin.rawValue
            words = origin.words
            self.exists = exists
        }
    }

    package let folders: [Folder]

    package init(folders: [Folder]) { self.folders = folders }

    package func text(_ style: Style, columns: Int) -> String {
        let rows = folders.map { folder in
            [style.bold(folder.path.shown), folder.words, folder.exists ? "" : style.dim("does not exist")]
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }
}

/// The result of a test notification.
package struct PluginTestResult: CommandResult {
    package static let kind = "test"

    let channel: String
    package let delivered: Bool
    let milliseconds: Double?
    let problem: ResultMessage?
    let remedy: ResultMessage?
    private let outcome: TestDelivery.Outcome

    private enum CodingKeys: String, CodingKey { case channel, delivered, milliseconds, problem, remedy }

    package init(channel: String, _ delivery: TestDelivery) {
        self.channel = channel
        outcome = delivery.outcome
        delivered = delivery.outcome == .delivered
        milliseconds = delivery.milliseconds.map { ($0 * 10).rounded() / 10 }
        problem = delivery.reason.map(ResultMessage.init)
        remedy = delivery.remedy.map(ResultMessage.init)
    }

    package var status: ExitStatus {
        switch outcome {
        case .delivered: .success
        case .retry: .tryAgain
        case .refused: .unavailable
        }
    }

    /// The result in one line.
    package var words: String {
        if delivered { return "delivered in \(Int((milliseconds ?? 0).rounded(.up))) ms" }
        return "not delivered: "
            + [problem?.message ?? "no reason given", remedy?.message].compactMap { $0 }.joined(separator: "; ")
    }

    package func text(_ style: Style, columns: Int) -> String { words + "\n" }
}

extension PermissionState {
    var words: String {
        switch self {
        case .notDetermined: "not decided yet"
        case .authorized: "allowed"
        case .provisional: "allowed quietly"
        case .denied: "denied"
        }
    }
}

/// The result of installing, removing, allowing or denying a plugin.
package struct PluginActionResult: CommandResult {
    package static let kind = "plugin-action"

    /// `installed`, `removed`, `allowed`, `denied` or `reset`.
    let action: String
    let name: String
    /// The channel's permission, if the action sets it.
    let permission: String?
    let path: String?
    let digest: String?
    private let words: String

    private enum CodingKeys: String, CodingKey { case action, name, permission, path, digest = "sha256" }

    package init(
        _ action: String,
        plugin name: String,
        permission: PermissionState? = nil,
        path: FilePath?,
        digest: String? = nil,
        words: String
    ) {
        self.action = action
        self.name = name
        self.permission = permission?.rawValue
        self.path = path?.string
        self.digest = digest
        self.words = words
    }

    package func text(_ style: Style, columns: Int) -> String { words + "\n" }
}
