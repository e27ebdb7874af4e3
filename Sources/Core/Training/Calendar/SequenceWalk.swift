internal import CivilTime

/// A workout of the sequence, before it is moved to another date.
struct SequencedWorkout: Sendable {
    /// Its position in the infinite sequence, from 0; determines the order of missed workouts.
    let order: Int
    /// The program day, as an index into `Program.days`.
    let day: Int
    /// The program's week, from 1.
    let week: Int
}

/// Which workout of the sequence an answer is about.
struct WorkoutTurn {
    /// The program day, as an index into `Program.days`.
    let day: Int
    /// The program's week, from 1; nil if the answer does not say it.
    let week: Int?

    func matches(_ workout: SequencedWorkout) -> Bool { day == workout.day && (week ?? workout.week) == workout.week }
}

/// Assigns a program's workouts to its training days, date by date, as if every workout were completed.
///
/// The caller reports missed workouts with `miss`, so that the policy can reschedule them. Moves are not handled here: a walk can
/// be copied and advanced to look ahead.
struct SequenceWalk {
    enum Slot {
        case workout(SequencedWorkout)
        /// Another program has the date of a workout.
        case taken(SequencedWorkout)
        case rest, paused, ended
    }

    let program: Program
    var pauses: DateRanges
    /// The jumps that are still ahead, by date.
    private var jumps: ArraySlice<TrainingCalendar.Jump>
    /// Whether workouts follow answers rather than dates, and from which date on.
    private let followsFrom: CivilDate?
    let isRepeating: Bool
    private let calendar: TrainingCalendar

    // The state that changes with each date.

    /// The date that `next` examines.
    private(set) var date: CivilDate
    /// The training days that `next` examined last, and the user's weekdays that they follow.
    private var slots: SlotPattern
    private var chosen: WeekdaySet
    /// The position of the next workout in the infinite sequence.
    private var position = 0
    /// The position of the latest training day, before its workout.
    private(set) var slotPosition = 0
    /// The number of days of the cycle so far, without pauses.
    private var cycleDay = 0
    /// Whether a failed workout is repeated next; the rest days of the cycle that were planned before it stay.
    private var isRepeated = false
    private var lastWorkout: CivilDate?
    /// The missed workouts to repeat, in order.
    private var owed: [SequencedWorkout] = []
    /// The positions whose workouts were assigned early.
    private var taken: Set<Int> = []
    /// The positions after a later jump whose workouts were assigned early, each with the date that it was planned for.
    private var takenLater: [Int: CivilDate] = [:]
    /// The training days whose workouts were assigned to earlier dates.
    private var emptied: Set<CivilDate> = []
    private(set) var blocks = WeekBlocks()
    /// The number of workouts that count toward the program's length.
    private var used = 0
    /// How many workouts of each program day with a fixed weekday were answered or started since Monday.
    private var answered: [Int: Int] = [:]
    /// Whether the user chose other weekdays since Monday.
    private var hasNewDays = false

    init(_ calendar: TrainingCalendar) {
        self.calendar = calendar
        program = calendar.program
        date = calendar.start
        pauses = calendar.pauses
        jumps = calendar.jumps[...]
        chosen = calendar.trainingDays.on(calendar.start)
        slots = SlotPattern(calendar.program.schedule, start: calendar.start, chosen: chosen)
        let schedule = calendar.program.schedule
        if schedule.isOnCompletion {
            followsFrom = calendar.start
        } else {
            followsFrom = schedule.onMissed == .shift ? calendar.followedFrom : nil
        }
        isRepeating = schedule.onMissed == .repeat && !schedule.isOnCompletion
    }

    /// The schedule's workout for the next date.
    mutating func next() -> Slot {
        defer { date = date.adding(days: 1) }
        let isPaused = pauses.contains(date)
        blocks.advance(isPaused: isPaused)
        followChoice()
        if jumps.first?.date == date { jump() }
        alignWithDate()
        if case .until(let last) = program.schedule.length, date > last { return .ended }
        if isPaused { return hasEnded ? .ended : .paused }
        if isRepeated, slots.isTrainingDay(date, cycleDay: cycleDay) {
            cycleDay = slots.cycleDay(at: position, isFirst: false)
            isRepeated = false
        }
        if let own = takenWorkout { return .taken(own) }
        defer { cycleDay = slots.cycleDay(after: cycleDay, next: position) }
        guard isSlot else { return hasEnded ? .ended : .rest }
        return hasEnded ? .ended : slot()
    }

