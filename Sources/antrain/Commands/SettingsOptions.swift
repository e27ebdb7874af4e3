import CivilTime
import Reminders
import YAMLSource

/// The changes that the options of `antrain settings` ask for.
struct SettingsOptions {
    private let command: SettingsCommand

    init(_ command: SettingsCommand) {
        self.command = command
    }

    func changes(_ workspace: Workspace) throws(CommandError) -> [SettingsChange] {
        var changes: [SettingsChange] = []
        if command.enable, command.disable {
            throw .badOption(
                name: "--enable",
                value: "and --disable",
                reason: "they exclude each other; give one of them"
            )
        }
        let turnsOn = command.enable || (!command.disable && (command.time != nil || command.days != nil))
        if turnsOn { changes.append(.enabled(true)) }
        if command.disable { changes.append(.enabled(false)) }
        if let time = try parsed(
            command.time,
            "--time",
            { text throws(CivilTimeError) in try TimeOfDay(parsing: text) }
        ) {
            changes.append(.time(time))
        }
        if let days = try parsed(
            command.days,
            "--days",
            { text throws(CivilTimeError) in try WeekdaySet(parsing: text) }
        ) {
            changes.append(.days(days))
        }
        if let restDays = command.restDays {
            guard let isOn = ["on": true, "yes": true, "off": false, "no": false][restDays] else {
                throw .badOption(name: "--rest-days", value: restDays, reason: "write on or off")
            }
            changes.append(.restDays(isOn))
        }
        if let horizon = command.horizon {
            guard Settings.horizonRange.contains(horizon) else {
                throw .badOption(name: "--horizon", value: "\(horizon)", reason: "write a number of days from 1 to 60")
            }
            changes.append(.horizon(horizon))
        }
        if let grace = try span(command.grace, "--grace", in: .seconds(0)...(.hours(24))) {
            changes.append(.grace(grace))
        }
        if let snooze = try span(command.snooze, "--snooze", in: .minutes(1)...(.hours(24))) {
            changes.append(.snooze(snooze))
        }
        if let timezone = command.timezone {
            let choice: TimezoneChoice = timezone == "system" ? .system : .named(timezone)
            _ = try workspace.zone(choice)
            changes.append(.timezone(choice))
        }
        if let channels = command.channels { changes.append(.channels(try names(channels, workspace))) }
        return changes
    }

    private func parsed<Value>(_ text: String?, _ name: String, _ parse: (String) throws(CivilTimeError) -> Value)
        throws(CommandError) -> Value?
    {
        guard let text else { return nil }
        do { return try parse(text) } catch { throw .badOption(name: name, value: text, reason: error.description) }
    }

    private func span(_ text: String?, _ name: String, in range: ClosedRange<TimeSpan>) throws(CommandError)
        -> TimeSpan?
    {
        guard let text,
            let span = try parsed(text, name, { text throws(CivilTimeError) in try TimeSpan(parsing: text) })
        else { return nil }
        guard range.contains(span) else {
            throw .badOption(
                name: name,
                value: text,
                reason: "write a span from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return span
    }

    /// Channels must be shipped plugins, or set up under `configure`.
    private func names(_ text: String, _ workspace: Workspace) throws(CommandError) -> [String] {
        let names = text.split { $0 == "," || $0 == " " }.map(String.init)
        guard !names.isEmpty else {
            throw .badOption(
                name: "--channels",
                value: text,
                reason: "name at least one; --disable turns reminders off"
            )
        }
        var configured: [String] = []
        if case .success(let bytes) = workspace.context.files.read(workspace.paths.settings) {
            let reading = SettingsReader.read(SourceText(path: workspace.paths.settings, bytes: bytes))
            configured = reading.settings?.configurations.map(\.name) ?? []
        }
        let known = configured + workspace.installation.plugins.map(\.name)
        for (place, name) in names.enumerated() {
            if names[..<place].contains(name) {
                throw .badOption(name: "--channels", value: text, reason: "'\(name)' stands twice")
            }
            guard known.contains(name) else {
                let help =
                    Suggestion.help(for: name, among: known) ?? "there are \(known.sorted().joined(separator: ", "))"
                throw .badOption(
                    name: "--channels",
                    value: text,
                    reason: "there is no channel '\(name)'; \(help); other plugins are set up by hand under 'configure'"
                )
            }
        }
        return names
    }
}

extension SettingsChange {
    /// The new value in words.
    var inWords: String {
        switch self {
        case .enabled(let isOn), .restDays(let isOn): isOn ? "on" : "off"
        case .time(let time): time.description
        case .days(let days): days.description
        case .horizon(let days): plural(days, "day")
        case .grace(let span), .snooze(let span): span.description
        case .timezone(.system): "system"
        case .timezone(.named(let name)): name
        case .channels(let names): names.joined(separator: ",")
        }
    }
}
