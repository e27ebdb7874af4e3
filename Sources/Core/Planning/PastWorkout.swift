public import CivilTime
internal import Reminders
internal import Training

/// A planned workout up to today, and what became of it.
public struct PastWorkout: Sendable, Hashable {
    /// What became of a workout.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        case done, skipped
        /// It has no answer.
        case missed
    }

    /// The program's ID.
    public let program: String
    /// The date that it was planned for, after moves.
    public let date: CivilDate
    /// What became of it.
    public let outcome: Outcome

    public init(program: String, date: CivilDate, outcome: Outcome) {
        (self.program, self.date, self.outcome) = (program, date, outcome)
    }
}

extension PlanInput {
    /// The workouts of the active programs since their start and up to today, and those of former programs while they were active, by date.
    ///
    /// Rest days, pauses, weekdays on which the user does not train and optional days have no workout, unless one was done. Today's workout counts
    /// once it is answered, and a workout without an answer counts only after its program's first answer: until then antrain does not
    /// know whether workouts are done.
    public func pastWorkouts(_ range: ClosedRange<CivilDate>, former: [FormerProgram] = []) -> [PastWorkout] {
        let present = zip(programs, calendars).flatMap { workouts(of: $0, $1, range) }
        var known = Set(present.map { OccurrenceKey(.program($0.program), on: $0.date) })
        let past = former.flatMap { one in
            let end = zone.civil(at: one.endedAt).date
            guard range.lowerBound <= end else { return [PastWorkout]() }
            let during = range.clamped(to: range.lowerBound...end)
            // On its last date, the workout of the next program may be due instead.
            return workouts(of: one.active, one.active.calendar(today: today), during).filter {
                ($0.date < end || $0.outcome != .missed)
                    && known.insert(OccurrenceKey(.program($0.program), on: $0.date)).inserted
            }
        }
        return (present + past).enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
            .map(\.element)
    }

    private func workouts(of active: ActiveProgram, _ calendar: TrainingCalendar, _ range: ClosedRange<CivilDate>)
        -> [PastWorkout]
    {
        let first = max(range.lowerBound, active.start)
        let last = min(range.upperBound, today)
        guard first <= last else { return [] }
        let done = Set(active.completions.map(\.date))
        return calendar.days(first..<last.adding(days: 1)).compactMap { day in
            let outcome: PastWorkout.Outcome
            if done.contains(day.date) {
                outcome = .done
            } else if let occurrence = day.occurrence, active.isRequired(occurrence) {
                let isSkipped = active.skipped.contains(day.date)
                let isMissed = day.date < today && calendar.followedFrom.map { $0 <= day.date } ?? false
                guard isSkipped || isMissed else { return nil }
                outcome = isSkipped ? .skipped : .missed
            } else {
                return nil
            }
            return PastWorkout(program: active.program.id, date: day.date, outcome: outcome)
        }
    }
}

/// How many of the planned workouts were done.
public struct Adherence: Sendable, Hashable {
    public let done: Int
    public let skipped: Int
    /// The number of workouts without an answer.
    public let missed: Int

    public var planned: Int { done + skipped + missed }

    public init(_ workouts: some Collection<PastWorkout>) {
        done = workouts.count { $0.outcome == .done }
        skipped = workouts.count { $0.outcome == .skipped }
        missed = workouts.count { $0.outcome == .missed }
    }
}
