public import CivilTime
public import Progress
internal import Training

extension ActiveProgram {
    /// The loads of its coming workouts: from the program, the athlete's values, and the workouts completed since it started.
    ///
    /// - Parameters:
    ///   - values: the athlete's values in the order in which they were set.
    ///   - today: the present date.
    ///   - end: the first date whose completed workouts and later values do not count; nil if all count.
    public func progress(_ values: [AthleteValue], today: CivilDate, before end: CivilDate? = nil) -> ProgramProgress {
        var progress = ProgramProgress(program)
        let completions = completions.filter { $0.date >= start && $0.date < end ?? .latest }
        let values = values.filter { $0.date <= end ?? .latest }
        let workouts = weeks(of: completions, today: today)
        var events = values.compactMap { value in
            value.event(in: program).map { (date: value.date, rank: 0, event: $0) }
        }
        events += zip(completions, workouts).map { completion, week in
            (completion.date, 1, .completed(PerformedWorkout(dayID: completion.dayID, week: week)))
        }
        // Values apply before the workouts of their date, whatever was recorded first; the sort is stable.
        let ordered = events.enumerated().sorted {
            ($0.element.date, $0.element.rank, $0.offset) < ($1.element.date, $1.element.rank, $1.offset)
        }
        for entry in ordered { progress.apply(entry.element.event) }
        return progress
    }

    /// The week of each completion; a workout on a date without one belongs to the week of the workout before it.
    private func weeks(of completions: [Completion], today: CivilDate) -> [Int] {
        guard let last = completions.map(\.date).max() else { return [] }
        var weeks: [CivilDate: Int] = [:]
        var week = 1
        for day in calendar(today: today).days(start..<last.adding(days: 1)) {
            week = day.occurrence?.week.number ?? week
            weeks[day.date] = week
        }
        return completions.map { weeks[$0.date] ?? 1 }
    }
}
