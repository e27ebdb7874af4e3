import ArgumentParser
import Files
import Platform
import Reminders
import Session
import SystemPackage

/// The options of `antrain settings` for files and addresses to which antrain writes.
struct DestinationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Calendar file to keep current, or off.", valueName: "file|off"),
        completion: .file(extensions: ["ics"])
    )
    var calendarFile: String?
    @Option(
        help: ArgumentHelp("Where to write the log: journal, a file, or off.", valueName: "journal|file|off"),
        completion: .file()
    )
    var logging: String?
    @Option(
        help: ArgumentHelp("Lowest level to log: debug, info, warning or error.", valueName: "level"),
        completion: .list(LoggingSettings.Level.allCases.map(\.rawValue))
    )
    var logLevel: String?
    @Option(
        help: ArgumentHelp(
            "File to write or URL (https://…) to request after successful runs, or off.",
            valueName: "file|url|off"
        ),
        completion: .file()
    )
    var heartbeat: String?

    /// The changes of the given options.
    func changes(_ workspace: Workspace) throws(CommandError) -> [SettingsChange] {
        var changes: [SettingsChange] = []
        if let calendarFile {
            let isOff = calendarFile == "off"
            changes.append(.calendarFile(isOff ? nil : try path(calendarFile, "--calendar-file", workspace)))
        }
        if logging != nil || logLevel != nil { changes.append(.logging(try log(workspace))) }
        if let heartbeat { changes.append(try beat(heartbeat, workspace)) }
        return changes
    }

    /// The log with the parts that the options do not set from the settings.
    private func log(_ workspace: Workspace) throws(CommandError) -> LoggingSettings? {
        let former = try workspace.loadSettings(try workspace.rememberedSettings()).settings.logging
        var level = former?.level ?? .info
        if let logLevel {
            guard let chosen = LoggingSettings.Level(rawValue: logLevel) else {
                throw .badOption(name: "--log-level", value: logLevel, reason: "expected debug, info, warning or error")
            }
            level = chosen
        }
        guard logging != "off" else {
            guard logLevel == nil else { throw .misused("--log-level does not apply to '--logging off'; omit it") }
            return nil
        }
        guard
            let target = try logging.map({ (text) throws(CommandError) in try target(text, workspace) })
                ?? former?.target
        else {
            throw .misused("there is no log to set a level for; add one with --logging journal or --logging FILE")
        }
        return LoggingSettings(target: target, level: level)
    }

    private func target(_ text: String, _ workspace: Workspace) throws(CommandError) -> LoggingSettings.Target {
        text == "journal" ? .journal : .file(try path(text, "--logging", workspace))
    }

    private func beat(_ text: String, _ workspace: Workspace) throws(CommandError) -> SettingsChange {
        if text == "off" { return .noHeartbeat }
        if !text.contains("://"), let host = AddressRedaction.hostWithoutScheme(text) {
            throw .badOption(
                name: "--heartbeat",
                value: host == "…" ? host : "\(host)/…",
                reason: "write https:// before a URL, or ./ before the path of a file"
            )
        }
        guard text.contains("://") else { return .heartbeatFile(try path(text, "--heartbeat", workspace)) }
        let origin = WebOrigin(text)
        guard origin?.isPrivate == true else {
            // The rest of the address is a secret.
            throw .badOption(
                name: "--heartbeat",
                value: origin?.shown ?? "…",
                reason: "expected a URL that starts with https://, or with http:// for this machine"
            )
        }
        return .heartbeatURL(text)
    }

    /// The path of a file as it is written into the settings.
    private func path(_ text: String, _ option: String, _ workspace: Workspace) throws(CommandError) -> String {
        let path = Paths.absolute(text, workspace.context)
        guard !text.isEmpty, !text.hasSuffix("/"), !workspace.context.files.isFolder(path) else {
            throw .badOption(name: option, value: text, reason: "expected the path of a file, not of a folder, or off")
        }
        return workspace.paths.shown(path)
    }
}
