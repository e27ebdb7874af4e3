package import Training

/// The choices among alternative exercises, each as `program/exercise` with the alternative, followed by `once` for one day.
extension JournalStore {
    fileprivate static let once = "once"

    func add(_ choice: ExerciseChoice, of programID: String) throws {
        let value = choice.isForOneDay ? "\(choice.alternative) \(JournalStore.once)" : choice.alternative
        try add(.chosen, "\(programID)/\(choice.exercise)", date: choice.date, value: value)
    }

    /// The choices by program, in the order in which they were made.
    func choices() throws -> [String: ExerciseChoices] {
        let rows = try database.rows(
            "SELECT number, subject, date, value FROM journal WHERE kind = \(JournalKind.chosen.sql) AND undone_at IS NULL ORDER BY number",
            of: .journal
        ) { try $0.choice() }
        return Dictionary(grouping: rows, by: \.programID).mapValues { ExerciseChoices($0.map(\.choice)) }
    }
}

extension LedgerRow {
    /// A choice among alternative exercises, with its program.
    package func choice() throws(LedgerValueError) -> (programID: String, choice: ExerciseChoice) {
        let subject = try parsed("subject", as: "a program and an exercise, such as mine/squat") { (text: String) in
            LedgerRow.pair(text, separator: "/")
        }
        let value = try parsed("value", as: "an exercise, and '\(JournalStore.once)' for one day") { (text: String) in
            text.contains(" ") ? LedgerRow.pair(text, separator: " ") : [text, ""]
        }
        guard value[0] != "", ["", JournalStore.once].contains(value[1]) else {
            throw invalid("value", "an exercise, and '\(JournalStore.once)' for one day")
        }
        let choice = ExerciseChoice(
            exercise: subject[1],
            alternative: value[0],
            on: try date("date"),
            isForOneDay: !value[1].isEmpty
        )
        return (subject[0], choice)
    }

    /// The parts of a text before and after a separator; nil if one of them is empty.
    private static func pair(_ text: String, separator: Character) -> [String]? {
        let parts = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 && !parts.contains("") ? parts : nil
    }
}
