internal import CivilTime
internal import Training

extension ActiveProgram {
    /// How many workouts in a row were done up to yesterday, including today's if it is done.
    ///
    /// Rest days, pauses and weekdays on which the user does not train neither count nor end the streak; a skipped or missed workout
    /// ends it.
    fileprivate func streak(_ calendar: TrainingCalendar, today: CivilDate) -> Int {
        let done = Set(completions.map(\.date)).filter { start <= $0 && $0 <= today }.sorted()
        var search = WorkoutSearch(calendar)
        var count = 0
        for (index, date) in done.enumerated() {
            if search.workout(on: date) != nil { count += 1 }
            let next = index + 1 < done.count ? done[index + 1] : today
            let after = date.adding(days: 1)
            if after < next, search.has(after..<next, where: isTrained) { count = 0 }
        }
        return count
    }
}

extension PlanInput {
    /// The shortest streak of the given programs; of all programs if none is given.
    func streak(of programs: [String]) -> Int {
        let streaks = zip(self.programs, calendars).compactMap { active, calendar -> Int? in
            let isMeant = programs.isEmpty || programs.contains(active.program.id)
            return isMeant ? active.streak(calendar, today: today) : nil
        }
        return streaks.min() ?? 0
    }
}
