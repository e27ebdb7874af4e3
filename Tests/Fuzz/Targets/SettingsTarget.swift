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

    /// A change, and what it does to settings that were read.
    private struct Change: Sendable {
        let change: SettingsChange
        let apply: @Sendable (inout Settings) -> Void

        init(_ change: SettingsChange, _ apply: @escaping @Sendable (inout Settings) -> Void) {
            (self.change, self.apply) = (change, apply)
        }
    }

    private static let changes: [Change] = {
        let time = TimeOfDay(secondsFromMidnight: 22_500)
        let quiet = QuietHours(
            from: TimeOfDay(secondsFromMidnight: 79_200),
            to: TimeOfDay(secondsFromMidnight: 25_200)
        )
        var changes = [
            Change(.enabled(true), { $0.isEnabled = true }), Change(.enabled(false), { $0.isEnabled = false }),
            Change(.time(time), { ($0.time, $0.autoTime) = (time, nil) }),
            Change(.days(.weekdays), { $0.days = .weekdays }),
            Change(.days(.all), { $0.days = .all }), Change(.scalar(.restDays, "on"), { $0.restDays = true }),
            Change(.scalar(.horizon, "14"), { $0.horizon = 14 }),
            Change(.scalar(.grace, "2h"), { $0.grace = .hours(2) }),
            Change(.scalar(.snooze, "20m"), { $0.snooze = SnoozeLengths(.minutes(20)) }),
            Change(.scalar(.followUp, "off"), { $0.followUp = nil }),
            Change(.scalar(.evidence, "off"), { $0.evidence = nil }),
            Change(.scalar(.quietHours, "22:00-07:00", quoted: true), { $0.quietHours = quiet }),
            Change(.scalar(.quietHours, "off"), { $0.quietHours = nil }),
            Change(.scalar(.language, "de"), { $0.language = .german }),
            Change(.scalar(.language, "auto"), { $0.language = nil }),
            Change(.scalar(.timezone, "Europe/Berlin"), { $0.timezone = .named("Europe/Berlin") }),
            Change(.scalar(.records, "on"), { $0.reportsRecords = true }),
            Change(.scalar(.summary, "on"), { $0.summary = .usual }),
            Change(.scalar(.milestones, "off"), { $0.milestones = [] }),
            Change(.scalar(.streakWarning, "off"), { $0.streakWarning = nil }),
            Change(.scalar(.keep, "all"), { $0.keep = nil }),
            Change(.channels(["console", "log"]), { $0.channels = ["console", "log"] }),
            Change(.scalar(.gym, "default"), { $0.gyms.current = "default" }),
            Change(.scalar(.calendarFile, "off"), { $0.calendarFile = nil }),
            Change(.scalar(.daysOff, "off"), { $0.daysOff = nil }),
            Change(.scalar(.logging, "off"), { $0.logging = nil }),
            Change(
                .scalar(.heartbeat, "off"),
                { settings in
                    if settings.heartbeat?.channel != nil {
                        settings.configurations.removeAll { $0.name == HeartbeatSettings.channelName }
                    }
                    settings.heartbeat = nil
                }
            ), Change(SettingsChange(.horizon, [], .removed), { $0.horizon = Settings.defaults.horizon }),
            Change(SettingsChange(.quietHours, [], .removed), { $0.quietHours = nil }),
            Change(SettingsChange(.days, [], .removed), { $0.days = .all }),
        ]
        let (from, to) = (TimeOfDay(secondsFromMidnight: 21_600), TimeOfDay(secondsFromMidnight: 32_400))
        if let auto = AutoTime(from: from, to: to) {
            changes.append(Change(.autoTime(auto)) { ($0.time, $0.autoTime) = (auto.first, auto) })
        }
        return changes
    }()

    private static func check(_ change: Change, of settings: Settings, in source: SourceText) throws {
        try check([change], of: settings, in: source)
    }

    /// An edit changes its own setting and nothing else.
    private static func check(_ changes: [Change], of settings: Settings, in source: SourceText) throws {
        let edited: SourceText
        do {
            edited = try SettingsEditor.apply(changes.map(\.change), to: source)
        } catch .unverified {
            return
        } catch {
            throw PropertyFailure(description: "settings that can be read cannot be edited: \(error)")
        }
        let reading = SettingsReader.read(edited)
        guard let after = reading.settings else {
            throw PropertyFailure(
                description:
                    "after \(changes.map(\.change)), the settings cannot be read:\n\(String(decoding: edited.bytes, as: UTF8.self))"
            )
        }
        let expected = changes.reduce(into: settings) { $1.apply(&$0) }
        try require(
            withoutPositions(after) == withoutPositions(expected),
            "after \(changes.map(\.change)), the settings are\n\(withoutPositions(after))\nand not\n\(withoutPositions(expected))"
        )
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
