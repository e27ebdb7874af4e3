internal import Files
internal import Foundation
package import GRDB
package import SystemPackage

/// The identity of a ledger: whether a snapshot is an earlier state of it.
///
/// A ledger gets a name at its creation, and a further one when a copy of an earlier state replaces it. Each former name has the
/// number of rows up to which its history is also that of the ledger: what followed was replaced, and its numbers were given again.
package struct LedgerLineage: Equatable {
    private static let fact = FactName.lineage.rawValue

    private struct Branch: Equatable {
        let name: String
        /// The number of rows at its end; nil for the present one.
        var end: Int64?
    }

    private var branches: [Branch]

    /// The lineage of a ledger; nil if it has none, because an earlier version wrote it or its facts were lost.
    ///
    /// - Parameter schema: the name under which the database is attached.
    package init?(_ database: Database, schema: String = "main") throws {
        let query = "SELECT CAST(value AS TEXT) FROM \(schema).fact WHERE name = '\(LedgerLineage.fact)'"
        guard let text = try String.fetchOne(database, sql: query) else { return nil }
        self.init(parsing: text)
    }

    /// A lineage in its stored form: `9c1e…:120 5f0c…`.
    package init?(parsing text: String) {
        var names = text.split(separator: " ").map(String.init)
        guard let present = names.popLast(), LedgerLineage.isName(present) else { return nil }
        branches = []
        for former in names {
            let parts = former.split(separator: ":").map(String.init)
            guard parts.count == 2, LedgerLineage.isName(parts[0]), let end = Int64(parts[1]) else { return nil }
            branches.append(Branch(name: parts[0], end: end))
        }
        branches.append(Branch(name: present))
    }

    /// Whether a text can be the name of a ledger: 16 hexadecimal digits.
    package static func isName(_ text: String) -> Bool {
        text.utf8.count == 16 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// The present name of the ledger.
    var name: String? { branches.last?.name }

    /// Whether a state with a lineage and a number of rows is an earlier, or the present, state of this ledger.
    package func contains(_ other: LedgerLineage, rows: Int64) -> Bool {
        guard let name = other.branches.last?.name else { return false }
        return branches.contains { $0.name == name && rows <= $0.end ?? .max }
    }

    /// Names a ledger that has no lineage.
    package static func begin(_ database: Database) throws {
        try database.execute(
            sql: "INSERT OR IGNORE INTO fact (name, value) VALUES ('\(fact)', CAST(lower(hex(randomblob(8))) AS BLOB))"
        )
    }

    /// Gives a repaired ledger that has lost its lineage that of the attached `snapshot`.
    package static func adopt(_ database: Database) throws {
        try database.execute(
            sql:
                "INSERT OR IGNORE INTO main.fact (name, value) SELECT name, value FROM snapshot.fact WHERE name = '\(fact)'"
        )
    }

    /// Gives a copy that will replace the ledger its own name.
    package static func branch(_ database: Database) throws {
        try begin(database)
        try database.execute(sql: "DELETE FROM fact WHERE name = '\(FactName.machine.rawValue)'")
        let end = try rows(database)
        try database.execute(
            sql: """
                UPDATE fact SET value = CAST(CAST(value AS TEXT) || ':' || ? || ' ' || lower(hex(randomblob(8))) AS BLOB)
                WHERE name = '\(fact)'
                """,
            arguments: [end]
        )
    }

    /// The sum of the highest numbers that the tables ever gave to their rows: it grows with each activation, answer, log entry, reminder
    /// and notification, and neither compaction nor the deletion of rows lowers it (https://www.sqlite.org/autoinc.html).
    package static func rows(_ database: Database, schema: String = "main") throws -> Int64 {
        // Events were added later; the ends in lineages do not count them.
        let query = "SELECT coalesce(sum(seq), 0) FROM \(schema).sqlite_sequence WHERE name <> ?"
        return try Int64.fetchOne(database, sql: query, arguments: [LedgerTable.event.rawValue]) ?? 0
    }
}

/// The name by which plugins distinguish the entries of this ledger from those of other ledgers.
///
/// It is derived from the path, so that a ledger that replaces a deleted one finds and cancels the entries that the old one left
/// in plugins' queues. A ledger that is moved or copied keeps its name.
package enum LedgerOwner {
    /// The name of a ledger created at a path.
    package static func name(at path: FilePath) -> String {
        let hash = (resolved(path) ?? resolvedFolder(of: path) ?? path.string).utf8.reduce(
            0xCBF2_9CE4_8422_2325 as UInt64
        ) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        let digits = String((hash >> 32) ^ (hash & 0xFFFF_FFFF), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    private static func resolved(_ path: FilePath) -> String? {
        realpath(path.string, nil).map { real in
            defer { free(real) }
            return String(cString: real)
        }
    }

    /// The path of a file that does not exist yet.
    private static func resolvedFolder(of path: FilePath) -> String? {
        guard let folder = resolved(path.folder), let name = path.lastComponent else { return nil }
        return FilePath(folder).appending(name).string
    }

    /// Names a newly created ledger.
    static func set(_ database: Database, path: FilePath) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO fact (name, value) VALUES ('owner', CAST(? AS BLOB))",
            arguments: [name(at: path)]
        )
    }
}
