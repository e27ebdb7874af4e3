internal import CivilTime

extension SequenceWalk {
    /// The state that determines the coming dates as long as no answer, move or pause affects them.
    ///
    /// Two dates with the same phase are followed by the same workouts; positions and weeks differ by a constant.
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
            // The day of a block also determines the weekday.
            day = walk.blocks.day
            pausedDays = walk.blocks.pausedDays
            week = walk.slots.isWeekly ? walk.blocks.number % weeks : 0
            // A workout that was assigned early has a certain position: the phase is the same only if the position is.
            position =
                walk.taken.isEmpty ? walk.position % (max(1, walk.slots.sequence.count) * weeks) : walk.position
            cycleDay = walk.cycleDay % walk.slots.cycleLength
            let enough = walk.program.schedule.restDaysBetween + 1
            daysOfRest = min(enough, walk.lastWorkout.map { $0.days(until: walk.date) } ?? enough)
            // Under a policy in which missed workouts replace others, they also take over their weeks.
            owed = walk.owed.map { [$0.order, $0.day, walk.isRepeating ? 0 : $0.week] }
            taken = walk.taken
            hasEnded = walk.hasEnded
        }
    }

    /// How many repetitions of the dates since an earlier date of the same phase fit before a date.
    ///
    /// - Parameters:
    ///   - earlier: this walk on a date of the same phase; since then only the schedule has determined the workouts.
    ///   - end: the first date at which something else matters, or at which the walk must stop.
    func repetitions(since earlier: SequenceWalk, before end: CivilDate) -> Int {
        let period = earlier.date.days(until: date)
        guard period > 0 else { return 0 }
        let (positions, uses) = (position - earlier.position, used - earlier.used)
        var times = date.days(until: end) / period
        if !hasEnded {
            // The walk reaches the end of the program date by date.
            switch program.schedule.length {
            case .endless, .until: break
            case .workouts(let count) where uses > 0: times = min(times, (count - 1 - used) / uses)
            case .weeks(let count) where positions > 0:
                times = min(times, (count * slots.sequence.count - 1 - position) / positions)
            case .workouts, .weeks: break
            }
        }
        return max(0, times)
    }

    /// Skips repetitions of the dates since an earlier date of the same phase.
    ///
    /// - Parameters:
    ///   - earlier: this walk on a date of the same phase.
    ///   - times: the number of repetitions, at most `repetitions`.
    mutating func leap(since earlier: SequenceWalk, times: Int) {
        let period = earlier.date.days(until: date)
        guard period > 0, times > 0 else { return }
        let (positions, uses) = (position - earlier.position, used - earlier.used)
        if lastWorkout != earlier.lastWorkout { lastWorkout = lastWorkout?.adding(days: times * period) }
        date = date.adding(days: times * period)
        position += times * positions
        used += times * uses
        cycleDay += times * (cycleDay - earlier.cycleDay)
        blocks.number += times * (blocks.number - earlier.blocks.number)
    }
}
