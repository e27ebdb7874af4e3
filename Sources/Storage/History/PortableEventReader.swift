internal import CivilTime
internal import GRDB
package import Ledger
internal import Reminders

/// Reads events in their portable form.
struct PortableEventReader {
    /// The columns that never change and mean the same on each machine, by table.
    ///
    /// The text of an activation changes; that of its edition does not.
    private static let columns: [LedgerTable: String] = [
        .edition: "program_id source",
        .activation: "program_id start_date activated_at time days channels batch",
        .reminder: "title notes at rule created_at revises batch",
        .journal: "at kind subject day_id date value edition batch",
        .log: """
        revises at date exercise name program_id day_id program_exercise outcome sets notes edition planned week stage batch
        """,
    ]

    private let database: Database

    init(_ database: Database) { self.database = database }

    /// A row of the table `event`.
    private struct Recorded {
        let number: Int64
        let machine: String
        let clock: HybridClock
        /// The highest number of each table.
        let ends: [Int64]
    }

    /// The events after one, in their order.
    func events(after number: Int64) throws -> [PortableEvent] {
        let recorded = try database.rows("SELECT * FROM event ORDER BY number", of: .event) { row in
            Recorded(
                number: try row.integer("number"),
                machine: try row.text("machine"),
                clock: HybridClock(value: try row.integer("clock")),
                ends: try EventLog.tables.map { try row.integer($0.rawValue) }
            )
        }
        let ids = RowIDs(events: recorded.map { ($0.machine, $0.ends) })
        var former = EventLog.tables.map { _ in 0 as Int64 }
        var events: [PortableEvent] = []
        for event in recorded {
            defer { former = event.ends }
            guard event.number > number else { continue }
            let rows = try EventLog.tables.enumerated().flatMap { index, table in
                try portableRows(table, after: former[index], through: event.ends[index], ids)
            }
            if rows.isEmpty { continue }
            events.append(PortableEvent(machine: event.machine, number: event.number, clock: event.clock, rows: rows))
        }
        return events
    }

    private func portableRows(_ table: LedgerTable, after former: Int64, through end: Int64, _ ids: RowIDs) throws
        -> [PortableEvent.Row]
    {
        guard former < end else { return [] }
        let columns = PortableEventReader.columns[table]?.split(separator: " ").map(String.init) ?? []
        let isPortable = table == .journal ? "kind NOT IN \([JournalKind.decided, .refused].sql)" : "TRUE"
        return try database.rows(
            """
            SELECT number, \(columns.joined(separator: ", ")) FROM \(table.rawValue)
            WHERE number > ? AND number <= ? AND \(isPortable) ORDER BY number
            """,
            [former, end],
            of: table
        ) { row in
            let kind = table == .journal ? try row.word("kind", JournalKind.self) : nil
            var values: [String: PortableEvent.Value] = [:]
            for column in columns {
                guard let value = try row.portable(column) else { continue }
                values[column] = ids.portable(value, in: column, of: table, kind)
            }
            let id = ids.id(of: try row.integer("number"), in: table)
            return PortableEvent.Row(table: table.rawValue, id: id, values: values)
        }
    }
}

/// The IDs by which portable rows refer to each other.
private struct RowIDs {
    /// The name of the ledger, and the highest number of each table after the event.
    let events: [(machine: String, ends: [Int64])]

    func id(of number: Int64, in table: LedgerTable) -> String {
        guard let index = EventLog.tables.firstIndex(of: table) else { return "\(number)" }
        // The first event whose end is at or after the number.
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            if events[middle].ends[index] < number { low = middle + 1 } else { high = middle }
        }
        return "\(low < events.count ? events[low].machine : ""):\(table.rawValue):\(number)"
    }

    /// A value with IDs in place of numbers of rows.
    func portable(_ value: PortableEvent.Value, in column: String, of table: LedgerTable, _ kind: JournalKind?)
        -> PortableEvent.Value
    {
        switch (column, value) {
        case ("batch", .integer(let number)): .text(id(of: number, in: .journal))
        case ("revises", .integer(let number)): .text(id(of: number, in: table))
        case ("edition", .integer(let number)): .text(id(of: number, in: .edition))
        case ("subject", .text) where kind == .reported: value
        case ("value", .text(let text)) where kind == .reported:
            .text(
                text.split(separator: "\n", omittingEmptySubsequences: false).map { subject(String($0), kind) }
                    .joined(separator: "\n")
            )
        case ("subject", .text(let text)): .text(subject(text, kind))
        case ("value", .text(let text)) where kind == .edited:
            Int64(text).map { .text(id(of: $0, in: .edition)) } ?? value
        case ("value", .text(let text)) where kind == .preset:
            .text(text.split(separator: ",").map { reminder(String($0)) }.joined(separator: ","))
        default: value
        }
    }

    private func subject(_ text: String, _ kind: JournalKind?) -> String {
        if kind == .undone || kind == .redone { return Int64(text).map { id(of: $0, in: .journal) } ?? text }
        // The user's own reminders, and notifications about them.
        var parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard OccurrenceSource(subject: parts.prefix(2).joined(separator: "/")).reminderNumber != nil else {
            return text
        }
        parts[1] = reminder(parts[1])
        return parts.joined(separator: "/")
    }

    private func reminder(_ number: String) -> String { Int64(number).map { id(of: $0, in: .reminder) } ?? number }
}

extension LedgerRow {
    /// A value in its portable form; nil for NULL.
    fileprivate func portable(_ column: String) throws(LedgerValueError) -> PortableEvent.Value? {
        switch stored(column) {
        case .null: nil
        case .int64(let value): .integer(value)
        case .string(let text): .text(text)
        case .blob(let data): .bytes([UInt8](data))
        case .double: throw invalid(column, "text, an integer or a BLOB")
        }
    }
}

extension Ledger {
    /// What was recorded after an event, in a form that other machines can read.
    ///
    /// - Parameter number: the number of an event; 0 for everything.
    package func portableEvents(after number: Int64 = 0) throws(LedgerError) -> [PortableEvent] {
        try read { try PortableEventReader($0).events(after: number) }
    }
}
