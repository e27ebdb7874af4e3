public import CivilTime
public import Localization
public import YAMLSource

/// A change to the settings.
public enum SettingsChange: Sendable, Hashable {
    /// Turns reminders on or off.
    case enabled(Bool)
    /// When reminders are sent.
    case time(TimeOfDay)
    /// How the time of reminders follows the workouts.
    case autoTime(AutoTime)
    /// The training days.
    case days(WeekdaySet)
    /// Whether there are reminders on rest days.
    case restDays(Bool)
    /// Whether at most one workout a day is planned.
    case oneADay(Bool)
    /// The number of days planned ahead.
    case horizon(Int)
    /// How late a reminder may be delivered.
    case grace(TimeSpan)
    /// The length of a snooze.
    case snooze(TimeSpan)
    /// How long after an unanswered reminder another is sent; nil for none.
    case followUp(TimeSpan?)
    /// The quiet hours.
    case quietHours(from: TimeOfDay, to: TimeOfDay)
    /// No quiet hours.
    case neverQuiet
    /// Whether new records are reported.
    case records(Bool)
    /// When the week is summed up; nil for never.
    case summary(SummarySchedule?)
    /// The lengths of streaks that are reported, in workouts; empty for none.
    case milestones([Int])
    /// When antrain warns that a streak would end; nil for never.
    case streakWarning(TimeOfDay?)
    /// How long the details of past reminders are kept; nil for always.
    case keep(CalendarSpan?)
    /// The language; nil to use the locale's.
    case language(Language?)
    /// The time zone.
    case timezone(TimezoneChoice)
    /// The channels.
    case channels([String])
    /// The plugin and the values of a channel; whether a value is a secret.
    case channel(ChannelConfiguration, isSecret: Bool)
    /// No values of the channel with this name.
    case noChannel(String)
    /// The gym in use.
    case gym(String)
    /// The path of the calendar file that is kept current; nil for none.
    case calendarFile(String?)
    /// The log; nil for none.
    case logging(LoggingSettings?)
    /// The file to which each successful run is written, by its path.
    case heartbeatFile(String)
    /// The URL that is requested after successful runs.
    case heartbeatURL(String)
    /// No heartbeat.
    case noHeartbeat

    /// The changed setting.
    public var key: SettingKey {
        switch self {
        case .enabled: .enabled
        case .time, .autoTime: .time
        case .days: .days
        case .restDays: .restDays
        case .oneADay: .oneADay
        case .horizon: .horizon
        case .grace: .grace
        case .snooze: .snooze
        case .followUp: .followUp
        case .quietHours, .neverQuiet: .quietHours
        case .records: .records
        case .summary: .summary
        case .milestones: .milestones
        case .streakWarning: .streakWarning
        case .keep: .keep
        case .language: .language
        case .timezone: .timezone
        case .channels: .channels
        case .channel, .noChannel: .configure
        case .gym: .gym
        case .calendarFile: .calendarFile
        case .logging: .logging
        case .heartbeatFile, .heartbeatURL, .noHeartbeat: .heartbeat
        }
    }

    /// Whether the changed part of the file may contain secrets.
    public var mayContainSecrets: Bool {
        switch self {
        case .channel(_, let isSecret): isSecret
        case .noChannel: true
        default: false
        }
    }

    /// The keys on the path to the changed value.
    fileprivate var path: [String] {
        switch self {
        case .channel(let channel, _): [key.rawValue, channel.name]
        case .noChannel(let name): [key.rawValue, name]
        default: [key.rawValue]
        }
    }

    /// - Parameter isMapping: whether the setting is a mapping in the file, whose further keys are kept.
    ///
    /// - Returns: the value in the file; nil if the key is removed.
    fileprivate func value(inMapping isMapping: Bool) -> YAMLEditor.Value? {
        switch self {
        case .calendarFile(let path?) where isMapping: return .mapping([YAMLEditor.Entry("path", path, quoted: true)])
        case .logging(let logging?) where isMapping || logging.level != .info:
            return .mapping([
                YAMLEditor.Entry("to", logging.place, quoted: true),
                YAMLEditor.Entry("level", logging.level.rawValue, quoted: false),
            ])
        default: return value
        }
    }

