internal import CivilTime

extension SequenceWalk {
    /// All that the coming dates depend on where no answer, move or pause touches them.
    ///
    /// Two dates with the same phase are followed by the same workouts, whose positions and weeks differ by as much as theirs.
    struct Phase: Equatable {
        private let day: Int
        private let pausedDays: Int
        private let week: Int
        private let position: Int
        private let cycleDay: Int
        private let daysOfRest: Int
        private let owed: [[Int]]
        private let taken: Set<Int>
        private let hasEnded: Bool

        init(_ walk: SequenceWalk) {
            let weeks = max(1, walk.program.weeks.count)
            // The day of a block stands for the weekday, too.
            day = walk.blocks.day
            pausedDays = walk.blocks.pausedDays
            week = walk.slots.isWeekly ? walk.blocks.number % weeks : 0
            // A workout that was taken before its turn is at a certain position: only the same position is in the same phase.
            position =
                walk.taken.isEmpty ? walk.position % (max(1, walk.slots.sequence.count) * weeks) : walk.position
            cycleDay = walk.cycleDay % walk.slots.cycleLength
            let enough = walk.program.schedule.restDaysBetween + 1
            daysOfRest = min(enough, walk.lastWorkout.map { $0.days(until: walk.date) } ?? enough)
            // Where missed workouts take the places of others, they get those's weeks.
            owed = walk.owed.map { [$0.order, $0.day, walk.isRepeating ? 0 : $0.week] }
            taken = walk.taken
            hasEnded = walk.hasEnded
        }
    }

    /// Passes the dates that repeat those since an earlier one of the same phase, as often as they fit in front of a date.
    ///
    /// - Parameters:
    ///   - earlier: this walk on a date of the same phase; from there on nothing but the schedule says what dates have.
    ///   - end: the first date of which that is not so, or at which the walk is to stop.
    mutating func leap(since earlier: SequenceWalk, before end: CivilDate) {
        let period = earlier.date.days(until: date)
        guard period > 0 else { return }
        let (positions, uses) = (position - earlier.position, used - earlier.used)
        var times = date.days(until: end) / period
        if !hasEnded {
            // The end of the program is walked to.
            switch program.schedule.length {
            case .endless, .until: break
            case .workouts(let count) where uses > 0: times = min(times, (count - 1 - used) / uses)
            case .weeks(let count) where positions > 0:
                times = min(times, (count * slots.sequence.count - 1 - position) / positions)
            case .workouts, .weeks: break
            }
        }
        guard times > 0 else { return }
        if lastWorkout != earlier.lastWorkout { lastWorkout = lastWorkout?.adding(days: times * period) }
        date = date.adding(days: times * period)
        position += times * positions
        used += times * uses
        cycleDay += times * (cycleDay - earlier.cycleDay)
        blocks.number += times * (blocks.number - earlier.blocks.number)
    }
}
