internal import CivilTime
internal import GRDB
package import Ledger

/// What the events of all machines amount to: the rows in force, which plans depend on.
///
/// It is a pure function of the set of events: their order and the number of their copies do not matter, so every machine that has the same
/// events has the same history.
package struct PortableHistory: Sendable, Hashable {
    /// The rows in force by table, in the order of their events.
    package let rows: [LedgerTable: [PortableEvent.Row]]
    /// The texts of the active programs, by the ID of the activation.
    package let texts: [String: [UInt8]]

    package init(_ events: some Sequence<PortableEvent>) {
        var known: Set<EventID> = []
        let rows = events.filter { known.insert($0.id).inserted }.sorted(by: PortableEvent.isBefore).flatMap { event in
            event.rows.map { (row: $0, fold: $0.folded(on: event.machine)) }
        }
        let fold = HistoryFold(rows.map(\.fold))
        let inForce = rows.filter { row, folded in
            fold.ends[row.id] == nil && folded.action.map { fold.undone[$0] == nil } ?? true
        }.map(\.row)
        self.rows = Dictionary(grouping: inForce.filter { $0.table != LedgerTable.edition.rawValue }) {
            LedgerTable(rawValue: $0.table) ?? .event
        }
        let sources = rows.map(\.row).compactMap { row -> (String, [UInt8])? in
            guard row.table == LedgerTable.edition.rawValue, case .bytes(let source)? = row.values["source"] else {
                return nil
            }
            return (row.id, source)
        }
        let editions = Dictionary(sources) { first, _ in first }
        let active = (self.rows[.activation] ?? []).compactMap { row in
            fold.editions[row.id].flatMap { editions[$0] }.map { (row.id, $0) }
        }
        texts = Dictionary(active) { first, _ in first }
    }

    fileprivate init(rows: [LedgerTable: [PortableEvent.Row]], texts: [String: [UInt8]]) {
        (self.rows, self.texts) = (rows, texts)
    }
}

extension PortableEvent.Row {
    private func text(_ column: String) -> String? { if case .text(let text)? = values[column] { text } else { nil } }

    private func instant(_ column: String) -> Instant? {
        if case .integer(let seconds)? = values[column] { Instant(secondsSinceEpoch: seconds) } else { nil }
    }

    fileprivate func folded(on machine: String) -> HistoryFold<String>.Row {
        HistoryFold.Row(
            id,
            action: text("batch"),
            on: machine,
            at: instant("at") ?? instant("created_at") ?? instant("activated_at") ?? Instant(secondsSinceEpoch: 0),
            content
        )
    }

    private var content: HistoryFold<String>.Content {
        switch LedgerTable(rawValue: table) {
        case .activation: .activated(program: text("program_id") ?? "")
        case .reminder: .reminder(revises: text("revises"))
        case .log: .log(HistoryFold.LogRow(revises: text("revises"), text))
        case .journal:
            text("kind").flatMap(JournalKind.init).map { kind in
                HistoryFold.Content(
                    kind,
                    subject: text("subject") ?? "",
                    date: text("date"),
                    value: text("value"),
                    edition: text("edition")
                ) { _, id in String(id) }
            } ?? .other
        default: .other
        }
    }
}

extension Ledger {
    /// The history that the ledger's tables contain.
    package func portableHistory() throws(LedgerError) -> PortableHistory {
        try read { database in
            let ids = try RowIDs(database)
            let known = try PortableEventReader(database).events(after: 0).flatMap(\.rows)
            let byID = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
            var rows: [LedgerTable: [PortableEvent.Row]] = [:]
            for (table, condition) in Ledger.inForce {
                let query = "SELECT number FROM \(table.rawValue) WHERE \(condition) ORDER BY \(RecordOrder.sql)"
                let numbers = try database.rows(query, of: table) { try $0.integer("number") }
                let found = numbers.compactMap { ids.id(of: $0, in: table) }.compactMap { byID[$0] }
                if !found.isEmpty { rows[table] = found }
            }
            let active = try database.rows(
                "SELECT number, source FROM activation WHERE \(Ledger.inForce[.activation] ?? "")",
                of: .activation
            ) { (ids.id(of: try $0.integer("number"), in: .activation) ?? "", try $0.bytes("source")) }
            return PortableHistory(rows: rows, texts: Dictionary(active) { first, _ in first })
        }
    }

    private static let inForce: [LedgerTable: String] = [
        .activation: "undone_at IS NULL AND deactivated_at IS NULL",
        .reminder: "undone_at IS NULL AND deleted_at IS NULL",
        .journal: "undone_at IS NULL",
        .log: "undone_at IS NULL",
    ]
}
