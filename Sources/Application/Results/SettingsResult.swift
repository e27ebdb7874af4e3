import CivilTime
package import Platform
package import Localization
import Planning
package import Reminders
package import Session
import SystemPackage
import YAMLSource

/// The settings in force, and where each comes from.
package struct SettingsResult: CommandResult {
    package static let kind = "settings"

    /// A setting.
    ///
    /// Durations are in seconds. Settings that are off or left to the system are null; `effective` then has the value in use.
    struct Entry: Encodable {
        let key: String
        let value: JSONValue
        let effective: String?
        let text: String
        let origin: Origin
        let line: Int?
    }

    enum Origin: String, Encodable {
        case file
        case builtIn = "default"
        case lastGood = "last-good"
    }

    /// The channel that was chosen for a new home.
    package struct ChosenChannel: Encodable {
        let name: String
        let text: String

        package init(_ choice: ChannelChoice, _ words: MessageCatalog) {
            name = choice.rawValue
            text = choice.inWords(words)
        }
    }

    let path: ResultPath
    let settings: [Entry]
    /// Whether nothing runs antrain; only after a change, if a reminder is planned.
    package var triggerStopped: Bool?
    /// The channel that the command chose; nil if the home is not new, or its channels were given.
    package var chosenChannel: ChosenChannel?
    private let rows: [[String]]
    /// When the time last moved, and why; nil if it is fixed or has not moved yet.
    private let move: String?

    private enum CodingKeys: String, CodingKey {
        case path, settings, triggerStopped = "trigger_stopped", chosenChannel = "chosen_channel"
    }

    /// - Parameter only: the only setting to show; nil for all.
    package init(_ store: Store, only: SettingKey? = nil) {
        let session = store.session
        let texts = SettingsResult.texts(session).filter { only == nil || $0.0 == only }
        let loaded = session.loaded
        path = ResultPath(session.paths.settings, session.paths)
        settings = texts.map { key, text in
            let (value, effective) = SettingsResult.value(of: key, store)
            let line = SettingsResult.line(of: key, loaded)
            let origin: Origin = loaded.isFallback ? .lastGood : line == nil ? .builtIn : .file
            return Entry(key: key.rawValue, value: value, effective: effective, text: text, origin: origin, line: line)
        }
        let words = session.words
        move = only != nil && only != .time ? nil : session.shownMove.map { words.since($0, today: session.today) }
        rows = texts.map { key, text in [key.rawValue, text, SettingsResult.origin(key, loaded, words)] }
    }

    /// The changed values in words, such as `horizon: 14 days`.
    package func confirmations(of changes: [SettingsChange], _ words: MessageCatalog) -> [String] {
        changes.map { change in
            let standard = change.value == .removed ? words.text(.byDefault) : nil
            let value: String
            if change.subkeys.isEmpty, let row = rows.first(where: { $0[0] == change.key.rawValue }) {
                value = row[1] + (standard.map { " (\($0))" } ?? "")
            } else {
                // Any value of a channel may be a secret, and so is the URL of the heartbeat.
                let isSecret = change.key == .configure || change.name == "heartbeat.url"
                value = standard ?? (isSecret ? nil : change.text) ?? "…"
            }
            return words.text(.setTo, ["key": change.name, "value": value])
        }
    }

    private static func texts(_ session: Session) -> [(SettingKey, String)] {
        let (values, words) = (session.settings, session.words)
        let zone: String =
            if case .named(let name) = values.timezone { name } else { "system (\(session.zone.identifier))" }
        return [
            (.enabled, values.isEnabled ? "on" : "off"), (.time, time(session)),
            (.days, words.list(values.days)),
            (.restDays, values.restDays ? "on" : "off"),
            (.oneADay, values.isOneADay ? "on" : "off"),
            (.horizon, words.text(values.horizon, one: .oneDay, other: .countOfDays)),
            (.grace, values.grace.description),
            (.snooze, values.snooze.inWords(words)), (.followUp, values.followUp?.inWords(words) ?? "off"),
            (.unfinished, values.unfinished?.description ?? "off"),
            (.evidence, values.evidence.map { $0.folder ?? "on" } ?? "off"),
            (.quietHours, values.quietHours?.inWords(words) ?? "off"),
            (.records, values.reportsRecords ? "on" : "off"), (.summary, values.summary?.inWords(words) ?? "off"),
            (.milestones, values.milestones.isEmpty ? "off" : values.milestones.map { "\($0)" }.joined(separator: ",")),
            (.streakWarning, values.streakWarning.map { words.format.time($0) } ?? "off"),
            (.keep, values.keep?.description ?? "all"), (.heartbeat, values.heartbeat?.words ?? "off"),
            (.details, values.showsDetails ? "on" : "off"),
            (.language, values.language?.rawValue ?? "auto (\(session.words.language.rawValue))"), (.timezone, zone),
            (.channels, values.channels.joined(separator: ",")), (.logging, values.logging?.words ?? "off"),
            (.gym, values.gyms.current), (.calendarFile, values.calendarFile?.inWords(words) ?? "off"),
            (.daysOff, values.daysOff ?? "off"),
        ]
    }

    /// A setting as JSON, and the value in use if it is left to the system.
    private static func value(of key: SettingKey, _ store: Store) -> (JSONValue, effective: String?) {
        let session = store.session
        let values = session.settings
        func seconds(_ span: TimeSpan?) -> JSONValue { span.map { .number($0.seconds) } ?? .null }
        switch key {
        case .enabled: return (.bool(values.isEnabled), nil)
        case .time:
            guard let auto = values.autoTime else { return (.string(values.time.description), nil) }
            let ends: [String: JSONValue] = ["from": .string("\(auto.from)"), "to": .string("\(auto.to)")]
            return (.object(ends), "\(session.input.usualTime(on: session.today))")
        case .days: return (.list(values.days.weekdays.map(\.name)), nil)
        case .restDays: return (.bool(values.restDays), nil)
        case .oneADay: return (.bool(values.isOneADay), nil)
        case .horizon: return (.number(Int64(values.horizon)), nil)
        case .grace: return (seconds(values.grace), nil)
        case .snooze: return (seconds(values.snooze.others), nil)
        case .followUp:
            guard let policy = values.followUp else { return (.null, nil) }
            let parts = ["after_seconds": seconds(policy.after), "every_seconds": seconds(policy.every)]
            return (.object(parts.merging(["at_most": .number(Int64(policy.atMost))]) { $1 }), nil)
        case .unfinished: return (seconds(values.unfinished), nil)
        case .evidence:
            guard let evidence = values.evidence else { return (.null, nil) }
            let folder = evidence.folder.map { Paths.absolute($0, store.workspace.context).string }
            return (.object(["folder": folder.map { .string($0) } ?? .null]), nil)
        case .quietHours:
            guard let quiet = values.quietHours else { return (.null, nil) }
            return (
                .object([
                    "from": .string(quiet.from.description), "to": .string(quiet.to.description),
                    "silences": .bool(quiet.policy == .silence), "spares_urgent": .bool(quiet.sparesUrgent),
                ]), nil
            )
        case .records: return (.bool(values.reportsRecords), nil)
        case .summary:
            guard let summary = values.summary else { return (.null, nil) }
            return (
                .object(["weekday": .string(summary.weekday.name), "time": .string(summary.time.description)]), nil
            )
        case .milestones: return (.array(values.milestones.map { .number(Int64($0)) }), nil)
        case .streakWarning: return (values.streakWarning.map { .string($0.description) } ?? .null, nil)
        case .keep: return (values.keep.map { .string($0.description) } ?? .null, nil)
        case .heartbeat:
            guard let heartbeat = values.heartbeat else { return (.null, nil) }
            var parts: [String: JSONValue] = [:]
            parts["file"] = heartbeat.file.map { .string($0) }
            parts["url"] = heartbeat.place.map { .string($0) }
            parts["every_seconds"] = heartbeat.place.map { _ in .number(heartbeat.interval.seconds) }
            return (.object(parts), nil)
        case .details: return (.bool(values.showsDetails), nil)
        case .language: return (values.language.map { .string($0.rawValue) } ?? .null, session.words.language.rawValue)
        case .timezone:
            guard case .named(let name) = values.timezone else { return (.null, session.zone.identifier) }
            return (.string(name), session.zone.identifier)
        case .channels: return (.list(values.channels), nil)
        case .logging:
            guard let logging = values.logging else { return (.null, nil) }
            return (.object(["to": .string(logging.place), "level": .string(logging.level.rawValue)]), nil)
        case .gym: return (.string(values.gyms.current), nil)
        case .calendarFile:
            guard let file = values.calendarFile else { return (.null, nil) }
            let path = Paths.absolute(file.path, store.workspace.context)
            return (
                .object([
                    "path": .string(path.string), "days": .number(Int64(file.days)), "alarms": .bool(file.hasAlarms),
                ]), nil
            )
        case .daysOff:
            let path = values.daysOff.map { Paths.absolute($0, store.workspace.context).string }
            return (path.map { .string($0) } ?? .null, nil)
        case .texts, .configure, .equipment, .gyms: return (.null, nil)
        }
    }

    /// The time today.
    private static func time(_ session: Session) -> String {
        let time = session.input.usualTime(on: session.today)
        return session.settings.autoTime.map { session.words.time(time, $0) } ?? session.words.format.time(time)
    }

    private static func line(of key: SettingKey, _ loaded: LoadedSettings) -> Int? {
        guard !loaded.isFallback, let span = loaded.spans[key], let source = loaded.source else { return nil }
        return source.location(of: span.start).line
    }

    private static func origin(_ key: SettingKey, _ loaded: LoadedSettings, _ words: MessageCatalog) -> String {
        if loaded.isFallback { return words.text(.lastGood) }
        return line(of: key, loaded).map { words.text(.onLine, ["line": "\($0)"]) } ?? words.text(.byDefault)
    }

    package func text(_ style: Style, columns: Int) -> String {
        let rows = rows.map { [$0[0], style.bold($0[1]), style.dim($0[2])] }
        let lines = [style.dim(path.shown)] + TextTable.lines(rows, columns: columns)
        return (lines + (move.map { TextWrap.lines($0, columns: columns) } ?? [])).joined(separator: "\n") + "\n"
    }
}

