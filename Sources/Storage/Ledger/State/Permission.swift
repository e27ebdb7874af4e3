package import CivilTime
package import GRDB

/// The user's decision about a channel's plugin.
public enum PermissionState: String, Sendable, Hashable, CaseIterable, Encodable {
    case notDetermined = "not-determined"
    /// It may deliver.
    case authorized
    /// It may deliver quietly.
    case provisional
    /// It may not deliver.
    case denied
}

/// A decision about a channel, with the file that it applies to.
public struct PermissionDecision: Sendable, Hashable {
    public let state: PermissionState
    /// The SHA-256 of the plugin's file in hexadecimal digits; nil for a shipped plugin.
    public let digest: String?

    /// The plugin's description at that time, including its needs; nil for a shipped plugin.
    public let manifest: [UInt8]?

    public init(state: PermissionState, digest: String?, manifest: [UInt8]? = nil) {
        (self.state, self.digest, self.manifest) = (state, digest, manifest)
    }
}

/// Reads and writes decisions about channels.
package struct PermissionStore {
    private let database: Database

    package init(_ database: Database) { self.database = database }

    package func all() throws -> [String: PermissionDecision] {
        let decisions = try database.rows(
            "SELECT channel, state, digest, card FROM permission",
            of: .permission
        ) { row in
            let manifest = try row.optional("card", row.bytes) ?? []
            return (
                try row.text("channel"),
                PermissionDecision(
                    state: try row.word("state", PermissionState.self),
                    digest: try row.optional("digest", row.text),
                    manifest: manifest.isEmpty ? nil : manifest
                )
            )
        }
        return Dictionary(decisions) { $1 }
    }

    /// Replaces the decisions of another ledger by those in force here, and forgets what it knows of plugins.
    ///
    /// Where there is none, a denial stays, and a decision about a shipped plugin, which may run anyway; no other plugin is allowed.
    package func replaceAll(by present: [String: PermissionDecision], at now: Instant) throws {
        try database.execute(
            sql:
                "DELETE FROM plugin; DELETE FROM permission WHERE state != \(PermissionState.denied.sql) AND digest IS NOT NULL"
        )
        for (channel, decision) in present { try insert(decision, of: channel, at: now) }
    }

    func set(_ decision: PermissionDecision?, of channel: String, at now: Instant) throws {
        // The reason for the last failure may be the earlier decision, and waiting longer would not help.
        try database.execute(
            sql: """
                UPDATE delivery SET state = \(OutboxState.pending.sql), due_at = ?, reason = NULL, wait_boot = NULL, wait_until = NULL
                WHERE channel = ? AND state = \(OutboxState.retrying.sql)
                """,
            arguments: [now.secondsSinceEpoch, channel]
        )
        guard let decision else {
            return try database.execute(sql: "DELETE FROM permission WHERE channel = ?", arguments: [channel])
        }
        try insert(decision, of: channel, at: now)
    }

    private func insert(_ decision: PermissionDecision, of channel: String, at moment: Instant) throws {
        try database.execute(
            sql: """
                INSERT INTO permission (channel, state, digest, decided_at, card) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (channel) DO UPDATE SET
                    state = excluded.state, digest = excluded.digest, decided_at = excluded.decided_at,
                    card = excluded.card
                """,
            arguments: [
                channel, decision.state.rawValue, decision.digest, moment.secondsSinceEpoch,
                decision.manifest?.databaseData,
            ]
        )
    }
}

extension Ledger {
    /// The decisions about channels, by the channels' names.
    public func permissions() throws(LedgerError) -> [String: PermissionDecision] {
        try read { try PermissionStore($0).all() }
    }
}
