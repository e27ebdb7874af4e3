public import CivilTime

/// Identifies a notification: derived from what it is, so that the same plan always finds it again.
///
/// `workout/2026-11-23/0730` is the reminder at 07:30 for that day's workout, and `workout/2026-11-23/0700-12h` the one twelve
/// hours before the workout at 07:00.
public struct NotificationID: RawRepresentable, Sendable, Hashable {
    /// The name as text.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// - Parameters:
    ///   - lead: how long before that time it is sent.
    ///   - program: the program, if another notification at the same time goes to other channels.
    public init(
        _ category: NotificationCategory,
        on date: CivilDate,
        at time: TimeOfDay,
        lead: TimeSpan? = nil,
        program: String? = nil
    ) {
        let clock = time.description.filter { $0 != ":" }
        rawValue =
            "\(category.rawValue)/\(date)/\(clock)" + (lead.map { "-\($0)" } ?? "") + (program.map { "/\($0)" } ?? "")
    }

    private static let snoozeMark = "/snooze-"
    /// What the IDs of follow-ups contain, after the ID of the reminder.
    public static let followUpMark = "/follow-up-"

    /// The ID of the reminder that a snooze or follow-up belongs to; otherwise the ID itself.
    public var root: NotificationID {
        let marks = [NotificationID.snoozeMark, NotificationID.followUpMark].compactMap { rawValue.firstRange(of: $0) }
        guard let first = marks.map(\.lowerBound).min() else { return self }
        return NotificationID(rawValue: String(rawValue[..<first]))
    }

    public var rangeOfFollowUps: (after: String, before: String) {
        // The full stop follows the hyphen in ASCII.
        (rawValue + NotificationID.followUpMark, rawValue + NotificationID.followUpMark.dropLast() + ".")
    }

    /// The date that the text contains; nil if there is none.
    public var date: CivilDate? {
        rawValue.split(separator: "/").dropFirst().lazy.compactMap { try? CivilDate(parsing: String($0)) }.first
    }

    /// Whether it is sent before the time that it is about.
    package var hasLead: Bool { root.rawValue.split(separator: "/").dropFirst(2).first?.contains("-") ?? false }

    /// Whether it is a snooze, or a follow-up of one.
    package var isPutOff: Bool { rawValue.contains(NotificationID.snoozeMark) }

    /// Whether it follows another reminder that was not answered.
    package var isFollowUp: Bool { rawValue.contains(NotificationID.followUpMark) }

    package func snoozed(_ ordinal: Int) -> NotificationID {
        NotificationID(rawValue: rawValue + NotificationID.snoozeMark + "\(ordinal)")
    }

    package func followedUp(_ ordinal: Int) -> NotificationID {
        NotificationID(rawValue: rawValue + NotificationID.followUpMark + "\(ordinal)")
    }
}

extension NotificationID: Comparable {
    /// Orders by the text.
    public static func < (first: NotificationID, second: NotificationID) -> Bool { first.rawValue < second.rawValue }
}

extension NotificationID: CustomStringConvertible {
    public var description: String { rawValue }
}
