package import Delivery
import Files
package import Platform
import Reminders
package import RunnerProtocol
package import Session
import SystemPackage
import YAMLSource

/// A kind of channel that a user can add: a plugin by its name or path, or a preset of a shipped plugin.
package struct ChannelKind {
    package let name: String
    /// The plugin's name, or the path of its library.
    package let plugin: String
    let preset: [(key: String, text: String)]
    /// The key of the value that a user gives without its name; nil to derive it from the plugin's keys.
    private let mainKey: String?
    /// What that value is, in the words of the kind; nil for those of the plugin.
    private let help: String?
    /// The key of the value that a user gives besides the address of a server; nil if the kind has no server of its own.
    private let keyOnServer: String?

    private init(
        _ name: String,
        plugin: String,
        _ preset: [(key: String, text: String)] = [],
        mainKey: String? = nil,
        help: String? = nil,
        keyOnServer: String? = nil
    ) {
        (self.name, self.plugin, self.preset) = (name, plugin, preset)
        (self.mainKey, self.help, self.keyOnServer) = (mainKey, help, keyOnServer)
    }

    /// Whether the user may name a server.
    var takesServer: Bool { keyOnServer != nil }

    /// The presets of the shipped plugins.
    package static var presets: [ChannelKind] {
        [
            ChannelKind(
                "ntfy",
                plugin: "webhook",
                [("preset", "ntfy"), (ChannelKind.address, "https://ntfy.sh")],
                mainKey: "topic",
                help: "a name that nobody guesses, such as my-gym-7f3a; subscribe to it in the ntfy app",
                keyOnServer: "topic"
            ),
            ChannelKind("slack", plugin: "webhook", [("preset", "slack")]),
            ChannelKind("discord", plugin: "webhook", [("preset", "discord")]),
            ChannelKind("matrix", plugin: "webhook", [("preset", "matrix")], keyOnServer: "room"),
            ChannelKind("apprise", plugin: "command", [("preset", "apprise")], mainKey: "urls"),
        ]
    }

    package static let address = "url"
    package static let topic = "topic"

    /// The kind that a user names; the user's plugin takes precedence over a preset of the same name.
    package init(_ text: String, _ workspace: Workspace) throws(CommandError) {
        if text.contains("/") || text.hasSuffix(".so") {
            let path = Paths.absolute(text, workspace.context)
            guard let name = path.lastComponent.flatMap({ PluginPath.name(of: $0.string) }) else {
                throw .noPluginFile("\(path) is not a library; expected a file name that ends in .so")
            }
            guard workspace.context.files.exists(path) else { throw .noPluginFile("there is no plugin at \(path)") }
            self.init(name, plugin: path.string)
            return
        }
        let plugins = workspace.pluginPath
        if plugins.plugin(named: text) != nil || plugins.damage(of: text) != nil {
            self.init(text, plugin: text, mainKey: ["command": "command", "tasks": "folder"][text])
        } else if let preset = ChannelKind.presets.first(where: { $0.name == text }) {
            self = preset
        } else {
            throw .noPlugin(text, near: Suggestion.nearest(to: text, among: Self.names(workspace)))
        }
    }

    /// The names of all kinds: plugins and presets.
    package static func names(_ workspace: Workspace) -> [String] {
        workspace.pluginPath.plugins.map(\.name) + presets.map(\.name)
    }

    /// The key of the value that a user gives without its name; nil if there is no obvious one.
    ///
    /// It is the key that the plugin requires, otherwise the first file to write or command to run.
    ///
    /// - Parameter hasServer: whether the user names the server, too.
    package func mainKey(of description: WireDescription, hasServer: Bool = false) -> WireDescription.Key? {
        if let name = hasServer ? keyOnServer : mainKey {
            return description.keys.first { $0.name == name }.map { key in
                var key = key
                key.help = help ?? key.help
                return key
            }
        }
        let types: [PluginKey.ValueType] = [.path, .command]
        return description.keys.first(where: \.isRequired)
            ?? description.keys.first { key in
                !key.isOnlyRead && PluginKey.ValueType(rawValue: key.type).map(types.contains) ?? false
            }
    }

    /// Whether a channel of this kind needs the value of its main key.
    package func needs(_ key: WireDescription.Key) -> Bool {
        key.isRequired || [mainKey, keyOnServer].contains(key.name)
    }
}

extension PluginCatalog {
    /// The channel with a name; a service that could be added is not a channel yet.
    package func knownChannel(_ name: String) throws(CommandError) -> Channel {
        guard configuration(name) == nil, ChannelKind.presets.contains(where: { $0.name == name }) else {
            return try channel(name)
        }
        throw .channelNotAdded(name)
    }

    /// The channel with a name, or that of the plugin through which a service is reached.
    package func describedChannel(_ name: String) throws(CommandError) -> Channel {
        let preset = configuration(name) == nil ? ChannelKind.presets.first { $0.name == name } : nil
        return try channel(preset?.plugin ?? name)
    }
}
