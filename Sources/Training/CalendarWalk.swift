internal import CivilTime

/// Walks a program's calendar from its start, one date after the other, in constant time each.
struct CalendarWalk {
    private let calendar: TrainingCalendar
    private let program: Program
    private let pauses: [ClosedRange<CivilDate>]
    /// The workouts in the order in which training days meet them.
    private let sequence: [Int]
    private let slots: SlotPattern
    /// Whether the place in the sequence moves on only with what was done.
    private let followsCompletions: Bool
    private let isRepeating: Bool

    private var date: CivilDate
    /// The place in the sequence of the next workout.
    private var position = 0
    /// How many days of a cycle have passed, pauses not counted.
    private var cycleDay = 0
    private var lastSlot: CivilDate?
    /// The workout that was missed on the training day before, under `repeat`.
    private var owed: Int?
    private var blocks = WeekBlocks()
    private var workouts = 0

    init(_ calendar: TrainingCalendar) {
        self.calendar = calendar
        program = calendar.program
        date = calendar.start
        pauses = calendar.exceptions.compactMap { exception in
            if case .pause(let from, let through) = exception, from <= through { from...through } else { nil }
        }
        slots = SlotPattern(program.schedule.mode, start: calendar.start, trainingDays: calendar.trainingDays)
        sequence = slots.sequence
        let schedule = program.schedule
        let isLogged = !calendar.completions.isEmpty
        if case .rotation(_, _, .onCompletion) = schedule.mode {
            followsCompletions = true
            isRepeating = false
        } else {
            followsCompletions = schedule.onMissed == .shift && isLogged
            isRepeating = schedule.onMissed == .repeat && isLogged
        }
    }

    /// What the program has for a date; dates are asked for in order, from the start on.
    mutating func kind(through wanted: CivilDate) -> CalendarDay.Kind {
        while date < wanted { _ = step() }
        return step()
    }

    private mutating func step() -> CalendarDay.Kind {
        defer { date = date.adding(days: 1) }
        let isPaused = pauses.contains { $0.contains(date) }
        blocks.advance(isPaused: isPaused)
        if case .until(let last) = program.schedule.length, date > last { return .ended }
        if isPaused { return .paused }
        defer { cycleDay += 1 }
        guard slots.isTrainingDay(date, cycleDay: cycleDay), !isTooSoon else {
            noteExtraWork()
            return hasEnded ? .ended : .rest
        }
        if hasEnded { return .ended }
        return workout()
    }

    /// Whether the last training day was too near for the rest that the program asks for.
    private var isTooSoon: Bool {
        guard program.schedule.restDaysBetween > 0, let lastSlot else { return false }
        return lastSlot.days(until: date) <= program.schedule.restDaysBetween
    }

    private var hasEnded: Bool {
        switch program.schedule.length {
        case .endless, .until: false
        case .weeks(let count): weekNumber > count
        case .workouts(let count): (followsCompletions ? position : workouts) >= count
        }
    }

    /// A workout done on a day without one still moves a sequence on that follows what was done.
    private mutating func noteExtraWork() {
        guard followsCompletions, let done = calendar.completions[date] else { return }
        position += done.count
    }

    private mutating func workout() -> CalendarDay.Kind {
        let done = calendar.completions[date] ?? []
        let week = weekNumber
        let base = slots.fixedDay(date).flatMap { followsCompletions ? nil : $0 } ?? sequence[position % sequence.count]
        let planned = owed ?? base
        let isMissed = done.isEmpty && (date < calendar.today || calendar.skipped.contains(date))
        owed = isRepeating && isMissed ? planned : nil
        lastSlot = date
        workouts += 1
        if followsCompletions {
            position += done.isEmpty ? (isMissed ? 0 : 1) : done.count
        } else {
            position += 1
        }
        return occurrence(planned, week: week)
    }

    private var weekNumber: Int {
        switch program.schedule.mode {
        case .weekdays where !followsCompletions: blocks.number
        default: position / max(1, sequence.count) + 1
        }
    }

    private func occurrence(_ place: Int, week number: Int) -> CalendarDay.Kind {
        let week = program.weeks.isEmpty ? nil : program.weeks[(number - 1) % program.weeks.count]
        var day = place
        if let swap = week?.swaps[place] {
            guard let other = swap else { return .rest }
            day = other
        }
        let programDay = program.days[day]
        return .workout(
            Occurrence(
                programID: program.id,
                programName: program.name,
                dayID: programDay.id,
                dayName: programDay.name,
                date: date,
                week: TrainingWeek(
                    number: number,
                    total: program.schedule.countOfWeeks,
                    name: week?.name,
                    phase: week?.phase,
                    isDeload: week?.isDeload ?? false
                ),
                duration: programDay.duration,
                exercises: programDay.exercises.count
            )
        )
    }
}

/// Counts the seven-day blocks since the start; a block that is paused from end to end does not count.
private struct WeekBlocks {
    private(set) var number = 1
    private var day = 0
    private var pausedDays = 0

    mutating func advance(isPaused: Bool) {
        if day == 7 {
            if pausedDays < 7 { number += 1 }
            (day, pausedDays) = (0, 0)
        }
        day += 1
        if isPaused { pausedDays += 1 }
    }
}
