public import CivilTime
internal import GRDB
public import Training

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
            "SELECT number, subject, value FROM journal WHERE kind = ? AND date = ? AND undone_at IS NULL ORDER BY number",
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
