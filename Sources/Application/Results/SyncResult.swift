package import CivilTime
package import Ledger
package import Machines
package import Platform

/// How this machine exchanges changes with the person's other machines, and what a command did about it.
package struct SyncResult: CommandResult {
    package static let kind = "sync"

    package enum Action: String, Encodable {
        /// The machine joined with the key of other machines, or began with a new key.
        case joined, begun
        /// The folder or the machine's name changed.
        case changed
        /// A machine was named to send the reminders.
        case named
        case exchanged, shown, left
    }

    /// Another machine.
    struct Machine: Encodable {
        let name: String
        let heardAt: String
        let version: String
        fileprivate let heard: CivilDateTime

        private enum CodingKeys: String, CodingKey { case name, heardAt = "heard_at", version }
    }

    let action: Action
    let folder: ResultPath
    /// What people call this machine.
    let name: String
    /// The machine that was named to send the reminders; nil if none was.
    let deliverer: String?
    /// After which silence of it, in seconds, another machine sends them.
    let patience: Int64?
    /// Whether this machine sends them.
    let role: String
    /// The file of this machine.
    let file: ResultPath
    /// How many changes came from other machines; nil if the command did not exchange any.
    let received: Int?
    let machines: [Machine]
    let problems: [ResultMessage]

    package init(
        _ action: Action,
        _ membership: Membership,
        file: ResultPath,
        received: Int?,
        _ machines: [String: KnownMachine],
        _ deliverer: Deliverer?,
        _ role: DeliveryRole,
        problems: [String],
        in zone: Zone,
        _ paths: Paths
    ) {
        (self.action, self.file, self.received) = (action, file, received)
        (self.deliverer, patience) = (deliverer?.machine, deliverer?.patience.seconds)
        let zoned = { (moment: Instant) in
            let civil = zone.civil(at: moment)
            return "\(civil.date) \(civil.time)"
        }
        let silence =
            deliverer.map { "; another machine takes over if this machine is silent for \($0.patience)" } ?? ""
        self.role = role.code
        switch role {
        case .sends: sending = "this machine sends the reminders\(silence)"
        case .standsBy(let machine, let end):
            sending =
                "\(machine) sends the reminders; this machine takes over if \(machine) stays silent until \(zoned(end))"
        case .waits(_, let end):
            sending =
                "this machine sends the reminders from \(zoned(end)) on; until then, it waits for news from the others"
        case .takesOver(let machine, let since):
            sending = "this machine sends the reminders, because \(machine) has been silent since \(zoned(since))"
        }
        folder = ResultPath(membership.path, paths)
        name = membership.label
        self.machines = machines.sorted { ($0.value.status.label, $0.key) < ($1.value.status.label, $1.key) }.map {
            let heard = Instant(secondsSinceEpoch: $0.value.heardAt)
            let status = $0.value.status
            return Machine(
                name: status.label,
                heardAt: heard.description,
                version: status.version,
                heard: zone.civil(at: heard)
            )
        }
        self.problems = problems.map(ResultMessage.init)
    }

    /// The exit code of a command that exchanged changes.
    package var status: ExitStatus { problems.isEmpty ? .success : .unavailable }

    /// Who sends the reminders, in words.
    private let sending: String

    private enum CodingKeys: String, CodingKey {
        case action, folder, name, deliverer, patience = "patience_seconds", role, file, received, machines, problems
    }

    package func text(_ style: Style, columns: Int) -> String {
        var lines: [String] = []
        switch action {
        case .begun: lines.append("\(name) takes part in \(folder.shown) with a new key")
        case .joined: lines.append("\(name) takes part in \(folder.shown)")
        case .changed: lines.append("\(name) now takes part in \(folder.shown)")
        case .exchanged: break
        case .named: lines.append(sending)
        case .shown:
            lines.append("\(name) takes part in \(folder.shown)")
            let rows = machines.map { [$0.name, "\($0.heard.date) \($0.heard.time)", $0.version] }
            if rows.isEmpty { lines.append("no other machine has been heard from yet") }
            if !rows.isEmpty {
                lines += TextTable.lines([["MACHINE", "LAST HEARD", "VERSION"]] + rows, columns: columns)
            }
            lines.append(sending)
            lines += problems.map { "\(style.magenta("problem:")) \($0.message)" }
        case .left:
            lines.append("\(name) no longer takes part in \(folder.shown)")
            lines.append("when all machines have its changes, you can delete its file: \(file.shown)")
            lines.append("from now on, it sends reminders by itself; to turn them off here: antrain settings --off")
            if deliverer == name, !machines.isEmpty {
                lines.append("choose the machine that sends those of the others; on that machine: antrain sync deliver")
            }
        }
        if let received {
            lines.append(
                received == 0 ? "no changes from other machines" : plural(received, "change") + " from other machines"
            )
        }
        if action == .begun || action == .joined { lines.append("to add another machine: antrain sync join") }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension DeliveryRole {
    var code: String {
        switch self {
        case .sends: "sends"
        case .standsBy: "stands-by"
        case .waits: "waits"
        case .takesOver: "takes-over"
        }
    }
}

/// The key of a sync folder, for another machine.
package struct SyncKeyResult: CommandResult {
    package static let kind = "sync-key"

    let key: String
    let folder: ResultPath
    /// What to type on the other machine.
    let commands: [String]

    package init(key: String, folder: ResultPath, commands: [String]) {
        (self.key, self.folder, self.commands) = (key, folder, commands)
    }

    package func text(_ style: Style, columns: Int) -> String {
        """
        when the files in \(folder.shown) have arrived on the other machine, type there (the path may differ):
        \(commands.map { "  " + $0 + "\n" }.joined())the first command asks for this key:
          \(style.bold(key))
        whoever has the key and the folder can read and change your history

        """
    }
}
