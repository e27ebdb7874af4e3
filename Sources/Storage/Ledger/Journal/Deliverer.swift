public import CivilTime
internal import GRDB

/// The machine that sends the reminders, of several machines of one person.
public struct Deliverer: Sendable, Hashable {
    /// Its name.
    public let machine: String
    /// How long it may be silent before another machine sends the reminders, within `patiences`.
    public let patience: TimeSpan

    /// Machines report every half hour that they are alive, and files may take another half hour to arrive.
    public static let patiences = TimeSpan.minutes(90)...TimeSpan.days(7)
    public static let usualPatience = TimeSpan.hours(2)

    public init(machine: String, patience: TimeSpan) {
        (self.machine, self.patience) = (machine, patience)
    }
}

extension LedgerRow {
    /// The machine that an entry of the journal names.
    package func deliverer() throws(LedgerValueError) -> Deliverer {
        let patience = try parsed("value", as: "a number of seconds from 90 minutes to a week") { text in
            Int64(text).map { TimeSpan.seconds($0) }.flatMap { Deliverer.patiences.contains($0) ? $0 : nil }
        }
        return Deliverer(machine: try text("subject"), patience: patience)
    }
}

extension Ledger {
    /// The machine that was named last; nil if none was.
    public func deliverer() throws(LedgerError) -> Deliverer? {
        try read { database in
            try database.firstRow(
                """
                SELECT number, subject, value FROM journal WHERE kind = \(JournalKind.deliverer.sql) AND undone_at IS NULL
                ORDER BY \(RecordOrder.sql) DESC LIMIT 1
                """,
                of: .journal
            ) { try $0.deliverer() }
        }
    }
}
