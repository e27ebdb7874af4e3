internal import Glibc
internal import Ledger

/// What a plugin's process was started for: it serves a channel only as long as all of this stays the same.
struct RunnerPurpose: Hashable {
    /// The path of the plugin's library.
    let library: String
    /// Whether the host stays to hear what the user answers through the plugin.
    let listens: Bool
    /// What its process may do.
    let confinement: PluginConfinement
    private let stamp: [Int]
    private let values: [ChannelValue]
    private let state: PermissionState

    init(_ channel: Channel, listens: Bool) {
        library = channel.library ?? ""
        self.listens = listens
        confinement = channel.confinement
        values = channel.values
        state = channel.permission.state
        var facts = stat()
        stamp =
            stat(library, &facts) == 0
            ? [
                Int(facts.st_dev), Int(facts.st_ino), Int(facts.st_size), facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec,
            ] : []
    }
}
