public import CivilTime

/// Looks for workouts of a calendar, in one pass from its start; dates are asked for in order.
public struct WorkoutSearch {
    private var walk: CalendarWalk
    private let start: CivilDate

    /// Creates the search.
    public init(_ calendar: TrainingCalendar) {
        walk = CalendarWalk(calendar)
        start = calendar.start
    }

    /// The workout of a date.
    public mutating func workout(on date: CivilDate) -> Occurrence? {
        guard date >= start, case .workout(let workout) = walk.kind(through: date) else { return nil }
        return workout
    }

    /// Whether some dates have a workout that meets a condition.
    ///
    /// - Parameters:
    ///   - range: the dates.
    ///   - condition: looks at the workout's day, its weekday and whether it was moved only; what repeats itself is not shown again.
    public mutating func has(_ range: Range<CivilDate>, where condition: (Occurrence) -> Bool) -> Bool {
        let range = range.clamped(to: start..<max(start, .latest))
        guard !range.isEmpty else { return false }
        _ = walk.workout(before: range.lowerBound) { _ in false }
        return walk.workout(before: range.upperBound, where: condition) != nil
    }
}