    private var value: YAMLEditor.Value? {
        switch self {
        case .noChannel: nil
        case .channel(let channel, _): channel.value
        case .enabled(let isOn), .restDays(let isOn), .oneADay(let isOn), .records(let isOn):
            .scalar(isOn ? "on" : "off", quoted: false)
        case .time(let time), .streakWarning(let time?): .scalar(time.description, quoted: true)
        case .autoTime(let auto):
            .mapping(
                [YAMLEditor.Entry("auto", auto.description, quoted: true)]
                    + (auto.start.map { [YAMLEditor.Entry("start", $0.description, quoted: true)] } ?? [])
            )
        case .days(let days): days == .all ? .scalar("all", quoted: false) : .list(days.weekdays.map(\.abbreviation))
        case .horizon(let days): .scalar("\(days)", quoted: false)
        case .grace(let span), .snooze(let span): .scalar(span.description, quoted: false)
        case .followUp(let span): .scalar(span?.description ?? "off", quoted: false)
        case .quietHours(let from, let to): .scalar("\(from)-\(to)", quoted: true)
        case .summary(let schedule?):
            .mapping([
                YAMLEditor.Entry("on", schedule.weekday.abbreviation, quoted: false),
                YAMLEditor.Entry("at", schedule.time.description, quoted: true),
            ])
        case .milestones(let counts) where !counts.isEmpty: .list(counts.map { "\($0)" })
        case .neverQuiet, .summary(nil), .milestones, .streakWarning(nil): .scalar("off", quoted: false)
        case .keep(let span): .scalar(span?.description ?? "all", quoted: false)
        case .language(let language): .scalar(language?.rawValue ?? "auto", quoted: false)
        case .timezone(.system): .scalar("system", quoted: false)
        case .timezone(.named(let name)): .scalar(name, quoted: false)
        case .channels(let names): .list(names)
        case .gym(let name): .scalar(name, quoted: false)
        case .calendarFile(let path?): .scalar(path, quoted: true)
        case .logging(let logging?): .scalar(logging.place, quoted: logging.target != .journal)
        case .calendarFile(nil), .logging(nil), .noHeartbeat: .scalar("off", quoted: false)
        case .heartbeatFile(let path): .mapping([YAMLEditor.Entry("file", path, quoted: true)])
        case .heartbeatURL(let url): .mapping([YAMLEditor.Entry("url", url, quoted: true)])
        }
    }
}

/// Writes changes to the settings file, keeping everything else.
public enum SettingsEditor {
    /// The first line of a settings file created by antrain.
    static let header = "# antrain settings; see antrain settings --help\n"

    /// The file's text after some changes; everything else is kept byte for byte.
    ///
    /// - Parameters:
    ///   - changes: the changes, in order.
    ///   - source: the current file; empty if there is none.
    /// - Throws: `YAMLEditor.Failure` if the file must be fixed by hand first; then nothing is changed.
    public static func apply(_ changes: [SettingsChange], to source: SourceText) throws(YAMLEditor.Failure)
        -> SourceText
    {
        let start = source.bytes.isEmpty ? SourceText(path: source.path, text: header) : source
        var editor = YAMLEditor(start)
        for change in changes {
            let path = change.path
            if case .autoTime(let auto) = change {
                // A mapping keeps the keys that an edit does not name, such as the start in another range.
                try editor.set(path, to: .scalar(auto.first.description, quoted: true))
            }
            if let value = change.value(inMapping: editor.isMapping(path)) {
                try editor.set(path, to: value)
            } else {
                try editor.remove(path)
            }
        }
        return editor.source
    }
}

extension ChannelConfiguration {
    /// The section under `configure`.
    fileprivate var value: YAMLEditor.Value {
        var keys: [String] = []
        for value in values where !keys.contains(value.key) { keys.append(value.key) }
        let entries = keys.map { key in
            let origins = values.filter { $0.key == key }.map(\.origin.value)
            return YAMLEditor.Entry(key, origins.count == 1 ? origins[0] : .sequence(origins))
        }
        return .mapping((plugin == name ? [] : [YAMLEditor.Entry("plugin", plugin, quoted: false)]) + entries)
    }
}

extension ValueOrigin {
    fileprivate var value: YAMLEditor.Value {
        switch self {
        case .literal(let text): .scalar(text, quoted: false)
        case .file(let path): .mapping([YAMLEditor.Entry("file", path, quoted: false)])
        case .variable(let name): .mapping([YAMLEditor.Entry("env", name, quoted: false)])
        case .forgotten: .mapping([YAMLEditor.Entry("forgotten", "yes", quoted: false)])
        }
    }
}
