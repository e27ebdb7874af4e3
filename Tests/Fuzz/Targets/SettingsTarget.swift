import CivilTime
import Localization
import Reminders
import YAMLSource

extension FuzzTarget {
    /// Settings files: reading, and editing in place. The bytes after a NUL byte select the edits.
    static let settings = FuzzTarget(name: "settings") { bytes in
        let parts = parts(bytes, count: 2)
        let source = SourceText(path: "settings.yaml", bytes: Array(parts[0]))
        let reading = SettingsReader.read(source)
        try requireSound(reading.diagnostics, of: source, hasValue: reading.settings != nil)
        try requirePrintable(
            reading.renderer(of: source, colored: false).render(reading.diagnostics),
            "the diagnostics"
        )
        guard let settings = reading.settings else { return }
        let chosen = parts[1].isEmpty ? changes : parts[1].prefix(8).map { changes[Int($0) % changes.count] }
        for change in chosen { try check(change, of: settings, in: source) }
        try check(chosen, of: settings, in: source)
    }

    private static let changes: [SettingsChange] = [
        .enabled(true), .enabled(false), .time(TimeOfDay(secondsFromMidnight: 22_500)), .days(.weekdays), .days(.all),
        .restDays(true), .horizon(14), .grace(.hours(2)), .snooze(.minutes(20)), .followUp(.minutes(45)),
        .followUp(nil),
        AutoTime(from: TimeOfDay(secondsFromMidnight: 21_600), to: TimeOfDay(secondsFromMidnight: 32_400)).map(
            SettingsChange.autoTime
        ) ?? .neverQuiet,
        .quietHours(from: TimeOfDay(secondsFromMidnight: 79_200), to: TimeOfDay(secondsFromMidnight: 25_200)),
        .neverQuiet,
        .language(.german), .language(nil), .timezone(.named("Europe/Berlin")), .timezone(.system),
        .records(true), .summary(.usual), .summary(nil), .milestones([7, 30]), .milestones([]),
        .streakWarning(TimeOfDay(secondsFromMidnight: 68_400)), .streakWarning(nil),
        .keep(try? CalendarSpan(parsing: "2y")), .keep(nil),
        .channels(["console", "log"]), .channels(["mail"]), .noChannel("mail"), .gym("default"),
        .calendarFile("~/new.ics"), .calendarFile(nil), .logging(LoggingSettings(target: .journal)),
        .logging(LoggingSettings(target: .file("~/log"), level: .debug)), .logging(nil), .heartbeatFile("~/beat"),
        .noHeartbeat,
    ]

    private static func check(_ change: SettingsChange, of settings: Settings, in source: SourceText) throws {
        try check([change], of: settings, in: source)
    }

    /// An edit changes its own setting and nothing else.
    private static func check(_ changes: [SettingsChange], of settings: Settings, in source: SourceText) throws {
        let edited: SourceText
        do {
            edited = try SettingsEditor.apply(changes, to: source)
        } catch .unverified {
            return
        } catch {
            throw PropertyFailure(description: "settings that can be read cannot be edited: \(error)")
        }
        let reading = SettingsReader.read(edited)
        guard let after = reading.settings else {
            throw PropertyFailure(
                description:
                    "after \(changes), the settings cannot be read:\n\(String(decoding: edited.bytes, as: UTF8.self))"
            )
        }
        let expected = changes.reduce(into: settings) { apply($1, to: &$0) }
        try require(
            withoutPositions(after) == withoutPositions(expected),
            "after \(changes), the settings are\n\(withoutPositions(after))\nand not\n\(withoutPositions(expected))"
        )
    }

    private static func apply(_ change: SettingsChange, to settings: inout Settings) {
        switch change {
        case .enabled(let isOn): settings.isEnabled = isOn
        case .time(let time): (settings.time, settings.autoTime) = (time, nil)
        case .autoTime(let auto): (settings.time, settings.autoTime) = (auto.first, auto)
        case .days(let days): settings.days = days
        case .restDays(let isOn): settings.restDays = isOn
        case .oneADay(let isOn): settings.isOneADay = isOn
        case .horizon(let days): settings.horizon = days
        case .grace(let span): settings.grace = span
        case .snooze(let span): settings.snooze = SnoozeLengths(span)
        case .followUp(let span): settings.followUp = span.map { FollowUpPolicy(after: $0) }
        case .quietHours(let from, let to): settings.quietHours = QuietHours(from: from, to: to)
        case .neverQuiet: settings.quietHours = nil
        case .records(let isOn): settings.reportsRecords = isOn
        case .summary(let schedule): settings.summary = schedule
        case .milestones(let counts): settings.milestones = counts
        case .streakWarning(let time): settings.streakWarning = time
        case .keep(let span): settings.keep = span
        case .language(let language): settings.language = language
        case .timezone(let zone): settings.timezone = zone
        case .channels(let names): settings.channels = names
        case .channel(let channel, _):
            settings.configurations.removeAll { $0.name == channel.name }
            settings.configurations.append(channel)
        case .noChannel(let name): settings.configurations.removeAll { $0.name == name }
        case .gym(let name): settings.gyms.current = name
        case .calendarFile(let path):
            let former = settings.calendarFile
            settings.calendarFile = path.map {
                CalendarFile(
                    path: $0,
                    days: former?.days ?? CalendarFile.usualDays,
                    hasAlarms: former?.hasAlarms ?? false
                )
            }
        case .logging(let logging): settings.logging = logging
        case .heartbeatFile(let path):
            var heartbeat = settings.heartbeat ?? HeartbeatSettings()
            heartbeat.file = path
            settings.heartbeat = heartbeat
        case .noHeartbeat:
            if settings.heartbeat?.channel != nil {
                settings.configurations.removeAll { $0.name == HeartbeatSettings.channelName }
            }
            settings.heartbeat = nil
        // A URL changes positions and the list of channels; the tests of the settings' options edit it.
        case .heartbeatURL: break
        }
    }

    /// The settings without their positions in the text, which an edit moves.
    private static func withoutPositions(_ settings: Settings) -> String {
        var plain = settings
        plain.configurations = []
        plain.heartbeat?.channel = nil
        let channels = settings.configurations.map { channel in
            let values = channel.values.map { "\($0.key)=\($0.origin)" }
            return
                "\(channel.name) \(channel.plugin) \(values) \(String(describing: channel.fallback)) \(channel.isOptional) \(String(describing: channel.limit))"
        }
        return "\(plain) \(channels)"
    }
}
