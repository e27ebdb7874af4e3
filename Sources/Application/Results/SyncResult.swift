package import CivilTime
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
        problems: [String],
        in zone: Zone,
        _ paths: Paths
    ) {
        (self.action, self.file, self.received) = (action, file, received)
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

    private enum CodingKeys: String, CodingKey { case action, folder, name, file, received, machines, problems }

    package func text(_ style: Style, columns: Int) -> String {
        var lines: [String] = []
        switch action {
        case .begun: lines.append("\(name) takes part in \(folder.shown) with a new key")
        case .joined: lines.append("\(name) takes part in \(folder.shown)")
        case .changed: lines.append("\(name) now takes part in \(folder.shown)")
        case .exchanged: break
        case .shown:
            lines.append("\(name) takes part in \(folder.shown)")
            let rows = machines.map { [$0.name, "\($0.heard.date) \($0.heard.time)", $0.version] }
            if rows.isEmpty { lines.append("no other machine was heard yet") }
            if !rows.isEmpty { lines += TextTable.lines([["MACHINE", "HEARD", "VERSION"]] + rows, columns: columns) }
            lines += problems.map { "\(style.magenta("problem:")) \($0.message)" }
        case .left:
            lines.append("\(name) no longer takes part in \(folder.shown)")
            lines.append("when all machines have its changes, you can delete its file: \(file.shown)")
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
        when \(folder.shown) has arrived on the other machine, type there, with its path of the folder:
        \(commands.map { "  " + $0 + "\n" }.joined())and this key when it asks for it:
          \(style.bold(key))
        whoever has the key can read and change your history

        """
    }
}
