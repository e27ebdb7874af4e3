public import CivilTime

/// What names a notification: derived from what it is, so that the same plan always finds it again.
///
/// `workout/2026-11-23/0730` is the reminder at 07:30 of that day's workout, and `workout/2026-11-23/0700-12h` the one twelve hours
/// before the workout at 07:00.
public struct NotificationID: RawRepresentable, Sendable, Hashable {
    /// The name as text.
    public let rawValue: String

    /// Takes over a name that was made before.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes the name of a notification.
    ///
    /// - Parameters:
    ///   - category: what kind of message it is.
    ///   - date: the date that it is about.
    ///   - time: the time that it is about.
    ///   - lead: how long before that time it comes.
    public init(_ category: NotificationCategory, on date: CivilDate, at time: TimeOfDay, lead: TimeSpan? = nil) {
        let clock = time.description.filter { $0 != ":" }
        rawValue = "\(category.rawValue)/\(date)/\(clock)" + (lead.map { "-\($0)" } ?? "")
    }
}

extension NotificationID: Comparable {
    /// Orders by the text.
    public static func < (first: NotificationID, second: NotificationID) -> Bool { first.rawValue < second.rawValue }
}

extension NotificationID: CustomStringConvertible {
    /// The name as text.
    public var description: String { rawValue }
}
