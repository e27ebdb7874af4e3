/// A day of the week, numbered as ISO 8601 does: Monday is 1 and Sunday is 7.
public enum Weekday: Int, Sendable, Hashable, CaseIterable {
    case monday = 1
    case tuesday
    case wednesday
    case thursday
    case friday
    case saturday
    case sunday
}

extension Weekday: Comparable {
    /// Orders weekdays from Monday to Sunday.
    public static func < (first: Weekday, second: Weekday) -> Bool {
        first.rawValue < second.rawValue
    }
}
