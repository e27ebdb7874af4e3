public import CivilTime
public import YAMLSource

/// One change to the settings that a user asks for.
public enum SettingsChange: Sendable, Hashable {
    /// Reminders on or off.
    case enabled(Bool)
    /// When reminders come.
    case time(TimeOfDay)
    /// On which weekdays.
    case days(WeekdaySet)
    /// Whether on rest days.
    case restDays(Bool)
    /// For how many days ahead.
    case horizon(Int)
    /// How late at most.
    case grace(TimeSpan)
    /// How long a snooze lasts.
    case snooze(TimeSpan)
    /// How long after a reminder without an answer one more comes; nil for none.
    case followUp(TimeSpan?)
    /// When nothing is to be heard.
    case quietHours(from: TimeOfDay, to: TimeOfDay)
    /// Never quiet.
    case neverQuiet
    /// In which language; nil leaves it to the locale.
    case language(Language?)
    /// In which zone.
    case timezone(TimezoneChoice)
    /// Through which channels.
    case channels([String])

    /// The setting that changes.
    public var key: SettingKey {
        switch self {
        case .enabled: .enabled
        case .time: .time
        case .days: .days
        case .restDays: .restDays
        case .horizon: .horizon
        case .grace: .grace
        case .snooze: .snooze
        case .followUp: .followUp
        case .quietHours, .neverQuiet: .quietHours
        case .language: .language
        case .timezone: .timezone
        case .channels: .channels
        }
    }

    var value: YAMLEditor.Value {
        switch self {
        case .enabled(let isOn), .restDays(let isOn): .scalar(isOn ? "on" : "off", quoted: false)
        case .time(let time): .scalar(time.description, quoted: true)
        case .days(let days): days == .all ? .scalar("all", quoted: false) : .list(days.weekdays.map(\.abbreviation))
        case .horizon(let days): .scalar("\(days)", quoted: false)
        case .grace(let span), .snooze(let span): .scalar(span.description, quoted: false)
        case .followUp(let span): .scalar(span?.description ?? "off", quoted: false)
        case .quietHours(let from, let to): .scalar("\(from)-\(to)", quoted: true)
        case .neverQuiet: .scalar("off", quoted: false)
        case .language(let language): .scalar(language?.rawValue ?? "auto", quoted: false)
        case .timezone(.system): .scalar("system", quoted: false)
        case .timezone(.named(let name)): .scalar(name, quoted: false)
        case .channels(let names): .list(names)
        }
    }
}

/// Writes changes into the settings file, and nothing else of it.
public enum SettingsEditor {
    /// What a settings file begins with that antrain makes.
    static let header = "# antrain settings; see antrain settings --help\n"

    /// The file's text after some changes; what they do not touch stays as it is, byte for byte.
    ///
    /// - Parameters:
    ///   - changes: what to change, in order.
    ///   - source: the file as it is; empty where there is none yet.
    /// - Throws: `YAMLEditor.Failure` when the file must be mended by hand first; nothing is changed then.
    public static func apply(_ changes: [SettingsChange], to source: SourceText) throws(YAMLEditor.Failure)
        -> SourceText
    {
        let start = source.bytes.isEmpty ? SourceText(path: source.path, text: header) : source
        var editor = YAMLEditor(start)
        for change in changes { try editor.set([change.key.rawValue], to: change.value) }
        return editor.source
    }
}
