import Foundation
import GRDB
import TestSupport

/// The ledger's content, read from a copy so that the test does not recover or checkpoint the ledger.
struct LedgerState: Equatable {
    /// The rows without the columns that differ between equivalent runs.
    let rows: [String]
    /// The problems that SQLite's integrity check finds.
    let damage: [String]

    /// Facts that contain random names, or the problems that were reported.
    private static let volatileFacts: Set<String> = [
        "owner", "readiness-asked", "held-problems", "value-problems", "readiness-problems", "settings-problems",
        "installation-problems",
        "program-problems", "snapshot-problems", "compaction-problems", "restore-problems", "sync-problems", "lineage",
        "exchange",
    ]
    /// Columns that count attempts, number rows or hold random keys.
    private static let volatileColumns: Set<String> = [
        "number", "batch", "key", "lease", "due_at", "attempts", "stamp",
        "wait_boot", "wait_until",
    ]
    private static let volatileTables: Set<String> = ["grdb_migrations", "sqlite_sequence", "plugin", "event"]

    init(of files: HomeFiles) throws {
        let place = ".local/share/antrain/ledger.sqlite"
        guard files.files[place]?.bytes.isEmpty == false || files.files[place + "-wal"] != nil else {
            (rows, damage) = ([], [])
            return
        }
        let scratch = try TemporaryFolder()
        for suffix in ["", "-wal"] {
            guard let file = files.files[place + suffix] else { continue }
            try Data(file.bytes).write(to: URL(filePath: scratch.path + "/ledger.sqlite" + suffix))
        }
        let queue = try DatabaseQueue(path: scratch.path + "/ledger.sqlite")
        damage = try queue.read { database in
            try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
                + Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { "foreign key: \($0)" }
        }
        rows = try queue.read { database in
            let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            guard tables.contains("notification") else { return [] }
            let ids = try Row.fetchAll(database, sql: "SELECT number, id FROM notification").reduce(into: [:]) {
                $0["\($1["number"] as Int64)"] = $1["id"] as String
            }
            return try tables.filter { !Self.volatileTables.contains($0) }.flatMap { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"").compactMap { Self.text($0, table, ids) }
            }.sorted()
        }
    }

    private init(rows: [String], damage: [String]) { (self.rows, self.damage) = (rows, damage) }

    /// The state without some rows.
    func without(_ isLeftOut: (String) -> Bool) -> LedgerState {
        LedgerState(rows: rows.filter { !isLeftOut($0) }, damage: damage)
    }

    private static func text(_ row: Row, _ table: String, _ ids: [String: String]) -> String? {
        if table == "fact", let name = row["name"] as String?, volatileFacts.contains(name) { return nil }
        let values = row.compactMap { column, value -> String? in
            if volatileColumns.contains(column) { return nil }
            // The executable of runs with a fault belongs to the package, the other one to a copy.
            let text = (value.isNull ? "NULL" : String.fromDatabaseValue(value) ?? value.description)
                .replacing(BuildProducts.packageCopy + "/", with: "").replacing(BuildProducts.package, with: "")
            return "\(column)=\(column == "notification" ? ids[text] ?? text : text)"
        }
        return "\(table): " + values.joined(separator: ", ")
    }

    /// The rows that only one of the two states has, for messages.
    func difference(from other: LedgerState) -> String {
        let (mine, theirs) = (Set(rows), Set(other.rows))
        func text(_ rows: Set<String>) -> [String] { rows.sorted().map { String($0.prefix(200)) } }
        return "only here: \(text(mine.subtracting(theirs))), missing: \(text(theirs.subtracting(mine)))"
    }
}
