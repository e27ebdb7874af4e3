package import Platform
import Ledger
import Localization
import PrintableText
package import Reminders
package import Session

/// A reminder with its workouts and possible answers.
package struct ReminderResult: CommandResult {
    package static let kind = "reminder"

    /// An answer that can be given.
    struct Action: Encodable {
        let id: String
        let text: String
        let command: String
    }

    let notification: ListedNotification
    let link: String
    let answered: Bool
    let workouts: [DayResult.Workout]
    let actions: [Action]
    private let note: String

    private enum CodingKeys: String, CodingKey { case link, answered, workouts, actions }

    package init(_ reminder: PlannedNotification, _ session: Session) {
        notification = ListedNotification(reminder)
        link = reminder.link
        answered = reminder.leaving(session.facts.answers) == nil
        let words = session.words
        note = ([words.moment(reminder.fireAt, today: session.today)] + (answered ? [words.text(.answered)] : []))
            .joined(separator: ", ")
        workouts = WorkoutResult(reminder.occurrences.compactMap(session.occurrence), session).workouts
        // Only possible actions: a workout may be paused or moved, or its program may no longer be active.
        actions = (session.open(reminder)?.actions(words, on: session.today) ?? []).map {
            Action(id: $0.id, text: $0.label, command: $0.command)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        try notification.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(link, forKey: .link)
        try container.encode(answered, forKey: .answered)
        try container.encode(workouts, forKey: .workouts)
        try container.encode(actions, forKey: .actions)
    }

    package func text(_ style: Style, columns: Int) -> String {
        let texts = [style.bold(notification.title), notification.body, style.dim(note)].filter {
            DisplayWidth.of($0) > 0
        }
        var lines = texts.map { TextWrap.paragraphs($0, columns: columns) }
        for workout in workouts { lines += [""] + workout.lines(style, columns: columns) }
        if !actions.isEmpty {
            lines += [""] + TextTable.lines(actions.map { ["  " + $0.text, $0.command] }, columns: columns)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
