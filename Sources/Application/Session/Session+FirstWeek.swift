package import CivilTime
import Planning
import Reminders
package import Training

/// That a program would begin in the middle of its week.
package struct FirstWeek {
    /// The workout with which the program begins on its start date.
    package let workout: Occurrence
    /// The program's first workout, on the first date in a later week on which the program would begin with it.
    package let first: Occurrence
}

extension Session {
    /// Whether a program with fixed weekdays would begin with another workout than its first one.
    ///
    /// - Parameters:
    ///   - program: the program, which need not be active.
    ///   - start: the date of its start; nil for today.
    ///   - days: the weekdays on which the user trains it; nil for those of the settings.
    /// - Returns: nil if it begins with its first workout.
    package func firstWeek(of program: Program, from start: CivilDate? = nil, on days: WeekdaySet? = nil) -> FirstWeek?
    {
        guard case .weekdays = program.schedule.mode else { return nil }
        let start = start ?? today
        let monday = start.adding(days: 7 - (start.weekday.rawValue - 1))
        func first(from date: CivilDate) -> Occurrence? {
            let active = ActiveProgram(
                program: program,
                start: date,
                trainingDays: TrainingDays(days ?? settings.days),
                completions: []
            )
            return active.calendar(today: date).days(date..<date.adding(days: 14)).lazy.compactMap(\.occurrence)
                .first(where: active.isTrained)
        }
        guard let workout = first(from: start), let first = first(from: monday), workout.dayID != first.dayID else {
            return nil
        }
        return FirstWeek(workout: workout, first: first)
    }
}