extension Workspace {
    /// Names the channel that was chosen for a new home, with the reason.
    package func confirm(_ choice: ChannelChoice?, _ words: MessageCatalog, asJSON: Bool = false) {
        guard let choice else { return }
        let values = ["key": SettingKey.channels.rawValue, "value": choice.inWords(words)]
        confirm(words.text(.setTo, values), asJSON: asJSON)
    }
}

extension LoggingSettings {
    /// The place and the level, if it is not the usual one.
    package var words: String { place + (level == .info ? "" : " (\(level.rawValue))") }
}

extension HeartbeatSettings {
    /// The file, and the start of the URL with the time between requests: `~/beat; https://hc-ping.com/…, every 5m`.
    fileprivate var words: String {
        [file, place.map { "\($0), every \(interval)" }].compactMap { $0 }.joined(separator: "; ")
    }
}

extension SnoozeLengths {
    fileprivate func inWords(_ words: MessageCatalog) -> String {
        guard ownReminders != others else { return "\(others)" }
        return words.text(.snoozeLengths, ["length": "\(others)", "own": "\(ownReminders)"])
    }
}

extension FollowUpPolicy {
    /// The policy as text: `30m`, or `30m, then every 15m, at most 3`.
    fileprivate func inWords(_ words: MessageCatalog) -> String {
        guard atMost > 1 else { return "\(after)" }
        return words.text(.repeatedFollowUp, ["after": "\(after)", "every": "\(every)", "count": "\(atMost)"])
    }
}

extension QuietHours {
    /// The hours as text: `22:00-07:00, silence`.
    fileprivate func inWords(_ words: MessageCatalog) -> String {
        var parts = ["\(words.format.time(from))-\(words.format.time(to))"]
        if policy == .silence { parts.append(words.text(.silence)) }
        if !sparesUrgent { parts.append(words.text(.urgentToo)) }
        return parts.joined(separator: ", ")
    }
}

extension SummarySchedule {
    /// The schedule as text: `Sunday, 18:00`.
    package func inWords(_ words: MessageCatalog) -> String {
        "\(words.format.name(weekday)), \(words.format.time(time))"
    }
}

extension CalendarFile {
    /// The file as text: `~/training.ics, 90 days`.
    fileprivate func inWords(_ words: MessageCatalog) -> String {
        "\(path), \(words.text(days, one: .oneDay, other: .countOfDays))" + (hasAlarms ? ", alarms" : "")
    }
}
