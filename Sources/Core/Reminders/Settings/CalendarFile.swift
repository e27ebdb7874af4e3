/// A calendar file that is kept current with the plan.
public struct CalendarFile: Sendable, Hashable {
    /// The number of days that are exported by default, including today.
    public static let usualDays = 90
    public static let dayRange = 1...3660

    /// The path: absolute, or in the home folder (`~/training.ics`).
    public let path: String
    /// The number of days that it covers, including today.
    public let days: Int
    public let hasAlarms: Bool

    public init(path: String, days: Int = usualDays, hasAlarms: Bool = false) {
        self.path = path
        self.days = days
        self.hasAlarms = hasAlarms
    }
}
