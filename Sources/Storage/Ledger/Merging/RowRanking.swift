internal import CivilTime
internal import Foundation
package import GRDB

/// Puts the rows of several machines in the order of their events, and computes which of them are in force (`HistoryFold`).
package struct RowRanking {
    /// A row of the ledger.
    struct Key: Hashable, Sendable {
        let table: LedgerTable
        let number: Int64
    }

    /// The values of a row that follow from other rows.
    private struct Derived: Equatable {
        /// When it was undone, and for an entry of the journal or the log, when it ended.
        var undoneAt: Int64?
        var endedAt: Int64?
        var endedBy: Int64?
        var rank: Int64?
        /// The rank of the entry of the log that the row corrects.
        var rootRank: Int64?
    }

    private struct Known {
        let row: HistoryFold<Key>.Row
        let derived: Derived
    }

    /// The tables with derived values, and the column with the time of their rows' end, if undoing is not their only end.
    private static let tables: [(table: LedgerTable, end: String?)] = [
        (.activation, "deactivated_at"), (.reminder, "deleted_at"), (.journal, nil), (.log, nil),
    ]

    private let database: Database

    package init(_ database: Database) { self.database = database }

    /// Updates the derived values of all rows.
    package func update() throws {
        let rows = try inOrder()
        let fold = HistoryFold(rows.map(\.row))
        var ranks: [LedgerTable: Int64] = [:]
        var entries: [Key: Int64] = [:]
        var changed: [(Key, Derived)] = []
        for known in rows {
            let key = known.row.id
            let rank = ranks[key.table, default: 0] + 1
            ranks[key.table] = rank
            var derived = derived(known.row, fold, rank)
            if case .log(let entry) = known.row.content {
                entries[key] = rank
                derived.rootRank = entry.revises.flatMap { entries[$0] }
            }
            if derived != known.derived { changed.append((key, derived)) }
        }
        // At most one activation of a program is in force at any time.
        for isInForce in [false, true] {
            for (key, derived) in changed where (derived.undoneAt ?? derived.endedAt == nil) == isInForce {
                try write(derived, to: key)
            }
        }
        for (activation, edition) in fold.editions {
            try database.run(
                """
                UPDATE activation SET source = (SELECT source FROM edition WHERE edition.number = :edition)
                WHERE number = :number AND source <> (SELECT source FROM edition WHERE edition.number = :edition)
                """,
                ["number": activation.number, "edition": edition.number]
            )
        }
    }

    private func derived(_ row: HistoryFold<Key>.Row, _ fold: HistoryFold<Key>, _ rank: Int64) -> Derived {
        var result = Derived(rank: rank)
        result.undoneAt = row.action.flatMap { fold.undone[$0]?.secondsSinceEpoch }
        guard let end = fold.ends[row.id], result.undoneAt == nil else { return result }
        switch row.id.table {
        case .activation, .reminder: result.endedAt = end.at.secondsSinceEpoch
        default: result.undoneAt = end.at.secondsSinceEpoch
        }
        if row.id.table != .log { result.endedBy = end.action?.number }
        return result
    }

    private func write(_ derived: Derived, to key: Key) throws {
        let end = RowRanking.tables.first { $0.table == key.table }?.end
        let columns = ["undone_at", "rank", key.table == .log ? "root_rank" : "ended_batch"] + (end.map { [$0] } ?? [])
        let values: [Int64?] =
            [derived.undoneAt, derived.rank, key.table == .log ? derived.rootRank : derived.endedBy]
            + (end == nil ? [] : [derived.endedAt]) + [key.number]
        try database.run(
            "UPDATE \(key.table.rawValue) SET \(columns.map { $0 + " = ?" }.joined(separator: ", ")) WHERE number = ?",
            StatementArguments(values)
        )
    }

    // MARK: Reading

    /// The rows of the tables in the order of their events.
    private func inOrder() throws -> [Known] {
        let events = try EventLog(database).recorded()
        let order = events.indices.sorted { events[$0].precedes(events[$1]) }
        let groups = try RowRanking.tables.map { table, end in
            let rows = try rows(of: table, endedIn: end, events)
            return Dictionary(grouping: rows, by: \.event).mapValues { $0.map(\.known) }
        }
        // Rows that no event has yet come last.
        return (order + [events.count]).flatMap { event in groups.flatMap { $0[event] ?? [] } }
    }

    /// The rows of a table, each with the index of its event.
    private func rows(of table: LedgerTable, endedIn end: String?, _ events: [RecordedEvent]) throws
        -> [(event: Int, known: Known)]
    {
        let place = EventLog.tables.firstIndex(of: table) ?? 0
        var event = 0
        return try database.rows("SELECT * FROM \(table.rawValue) ORDER BY number", of: table) { row in
            let number = try row.integer("number")
            while event < events.count, events[event].ends[place] < number { event += 1 }
            let machine = event < events.count ? events[event].machine : ""
            let known = Known(
                row: HistoryFold.Row(
                    Key(table: table, number: number),
                    action: try row.key("batch", in: .journal),
                    on: machine,
                    at: try row.instant(RowRanking.time(of: table)),
                    try content(of: row, in: table)
                ),
                derived: Derived(
                    undoneAt: try row.optionalInteger("undone_at"),
                    endedAt: try end.flatMap { try row.optionalInteger($0) },
                    endedBy: try row.optionalInteger("ended_batch"),
                    rank: try row.optionalInteger("rank"),
                    rootRank: try row.optionalInteger("root_rank")
                )
            )
            return (event, known)
        }
    }

    /// The column with the time at which a row was recorded.
    private static func time(of table: LedgerTable) -> String {
        switch table {
        case .activation: "activated_at"
        case .reminder: "created_at"
        default: "at"
        }
    }

    private func content(of row: LedgerRow, in table: LedgerTable) throws -> HistoryFold<Key>.Content {
        switch table {
        case .activation: .activated(program: try row.text("program_id"))
        case .reminder: .reminder(revises: try row.key("revises", in: .reminder))
        case .log:
            .log(try .init(revises: row.key("revises", in: .log)) { try row.optional($0, row.text) })
        default:
            .init(
                try row.word("kind", JournalKind.self),
                subject: try row.text("subject"),
                date: try row.optional("date", row.text),
                value: try row.optional("value", row.text),
                edition: try row.key("edition", in: .edition)
            ) { table, number in Int64(number).map { Key(table: table, number: $0) } }
        }
    }
}

extension LedgerRow {
    fileprivate func key(_ column: String, in table: LedgerTable) throws(LedgerValueError) -> RowRanking.Key? {
        try optionalInteger(column).map { RowRanking.Key(table: table, number: $0) }
    }

    fileprivate func optionalInteger(_ column: String) throws(LedgerValueError) -> Int64? {
        try optional(column) { (column) throws(LedgerValueError) in try integer(column) }
    }
}
