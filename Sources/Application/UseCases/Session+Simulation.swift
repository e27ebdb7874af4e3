package import CivilTime
import Platform
import Ledger
import Planning
package import Reminders
package import Session
package import Training
import YAMLSource

/// Sessions for plans with other settings or programs, which never become the user's.
extension Session {
    /// The notifications that would be sent on the dates of a range.
    ///
    /// - Parameters:
    ///   - range: the dates, from today on.
    ///   - program: the only program, as it would run from the first date on if it is not active; nil for the active programs and the
    ///     user's own reminders.
    package func simulation(_ range: Range<CivilDate>, of program: Program?) -> [PlannedNotification] {
        let input = program.map { self.input.simulating(programs: [active($0, from: range.lowerBound)], reminders: []) }
        let plan = Plan(input ?? self.input, days: today.days(until: range.upperBound))
        return plan.notifications.filter { (input ?? self.input).isAhead($0) && range.contains($0.fireAt.date) }
    }

    /// A program with its activation, or activated on a date.
    private func active(_ program: Program, from start: CivilDate) -> ActiveProgram {
        let known = programs.first { $0.program.id == program.id }
        return ActiveProgram(
            program: program,
            start: known?.start ?? start,
            trainingDays: known?.trainingDays ?? TrainingDays(settings.days),
            completions: known?.completions ?? [],
            skipped: known?.skipped ?? [],
            exceptions: known?.exceptions ?? [],
            choices: known?.choices ?? ExerciseChoices(),
            time: known?.time,
            channels: known?.channels,
            priority: known?.priority ?? 0
        )
    }
}
