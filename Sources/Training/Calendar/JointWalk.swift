public import CivilTime

/// Walks the calendars of several programs together, date by date, from the first date of any of them.
///
/// Something that is counted on the way repeats if the programs do. The walk can therefore be compared with an earlier state of itself, and
/// skip the repetitions, so that a count since the start of the programs does not take longer with every year.
public struct JointWalk: Sendable {
    /// What decides the coming dates; two dates with the same phase are followed by the same days.
    public struct Phase: Sendable, Equatable {
        private let phases: [SequenceWalk.Phase?]

        fileprivate init(_ phases: [SequenceWalk.Phase?]) {
            self.phases = phases
        }
    }

    /// The date that `next` examines.
    public private(set) var date: CivilDate
    private var walks: [(start: CivilDate, walk: CalendarWalk)]

    /// Creates the walk of calendars.
    public init(_ calendars: [TrainingCalendar]) {
        walks = calendars.map { ($0.start, CalendarWalk($0)) }
        date = calendars.map(\.start).min() ?? .latest
    }

    /// What each program plans for the date; the walk is then at the next one.
    public mutating func next() -> [ScheduledDay] {
        let today = date
        date = date.adding(days: 1)
        return walks.indices.map { index in
            ScheduledDay(date: today, kind: today < walks[index].start ? .notStarted : walks[index].walk.step())
        }
    }

    /// The first date from the present one on at which something besides the schedules matters.
    public mutating func turn() -> CivilDate {
        walks.indices.map { index in
            date < walks[index].start ? walks[index].start : walks[index].walk.turn()
        }.min() ?? .latest
    }

    /// The phase of the present date.
    public var phase: Phase {
        Phase(walks.map { date < $0.start ? nil : SequenceWalk.Phase($0.walk.sequence) })
    }

    /// How many repetitions of the dates since an earlier date of the same phase fit before a date.
    ///
    /// - Parameters:
    ///   - earlier: this walk on a date of the same phase; since then only the schedules have determined the days.
    ///   - end: the first date at which something else matters, or at which the walk must stop.
    public func repetitions(since earlier: JointWalk, before end: CivilDate) -> Int {
        let period = earlier.date.days(until: date)
        guard period > 0 else { return 0 }
        let each = zip(walks, earlier.walks).map { present, past in
            date < present.start
                ? Int.max : present.walk.sequence.repetitions(since: past.walk.sequence, before: end)
        }
        return max(0, min(each.min() ?? 0, date.days(until: end) / period))
    }

    /// Skips repetitions of the dates since an earlier date of the same phase.
    ///
    /// - Parameters:
    ///   - earlier: this walk on a date of the same phase.
    ///   - times: the number of repetitions, at most `repetitions`.
    public mutating func leap(since earlier: JointWalk, times: Int) {
        let period = earlier.date.days(until: date)
        guard period > 0, times > 0 else { return }
        for index in walks.indices where date >= walks[index].start {
            walks[index].walk.leap(since: earlier.walks[index].walk, times: times)
        }
        date = date.adding(days: times * period)
    }
}
