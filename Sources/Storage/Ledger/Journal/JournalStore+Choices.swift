public import CivilTime
internal import GRDB
internal import Reminders
public import Training

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
            "SELECT number, subject, date, value FROM journal WHERE kind = \(JournalKind.chosen.sql) AND undone_at IS NULL ORDER BY \(RecordOrder.sql)",
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

extension Ledger {
    /// The loads that the athlete set for the next sets of a guided workout, by exercise.
    public func sessionLoads(of program: String, on date: CivilDate) throws(LedgerError) -> [String: PerformedSet.Load]
    {
        try read { try JournalStore($0).sessionLoads(of: program, on: date) }
    }
}

/// Loads of the next sets: the subject is the program and the exercise (`mine/squat`), and the value a set with the load (`1@57.5kg`).
extension JournalStore {
    func add(_ load: PerformedSet.Load, of exercise: String, in program: String, on date: CivilDate) throws {
        let value = PerformedSet.notation([PerformedSet(amount: PerformedSet.Amount(reps: 1), load: load)])
        try add(.sessionLoad, "\(program)/\(exercise)", date: date, value: value)
    }

    func sessionLoads(of program: String, on date: CivilDate) throws -> [String: PerformedSet.Load] {
        let rows = try database.rows(
            "SELECT number, subject, value FROM journal WHERE kind = ? AND date = ? AND undone_at IS NULL ORDER BY \(RecordOrder.sql)",
            [JournalKind.sessionLoad.rawValue, date.description],
            of: .journal
        ) { (subject: try $0.text("subject"), load: try $0.sessionLoad()) }
        let own = rows.filter { $0.subject.hasPrefix(program + "/") }
        return Dictionary(own.map { (String($0.subject.dropFirst(program.count + 1)), $0.load) }) { $1 }
    }
}

extension LedgerRow {
    /// The load of a workout's next sets.
    package func sessionLoad() throws(LedgerValueError) -> PerformedSet.Load {
        try parsed("value", as: "a set with a load, such as 1@57.5kg") { (text: String) in
            (try? PerformedSet.parse(text, unit: .kilograms))?.first?.load
        }
    }
}

/// Changes of the training days in the settings: the subject has the new days (`mon,thu`), the value the former ones, and the date is
/// the first to which the new ones apply.
extension JournalStore {
    /// Records a change, unless another process has already recorded it.
    func add(daysFrom former: WeekdaySet, to days: WeekdaySet, on date: CivilDate) throws {
        guard try trainingDays()?.current != days else { return }
        try add(.daysChanged, days.description, date: date, value: former.description)
    }

    /// The training days in the settings over time; nil if they never changed.
    func trainingDays() throws -> TrainingDays? {
        let changes = try database.rows(
            "SELECT number, at, date, subject, value FROM journal WHERE kind = \(JournalKind.daysChanged.sql) AND undone_at IS NULL ORDER BY \(RecordOrder.sql)",
            of: .journal
        ) { row in (try row.daysChange(), try row.optional("value", row.weekdays)) }
        guard let former = changes.first?.1 else { return nil }
        return TrainingDays([TrainingDays(former).choices[0]] + changes.map(\.0))
    }

    /// When workouts were first answered or started, without a time limit: a later change of days does not affect them.
    func settled() throws -> [OccurrenceKey: Instant] {
        let rows = try database.rows(
            """
            SELECT number, subject, date, min(at) AS at FROM journal
            WHERE kind IN \(JournalKind.given.sql) AND undone_at IS NULL GROUP BY subject, date
            """,
            of: .journal
        ) { row in
            (
                OccurrenceKey(OccurrenceSource(subject: try row.text("subject")), on: try row.date("date")),
                try row.instant("at")
            )
        }
        return Dictionary(rows) { min($0, $1) }
    }
}

extension LedgerRow {
    package func daysChange() throws(LedgerValueError) -> TrainingDays.Choice {
        _ = try optional("value", weekdays)
        return TrainingDays.Choice(try weekdays("subject"), from: try date("date"), at: try instant("at"))
    }

    /// A set of weekdays; earlier versions wrote an empty text for no days.
    package func weekdays(_ column: String) throws(LedgerValueError) -> WeekdaySet {
        try parsed(column, as: "a list of weekdays such as mon,thu") {
            $0.isEmpty ? WeekdaySet.none : try? WeekdaySet(parsing: $0)
        }
    }
}
