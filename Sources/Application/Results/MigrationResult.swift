import CivilTime
package import Platform
package import ImportedJobs
import Reminders
package import Triggers

/// The jobs that `antrain migrate` moved, or would move.
package struct MigrationResult: CommandResult {
    package static let kind = "migration"

    /// A reminder in antrain that replaces a moved one.
    struct Reminder: Encodable {
        let number: Int64?
        let title: String
        let notes: String?
        let at: String
        let rule: String
        fileprivate let words: String

        private enum CodingKeys: String, CodingKey { case number, title, notes, at, rule = "repeat" }
    }

    /// A crontab line or at job that moves.
    struct Move: Encodable {
        let line: Int?
        let job: Int?
        let text: String
        let reminders: [Reminder]
        fileprivate let place: String

        private enum CodingKeys: String, CodingKey { case line, job, text, reminders }
    }

    /// A crontab line or at job that cannot be moved.
    struct Stay: Encodable {
        let line: Int?
        let job: Int?
        let text: String
        /// The reason as a stable code, and in English.
        let reason: String
        let message: String
        fileprivate let place: String

        private enum CodingKeys: String, CodingKey { case line, job, text, reason, message }
    }

    let applied: Bool
    let moves: [Move]
    let stays: [Stay]

    /// - Parameter numbers: the numbers of the new reminders; nil if nothing was moved yet.
    package init(_ migration: Migration, numbers: MigrationExecutor.Numbers?) {
        applied = numbers != nil
        moves = migration.moves.map { move in
            Move(
                line: move.source.line,
                job: move.source.job,
                text: move.text,
                reminders: move.reminders.enumerated().map { index, reminder in
                    let known = numbers?[move.source] ?? []
                    return Reminder(reminder, number: known.indices.contains(index) ? known[index] : nil)
                },
                place: move.source.description
            )
        }
        stays = migration.stays.map {
            Stay(
                line: $0.source.line,
                job: $0.source.job,
                text: $0.text,
                reason: $0.obstacle.code,
                message: $0.obstacle.description,
                place: $0.source.description
            )
        }
    }

    package func text(_ style: Style, columns: Int) -> String {
        guard !moves.isEmpty || !stays.isEmpty else {
            return "there is nothing to move: no crontab line and no repeating at job only sends reminders\n"
        }
        let changes = moves.flatMap { move in
            [style.bold(move.place)] + MigrationResult.lines(move.text).map { style.red("- \($0)") }
                + move.reminders.map { style.green("+ \($0.words)") }
        }
        let rest = stays.flatMap { stay in
            [style.bold(stay.place) + " " + style.magenta("stays: \(stay.message)")]
                + MigrationResult.lines(stay.text).map { style.dim("  \($0)") }
        }
        return (changes + rest).joined(separator: "\n") + "\n"
    }

    private static func lines(_ text: String) -> [Substring] { text.split(whereSeparator: \.isNewline) }
}

extension MigrationResult.Reminder {
    fileprivate init(_ reminder: UserReminder, number: Int64?) {
        let notes = reminder.notes?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var words = "reminder \"\(reminder.title)\" \(reminder.at.time) \(reminder.rule)"
        if case .every(let days) = reminder.rule, days > 1 { words += " from \(reminder.at.date)" }
        if let notes { words += ", notes \"\(notes)\"" }
        self.init(
            number: number,
            title: reminder.title,
            notes: reminder.notes,
            at: reminder.at.description,
            rule: reminder.rule.description,
            words: words
        )
    }
}
