import CivilTime
import Reminders
import YAMLSource

/// The changes requested with the options of `antrain settings`.
struct SettingsOptions {
    private let command: SettingsCommand

    init(_ command: SettingsCommand) {
        self.command = command
    }

    func changes(_ workspace: Workspace) throws(CommandError) -> [SettingsChange] {
        var changes: [SettingsChange] = []
        if command.enable, command.disable {
            throw .misused("--on and --off cannot be combined; give one of them")
        }
        let turnsOn = command.enable || (!command.disable && (command.time != nil || command.days != nil))
        if turnsOn { changes.append(.enabled(true)) }
        if command.disable { changes.append(.enabled(false)) }
        if let time = try OptionValue.time(command.time, "--time") { changes.append(.time(time)) }
        if let days = try OptionValue.days(command.days, "--days") { changes.append(.days(days)) }
        if let restDays = command.restDays {
            guard let isOn = ["on": true, "yes": true, "off": false, "no": false][restDays] else {
                throw .badOption(name: "--rest-days", value: restDays, reason: "expected on or off")
            }
            changes.append(.restDays(isOn))
        }
        if let horizon = command.horizon {
            guard Settings.horizonRange.contains(horizon) else {
                throw .badOption(name: "--horizon", value: "\(horizon)", reason: "expected 1 to 60 days")
            }
            changes.append(.horizon(horizon))
        }
        if let grace = try OptionValue.span(command.grace, "--grace", in: .seconds(0)...(.hours(24))) {
            changes.append(.grace(grace))
        }
        if let snooze = try OptionValue.span(command.snooze, "--snooze", in: .minutes(1)...(.hours(24))) {
            changes.append(.snooze(snooze))
        }
        if let followUp = command.followUp {
            let span =
                followUp == "off" ? nil : try OptionValue.span(followUp, "--follow-up", in: .minutes(1)...(.hours(12)))
            changes.append(.followUp(span))
        }
        if let quiet = command.quietHours { changes.append(try quietHours(quiet)) }
        if let name = command.language {
            guard name == "auto" || Language(rawValue: name) != nil else {
                throw .badOption(name: "--language", value: name, reason: "expected en, de, es, fr, tr or auto")
            }
            changes.append(.language(Language(rawValue: name)))
        }
        if let timezone = command.timezone {
            let choice: TimezoneChoice = timezone == "system" ? .system : .named(timezone)
            _ = try workspace.zone(choice)
            changes.append(.timezone(choice))
        }
        if let channels = command.channels { changes.append(.channels(try OptionValue.channels(channels, workspace))) }
        return changes
    }
}

extension SettingsOptions {
    fileprivate func quietHours(_ text: String) throws(CommandError) -> SettingsChange {
        if text == "off" { return .neverQuiet }
        guard let (from, to) = OptionValue.hours(text) else {
            throw .badOption(
                name: "--quiet-hours",
                value: text,
                reason: "expected two different times, such as 22:00-07:00 or 10pm-7am, or off"
            )
        }
        return .quietHours(from: from, to: to)
    }
}

extension SettingsChange {
    /// The new value in words.
    func inWords(_ words: MessageCatalog) -> String {
        switch self {
        case .enabled(let isOn), .restDays(let isOn): isOn ? "on" : "off"
        case .time(let time): words.format.time(time)
        case .days(let days): words.list(days)
        case .horizon(let days): words.text(days, one: .oneDay, other: .countOfDays)
        case .grace(let span), .snooze(let span): span.description
        case .followUp(let span): span?.description ?? "off"
        case .quietHours(let from, let to): "\(words.format.time(from))-\(words.format.time(to))"
        case .neverQuiet: "off"
        case .language(let language): language?.rawValue ?? "auto"
        case .timezone(.system): "system"
        case .timezone(.named(let name)): name
        case .channels(let names): names.joined(separator: ",")
        case .gym(let name): name
        }
    }
}
