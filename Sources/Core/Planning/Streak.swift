internal import CivilTime
internal import Localization
internal import Reminders
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
        (self.program, self.current, self.longest) = (program, current, longest)
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

extension Plan {
    /// The fewest workouts in a row that are worth a warning.
    fileprivate static let leastStreak = 3

    /// A warning for each date with an open workout whose streak would end.
    ///
    /// The streaks of coming dates assume that the open workouts before them will be done. Workouts that are reminded of at the time
    /// of the warning or later need none.
    static func streakWarnings(_ input: PlanInput, _ range: Range<CivilDate>) -> [PlannedNotification] {
        guard let time = input.settings.streakWarning else { return [] }
        var counts = input.streaks.map(\.current)
        let calendars = input.calendars.map { $0.days(range) }
        return range.enumerated().compactMap { place, date in
            var open: [(workout: Occurrence, count: Int)] = []
            for (index, active) in input.programs.enumerated() {
                guard let workout = calendars[index][place].occurrence, active.isTrained(workout) else { continue }
                switch input.answers[workout.key] {
                case .completed: counts[index] += date == input.today ? 0 : 1
                case .skipped: if !workout.isOptional { counts[index] = 0 }
                case nil where workout.isOptional: break
                case nil:
                    let isRemindedLater = input.time(of: active, day: workout.dayID, on: date) >= time
                    if counts[index] >= leastStreak, !isRemindedLater { open.append((workout, counts[index])) }
                    counts[index] += 1
                }
            }
            return open.isEmpty ? nil : input.streakWarning(open, on: date, at: time)
        }
    }
}

extension PlanInput {
    /// A warning as it reads now; nil if its date is over, or if no streak would end.
    func streakWarning(_ notification: PlannedNotification, about workouts: [Occurrence]) -> PlannedNotification? {
        guard notification.date > today else {
            let counts = Dictionary(streaks.map { ($0.program, $0.current) }) { first, _ in first }
            let open = workouts.map { (workout: $0, count: counts[$0.programID] ?? 0) }.filter {
                $0.count >= Plan.leastStreak
            }
            guard notification.date == today, !open.isEmpty else { return nil }
            let note = notification.body.split(separator: "\n").dropFirst(notification.items.count)
            var warning = notification
            warning.body = (open.map(line) + note.map(String.init)).joined(separator: "\n")
            warning.items = open.map { .workout(WorkoutItem($0.workout)) }
            return warning
        }
        return workouts.isEmpty ? nil : notification
    }

    private func line(_ open: (workout: Occurrence, count: Int)) -> String {
        words.text(.streakWarningBody, ["workout": open.workout.dayName, "count": "\(open.count)"])
    }

    fileprivate func streakWarning(
        _ open: [(workout: Occurrence, count: Int)],
        on date: CivilDate,
        at time: TimeOfDay
    ) -> PlannedNotification? {
        let asked = CivilDateTime(date: date, time: time)
        guard zone.has(date), let arrival = arrival(asked) else { return nil }
        let lines = open.map(line)
        return PlannedNotification(
            id: NotificationID(.streakWarning, on: date, at: time),
            category: .streakWarning,
            date: date,
            fireAt: arrival.fireAt,
            zone: zone.identifier,
            instant: arrival.instant,
            title: words.text(.streakWarningTitle),
            body: noted(lines.joined(separator: "\n"), asked: asked, fireAt: arrival.fireAt),
            items: open.map { .workout(WorkoutItem($0.workout)) }
        )
    }
}
