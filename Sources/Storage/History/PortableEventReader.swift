internal import CivilTime
package import GRDB
package import Ledger

/// Reads events in their portable form.
package struct PortableEventReader {
    /// The columns that never change and mean the same on each machine, by table.
    ///
    /// The text of an activation changes; that of its edition does not.
    package static let columns: [LedgerTable: [String]] = [
        .edition: "program_id source",
        .activation: "program_id start_date activated_at time days channels batch",
        .reminder: "title notes at rule created_at revises batch",
        .journal: "at kind subject day_id date value edition batch",
        .log: """
        revises at date exercise name program_id day_id program_exercise outcome sets notes edition planned week stage batch
        """,
    ].mapValues { $0.split(separator: " ").map(String.init) }

    /// A decision whether a plugin may run concerns only this machine: other machines have other files.
    ///
    /// They learn only that there was one, because it may be the first entry of an action.
    private static let decision = JournalKind.decided
    private static let elsewhere: [String: PortableEvent.Value] = [
        "kind": .text(JournalKind.elsewhere.rawValue), "subject": .text(""),
    ]

    private let database: Database
    private let ids: RowIDs

    package init(_ database: Database) throws {
        self.database = database
        ids = try RowIDs(database)
    }

    /// The events after one, in the order in which they came into the ledger.
    ///
    /// - Parameter isOwn: whether to leave out those of other machines.
    package func events(after number: Int64, isOwn: Bool = false) throws -> [PortableEvent] {
        let recorded = ids.events
        var former = EventLog.tables.map { _ in 0 as Int64 }
        var events: [PortableEvent] = []
        for event in recorded {
            defer { former = event.ends }
            guard event.number > number, !isOwn || event.origin == nil else { continue }
            let rows = try EventLog.tables.enumerated().flatMap { index, table in
                try portableRows(table, of: event, after: former[index], through: event.ends[index])
            }
            if rows.isEmpty { continue }
            events.append(PortableEvent(machine: event.machine, number: event.id, clock: event.clock, rows: rows))
        }
        return events
    }

    private func portableRows(_ table: LedgerTable, of event: RecordedEvent, after former: Int64, through end: Int64)
        throws -> [PortableEvent.Row]
    {
        guard former < end else { return [] }
        let columns = PortableEventReader.columns[table] ?? []
        return try database.rows(
            """
            SELECT number, \(columns.joined(separator: ", ")) FROM \(table.rawValue)
            WHERE number > ? AND number <= ? AND \(table == .journal ? "kind <> \(JournalKind.refused.sql) AND" : "") origin IS \(event.origin == nil ? "" : "NOT ")NULL
            ORDER BY number
            """,
            [former, end],
            of: table
        ) { row in
            let kind = table == .journal ? try row.word("kind", JournalKind.self) : nil
            let isLocal = kind == PortableEventReader.decision
            var values: [String: PortableEvent.Value] = [:]
            for column in columns {
                if isLocal, let value = PortableEventReader.elsewhere[column] {
                    values[column] = value
                    continue
                }
                guard !isLocal || ["at", "batch"].contains(column), let value = try row.portable(column) else {
                    continue
                }
                values[column] = ids.portable(value, in: column, of: table, kind)
            }
            let number = try row.integer("number")
            return PortableEvent.Row(table: table.rawValue, id: ids.id(of: number, in: table) ?? "", values: values)
        }
    }
}

extension RowIDs {
    /// A value with IDs in place of numbers of rows.
    fileprivate func portable(
        _ value: PortableEvent.Value,
        in column: String,
        of table: LedgerTable,
        _ kind: JournalKind?
    ) -> PortableEvent.Value {
        switch value {
        case .integer(let number):
            RowReferences.table(of: column, in: table).flatMap { id(of: number, in: $0) }.map { .text($0) } ?? value
        case .text(let text):
            kind.map { kind in
                .text(
                    RowReferences.replaced(text, in: column, of: kind) { table, number in
                        Int64(number).flatMap { id(of: $0, in: table) } ?? number
                    }
                )
            } ?? value
        case .bytes: value
        }
    }
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
