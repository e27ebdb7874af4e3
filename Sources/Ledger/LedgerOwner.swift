internal import Foundation
internal import GRDB

/// The name by which plugins distinguish a ledger's entries from those of other ledgers.
///
/// It follows from the place of the file, so that a ledger that takes the place of a deleted one finds what that one left in plugins'
/// queues, and lets go of it. A ledger that is moved or copied keeps its name.
enum LedgerOwner {
    /// The name of a ledger that is made at a path.
    static func name(at path: String) -> String {
        let place = realpath(path, nil).map { real in
            defer { free(real) }
            return String(cString: real)
        }
        let hash = (place ?? path).utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        let digits = String((hash >> 32) ^ (hash & 0xFFFF_FFFF), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Names a ledger that was made just now.
    static func set(_ database: Database, path: String) throws {
        try database.execute(
            sql: "UPDATE fact SET value = CAST(? AS BLOB) WHERE name = 'owner'",
            arguments: [name(at: path)]
        )
    }
}
