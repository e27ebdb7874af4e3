internal import CivilTime
internal import Training

extension ActiveProgram {
    /// How many workouts in a row were done up to yesterday, including today's if it is done.
    ///
    /// Rest days, pauses and weekdays on which the user does not train neither count nor end the streak; a skipped or missed workout
    /// ends it.
    func streak(_ settings: Settings, today: CivilDate) -> Int {
        guard start <= today else { return 0 }
        let done = Set(completions.map(\.date))
        let workouts = calendar(settings, today: today).days(start..<today.adding(days: 1)).compactMap(\.occurrence)
            .filter { isTrained($0, settings) || done.contains($0.date) }
        let past = workouts.last?.date == today && !done.contains(today) ? workouts.dropLast() : workouts[...]
        return past.reversed().prefix { done.contains($0.date) }.count
    }
}

extension PlanInput {
    /// The shortest streak of the given programs; of all programs if none is given.
    func streak(of programs: [String]) -> Int {
        let active = self.programs.filter { programs.isEmpty || programs.contains($0.program.id) }
        return active.map { $0.streak(settings, today: today) }.min() ?? 0
    }
}
