import Training
package import Platform
import Localization
package import Planning
import Reminders
package import Session

/// The changes of a planning run, and the next day.
package struct ScheduleResult: CommandResult {
    package static let kind = "schedule"

    /// How a program's policy handled a missed workout.
    struct Missed: Encodable {
        let workout: ActionSubject
        let policy: String
        let next: ActionSubject?
        let text: String

        init(_ missed: MissedDay, _ sentence: String) {
            workout = ActionSubject(Answerable(missed.missed))
            policy = missed.policy.rawValue
            next = missed.next.map { ActionSubject(Answerable($0)) }
            text = sentence
        }
    }

    /// The next day, or the one asked for.
    let outlook: DayResult
    let missedWorkouts: [Missed]
    let dryRun: Bool
    let added: [String]
    let cancelled: [String]
    let updated: [String]
    let kept: Int
    private let summary: String?

    package init(_ difference: QueueDifference, day: DayResult, isDryRun: Bool, hasSummary: Bool, _ session: Session) {
        let words = session.words
        missedWorkouts = session.missedDays.map { Missed($0, words.missed($0, today: session.today)) }
        outlook = day
        dryRun = isDryRun
        added = difference.added.map(\.id.rawValue)
        cancelled = difference.cancelled.map(\.id.rawValue)
        updated = difference.updated.map(\.id.rawValue)
        kept = difference.kept.count
        let changes = difference.inWords(words)
        summary = !hasSummary ? nil : isDryRun ? words.text(.wouldBe, ["changes": changes]) : changes
    }

    private enum CodingKeys: String, CodingKey {
        case outlook, missedWorkouts = "missed_workouts", dryRun = "dry_run", added, cancelled, updated, kept
    }

    package func text(_ style: Style, columns: Int) -> String {
        var lines = missedWorkouts.map { style.magenta($0.text) }
        if dryRun {
            lines +=
                added.map { style.green("+ \($0)") } + updated.map { style.magenta("~ \($0)") }
                + cancelled.map { style.red("- \($0)") }
        }
        lines += [summary].compactMap { $0 }
        return ([outlook.headline(style)] + lines).joined(separator: "\n") + "\n"
    }
}
