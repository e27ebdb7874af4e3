internal import CivilTime

/// Walks a program's calendar through the texts that its file had: each date is planned by the text that was in force on it.
///
/// The walk of each text begins at the program's start, so a file that is restored gives the same dates as before.
struct EditionWalk {
    /// The walks of the texts in their order, each with the first date that it does not plan.
    private var walks: [(walk: CalendarWalk, end: CivilDate?)]

    init(_ calendar: TrainingCalendar) {
        walks = calendar.earlier.map { (CalendarWalk($0.calendar), $0.end) } + [(CalendarWalk(calendar), nil)]
    }

    /// The plan for a date; see `CalendarWalk.kind`.
    mutating func kind(through wanted: CivilDate) -> ScheduledDay.Kind {
        while let end = walks[0].end, end <= wanted { walks.removeFirst() }
        return walks[0].walk.kind(through: wanted)
    }

    /// The next workout before a date that matches a condition; see `CalendarWalk.workout`.
    mutating func workout(before wanted: CivilDate, where condition: (Occurrence) -> Bool) -> Occurrence? {
        while let end = walks[0].end {
            if let found = walks[0].walk.workout(before: min(end, wanted), where: condition) { return found }
            guard end <= wanted else { return nil }
            walks.removeFirst()
            _ = walks[0].walk.workout(before: end) { _ in false }
        }
        return walks[0].walk.workout(before: wanted, where: condition)
    }
}
