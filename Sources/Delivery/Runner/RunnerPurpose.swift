internal import Glibc
internal import Ledger
internal import Reminders
internal import RunnerWire

/// What a plugin's process was started for: it serves a channel only as long as all of this stays the same.
struct RunnerPurpose: Hashable {
    /// The path of the plugin's library.
    let library: String
    /// Whether the library came with antrain.
    let ships: Bool
    /// Whether the host stays to hear what the user answers through the plugin.
    let listens: Bool
    /// What its process may do.
    let confinement: PluginConfinement
    private let digest: String?
    /// What tells the library, and the files that secrets come from, from any that take their places.
    private let stamps: [[Int]]
    /// Which files and folders the process may use.
    ///
    /// Access is granted to the file itself and not to its name: after a rotation, or
    /// an editor's save, another file has the name, and only another process may use that one.
    private var granted: [[Int]]
    private let values: [ChannelValue]
    private let state: PermissionState

    init(_ channel: Channel, listens: Bool) {
        library = channel.library ?? ""
        digest = channel.digest
        ships = channel.ships
        self.listens = listens
        confinement = channel.confinement
        values = channel.values
        state = channel.permission.state
        let secrets = values.compactMap { if case .file(let path) = $0.origin { path } else { nil } }
        stamps = ([library] + secrets).map(RunnerPurpose.stamp)
        granted = RunnerPurpose.identities(confinement)
    }

    /// Notes which files the process made for its plugin: they were not there when it was started.
    mutating func noteCreatedFiles() {
        let present = RunnerPurpose.identities(confinement)
        for (place, identity) in present.enumerated() where granted[place].isEmpty { granted[place] = identity }
    }

    private static func identities(_ confinement: PluginConfinement) -> [[Int]] {
        confinement.places.map { place in
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
