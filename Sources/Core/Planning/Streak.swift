internal import CivilTime
internal import Training

/// How many of a program's workouts were done in a row.
///
/// Rest days, pauses and weekdays on which the user does not train neither count nor end a streak; a skipped or missed workout ends it. An
/// optional workout counts if it is done, and ends no streak.
public struct Streak: Sendable, Hashable {
    /// The program's ID.
    public let program: String
    /// The workouts up to yesterday, including today's if it is done.
    public let current: Int
    /// The most workouts since the program started.
    public let longest: Int

    public init(program: String, current: Int, longest: Int) {
        self.program = program
        self.current = current
        self.longest = longest
    }
}

extension ActiveProgram {
    /// The streak, given the dates of the completed workouts.
    ///
    /// - Returns: the streak and the date of its first workout; nil if the streak is over.
    fileprivate func streak(_ calendar: TrainingCalendar, today: CivilDate, done: Set<CivilDate>) -> (
        streak: Streak, since: CivilDate?
    ) {
        let done = done.filter { start <= $0 && $0 <= today }.sorted()
        var search = WorkoutSearch(calendar)
        var (count, longest) = (0, 0)
        var since: CivilDate?
        for (index, date) in done.enumerated() {
            if search.workout(on: date) != nil { count += 1 }
            if count > 0, since == nil { since = date }
            longest = max(longest, count)
            let next = index + 1 < done.count ? done[index + 1] : today
            let after = date.adding(days: 1)
            if after < next, search.has(after..<next, where: isRequired) { (count, since) = (0, nil) }
        }
        return (Streak(program: program.id, current: count, longest: longest), since)
    }

    /// The streak up to a date, continuing an earlier one of the same program if no workout was missed in between.
    ///
    /// - Parameter earlier: the earlier streak, and the last date that it counts.
    fileprivate func streak(
        _ calendar: TrainingCalendar,
        today: CivilDate,
        after earlier: (streak: Streak, through: CivilDate)?
    ) -> Streak {
        let all = Set(completions.map(\.date))
        let done = all.filter { date in
            start <= date && date <= today && earlier.map { $0.through < date } ?? true
        }
        let own = streak(calendar, today: today, done: done).streak
        guard let earlier else { return own }
        let first = done.min() ?? today
        let from = all.contains(earlier.through) ? max(start, earlier.through.adding(days: 1)) : start
        var search = WorkoutSearch(calendar)
        let isBroken = from < first && search.has(from..<first, where: isRequired)
        // The whole of an unbroken streak continues the earlier one.
        let isWhole = !isBroken && own.current == own.longest
        let current = isWhole ? earlier.streak.current + own.current : own.current
        let longest = max(earlier.streak.longest, own.longest, current)
        return Streak(program: program.id, current: current, longest: longest)
    }

    fileprivate func streak(_ calendar: TrainingCalendar, today: CivilDate) -> Streak {
        streak(calendar, today: today, done: Set(completions.map(\.date))).streak
    }
}

extension PlanInput {
    public var streaks: [Streak] { zip(programs, calendars).map { $0.streak($1, today: today) } }

    /// The streaks of the active programs, and of former ones, whose streaks are over; a program that was activated again continues its own.
    public func streaks(with former: [FormerProgram]) -> [Streak] {
        var ended: [String: (streak: Streak, through: CivilDate)] = [:]
        var order: [String] = []
        for one in former {
            let end = min(zone.civil(at: one.endedAt).date, today)
            let id = one.active.program.id
            if ended[id] == nil { order.append(id) }
            let streak = one.active.streak(one.active.calendar(today: today), today: end, after: ended[id])
            ended[id] = (streak, end)
        }
        let present = zip(programs, calendars).map { $0.streak($1, today: today, after: ended[$0.program.id]) }
        let active = Set(present.map(\.program))
        return present
            + order.filter { !active.contains($0) }.compactMap { ended[$0]?.streak }.map {
                Streak(program: $0.program, current: 0, longest: $0.longest)
            }
    }

    /// The shortest streak of the given programs; of all programs if none is given.
    func streak(of programs: [String]) -> Int {
        let streaks = zip(self.programs, calendars).compactMap { active, calendar -> Int? in
            let isMeant = programs.isEmpty || programs.contains(active.program.id)
            return isMeant ? active.streak(calendar, today: today).current : nil
        }
        return streaks.min() ?? 0
    }

    /// A program's streak on a date and the streak's first date, given the dates of the completed workouts.
    func streak(ofProgram index: Int, on date: CivilDate, done: Set<CivilDate>) -> (streak: Streak, since: CivilDate?) {
        programs[index].streak(calendars[index], today: date, done: done)
    }
}
