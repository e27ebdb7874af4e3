package import Platform
package import Session
import Reminders
package import RunnerProtocol
import SystemPackage
import YAMLSource

/// A kind of channel that a user can add: a plugin by its name or path, or a preset of a shipped plugin.
package struct ChannelKind {
    package let name: String
    /// The plugin's name, or the path of its library.
    package let plugin: String
    /// The values that make the preset.
    let preset: [(key: String, text: String)]
    /// The key of the value that a user gives without its name; nil to derive it from the plugin's keys.
    private let mainKey: String?

    private init(_ name: String, plugin: String, _ preset: [(key: String, text: String)] = [], mainKey: String? = nil) {
        (self.name, self.plugin, self.preset, self.mainKey) = (name, plugin, preset, mainKey)
    }

    /// The presets of the shipped plugins.
    package static var presets: [ChannelKind] {
        [
            ChannelKind(
                "ntfy",
                plugin: "webhook",
                [("preset", "ntfy"), (ChannelKind.address, "https://ntfy.sh")],
                mainKey: "topic"
            ),
            ChannelKind("slack", plugin: "webhook", [("preset", "slack")]),
            ChannelKind("discord", plugin: "webhook", [("preset", "discord")]),
            ChannelKind("matrix", plugin: "webhook", [("preset", "matrix")]),
            ChannelKind("apprise", plugin: "command", [("preset", "apprise")], mainKey: "urls"),
        ]
    }

    package static let address = "url"

    /// The kind that a user names; the user's plugin takes precedence over a preset of the same name.
    package init(_ text: String, _ workspace: Workspace) throws(CommandError) {
        if text.contains("/") || text.hasSuffix(".so") {
            let path = Paths.absolute(text, workspace.context)
            guard let name = path.lastComponent.flatMap({ PluginPath.name(of: $0.string) }) else {
                throw .noPluginFile("\(path) is not a library; expected a file name that ends in .so")
            }
            self.init(name, plugin: path.string)
            return
        }
        let plugins = workspace.pluginPath
        if plugins.plugin(named: text) != nil || plugins.damage(of: text) != nil {
            self.init(text, plugin: text)
        } else if let preset = ChannelKind.presets.first(where: { $0.name == text }) {
            self = preset
        } else {
            let names = plugins.plugins.map(\.name) + ChannelKind.presets.map(\.name)
            throw .noPlugin(text, near: Suggestion.nearest(to: text, among: names))
        }
    }

    /// The key of the value that a user gives without its name; nil if there is no obvious one.
    ///
    /// It is the key that the plugin requires, otherwise the first file to write or command to run.
    package func mainKey(of description: WireDescription) -> WireDescription.Key? {
        if let mainKey { return description.keys.first { $0.name == mainKey } }
        let types: [PluginKey.ValueType] = [.path, .command]
        return description.keys.first(where: \.isRequired)
            ?? description.keys.first { key in
                !key.isOnlyRead && PluginKey.ValueType(rawValue: key.type).map(types.contains) ?? false
            }
    }

    /// Whether a channel of this kind needs the value of its main key.
    package func needs(_ key: WireDescription.Key) -> Bool { key.isRequired || key.name == mainKey }
}