    /// Reschedules a missed workout according to the policy.
    mutating func miss(_ workout: SequencedWorkout, on date: CivilDate) {
        guard isRepeating || isSequenced(date) else { return }
        if !isRepeating { used -= 1 }
        let index = owed.firstIndex { $0.order > workout.order } ?? owed.endIndex
        owed.insert(workout, at: index)
    }

    /// Notes that the workout of a date was answered or started: if the weekdays change, its week does not have it again.
    mutating func answer(_ workout: SequencedWorkout) {
        if slots.isWeekly { answered[slots.sequence[workout.order % slots.sequence.count], default: 0] += 1 }
    }

    /// Whether the workout of the date was done on another day of its week, before the weekdays changed.
    private var isAnswered: Bool {
        guard isDated, hasNewDays, let count = answered[slots.sequence[position % slots.sequence.count]] else {
            return false
        }
        return slots.count(of: slots.sequence[position % slots.sequence.count], through: date.weekday) <= count
    }

    /// Takes the workout that an answer is about out of the sequence: a missed one, or one of the coming weeks.
    ///
    /// - Returns: whether the sequence still had it.
    @discardableResult
    mutating func take(_ turn: WorkoutTurn, on date: CivilDate) -> Bool {
        if let index = owed.firstIndex(where: turn.matches) {
            if !isRepeating { used += 1 }
            owed.remove(at: index)
            return true
        }
        guard isSequenced(date), !hasEnded else { return false }
        // An answer may be about a workout of the round after the next, if missed ones were still expected to be done.
        for place in position..<position + slots.sequence.count * (max(1, program.weeks.count) + 1)
        where !taken.contains(place) {
            let week = week(at: place)
            guard let day = own(week: week, at: place),
                turn.matches(SequencedWorkout(order: place, day: day, week: week))
            else { continue }
            used += 1
            taken.insert(place)
            return true
        }
        return false
    }

    /// Counts a workout completed on a date that had none.
    mutating func useUp(on date: CivilDate) {
        guard isSequenced(date), !hasEnded else { return }
        guard owed.isEmpty else {
            used += 1
            owed.removeFirst()
            return
        }
        // A program whose weeks replace every day with rest has no workout to find. Any other program has one in each round of
        // its weeks, which may already be assigned.
        let (position, taken) = (position, taken)
        for _ in 0..<slots.sequence.count * max(1, program.weeks.count) * (taken.count + 1) {
            skipTaken()
            defer { self.position += 1 }
            if own(week: weekNumber) != nil {
                used += 1
                return
            }
        }
        (self.position, self.taken) = (position, taken)
    }

    /// Assigns the workout of a later training day now; that day will have none.
    ///
    /// - Parameters:
    ///   - slot: the training day; nil if a pause drops it.
    ///   - planned: the date on which it would be without the pause.
    mutating func assign(_ workout: SequencedWorkout, of slot: CivilDate?, planned: CivilDate) {
        used += 1
        if let slot { emptied.insert(slot) }
        let date = slot ?? planned
        if let jump = jumps.first, date >= jump.date {
            takenLater[workout.order] = date
        } else if let index = owed.firstIndex(where: { $0.order == workout.order }) {
            owed.remove(at: index)
        } else if isSequenced(date) {
            taken.insert(workout.order)
        }
    }

    private func isSequenced(_ date: CivilDate) -> Bool { followsFrom.map { date >= $0 } ?? false }

    /// Whether fixed weekdays determine the date's workout regardless of earlier answers.
    private var isDated: Bool { slots.isWeekly && !isSequenced(date) }

    /// Whether the date determines the position in the sequence of fixed weekdays.
    private var isAligned: Bool { followsFrom.map { date <= $0 } ?? true }

