public import CivilTime

/// Walks a program's calendar from its start: the sequence, moves and answers.
///
/// The workout of a date is fixed when the walk reaches the date, so later answers only change later dates.
struct CalendarWalk {
    private let calendar: TrainingCalendar
    private let isOnCompletion: Bool

    private var sequence: SequenceWalk
    /// Where the workouts of training days move to, and which training day's workout a date gets.
    private var destinations: [CivilDate: CivilDate] = [:]
    private var origins: [CivilDate: CivilDate] = [:]
    /// The workouts that were moved to later dates.
    private var waiting: [CivilDate: SequencedWorkout] = [:]
    /// The workout that the sequence has for the latest date, whatever was recorded for it; nil without one.
    private(set) var latest: SequencedWorkout?

    init(_ calendar: TrainingCalendar) {
        self.calendar = calendar
        isOnCompletion = calendar.program.schedule.isOnCompletion
        sequence = SequenceWalk(calendar)
    }

    /// The plan for a date; dates must be requested in order, from the start.
    mutating func kind(through wanted: CivilDate) -> ScheduledDay.Kind {
        _ = workout(before: wanted) { _ in false }
        return step()
    }

    /// The next workout before a date that matches a condition; nil if there is none, and the walk is then at the date.
    mutating func workout(before end: CivilDate, where condition: (Occurrence) -> Bool) -> Occurrence? {
        while sequence.date < end {
            if case .workout(let workout) = step(), condition(workout) { return workout }
        }
        return nil
    }

    /// The plan for the present date; the walk is then at the next one.
    private mutating func step() -> ScheduledDay.Kind {
        let date = sequence.date
        let kind = scheduled()
        guard let recorded = calendar.recorded[date] else { return kind }
        let planned: Occurrence? = if case .workout(let own) = kind { own } else { nil }
        return recorded.occurrence(on: date, instead: planned).map { .workout($0) } ?? kind
    }

    /// The plan of the program's present text for the present date.
    private mutating func scheduled() -> ScheduledDay.Kind {
        let date = sequence.date
        for group in calendar.moves.groups[date] ?? [] { decide(group) }
        var workout = takeMoved(to: date)
        var lost: SequencedWorkout?
        if let moved = workout, calendar.isTaken(date) { lost = moved }
        if let moved = workout, lost != nil || calendar.pauses.contains(date) {
            // Nobody trains in the pause, and there is no training day after it that is the workout's own.
            miss(moved, on: date)
            workout = nil
        }
        let isMoved = workout != nil
        let slot = sequence.next()
        if case .workout(let own) = slot {
            if let destination = destinations[date], destination > date {
                waiting[destination] = own
            } else if isMoved {
                // Another workout has this date; this one moves to the next training day if the policy reschedules it.
                miss(own, on: date)
            } else {
                workout = own
            }
        }
        settle(workout, on: date)
        latest = workout
        guard let workout else {
            return switch slot {
            case .workout, .rest: lost.map { .taken(occurrence($0, on: date, isMoved: true)) } ?? .rest
            case .paused: .paused
            case .taken(let own): .taken(occurrence(own, on: date, isMoved: false))
            case .ended: .ended
            }
        }
        return .workout(occurrence(workout, on: date, isMoved: isMoved))
    }

    /// Decides, on the first date of a group of moves, which workouts move where.
    private mutating func decide(_ group: DateMoves.Group) {
        let dates = group.dates
        guard let last = dates.max() else { return }
        var ahead = dates.reduce(sequence) { $0.ignoringPause(around: $1) }
        var workouts: Set<CivilDate> = []
        while ahead.date <= last {
            let date = ahead.date
            if case .workout = ahead.next(), dates.contains(date) { workouts.insert(date) }
            if date == .latest { break }
        }
        let moved = group.destinations(workouts)
        let taken = Set(moved.filter { workouts.contains($0.key) }.values)
        for (origin, destination) in moved {
            // A workout moves into a pause only if another one takes its date: it then comes after the pause.
            if calendar.pauses.contains(destination), !taken.contains(origin) { continue }
            // Nor does it move to the date of another program's workout.
            if calendar.isTaken(destination) { continue }
            destinations[origin] = destination
            origins[destination] = origin
        }
    }

