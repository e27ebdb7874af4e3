package import Platform
import Ledger
import Localization
import Planning
import Progress
package import Session
package import Training

/// Workouts with all their sets.
package struct WorkoutResult: CommandResult {
    package static let kind = "workout"

    let workouts: [DayResult.Workout]
    private let plans: [(program: String, items: [PlannedWorkout.Item])]
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case workouts }

    package init(_ workouts: [Occurrence], _ session: Session) {
        words = session.words
        plans = workouts.map { ($0.programID, session.workout($0)?.items ?? []) }
        self.workouts = workouts.map { workout in
            // An earlier answer stays valid.
            let isOpen = session.facts.answers[workout.key] == nil
            return DayResult.Workout(workout, session, state: isOpen ? "started" : nil)
        }
    }

    package func text(_ style: Style, columns: Int) -> String {
        let hint = MissingValueHint.lines(plans, words, columns: columns).map { $0 + "\n" }.joined()
        return workouts.map { $0.lines(style, columns: columns).joined(separator: "\n") + "\n" }.joined(separator: "\n")
            + (hint.isEmpty ? "" : "\n" + hint)
    }
}
