import ArgumentParser
import CivilTime
import Platform
import Localization
import Reminders
import Results
import Session

/// The options of `antrain settings` and `antrain simulate` for values of settings; the training days are options of the commands.
struct SettingsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Time of reminders, such as 07:30 or 9pm, auto to follow your workouts (with --between), or suggest.",
            valueName: "time"
        ),
        completion: .values(.timeOfDay)
    )
    var time: String?
    @Option(
        help: ArgumentHelp("Range of the time with --time auto, such as 06:00-09:00.", valueName: "times"),
        completion: .list(["06:00-09:00", "11:00-13:00", "17:00-20:00"])
    )
    var between: String?
    @Option(
        help: ArgumentHelp("Reminders on rest days: on or off.", valueName: "on|off"),
        completion: .list(["on", "off"])
    ) var restDays: String?
    @Option(
        help: ArgumentHelp(
            "At most one workout a day, from the program with the highest priority: on or off.",
            valueName: "on|off"
        ),
        completion: .list(["on", "off"])
    ) var oneADay: String?
    @Option(help: ArgumentHelp("Channels, separated by commas.", valueName: "names"), completion: .values(.channels))
    var channels: String?
    @Option(
        help: ArgumentHelp("Time zone: system, or a name such as Europe/Berlin.", valueName: "zone"),
        completion: .values(.zone)
    )
    var timezone: String?
    @Option(help: ArgumentHelp("Number of days to plan ahead, 1 to 60.", valueName: "days")) var horizon: Int?
    @Option(help: ArgumentHelp("Maximum delay of a late reminder, such as 4h.", valueName: "span")) var grace: String?
    @Option(help: ArgumentHelp("Length of a snooze, such as 1h.", valueName: "span")) var snooze: String?
    @Option(
        help: ArgumentHelp(
            "Delay of the follow-up to an unanswered reminder, such as 30m, or off.",
            valueName: "span"
        ),
        completion: .list(["off"])
    ) var followUp: String?
    @Option(
        help: ArgumentHelp("Quiet hours: 22:00-07:00, 10pm-7am, or off.", valueName: "hours"),
        completion: .list(["off"])
    )
    var quietHours: String?
    @Option(
        help: ArgumentHelp("Notifications about new records: on or off.", valueName: "on|off"),
        completion: .list(["on", "off"])
    )
    var records: String?
    @Option(
        help: ArgumentHelp(
            "Summary of the week: a weekday and a time, such as 'sun 18:00', or off.",
            valueName: "when"
        ),
        completion: .list(["sun 18:00", "mon 7am", "on", "off"])
    )
    var summary: String?
    @Option(
        help: ArgumentHelp("Streaks to report, in workouts, such as 7,30,100, or off.", valueName: "numbers"),
        completion: .list([Settings.usualMilestones.map(String.init).joined(separator: ","), "on", "off"])
    )
    var milestones: String?
    @Option(
        help: ArgumentHelp("Time to warn that a streak would end, such as 19:00 or 7pm, or off.", valueName: "time"),
        completion: .list(["18:00", "19:00", "8pm", "off"])
    )
    var streakWarning: String?
    @Option(
        help: ArgumentHelp(
            "Language of reminders: en, de, es, fr, tr, or auto (from the locale).",
            valueName: "name"
        ),
        completion: .list(Language.allCases.map(\.rawValue) + ["auto"])
    )
    var language: String?

    /// The changes of the given options.
    ///
    /// - Parameters:
    ///   - days: the training days as typed.
    ///   - workspace: the user's files.
    func changes(days: String?, _ workspace: Workspace) throws(CommandError) -> [SettingsChange] {
        var changes: [SettingsChange] = []
        if let change = try timeChange() { changes.append(change) }
        if let days = try OptionValue.days(days, "--days") { changes.append(.days(days)) }
        if let isOn = try OptionValue.isOn(restDays, "--rest-days") { changes.append(.restDays(isOn)) }
        if let isOn = try OptionValue.isOn(oneADay, "--one-a-day") { changes.append(.oneADay(isOn)) }
        if let horizon {
            guard Settings.horizonRange.contains(horizon) else {
                throw .badOption(name: "--horizon", value: "\(horizon)", reason: "expected 1 to 60 days")
            }
            changes.append(.horizon(horizon))
        }
        if let grace = try OptionValue.span(grace, "--grace", in: .seconds(0)...(.hours(24))) {
            changes.append(.grace(grace))
        }
        if let snooze = try OptionValue.span(snooze, "--snooze", in: .minutes(1)...(.hours(24))) {
            changes.append(.snooze(snooze))
        }
        if let followUp {
            let span =
                followUp == "off" ? nil : try OptionValue.span(followUp, "--follow-up", in: .minutes(1)...(.hours(12)))
            changes.append(.followUp(span))
        }
        if let quiet = quietHours { changes.append(try parsedHours(quiet)) }
        if let isOn = try OptionValue.isOn(records, "--records") { changes.append(.records(isOn)) }
        if let summary { changes.append(.summary(try OptionValue.summary(summary, "--summary"))) }
        if let milestones { changes.append(.milestones(try OptionValue.milestones(milestones, "--milestones"))) }
        if let streakWarning {
            changes.append(.streakWarning(try OptionValue.timeOrOff(streakWarning, "--streak-warning")))
        }
        if let name = language {
            guard name == "auto" || Language(rawValue: name) != nil else {
                throw .badOption(name: "--language", value: name, reason: "expected en, de, es, fr, tr or auto")
            }
            changes.append(.language(Language(rawValue: name)))
        }
        if let timezone {
            let choice: TimezoneChoice = timezone == "system" ? .system : .named(timezone)
            _ = try workspace.zone(choice)
            changes.append(.timezone(choice))
        }
        if let channels { changes.append(.channels(try OptionValue.channels(channels, workspace))) }
        return changes
    }
}

