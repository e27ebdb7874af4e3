internal import CivilTime

/// A change by the user that leads to a new plan and may remove reminders that were planned before.
public enum PlanChange: Sendable, Hashable {
    /// These keys of the settings have other values.
    case settings([SettingKey])
    /// A program was activated.
    case activated(program: String)
    /// A program was deactivated.
    case deactivated(program: String)
    /// A program's file has another text.
    case edited(program: String)
    /// One of the user's own reminders was changed or deleted.
    case reminder(Int64)
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
        default: return nil
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
        }
    }

    /// The program that it is about.
    public var program: String? {
        switch self {
        case .activated(let program), .deactivated(let program), .edited(let program): program
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
            (.unfinished, differs(\.unfinished)), (.quietHours, differs(\.quietHours)),
            (.timezone, differs(\.timezone)),
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
