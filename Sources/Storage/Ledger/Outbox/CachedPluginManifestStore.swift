internal import GRDB
public import SystemPackage

/// A plugin's description from when it was last loaded, so that it need not be loaded again.
public struct CachedPluginManifest: Sendable, Hashable {
    /// A stamp that changes when the file is replaced.
    public let stamp: String
    /// The description as received over the wire.
    public let bytes: [UInt8]

    /// Creates a cache entry.
    public init(stamp: String, bytes: [UInt8]) {
        self.stamp = stamp
        self.bytes = bytes
    }
}

extension Ledger {
    /// The cached plugin descriptions by library path.
    public func pluginCards() throws(LedgerError) -> [FilePath: CachedPluginManifest] {
        try read { database in
            let cards = try database.rows("SELECT path, stamp, card FROM plugin", of: .plugin) { row in
                (
                    FilePath(try row.text("path")),
                    CachedPluginManifest(stamp: try row.text("stamp"), bytes: try row.bytes("card"))
                )
            }
            return Dictionary(cards) { $1 }
        }
    }

    /// Caches a plugin's description.
    public func remember(_ manifest: CachedPluginManifest, of path: FilePath) throws(LedgerError) {
        try write { database in
            try database.execute(
                sql: """
                    INSERT INTO plugin (path, stamp, card) VALUES (?, ?, ?)
                    ON CONFLICT (path) DO UPDATE SET stamp = excluded.stamp, card = excluded.card
                    """,
                arguments: [path.string, manifest.stamp, manifest.bytes.databaseData]
            )
        }
    }
}
