public import CivilTime

/// Searches a calendar's workouts in one pass from its start; dates must be requested in order.
public struct WorkoutSearch {
    private var walk: EditionWalk
    private let start: CivilDate

    public init(_ calendar: TrainingCalendar) {
        walk = EditionWalk(calendar)
        start = calendar.start
    }

    public mutating func workout(on date: CivilDate) -> Occurrence? {
        guard date >= start, case .workout(let workout) = walk.kind(through: date) else { return nil }
        return workout
    }

    /// The next workout before a date; nil if there is none.
    public mutating func next(before end: CivilDate) -> Occurrence? { walk.workout(before: end) { _ in true } }

    public mutating func has(_ range: Range<CivilDate>, where condition: (Occurrence) -> Bool) -> Bool {
        let range = range.clamped(to: start..<max(start, .latest))
        guard !range.isEmpty else { return false }
        _ = walk.workout(before: range.lowerBound) { _ in false }
        return walk.workout(before: range.upperBound, where: condition) != nil
    }
}
