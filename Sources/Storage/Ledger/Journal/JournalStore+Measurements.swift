internal import GRDB
public import Progress

extension Ledger {
    /// The measurements of the athlete's body, in the order in which they were recorded.
    public func measurements() throws(LedgerError) -> [BodyMeasurement] {
        try read { try JournalStore($0).measurements() }
    }
}

extension JournalStore {
    func add(_ measurement: BodyMeasurement) throws {
        let value = "\(measurement.thousandths) \(measurement.unit.rawValue)"
        try add(.measured, measurement.kind.rawValue, date: measurement.date, value: value)
    }

    func measurements() throws -> [BodyMeasurement] {
        try database.rows(
            """
            SELECT number, subject, date, value FROM journal
            WHERE kind = \(JournalKind.measured.sql) AND undone_at IS NULL ORDER BY \(RecordOrder.sql)
            """,
            of: .journal
        ) { try $0.measurement() }
    }
}

extension LedgerRow {
    /// A measurement: its kind as the subject, its date, and its value in thousandths and its unit, such as `82400 kg`.
    package func measurement() throws(LedgerValueError) -> BodyMeasurement {
        let kind = try word("subject", BodyMeasurement.Kind.self)
        let date = try date("date")
        return try parsed("value", as: "a possible value of \(kind.rawValue) in thousandths and its unit") { text in
            let parts = text.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 2, let thousandths = Int(parts[0]),
                let unit = BodyMeasurement.Unit(rawValue: String(parts[1]))
            else { return nil }
            return BodyMeasurement(kind, thousandths: thousandths, unit, on: date)
        }
    }
}
