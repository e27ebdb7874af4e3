internal import Glibc
internal import Ledger
internal import Reminders
internal import RunnerProtocol
internal import SystemPackage

/// The purpose of a plugin's process: it serves a channel only while all of this stays the same.
struct RunnerKey: Hashable {
    /// The channel's name.
    let channel: String
    /// The path of the plugin's library.
    let library: FilePath
    /// Whether the library was shipped with antrain.
    let ships: Bool
    /// Whether the host keeps running to receive the user's answers through the plugin.
    let listens: Bool
    /// The confinement of its process.
    let confinement: PluginConfinement
    private let digest: String?
    /// Stamps that change when the library, or a file with a secret, is replaced.
    private let stamps: [[Int]]
    /// The files and folders that the process may use.
    ///
    /// Access is granted to the file itself and not to its name: after a rotation, or after an editor saved, the name refers to
    /// another file, which only a new process may use.
    private var granted: [[Int]]
    /// The sockets that it may connect to; also granted themselves and not by their names.
    private let sockets: [[Int]]
    private let values: [ChannelValue]
    private let state: PermissionState

    init(_ channel: Channel, listens: Bool) {
        self.channel = channel.name
        library = channel.library ?? ""
        digest = channel.digest
        ships = channel.ships
        self.listens = listens
        confinement = channel.confinement
        values = channel.values
        state = channel.permission.state
        let secrets = values.compactMap { if case .file(let path) = $0.origin { path } else { nil } }
        stamps = ([library.string] + secrets).map(RunnerKey.stamp)
        granted = RunnerKey.identities(confinement.places)
        sockets = RunnerKey.identities(confinement.sockets)
    }

    /// Adds the files that the process created for its plugin, which did not exist when it started.
    mutating func noteCreatedFiles() {
        let present = RunnerKey.identities(confinement.places)
        for (place, identity) in present.enumerated() where granted[place].isEmpty { granted[place] = identity }
    }

    private static func identities(_ places: [WirePlace]) -> [[Int]] {
        places.map { place in
            facts(place.path).map { [Int(truncatingIfNeeded: $0.st_dev), Int(truncatingIfNeeded: $0.st_ino)] } ?? []
        }
    }

    private static func stamp(_ path: String) -> [Int] {
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        guard let facts = facts(path.hasPrefix("~/") ? home + path.dropFirst() : path) else { return [] }
        let changed = facts.st_ctim
        return [
            Int(truncatingIfNeeded: facts.st_dev), Int(truncatingIfNeeded: facts.st_ino), Int(facts.st_size),
            changed.tv_sec, changed.tv_nsec,
        ]
    }

    private static func facts(_ path: String) -> stat? {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts : nil
    }
}

extension WireLoad {
    /// The library that a process should load, and its access.
    init(_ purpose: RunnerKey, _ terminal: TerminalFacts, _ level: ConfinementLevel) {
        self.init(path: purpose.library.string)
        listens = purpose.listens
        needs = purpose.confinement.needs
        places = purpose.confinement.places
        protected = purpose.confinement.protected
        sockets = purpose.confinement.sockets
        landlock = UInt32(clamping: level.landlock)
        columns = UInt32(max(0, terminal.columns))
        terminalFlags = terminal.flags
    }
}