    private mutating func followChoice() {
        let wanted = calendar.trainingDays.on(date)
        if date.weekday == .monday { (answered, hasNewDays) = ([:], false) }
        guard wanted != chosen else { return }
        hasNewDays = true
        chosen = wanted
        let order = slots.sequence
        slots = SlotPattern(program.schedule, start: calendar.start, chosen: chosen)
        // A sequence that no longer follows the dates continues where it is.
        if slots.isWeekly, !isAligned { slots.sequence = order }
    }

    /// Keeps the position in step with fixed weekdays until the date of the first answer; later the sequence advances by itself.
    private mutating func alignWithDate() {
        guard slots.isWeekly, isAligned else { return }
        let slot = slots.place(of: date)
        position = (blocks.number - 1) * slots.sequence.count + slot
    }

    /// Continues at the place of the jump on the present date; missed workouts from before it are no longer due.
    ///
    /// A failed workout is repeated after the rest days of the cycle. While the dates decide the days of fixed weekdays, only the week changes.
    private mutating func jump() {
        guard let jump = jumps.popFirst() else { return }
        // A repetition changes the calendar week only if the dates decide the days.
        if jump.place.failure == nil || isDated { blocks.jump(to: jump.place.week) }
        if !(slots.isWeekly && isAligned) { position = position(of: jump.place) }
        alignWithDate()
        isRepeated = jump.place.failure != nil
        if !isRepeated { cycleDay = slots.cycleDay(at: position, isFirst: jump.place.position == nil) }
        owed = []
        let present = takenLater.filter { assigned in jumps.first.map { assigned.value < $0.date } ?? true }
        taken = Set(present.keys)
        takenLater = takenLater.filter { present[$0.key] == nil }
        if case .workouts = program.schedule.length {
            used = (0..<position).count { own(week: week(at: $0), at: $0) != nil }
        }
    }

    private func position(of place: ProgramPlace) -> Int {
        (place.week - 1) * slots.sequence.count + min(place.position ?? 0, slots.sequence.count - 1)
    }

    /// The number of a program day among the workouts of a week, from 0, after the week's swaps; nil if the week does not have it.
    func position(of dayID: String, in week: Int) -> Int? {
        let first = (week - 1) * slots.sequence.count
        return slots.sequence.indices.first { place in
            own(week: week, at: first + place).map { program.days[$0].id == dayID } ?? false
        }
    }

    /// The place of a workout among those of its week.
    func place(of workout: SequencedWorkout) -> Int { workout.order % slots.sequence.count }

    private var isSlot: Bool { slots.isTrainingDay(date, cycleDay: cycleDay) && !isTooSoon }

    /// The workout of the date if it gives way to another program's; a rest day passes as usual.
    private var takenWorkout: SequencedWorkout? {
        guard isSlot, !hasEnded, calendar.isTaken(date), program.schedule.isTrained(on: date.weekday, chosen)
        else { return nil }
        var ahead = self
        return if case .workout(let own) = ahead.slot() { own } else { nil }
    }

    /// Whether the last workout was too recent for the required rest days.
    private var isTooSoon: Bool {
        guard program.schedule.restDaysBetween > 0, let lastWorkout else { return false }
        return lastWorkout.days(until: date) <= program.schedule.restDaysBetween
    }

    private var hasEnded: Bool {
        switch program.schedule.length {
        case .endless, .until: return false
        case .workouts(let count): return used >= count
        case .weeks(let count):
            guard isSequenced(date) else { return weekNumber > count }
            var next = position
            while taken.contains(next) { next += 1 }
            return owed.isEmpty && week(at: next) > count
        }
    }

    private mutating func slot() -> Slot {
        slotPosition = position
        if emptied.remove(date) != nil {
            lastWorkout = date
            if !isSequenced(date) { position += 1 }
            return .rest
        }
        if isSequenced(date), !owed.isEmpty { return use(owed.removeFirst()) }
        if isSequenced(date) { skipTaken() }
        let week = weekNumber
        defer { position += 1 }
        if isAnswered { return .rest }
        // A day that the week replaces with rest needs no answer: it ends with its date.
        guard let day = own(week: week) else { return .rest }
        if isRepeating, !owed.isEmpty {
            let missed = owed.removeFirst()
            return use(SequencedWorkout(order: missed.order, day: missed.day, week: week))
        }
        return use(SequencedWorkout(order: position, day: day, week: week))
    }

