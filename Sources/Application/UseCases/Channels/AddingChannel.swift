package import Delivery
package import Platform
package import Reminders
package import RunnerProtocol
package import Session
import SystemPackage
import YAMLSource

/// Adds a channel to the settings.
package struct AddingChannel {
    /// What to add, as the user typed it.
    package struct Request: Sendable {
        /// A plugin, a preset or the path of a library.
        package let kind: String
        /// The value of the kind's main key, such as a mail address.
        package let value: String?
        /// The channel's name; nil for that of its kind.
        package let name: String?
        /// Further values, as `key=value`.
        package let settings: [String]

        package init(kind: String, value: String? = nil, name: String? = nil, settings: [String] = []) {
            (self.kind, self.value, self.name, self.settings) = (kind, value, name, settings)
        }
    }

    package let catalog: PluginCatalog
    package let kind: ChannelKind
    /// The channel's name.
    package let name: String
    private let request: Request
    private let given: [(key: String, text: String)]

    package init(_ request: Request, _ catalog: PluginCatalog) throws(CommandError) {
        (self.request, self.catalog) = (request, catalog)
        let former = catalog.delivery.settings.configurations.first { $0.name == request.kind }
        // The name of a configured channel refers to its plugin.
        let isBare = request.value == nil && request.settings.isEmpty
        kind = try ChannelKind(isBare ? former?.plugin ?? request.kind : request.kind, catalog.workspace)
        name = request.name ?? (isBare ? former?.name : nil) ?? kind.name
        guard ChannelName.isWellFormed(name) else {
            throw .badOption(name: "--name", value: name, reason: "expected \(ChannelName.form)")
        }
        given = try request.settings.map { (text) throws(CommandError) in
            guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
                throw .badOption(name: "--set", value: text, reason: "expected key=value")
            }
            return (String(text[..<sign]), String(text[text.index(after: sign)...]))
        }
    }

    /// The channel's configuration in the settings; nil if it has none.
    private var former: ChannelConfiguration? {
        catalog.delivery.settings.configurations.first { $0.name == name }
    }

    /// Whether reminders are already sent to a channel of this name.
    package var isInUse: Bool { catalog.delivery.settings.channels.contains(name) }

    /// The channel without values, to decide whether its plugin may run.
    package var channel: Channel {
        catalog.delivery.channel(ChannelConfiguration(named: name, plugin: kind.plugin))
    }

    /// The value to ask for, unless the user gave it or the channel is already configured.
    package func missing(_ description: WireDescription) -> WireDescription.Key? {
        guard request.value == nil, former == nil, let key = kind.mainKey(of: description), kind.needs(key),
            !given.contains(where: { $0.key == key.name })
        else { return nil }
        return key
    }

    /// The configuration that the request describes.
    ///
    /// - Parameters:
    ///   - description: the plugin's description; nil if its plugin was not allowed yet, so that its keys are unknown.
    ///   - value: the value of the main key, if the request does not have it.
    /// - Throws: if the plugin would refuse the values.
    package func configuration(_ description: WireDescription?, value: String? = nil) throws(CommandError)
        -> ChannelConfiguration
    {
        var typed = given
        if let value = value ?? request.value {
            guard let description, let key = kind.mainKey(of: description) else {
                let reason = description == nil ? "its plugin is not allowed yet" : "it has several values, or none"
                throw .misused("\(quoted(kind.name)) takes no value without its key: \(reason); use --set KEY=VALUE")
            }
            // The address of a topic's page contains the topic.
            let isAddress = value.hasPrefix("https://") || value.hasPrefix("http://")
            let isWhole = isAddress && kind.preset.contains { $0.key == ChannelKind.address }
            typed.insert((isWhole ? ChannelKind.address : key.name, value), at: 0)
        } else if typed.isEmpty, let former {
            return former
        } else if let description, let key = missing(description) {
            throw .noChannelValue(kind: kind.name, key: key.name, text: key.help)
        }
        let preset = kind.preset.filter { value in !typed.contains { $0.key == value.key } }
        let values = try (preset + typed).map { (value) throws(CommandError) in
            (value.key, try origin(value.text, description?.keys.first { $0.name == value.key }, description))
        }
        let configuration = ChannelConfiguration(named: name, plugin: kind.plugin, values: values)
        if let description, let wrong = ChannelCheck(configuration, description).findings.firstInWords {
            throw .misused(wrong)
        }
        for value in configuration.values {
            if let problem = catalog.delivery.secrets.problem(value.key, value.origin) { throw .misused(problem.words) }
        }
        return configuration
    }

    /// The origin of a typed value: `@FILE` refers to a file that contains a secret.
    private func origin(_ text: String, _ key: WireDescription.Key?, _ description: WireDescription?)
        throws(CommandError) -> ValueOrigin
    {
        let workspace = catalog.workspace
        if text.hasPrefix("@"), key?.isSecret ?? (description == nil) {
            return .file(workspace.paths.shown(Paths.absolute(String(text.dropFirst()), workspace.context)))
        }
        let isPath = key.flatMap { PluginKey.ValueType(rawValue: $0.type) } == .path
        if isPath, !text.isEmpty, !text.hasPrefix("~/") {
            return .literal(Paths.absolute(text, workspace.context).string)
        }
        do { return try ValueOrigin.typed(text) } catch {
            throw .badOption(name: "--set", value: text, reason: error.reason)
        }
    }

    /// The secret keys whose values are written into the settings, and may stay in the shell's history.
    package func openSecrets(_ configuration: ChannelConfiguration, _ description: WireDescription?) -> [String] {
        guard configuration != former else { return [] }
        return configuration.values.filter { value in
            value.origin.literal != nil && !kind.preset.contains { $0.key == value.key && $0.text == value.text }
                && description?.keys.first { $0.name == value.key }?.isSecret ?? true
        }.map(\.key)
    }

    /// Writes the channel into the settings.
    ///
    /// - Returns: the changed settings; nil if the channel is already in use with these values.
    package func run(_ configuration: ChannelConfiguration, hasSecrets: Bool) throws(CommandError)
        -> ChangingSettings.Outcome?
    {
        if isInUse, try changes(catalog.delivery.settings, configuration, hasSecrets).isEmpty { return nil }
        let settings = try catalog.workspace.changeSettings { before throws(CommandError) in
            try changes(before, configuration, hasSecrets)
        }
        return try ChangingSettings.committing(settings, catalog.workspace)
    }

    private func changes(_ before: Settings, _ configuration: ChannelConfiguration, _ hasSecrets: Bool)
        throws(CommandError) -> [SettingsChange]
    {
        var changes: [SettingsChange] = before.channels.contains(name) ? [] : [.channels(before.channels + [name])]
        if let former = before.configurations.first(where: { $0.name == name }) {
            let keys = former.differences(from: configuration)
            guard keys.isEmpty else { throw .channelDiffers(name, keys: keys) }
        } else if !configuration.values.isEmpty || configuration.plugin != name {
            changes.append(.channel(configuration, isPublic: !hasSecrets))
        }
        return changes
    }
}

extension ChannelConfiguration {
    /// The keys whose values differ, and `plugin` if the plugins differ.
    fileprivate func differences(from other: ChannelConfiguration) -> [String] {
        func origins(_ key: String, _ channel: ChannelConfiguration) -> [ValueOrigin] {
            channel.values.filter { $0.key == key }.map(\.origin)
        }
        let keys = Set((values + other.values).map(\.key)).sorted()
        return (plugin == other.plugin ? [] : ["plugin"])
            + keys.filter { origins($0, self) != origins($0, other) }
    }
}
