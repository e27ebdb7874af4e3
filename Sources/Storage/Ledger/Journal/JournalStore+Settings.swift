internal import GRDB
package import Reminders

/// What machines changed in the settings that they share: the subject is a key, and the value is YAML, or NULL if the key was removed.
extension JournalStore {
    /// The last value of each key that was changed; nil as long as the events of the machine with which the exchange began are missing.
    func sharedSettings() throws -> [String: String?]? {
        let isKnown = try database.firstRow(
            "SELECT number FROM journal WHERE kind = \(JournalKind.deliverer.sql) LIMIT 1",
            of: .journal
        ) { try $0.integer("number") }
        guard isKnown != nil else { return nil }
        let rows = try database.rows(
            "SELECT number, subject, value, undone_at FROM journal WHERE kind = \(JournalKind.setting.sql) ORDER BY \(RecordOrder.sql)",
            of: .journal
        ) { (try $0.text("subject"), try $0.optional("value", $0.text), try $0.optional("undone_at", $0.instant)) }
        var values: [String: String?] = [:]
        for (key, value, undoneAt) in rows {
            if undoneAt == nil {
                values[key] = .some(value)
            } else if values[key] == nil {
                // What was there before the first change was recorded, so there was nothing.
                values[key] = .some(nil)
            }
        }
        return values
    }

    /// The keys whose shared values an action changed.
    func sharedKeys(changedBy batch: Int64) throws -> Set<String> {
        Set(
            try database.rows(
                "SELECT number, subject FROM journal WHERE batch = ? AND kind = \(JournalKind.setting.sql)",
                [batch],
                of: .journal
            ) { try $0.text("subject") }
        )
    }
}

extension Ledger {
    /// The keys whose shared values an action changed.
    public func sharedKeys(changedBy batch: Int64) throws(LedgerError) -> Set<String> {
        try read { try JournalStore($0).sharedKeys(changedBy: batch) }
    }

    /// What of the settings in a file has to be exchanged with other machines; nil if this machine takes part in no exchange.
    package func exchange(of settings: SharedSettings) throws(LedgerError) -> SettingsExchange? {
        try read { database in
            guard try FactStore(database).bytes(.sync) != nil, let shared = try JournalStore(database).sharedSettings()
            else { return nil }
            let known = try FactStore(database).bytes(.sharedSettings).map(SharedSettings.init(in:))
            return SettingsExchange(settings, known: known, shared: shared)
        }
    }
}
