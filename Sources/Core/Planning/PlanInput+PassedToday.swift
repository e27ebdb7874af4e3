public import CivilTime
internal import Reminders
public import Training

extension PlanInput {
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
