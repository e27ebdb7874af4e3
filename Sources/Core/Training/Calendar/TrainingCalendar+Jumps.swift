public import CivilTime

extension TrainingCalendar {
    /// A date from which on the program continues at a place.
    struct Jump: Sendable {
        let date: CivilDate
        let place: ProgramPlace
    }

    /// The last jump on a date or before it; nil without any.
    public func jump(through date: CivilDate) -> (place: ProgramPlace, date: CivilDate)? {
        jumps.last { $0.date <= date }.map { ($0.place, $0.date) }
    }

    /// The place of a program day in a week; nil if the week does not have it.
    public func place(of dayID: String, in week: Int) -> ProgramPlace? {
        SequenceWalk(self).position(of: dayID, in: week).map { ProgramPlace(week: week, position: $0) }
    }

    /// The week of the latest workout, and the first date on which it can be done again.
    ///
    /// While the dates decide the days of fixed weekdays, a week in which a workout was due is repeated in the next seven days; otherwise
    /// the next workout is the first of the same week.
    ///
    /// - Parameter isAnswered: whether today's workout was answered or started, so that the week is repeated after it.
    /// - Returns: nil if the program had no workout yet.
    public func repeatedWeek(isAnswered: Bool) -> (place: ProgramPlace, date: CivilDate)? {
        let next = isAnswered ? today.adding(days: 1) : today
        guard start < next, let last = days(start..<next).last(where: { $0.occurrence != nil })?.occurrence else {
            return nil
        }
        let place = ProgramPlace(week: last.week.shown)
        guard isDated else { return (place, next) }
        let block = start.adding(days: start.days(until: today) / 7 * 7)
        return (place, last.date < block ? today : block.adding(days: 7))
    }

    /// Whether the dates alone decide the days of fixed weekdays.
    public var isDated: Bool {
        guard case .weekdays = program.schedule.mode else { return false }
        return program.schedule.onMissed != .shift || followedFrom.map { $0 > today } ?? true
    }

    /// Where the program continues after a failed workout, and from which date on.
    ///
    /// While the dates decide the days of fixed weekdays, the repetition begins with one of the next periods of seven days from the
    /// start.
    ///
    /// - Parameter first: the earliest date of the repetition.
    /// - Returns: nil if the program does not repeat it; deload weeks and optional workouts are never repeated.
    public func repetition(of failed: Occurrence, from first: CivilDate) -> (place: ProgramPlace, date: CivilDate)? {
        guard !failed.week.isDeload, !failed.isOptional else { return nil }
        let date = isDated ? start.adding(days: (start.days(until: first) + 6) / 7 * 7) : first
        let week = failed.week.number
        switch program.schedule.onFailure {
        case .continue: return nil
        case .repeatWeek: return (ProgramPlace(week: week, after: failed.date), date)
        case .repeatPhase:
            return (ProgramPlace(week: program.firstWeek(ofPhaseWith: week), after: failed.date), date)
        case .repeatWorkout:
            return position(of: failed).map { (ProgramPlace(week: week, position: $0, after: failed.date), date) }
        }
    }

    /// The number of a workout of the past in its week; nil if the week no longer has it.
    private func position(of workout: Occurrence) -> Int? {
        var walk = CalendarWalk(self)
        _ = walk.kind(through: workout.date)
        let sequence = SequenceWalk(self)
        if let own = walk.latest, own.week == workout.week.number, program.days[own.day].id == workout.dayID {
            return sequence.place(of: own)
        }
        return sequence.position(of: workout.dayID, in: workout.week.number)
    }
}

extension Program {
    /// The first week of the phase that a week belongs to; without phases, of its cycle of weeks.
    fileprivate func firstWeek(ofPhaseWith week: Int) -> Int {
        let length = max(1, weeks.count)
        let cycle = (week - 1) / length * length + 1
        let phase = self.week(week)?.phase
        return (cycle...week).last { self.week($0)?.phase != phase }.map { $0 + 1 } ?? cycle
    }
}
