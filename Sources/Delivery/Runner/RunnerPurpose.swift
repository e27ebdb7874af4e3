internal import Glibc
internal import Ledger
internal import Reminders

/// What a plugin's process was started for: it serves a channel only as long as all of this stays the same.
struct RunnerPurpose: Hashable {
    /// The path of the plugin's library.
    let library: String
    /// Whether the host stays to hear what the user answers through the plugin.
    let listens: Bool
    /// What its process may do.
    let confinement: PluginConfinement
    /// What tells the library, and the files that secrets come from, from any that take their places.
    private let stamps: [[Int]]
    private let values: [ChannelValue]
    private let state: PermissionState

    init(_ channel: Channel, listens: Bool) {
        library = channel.library ?? ""
        self.listens = listens
        confinement = channel.confinement
        values = channel.values
        state = channel.permission.state
        let secrets = values.compactMap { if case .file(let path) = $0.origin { path } else { nil } }
        stamps = ([library] + secrets).map(RunnerPurpose.stamp)
    }

    private static func stamp(_ path: String) -> [Int] {
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        var facts = stat()
        guard stat(path.hasPrefix("~/") ? home + path.dropFirst() : path, &facts) == 0 else { return [] }
        let changed = facts.st_ctim
        return [Int(facts.st_dev), Int(facts.st_ino), Int(facts.st_size), changed.tv_sec, changed.tv_nsec]
    }
}
