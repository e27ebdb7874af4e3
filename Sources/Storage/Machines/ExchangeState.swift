internal import Foundation
package import Ledger
package import MachineFiles
package import SystemPackage

/// How this machine exchanges events with a person's other machines.
package struct Membership: Sendable, Hashable, Codable {
    /// The path of the folder that another program synchronizes.
    package var folder: String
    /// The name of this machine that people use, such as `laptop`.
    package var label: String
    /// The text form of the key.
    private let secret: String

    /// - Parameter key: the secret that all machines of the person share.
    package init(folder: String, label: String, key: SyncKey) {
        (self.folder, self.label) = (folder, label)
        secret = key.text
    }

    package var path: FilePath { FilePath(folder) }

    /// nil if the stored key is damaged.
    package var key: SyncKey? { try? SyncKey(parsing: secret) }
}

/// What this machine remembers of the last exchange.
struct ExchangeState: Sendable, Codable, Equatable {
    /// The name under which this machine writes its file; nil if it has not written one.
    var machine: String?
    /// Where it wrote last.
    var host = ""
    /// The end of its file.
    var position: [UInt8]?
    var generation: Int64 = 0
    /// The number of the last event of this ledger in the file.
    var published: Int64 = 0
    /// The last status in the file.
    var status: MachineStatus?
    /// The bytes of statuses since the file was rewritten.
    var statusBytes = 0
    /// When this machine joined, in seconds since 1970.
    var joinedAt: Int64?
    /// When this machine began to run after it was off for more than an hour, and when it had run last before.
    var awakeSince: Int64?
    var asleepSince: Int64?
    /// The machine that is named to send the reminders.
    var deliverer: String?
    /// The machine that was named before.
    var relieved: Relieved?
    /// What was read of each file, by its name.
    var files: [String: ReadFile] = [:]
    /// The other machines, by the names of their ledgers.
    var machines: [String: KnownMachine] = [:]
    /// Whether the ledger may lack rows of events that it has: it got another name, perhaps in a repair.
    var lacksRows: Bool?

    /// A machine that was named to send the reminders until this machine learned, at a time by its own clock, that another one is.
    struct Relieved: Sendable, Codable, Equatable {
        let machine: String
        let at: Int64
    }

    /// What a machine that leaves keeps.
    var left: ExchangeState {
        var state = ExchangeState()
        (state.machine, state.host, state.generation, state.status) = (machine, host, generation, status)
        return state
    }

    struct ReadFile: Sendable, Codable, Equatable {
        /// What showed that the file had not changed; empty if it must be read again.
        var stamp: String
        var position: [UInt8]?
    }
}

extension Ledger {
    /// How this machine takes part in an exchange; nil if it does not.
    package func membership() throws(LedgerError) -> Membership? {
        try read { try FactStore($0).bytes(.sync) }.flatMap {
            try? JSONDecoder().decode(Membership.self, from: Data($0))
        }
    }

    /// Begins, changes or ends the exchange.
    package func set(_ membership: Membership?) throws(LedgerError) {
        let bytes = membership.flatMap { try? JSONEncoder().encode($0) }.map { [UInt8]($0) }
        var state = try exchangeState()
        // In a folder that is empty, the machine writes only when it joins.
        (state.position, state.files) = (nil, [:])
        let begun = try? JSONEncoder().encode(state)
        let left = try? JSONEncoder().encode(state.left)
        try write { database in
            let facts = FactStore(database)
            guard let bytes, let begun else {
                for name in [FactName.sync, .exchange, .group, .sentElsewhere, .sharedSettings, .plannedEvents] {
                    try facts.remove(name)
                }
                // If this machine comes back, the others must not take its status for an old one.
                if let left { try facts.set(.exchange, [UInt8](left)) }
                return
            }
            try facts.set(.sync, bytes)
            try facts.set(.exchange, [UInt8](begun))
            if let key = membership?.key { try facts.set(.group, Array(key.id.prefix(8).utf8)) }
        }
    }

    /// Whether a repair lost how this machine took part: it has events of others, and did not leave.
    package func hasLostMembership() throws(LedgerError) -> Bool {
        guard try membership() == nil else { return false }
        return try read { database in
            guard try FactStore(database).bytes(.exchange) == nil else { return false }
            return try EventLog(database).hasOtherMachines()
        }
    }

    func exchangeState() throws(LedgerError) -> ExchangeState {
        try read { try FactStore($0).bytes(.exchange) }
            .flatMap { try? JSONDecoder().decode(ExchangeState.self, from: Data($0)) } ?? ExchangeState()
    }

    func set(_ state: ExchangeState) throws(LedgerError) {
        guard let bytes = try? JSONEncoder().encode(state) else { return }
        try write { try FactStore($0).set(.exchange, [UInt8](bytes)) }
    }

    /// The other machines of the person, by the names of their ledgers.
    package func machines() throws(LedgerError) -> [String: KnownMachine] { try exchangeState().machines }
}
