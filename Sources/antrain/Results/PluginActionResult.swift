/// The result of installing, removing, allowing or denying a plugin.
struct PluginActionResult: CommandResult {
    static let kind = "plugin-action"

    /// `installed` or `removed`, or the new permission, such as `authorized`.
    let action: String
    /// The name of the plugin or channel.
    let name: String
    let path: String?
    let digest: String?
    private let words: String

    private enum CodingKeys: String, CodingKey {
        case action, name, path, digest = "sha256"
    }

    init(_ action: String, plugin name: String, path: String?, digest: String? = nil, words: String) {
        self.action = action
        self.name = name
        self.path = path
        self.digest = digest
        self.words = words
    }

    func text(_ style: Style, columns: Int) -> String { words + "\n" }
}
