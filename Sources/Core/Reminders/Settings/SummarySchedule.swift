public import CivilTime

/// When the week is summed up.
public struct SummarySchedule: Sendable, Hashable {
    public let weekday: Weekday
    public let time: TimeOfDay

    /// Sunday at 18:00.
    public static let usual = SummarySchedule(on: .sunday, at: TimeOfDay(secondsFromMidnight: 18 * 3600))

    public init(on weekday: Weekday, at time: TimeOfDay) {
        self.weekday = weekday
        self.time = time
    }

    /// The seven days that a summary on a date covers: up to that date, or up to the day before if it comes in the morning.
    package func week(on date: CivilDate) -> Range<CivilDate> {
        let end = time.hour < 12 ? date : date.adding(days: 1)
        return end.adding(days: -7)..<end
    }
}
