/// What was done about a plugin.
struct PluginActionResult: CommandResult {
    static let kind = "plugin-action"

    /// What was done, as in `installed`, or what was decided, as in `authorized`.
    let action: String
    /// The plugin's name, or the channel's.
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