    private mutating func use(_ workout: SequencedWorkout) -> Slot {
        used += 1
        lastWorkout = date
        return .workout(workout)
    }

    private mutating func skipTaken() { while taken.remove(position) != nil { position += 1 } }

    private var weekNumber: Int { isDated ? blocks.number : week(at: position) }

    private func week(at position: Int) -> Int { position / slots.sequence.count + 1 }

    /// The program day at a position, by default the current one, after the week's swaps; nil for rest.
    private func own(week number: Int, at place: Int? = nil) -> Int? {
        let day = slots.sequence[(place ?? position) % slots.sequence.count]
        guard let week = program.week(number), let swap = week.swaps[day] else { return day }
        return swap
    }
}

extension Program {
    /// The week with a number, from 1; nil if all weeks are the same.
    public func week(_ number: Int) -> ProgramWeek? { weeks.isEmpty ? nil : weeks[(number - 1) % weeks.count] }
}

extension Schedule {
    /// Whether only completed workouts advance the sequence.
    var isOnCompletion: Bool {
        if case .rotation(_, _, .onCompletion) = mode { true } else { false }
    }
}

/// Counts the seven-day blocks since the start; a block that is paused completely does not count.
struct WeekBlocks {
    private(set) var number = 1
    /// The position of the last day within its block, 1 … 7; 0 before the first day.
    private var day = 0
    private var pausedDays = 0

    /// Makes the present block another week.
    mutating func jump(to week: Int) { number = week }

    mutating func advance(isPaused: Bool) {
        if day == 7 {
            if pausedDays < 7 { number += 1 }
            (day, pausedDays) = (0, 0)
        }
        day += 1
        if isPaused { pausedDays += 1 }
    }
}

/// Finds the workouts of dates that are paused.
extension SequenceWalk {
    /// How many days without a pause are searched for a postponed workout, in addition to those from the start of the pause to its
    /// date.
    private static let longest = 35

    /// A workout that moves to the walk's date or a later one, before its own date.
    struct Advanced {
        let workout: SequencedWorkout
        /// The training day that it leaves empty; nil if a pause drops it.
        let slot: CivilDate?
    }

    /// The walk without the pause that contains a date; adjoining pauses count as one.
    func ignoringPause(around date: CivilDate) -> SequenceWalk {
        guard let pause = pauses.range(containing: date) else { return self }
        var result = self
        result.pauses = pauses.removing(pause)
        return result
    }

    /// The workout of a later date, as it would be without a pause; nil if the date has none.
    func workout(of origin: CivilDate) -> Advanced? {
        var open = ignoringPause(around: origin)
        while open.date < origin { _ = open.next() }
        guard case .workout(let workout) = open.next() else { return nil }
        guard let pause = pauses.range(containing: origin) else { return Advanced(workout: workout, slot: origin) }
        return Advanced(workout: workout, slot: slot(of: workout, at: open.slotPosition, after: pause, origin))
    }

    /// The training day to which a pause postpones a workout.
    private func slot(
        of workout: SequencedWorkout,
        at position: Int,
        after pause: ClosedRange<CivilDate>,
        _ origin: CivilDate
    ) -> CivilDate? {
        guard pause.upperBound < .lastPlanned else { return nil }
        var ahead = self
        while ahead.date <= pause.upperBound { _ = ahead.next() }
        var days = pause.lowerBound.days(until: origin) + SequenceWalk.longest
        while days > 0, ahead.date <= .lastPlanned {
            let date = ahead.date
            switch ahead.next() {
            case .workout(let other):
                // With repetitions, the training day counts, whichever missed workout it gets.
                let isSame = isRepeating ? ahead.slotPosition == position : other.order == workout.order
                if isSame { return date }
                days -= 1
            case .rest, .taken: days -= 1
            case .paused: break
            case .ended: return nil
            }
        }
        return nil
    }
}
