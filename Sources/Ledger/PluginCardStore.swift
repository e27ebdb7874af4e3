internal import GRDB

/// What a plugin said of itself when it was last loaded, so that it need not be loaded to be known.
public struct PluginCard: Sendable, Hashable {
    /// What tells the file from any that takes its place.
    public let stamp: String
    /// What the plugin said, as it came over the wire.
    public let bytes: [UInt8]

    /// Creates a card.
    public init(stamp: String, bytes: [UInt8]) {
        self.stamp = stamp
        self.bytes = bytes
    }
}

extension Ledger {
    /// What plugins said of themselves, by the paths of their libraries.
    public func pluginCards() throws(LedgerError) -> [String: PluginCard] {
        try read { database in
            let cards = try database.rows("SELECT path, stamp, card FROM plugin", of: .plugin) { row in
                (try row.text("path"), PluginCard(stamp: try row.text("stamp"), bytes: try row.bytes("card")))
            }
            return Dictionary(cards) { $1 }
        }
    }

    /// Remembers what a plugin said of itself.
    public func remember(_ card: PluginCard, of path: String) throws(LedgerError) {
        try write { database in
            try database.execute(
                sql: """
                    INSERT INTO plugin (path, stamp, card) VALUES (?, ?, ?)
                    ON CONFLICT (path) DO UPDATE SET stamp = excluded.stamp, card = excluded.card
                    """,
                arguments: [path, card.stamp, card.bytes.databaseData]
            )
        }
    }
}
