import Ledger
import SystemPackage

extension PermissionState {
    /// The state in words.
    var words: String {
        switch self {
        case .notDetermined: "not decided yet"
        case .authorized: "allowed"
        case .provisional: "allowed quietly"
        case .denied: "denied"
        }
    }
}

/// The result of installing, removing, allowing or denying a plugin.
struct PluginActionResult: CommandResult {
    static let kind = "plugin-action"

    /// `installed`, `removed`, `allowed`, `denied` or `reset`.
    let action: String
    /// The name of the plugin or channel.
    let name: String
    /// The channel's permission, if the action sets it.
    let permission: String?
    let path: String?
    let digest: String?
    private let words: String

    private enum CodingKeys: String, CodingKey {
        case action, name, permission, path, digest = "sha256"
    }

    init(
        _ action: String,
        plugin name: String,
        permission: PermissionState? = nil,
        path: FilePath?,
        digest: String? = nil,
        words: String
    ) {
        self.action = action
        self.name = name
        self.permission = permission?.rawValue
        self.path = path?.string
        self.digest = digest
        self.words = words
    }

    func text(_ style: Style, columns: Int) -> String { words + "\n" }
}
