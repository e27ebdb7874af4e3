import Delivery
import Files
package import Ledger
package import Platform
import Reminders
package import Results
package import Session

/// Records whether a channel may deliver.
package struct DecidingOnChannel {
    private let catalog: PluginCatalog
    private let name: String
    private let decision: PermissionDecision?

    /// - Parameter decision: what the user decided; nil to forget it.
    package init(_ catalog: PluginCatalog, _ name: String, _ decision: PermissionDecision?) {
        (self.catalog, self.name, self.decision) = (catalog, name, decision)
    }

    package func run() throws(CommandError) -> PluginActionResult {
        // A decision may be about a channel that no longer exists.
        let isDecided = try catalog.isDecided(name)
        let isGone = decision == nil && isDecided && catalog.configuration(name) == nil
        let library = isGone ? nil : try catalog.knownChannel(name).library
        try catalog.decide(name, decision)
        let ships = catalog.ships(name)
        let version = decision?.digest.map { " (SHA-256 \($0.prefix(16))…)" } ?? ""
        let means = (library.map { " through \($0)" } ?? "") + version
        let standing = ships ? "ships with antrain and may deliver" : "may not deliver until you allow it"
        let (action, words) =
            switch decision?.state {
            case .authorized: ("allowed", "'\(name)' may deliver\(means)")
            case .provisional: ("allowed", "'\(name)' may deliver quietly\(means)")
            case .denied: ("denied", "'\(name)' no longer delivers; to allow it again: antrain channel allow \(name)")
            case nil, .notDetermined: ("reset", "'\(name)' \(standing)")
            }
        return PluginActionResult(
            action,
            plugin: name,
            permission: decision?.state ?? (ships ? .authorized : .notDetermined),
            path: library,
            digest: decision?.digest,
            words: words
        )
    }
}
