public import Ledger

/// Whether a channel may deliver, and if not, why.
public struct ChannelPermission: Sendable, Hashable {
    /// The state.
    public let state: PermissionState
    /// Why it may not deliver, with the way out; nil when it may.
    public let problem: String?

    /// What the plugin said of itself when the user allowed it; nil for one that ships.
    public let card: [UInt8]?

    /// Whether it may deliver.
    public var mayDeliver: Bool { problem == nil }

    /// A channel that may deliver.
    public static let authorized = ChannelPermission(state: .authorized, problem: nil, card: nil)

    /// Finds out whether a channel may deliver.
    ///
    /// A plugin that ships may deliver unless the user denied it: it came with antrain. Any other must be allowed, and the
    /// permission is void as soon as its file is another.
    ///
    /// - Parameters:
    ///   - channel: the channel's name.
    ///   - decision: what the user decided, if anything.
    ///   - library: the path of the plugin's library.
    ///   - ships: whether the library belongs to the installation.
    ///   - digest: the digest of a file.
    public init(
        channel: String,
        decision: PermissionDecision?,
        library: String,
        ships: Bool,
        digest: (String) -> String? = PluginDigest.sha256
    ) {
        let state = decision?.state ?? (ships ? .authorized : .notDetermined)
        let allow = "antrain plugin allow \(channel)"
        switch state {
        case .denied:
            self.init(state: .denied, problem: "you denied channel '\(channel)'; to allow it, run: \(allow)")
        case .notDetermined:
            self.init(
                state: .notDetermined,
                problem:
                    "channel '\(channel)' is not allowed to run \(library); review the file, then run: \(allow)"
            )
        case .authorized, .provisional:
            guard !ships, decision?.digest != digest(library) else {
                self.init(state: state, problem: nil, card: ships ? nil : decision?.card)
                return
            }
            self.init(
                state: .notDetermined,
                problem:
                    "\(library) has changed since you allowed it for channel '\(channel)'; review it, then run: \(allow)"
            )
        }
    }

    private init(state: PermissionState, problem: String?, card: [UInt8]? = nil) {
        self.state = state
        self.card = card
        self.problem = problem
    }
}
