public import Ledger
public import SystemPackage

/// Whether a channel may deliver, and why not.
public struct ChannelPermission: Sendable, Hashable {
    /// The state.
    public let state: PermissionState
    /// Why it may not deliver, and what to do; nil if it may.
    public let problem: String?

    /// The plugin's description when the user allowed it; nil for a shipped plugin.
    public let manifest: [UInt8]?

    /// Whether it may deliver.
    public var mayDeliver: Bool { problem == nil }

    /// The permission of a channel that may deliver.
    public static let authorized = ChannelPermission(state: .authorized, problem: nil, manifest: nil)

    /// Determines whether a channel may deliver.
    ///
    /// A shipped plugin may deliver unless the user denied it. Any other plugin must be allowed, and the permission is void as
    /// soon as its file changes.
    ///
    /// - Parameters:
    ///   - channel: the channel's name.
    ///   - decision: the user's decision, if any.
    ///   - library: the path of the plugin's library.
    ///   - ships: whether the library is part of the installation.
    ///   - digest: computes the digest of a file.
    public init(
        channel: String,
        decision: PermissionDecision?,
        library: FilePath,
        ships: Bool,
        digest: (FilePath) -> String? = PluginDigest.sha256
    ) {
        let state = decision?.state ?? (ships ? .authorized : .notDetermined)
        let allow = "antrain channel allow \(channel)"
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
                self.init(state: state, problem: nil, manifest: ships ? nil : decision?.manifest)
                return
            }
            self.init(
                state: .notDetermined,
                problem:
                    "\(library) has changed since you allowed it for channel '\(channel)'; review it, then run: \(allow)"
            )
        }
    }

    private init(state: PermissionState, problem: String?, manifest: [UInt8]? = nil) {
        self.state = state
        self.manifest = manifest
        self.problem = problem
    }
}