extension SettingsOptions {
    /// The time, or how it follows the workouts.
    fileprivate func timeChange() throws(CommandError) -> SettingsChange? {
        guard time?.lowercased() == "auto" else {
            if let between {
                throw .badOption(name: "--between", value: between, reason: "it needs --time auto; give both")
            }
            return try OptionValue.time(time, "--time").map { .time($0) }
        }
        guard let between else {
            throw .badOption(
                name: "--time",
                value: "auto",
                reason: "give the range of the time, too, such as --between 06:00-09:00"
            )
        }
        guard let (from, to) = OptionValue.hours(between), let auto = AutoTime(from: from, to: to) else {
            throw .badOption(
                name: "--between",
                value: between,
                reason: "expected a range of at least 10 minutes within one day, such as 06:00-09:00 or 6am-9am"
            )
        }
        return .autoTime(auto)
    }

    fileprivate func parsedHours(_ text: String) throws(CommandError) -> SettingsChange {
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
        case .enabled(let isOn), .restDays(let isOn), .oneADay(let isOn), .records(let isOn): isOn ? "on" : "off"
        case .time(let time): words.format.time(time)
        case .autoTime(let auto): "auto (\(words.range(auto)))"
        case .days(let days): words.list(days)
        case .horizon(let days): words.text(days, one: .oneDay, other: .countOfDays)
        case .grace(let span), .snooze(let span): span.description
        case .followUp(let span): span?.description ?? "off"
        case .quietHours(let from, let to): "\(words.format.time(from))-\(words.format.time(to))"
        case .neverQuiet: "off"
        case .summary(let schedule): schedule?.inWords(words) ?? "off"
        case .milestones(let counts): counts.isEmpty ? "off" : counts.map(String.init).joined(separator: ",")
        case .streakWarning(let time): time.map(words.format.time) ?? "off"
        case .keep(let span): span?.description ?? "all"
        case .language(let language): language?.rawValue ?? "auto"
        case .timezone(.system): "system"
        case .timezone(.named(let name)): name
        case .channels(let names): names.joined(separator: ",")
        case .channel(let channel, _): channel.name
        case .noChannel(let name): name
        case .gym(let name): name
        case .calendarFile(let path): path ?? "off"
        case .logging(let logging): logging?.words ?? "off"
        case .heartbeatFile(let path): path
        case .heartbeatURL(let url): WebOrigin(url)?.shown ?? "…"
        case .noHeartbeat: "off"
        }
    }
}