    /// The workout moved to a date; a later training day's workout is taken from the sequence now.
    private mutating func takeMoved(to date: CivilDate) -> SequencedWorkout? {
        if let workout = waiting.removeValue(forKey: date) { return workout }
        guard let origin = origins[date], origin > date, let advanced = sequence.workout(of: origin) else { return nil }
        sequence.assign(advanced.workout, of: advanced.slot, planned: origin)
        if advanced.slot != origin { redirect(from: origin, to: advanced.slot) }
        return advanced.workout
    }

    /// Redirects the workout that would move to a paused date to the training day after the pause.
    ///
    /// - Parameter slot: the training day; nil if there is none, so that the workout counts as missed.
    private mutating func redirect(from paused: CivilDate, to slot: CivilDate?) {
        let free = slot.flatMap { calendar.moves.dates.contains($0) ? nil : $0 }
        if let mover = destinations.first(where: { $0.value == paused })?.key { destinations[mover] = free }
        guard let workout = waiting.removeValue(forKey: paused) else { return }
        if let free { waiting[free] = workout } else { miss(workout, on: sequence.date) }
    }

    /// Advances or rewinds the sequence according to a date's answers, or their absence.
    ///
    /// An answer or a start is about the workout that was planned then. Later answers, pauses and edits can give its date another one: that
    /// workout is still due, and the answered one uses its own turn, if it has one left.
    private mutating func settle(_ workout: SequencedWorkout?, on date: CivilDate) {
        var done = calendar.completions[date]?.count ?? 0
        if done == 0, isMissed(on: date) {
            if let workout { miss(workout, on: date) }
            return
        }
        let recorded = calendar.recorded[date]
        if recorded != nil { done = max(1, done) }
        if let workout {
            guard let other = recorded.flatMap({ turn(of: $0) }), !other.matches(workout) else {
                if done > 0 || calendar.skipped.contains(date) { sequence.answer(workout) }
                for _ in 1..<max(1, done) { sequence.useUp(on: date) }
                return
            }
            miss(workout, on: date)
            sequence.take(other, on: date)
            done -= 1
        } else if done > 0, let own = recorded.flatMap({ turn(of: $0) }), sequence.take(own, on: date) {
            done -= 1
        }
        for _ in 0..<done { sequence.useUp(on: date) }
    }

    /// The turn of a recorded workout; nil if the program no longer has its day.
    private func turn(of recorded: RecordedWorkout) -> WorkoutTurn? {
        calendar.program.days.firstIndex { $0.id == recorded.dayID }.map { WorkoutTurn(day: $0, week: recorded.week) }
    }

    /// Reschedules a workout, unless it is optional: such a workout never delays or replaces another one.
    private mutating func miss(_ workout: SequencedWorkout, on date: CivilDate) {
        if !calendar.program.days[workout.day].isOptional { sequence.miss(workout, on: date) }
    }

    private func isMissed(on date: CivilDate) -> Bool {
        let isFollowed = isOnCompletion || calendar.followedFrom.map { date >= $0 } ?? false
        return isFollowed && date < calendar.today && !calendar.skipped.contains(date)
    }

    private func occurrence(_ workout: SequencedWorkout, on date: CivilDate, isMoved: Bool) -> Occurrence {
        let program = calendar.program
        return Occurrence(
            program.days[workout.day],
            of: program,
            week: workout.week,
            shown: program.weeks.isEmpty && program.schedule.countOfWeeks == nil
                ? sequence.blocks.number : workout.week,
            on: date,
            isMoved: isMoved
        )
    }
}

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
