public import CivilTime
public import Reminders
public import Training

/// A change by the user that leads to a new plan and may remove reminders that were planned before.
public enum PlanChange: Sendable, Hashable {
    /// These keys of the settings have other values.
    case settings([SettingKey])
    case activated(program: String)
    case deactivated(program: String)
    /// A program's file has another text.
    case edited(program: String)
    /// One of the user's own reminders was changed or deleted.
    case reminder(Int64)
    /// The user moved the workout of one of two dates to the other; without a program, those of all programs.
    case moved(program: String?, from: CivilDate, to: CivilDate)
    case paused(program: String?, from: CivilDate, through: CivilDate)
    /// A program continues at another place from a date on; without a place, the repetition
    /// after the failed workout of the date is withdrawn.
    case jumped(program: String, to: ProgramPlace?, on: CivilDate)
}

extension PlanChange: CustomStringConvertible {
    /// The change as text, such as `settings: time,days`, which `init(_:)` reads.
    public var description: String {
        switch self {
        case .settings(let keys): "settings: " + keys.map(\.rawValue).joined(separator: ",")
        case .activated(let program): "activated: \(program)"
        case .deactivated(let program): "deactivated: \(program)"
        case .edited(let program): "edited: \(program)"
        case .reminder(let number): "reminder: \(number)"
        case .moved(let program, let from, let to): "moved: \(program ?? "*") \(from) \(to)"
        case .paused(let program, let from, let through): "paused: \(program ?? "*") \(from) \(through)"
        case .jumped(let program, let place, let date): "jumped: \(program) \(date)" + (place.map { " \($0)" } ?? "")
        }
    }

    /// Reads the text of a change; nil if it is none.
    public init?(_ text: String) {
        guard let mark = text.firstRange(of: ": ") else { return nil }
        let value = String(text[mark.upperBound...])
        switch text[..<mark.lowerBound] {
        case "settings": self = .settings(value.split(separator: ",").compactMap { SettingKey(rawValue: String($0)) })
        case "activated": self = .activated(program: value)
        case "deactivated": self = .deactivated(program: value)
        case "edited": self = .edited(program: value)
        case "reminder":
            guard let number = Int64(value) else { return nil }
            self = .reminder(number)
        case "moved":
            guard let (program, from, to) = PlanChange.dates(in: value) else { return nil }
            self = .moved(program: program, from: from, to: to)
        case "paused":
            guard let (program, from, through) = PlanChange.dates(in: value) else { return nil }
            self = .paused(program: program, from: from, through: through)
        case "jumped":
            let parts = value.split(separator: " ", maxSplits: 2).map(String.init)
            guard parts.count >= 2, let date = try? CivilDate(parsing: parts[1]) else { return nil }
            let place = parts.count == 3 ? ProgramPlace(parts[2]) : nil
            guard parts.count == 2 || place != nil else { return nil }
            self = .jumped(program: parts[0], to: place, on: date)
        default: return nil
        }
    }

    private static func dates(in text: String) -> (program: String?, from: CivilDate, to: CivilDate)? {
        let parts = text.split(separator: " ")
        guard parts.count == 3, let from = try? CivilDate(parsing: parts[1]), let to = try? CivilDate(parsing: parts[2])
        else { return nil }
        return (parts[0] == "*" ? nil : String(parts[0]), from, to)
    }

    /// Why it removes a reminder; nil if it does not concern the reminder's date.
    ///
    /// - Parameter name: the name of the reminder's program, if the change is about that.
    public func cause(of notification: PlannedNotification, name: String?, at moment: CivilDateTime) -> ReminderCause? {
        switch self {
        case .moved(_, let from, let to):
            guard [from, to].contains(notification.date) else { return nil }
            return .movedAway(to: notification.date == from ? to : from, at: moment)
        case .paused(let program, let from, let last):
            guard from <= notification.date, notification.date <= last else { return nil }
            return .paused(
                program: program.map { name ?? $0 },
                from: from,
                through: last == .latest ? nil : last,
                at: moment
            )
        default: return .changed(self, name: name, at: moment)
        }
    }

    /// The code in JSON output, the same in every language.
    public var code: String {
        switch self {
        case .settings: "settings-changed"
        case .activated: "program-activated"
        case .deactivated: "program-deactivated"
        case .edited: "program-changed"
        case .reminder: "reminder-changed"
        case .moved: "moved-away"
        case .paused: "paused"
        case .jumped: "program-jumped"
        }
    }

    public var program: String? {
        switch self {
        case .activated(let program), .deactivated(let program), .edited(let program), .jumped(let program, _, _):
            program
        case .moved(let program, _, _), .paused(let program, _, _): program
        case .settings, .reminder: nil
        }
    }
}

extension Settings {
    /// The settings that decide whether and when there are reminders, and that differ from others.
    public func changes(from other: Settings) -> [SettingKey] {
        func differs<Value: Equatable>(_ value: KeyPath<Settings, Value>) -> Bool {
            self[keyPath: value] != other[keyPath: value]
        }
        let changes: [(SettingKey, Bool)] = [
            (.enabled, differs(\.isEnabled)), (.time, differs(\.time) || differs(\.autoTime)), (.days, differs(\.days)),
            (.restDays, differs(\.restDays)), (.oneADay, differs(\.isOneADay)), (.followUp, differs(\.followUp)),
            (.unfinished, differs(\.unfinished)), (.evidence, (evidence == nil) != (other.evidence == nil)),
            (.quietHours, differs(\.quietHours)), (.timezone, differs(\.timezone)),
        ]
        return changes.filter(\.1).map(\.0)
    }
}

extension PlanInput {
    /// Whether the user answered a notification, so that it is no longer needed, or it is about no workout, rest day or
    /// reminder.
    ///
    /// Every other notification that a plan lacks was dropped because something changed.
    public func isSettled(_ notification: PlannedNotification) -> Bool {
        guard [.workout, .restDay, .reminder, .followUp].contains(notification.category) else { return true }
        let root = notification.id.root
        return cancelled.contains(notification.id) || notification.leaving(answers) == nil
            || snoozes.contains { $0.original.id.root == root }
            || !begun(since: Instant(secondsSinceEpoch: .min)).isDisjoint(with: notification.occurrences)
    }
}
