package import CivilTime
import Files
import Ledger
import Machines
import MachineFiles
package import Platform
import PrintableText
import Quoting
import Reminders
package import Results
package import Session
package import SystemPackage

/// Begins, changes and ends the exchange of changes with the person's other machines.
package struct Syncing {
    private let workspace: Workspace

    package init(_ workspace: Workspace) { self.workspace = workspace }

    // MARK: Joining

    /// Takes part in the exchange through a folder, or changes the folder or the name of this machine.
    ///
    /// - Parameters:
    ///   - name: what the user calls this machine; nil for its present name or that of the host.
    ///   - key: asks for the key of the machines whose files are in the folder.
    package func join(_ folder: FilePath, name: String?, key: () throws(CommandError) -> String) throws(CommandError)
        -> SyncResult
    {
        try workspace.context.checkRestored()
        let label = try name.map(checked)
        let keys = try keys(in: folder)
        let former = try workspace.membership()
        let action: SyncResult.Action
        let used: SyncKey
        if let former, let known = former.key {
            (action, used) = (.changed, known)
            guard keys.admit(used) else {
                throw .badSyncKey(
                    "the machines in \(shown(folder)) have another key; to join them, first leave the others: antrain sync leave"
                )
            }
        } else if keys.areNeeded {
            (action, used) = (.joined, try parsed(try key()))
            guard keys.admit(used) else {
                throw .badSyncKey(
                    "this is not the key of the machines in \(shown(folder)): its ID is \(used.id), theirs is \(keys.ids.sorted().joined(separator: " or ")); 'antrain sync join' shows the key on a machine that takes part"
                )
            }
        } else {
            (action, used) = (.begun, .random())
        }
        let membership = Membership(
            folder: folder.string,
            label: label ?? former?.label ?? Self.hostLabel,
            key: used
        )
        try workspace.set(membership)
        if let patience = try patience(action, former, renamed: membership.label) {
            let deliverer = Deliverer(machine: membership.label, patience: patience)
            _ = try Store(workspace).commit([.delivererNamed(deliverer)])
            // Now that there is an exchange, the settings are part of it.
            _ = try Store(workspace).commit()
        }
        return try result(action, try exchange())
    }

    /// After which silence of this machine another one sends the reminders; nil if another one sends them anyway.
    ///
    /// The first machine in a folder sends the reminders. If the sender gets another name, it remains the sender.
    private func patience(_ action: SyncResult.Action, _ former: Membership?, renamed label: String)
        throws(CommandError) -> TimeSpan?
    {
        if action == .begun { return Deliverer.usualPatience }
        guard let former, former.label != label else { return nil }
        let deliverer = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.deliverer() }
        return deliverer?.machine == former.label ? deliverer?.patience : nil
    }

    /// Names the machine that sends the reminders.
    ///
    /// - Parameters:
    ///   - name: its name; nil for this machine.
    ///   - patience: after which silence of it another machine takes over; nil for the present time.
    package func name(_ name: String?, patience: TimeSpan?) throws(CommandError) -> SyncResult {
        let membership = try membership()
        let (known, former) = try workspace.withLedger { (ledger) throws(LedgerError) in
            (try ledger.machines().values.map(\.status.label), try ledger.deliverer())
        }
        let names = [membership.label] + known.sorted()
        let machine = name ?? membership.label
        guard names.contains(machine) else {
            throw .badOption(name: "machine", value: machine, reason: "expected \(names.joined(separator: " or "))")
        }
        let deliverer = Deliverer(
            machine: machine,
            patience: patience ?? former?.patience ?? Deliverer.usualPatience
        )
        if deliverer != former { _ = try Store(workspace).commit([.delivererNamed(deliverer)]) }
        return try result(.named, try exchange())
    }

    /// The keys of the files in a folder.
    private struct FolderKeys {
        var ids: Set<String> = []
        /// Whether there is a file whose key cannot be determined, because a newer antrain wrote it.
        var hasUnknown = false

        var areNeeded: Bool { hasUnknown || !ids.isEmpty }

        func admit(_ key: SyncKey) -> Bool { hasUnknown || ids.isEmpty || ids.contains(key.id) }
    }

    private func keys(in folder: FilePath) throws(CommandError) -> FolderKeys {
        let listing: SyncFolder.Listing
        do { listing = try SyncFolder.list(folder) } catch { throw .file(error) }
        var keys = FolderKeys()
        // No file has this key, so each says which one it has.
        let other = SyncKey.random()
        for file in listing.files {
            do throws(MachineFile.ReadingProblem) { _ = try MachineFile.opening(of: file.path, with: other) } catch {
                switch error {
                case .foreign(let id): keys.ids.insert(id)
                case .newer: keys.hasUnknown = true
                case .file, .tooLarge, .unrecognized, .otherContents: break
                }
            }
        }
        return keys
    }

    private func parsed(_ text: String) throws(CommandError) -> SyncKey {
        do throws(SyncKey.TextProblem) { return try SyncKey(parsing: text) } catch {
            let reason =
                switch error {
                case .character(let scalar, let position):
                    "no key contains its character \(position), \(quoted(String(scalar)))"
                case .length(0): "it is empty"
                case .length(let length):
                    "it has \(length) letters and digits instead of \(SyncKey.textLength)"
                case .checksum: "a character is wrong, or two are swapped"
                }
            throw .badSyncKey(
                "this is not a key: \(reason); 'antrain sync join' shows the key on a machine that takes part"
            )
        }
    }

    private static let longestLabel = 32

    private func checked(_ name: String) throws(CommandError) -> String {
        guard !name.isEmpty, name.utf8.count <= Self.longestLabel, name.utf8.allSatisfy(Self.isAllowed) else {
            throw .badOption(
                name: "--name",
                value: name,
                reason: "expected at most \(Self.longestLabel) letters (a to z, A to Z), digits and hyphens"
            )
        }
        return name
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The name of the host up to the first dot, with the characters of a machine's name only.
    private static var hostLabel: String {
        let bytes = ProcessEnvironment.hostName.utf8.prefix { $0 != UInt8(ascii: ".") }.filter(isAllowed)
        return bytes.isEmpty ? "machine" : String(decoding: bytes.prefix(longestLabel), as: UTF8.self)
    }

    // MARK: Other actions

    /// Exchanges changes with the other machines, and makes the plan anew if there are any.
    package func now() throws(CommandError) -> SyncResult {
        _ = try membership()
        try workspace.context.checkRestored()
        // Edits by hand are exchanged, too.
        _ = try Store(workspace).commit()
        return try result(.exchanged, try exchange())
    }

    package func status() throws(CommandError) -> SyncResult {
        try result(.shown, ExchangeOutcome(received: nil, problems: try workspace.syncProblems()))
    }

    /// The key for another machine.
    package func key() throws(CommandError) -> SyncKeyResult {
        let membership = try membership()
        guard let key = membership.key else {
            throw .badSyncKey(
                "the stored key is damaged; join again: antrain sync folder \(ShellText.path(shown(membership.path)))"
            )
        }
        let folder = ResultPath(membership.path, workspace.paths)
        return SyncKeyResult(
            key: key.text,
            folder: folder,
            commands: ["antrain sync folder \(ShellText.path(folder.shown))", "antrain sync status"]
        )
    }

    /// Ends the exchange on this machine; its file stays, so that other machines get what they lack.
    package func leave() throws(CommandError) -> SyncResult {
        _ = try membership()
        try workspace.context.checkRestored()
        // The others get what they lack, also edits by hand.
        _ = try Store(workspace).commit()
        if try workspace.exchange()?.changesPlan ?? false { _ = try Store(workspace).commit() }
        let result = try result(.left, ExchangeOutcome(received: nil, problems: []))
        try workspace.set(nil)
        _ = workspace.newProblems([], of: .sync)
        return result
    }

    private func membership() throws(CommandError) -> Membership {
        guard let membership = try workspace.membership() else { throw .notSyncing }
        return membership
    }

    private func exchange() throws(CommandError) -> ExchangeOutcome {
        guard let outcome = try workspace.exchange(isAsked: true) else { throw .notSyncing }
        if outcome.changesPlan { _ = try Store(workspace).commit() }
        return outcome
    }

    private func result(_ action: SyncResult.Action, _ outcome: ExchangeOutcome) throws(CommandError) -> SyncResult {
        let membership = try membership()
        let now = try workspace.now()
        let (machine, machines, deliverer, role) = try workspace.withLedger { (ledger) throws(LedgerError) in
            (try ledger.machineName(), try ledger.machines(), try ledger.deliverer(), try ledger.deliveryRole(at: now))
        }
        let file = MachineID(machine).map(MachineFile.name) ?? ""
        return SyncResult(
            action,
            membership,
            file: ResultPath(membership.path.appending(file), workspace.paths),
            received: outcome.received,
            machines,
            deliverer,
            role,
            problems: outcome.problems,
            in: try workspace.zone(.system),
            workspace.paths
        )
    }

    private func shown(_ path: FilePath) -> String { workspace.paths.shown(path).printable(upTo: 400) }
}
