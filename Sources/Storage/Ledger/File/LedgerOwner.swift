internal import Files
internal import Foundation
internal import GRDB
package import SystemPackage

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
