public import CivilTime
public import Training

extension PlanInput {
    /// The date of the first unanswered workout that the user trains, from a date on, within a year; nil if there is none.
    public func nextTrainedDate(from first: CivilDate) -> CivilDate? {
        zip(programs, calendars).compactMap { active, calendar -> CivilDate? in
            let first = max(first, active.start)
            return calendar.days(first..<first.adding(days: 366)).lazy.compactMap(\.occurrence)
                .first { active.isTrained($0) && answers[$0.key] == nil }?.date
        }.min()
    }

    /// Today's unanswered workout of a program, if all of its reminders' times have passed; with the last of these times.
    public func passedToday(_ programID: String) -> (workout: Occurrence, time: TimeOfDay)? {
        guard settings.isEnabled, let active = programs.first(where: { $0.program.id == programID }),
            let workout = occurrence(OccurrenceKey(.program(programID), on: today)), active.isTrained(workout),
            answers[workout.key] == nil
        else { return nil }
        let times = moments(of: active, on: today).map { zone.shown($0.fireAt(on: today)) }
        guard let last = times.max(), zone.instant(of: last) < now else { return nil }
        return (workout, last.time)
    }
}
