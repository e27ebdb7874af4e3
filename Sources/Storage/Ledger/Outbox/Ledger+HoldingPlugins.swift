internal import GRDB

extension Ledger {
    /// The plugins of channels that schedule, by channel name, as last given in the settings: after a channel is removed from the
    /// settings, its plugin must still be asked to cancel.
    public func holdingPlugins() throws(LedgerError) -> [String: String] { try pairs(.holdingPlugins) }

    /// Remembers the plugins of channels that schedule; writes nothing if they are unchanged.
    public func note(holdingPlugins plugins: [String: String]) throws(LedgerError) {
        try note(plugins, as: .holdingPlugins)
    }

    /// The digests of the details of scheduled notifications that plugins last received, by the keys of the deliveries.
    public func toldDetails() throws(LedgerError) -> [String: String] { try pairs(.toldDetails) }

    /// Stores the digests of the details; writes nothing if they are unchanged.
    public func note(toldDetails digests: [String: String]) throws(LedgerError) {
        try note(digests, as: .toldDetails)
    }

    /// For how many seconds the plugins of channels keep answers, by channel name.
    public func answersKept() throws(LedgerError) -> [String: Int64] {
        try pairs(.answersKept).compactMapValues { Int64($0) }
    }

    /// Remembers for how many seconds plugins keep answers; writes nothing if that is unchanged.
    public func note(answersKept seconds: [String: Int64]) throws(LedgerError) {
        try note(seconds.mapValues { "\($0)" }, as: .answersKept)
    }

    private func pairs(_ name: FactName) throws(LedgerError) -> [String: String] {
        try read { database in
            let lines = try FactStore(database).text(name)?.split(separator: "\n") ?? []
            let pairs = lines.compactMap { line -> (String, String)? in
                let parts = line.unicodeScalars.split(separator: "=", maxSplits: 1).map(String.init)
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            }
            return Dictionary(pairs) { $1 }
        }
    }

    private func note(_ pairs: [String: String], as name: FactName) throws(LedgerError) {
        guard try self.pairs(name) != pairs else { return }
        let lines = pairs.filter { !$0.value.utf8.contains(0x0A) }.map { "\($0.key)=\($0.value)" }.sorted()
        try write { try FactStore($0).set(name, Array(lines.joined(separator: "\n").utf8)) }
    }
}
