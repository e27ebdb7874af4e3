package import Delivery
import Ledger
package import Platform
import Quoting
package import Reminders
package import Results
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
        /// The address of the service's server; nil for the usual one.
        package let server: String?

        package init(
            kind: String,
            value: String? = nil,
            name: String? = nil,
            settings: [String] = [],
            server: String? = nil
        ) {
            (self.kind, self.value, self.name, self.settings, self.server) = (kind, value, name, settings, server)
        }
    }

    package let catalog: PluginCatalog
    package let kind: ChannelKind
    package let name: String
    private let request: Request
    private let given: [(key: String, text: String)]

    package init(_ request: Request, _ catalog: PluginCatalog) throws(CommandError) {
        (self.request, self.catalog) = (request, catalog)
        let former = catalog.delivery.settings.configurations.first { $0.name == request.kind }
        // The name of a configured channel refers to its plugin.
        let isBare = request.value == nil && request.settings.isEmpty && request.server == nil
        kind = try ChannelKind(isBare ? former?.plugin ?? request.kind : request.kind, catalog.workspace)
        name = request.name ?? (isBare ? former?.name : nil) ?? kind.name
        if let problem = Self.problem(of: name, kind, catalog) {
            throw .badOption(name: "--name", value: name, reason: problem)
        }
        given = try request.settings.map { [name] (text) throws(CommandError) in
            guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
                throw .badOption(name: "--set", value: text, reason: "expected key=value")
            }
            let (key, value) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
            guard !ChannelRules.keys.contains(key), key != "plugin" else {
                throw .badOption(
                    name: "--set",
                    value: text,
                    reason: key == "plugin"
                        ? "the kind of the channel decides its plugin"
                        : "'\(key)' is not a value of the plugin; add the channel without it, then: "
                            + "antrain settings configure.\(name).\(key) \(ShellText.word(value))"
                )
            }
            return (key, value)
        }
    }

    /// Why a channel of a kind cannot have a name; nil if it can.
    private static func problem(of name: String, _ kind: ChannelKind, _ catalog: PluginCatalog) -> String? {
        let settings = catalog.delivery.settings
        if let former = settings.configurations.first(where: { $0.name == name && $0 != settings.heartbeat?.channel }) {
            let plugin =
                former.isPath ? Paths.absolute(former.plugin, catalog.workspace.context).string : former.plugin
            return plugin == kind.plugin
                ? nil : "a channel with another plugin (\(former.plugin)) has this name; give this one another name"
        }
        let isOwn = name == (kind.preset.isEmpty ? kind.plugin : kind.name)
        let isTaken = !isOwn && ChannelKind.names(catalog.workspace).contains(name)
        return ChannelName.problem(name)
            ?? (isTaken ? "this is the name of another kind of channel; give this one another name" : nil)
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
        let isPreset = kind.preset.isEmpty && given.contains { $0.key == "preset" }
        guard request.value == nil, former == nil, !isPreset, let key = mainKey(of: description), kind.needs(key),
            !given.contains(where: { $0.key == key.name || (kind.preset.isEmpty && $0.key == ChannelKind.address) })
        else { return nil }
        return key
    }

    private func mainKey(of description: WireDescription) -> WireDescription.Key? {
        kind.mainKey(of: description, hasServer: request.server != nil)
    }

    /// The address of the server as a value of the plugin.
    private func checkedServer() throws(CommandError) -> [(key: String, text: String)] {
        guard let server = request.server else { return [] }
        guard kind.takesServer else {
            throw .misused("\(quoted(kind.name)) takes no --server; the address that it needs is its value")
        }
        if let value = request.value, value.hasPrefix("https://") || value.hasPrefix("http://") {
            throw .misused(
                "\(quoted(value)) already names the server; leave out --server, or give only what follows the address"
            )
        }
        return [(ChannelKind.address, server)]
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
        var typed = given + (try checkedServer())
        if let value = value ?? request.value {
            guard let description, let key = mainKey(of: description) else {
                let reason = description == nil ? "its plugin is not allowed yet" : "it has several values, or none"
                throw .misused("\(quoted(kind.name)) takes no value without its key: \(reason); use --set KEY=VALUE")
            }
            // The URL of a topic's page contains the topic, and a collection of tasks has either a folder or a URL.
            let isAddress = value.hasPrefix("https://") || value.hasPrefix("http://")
            let isWhole = isAddress && description.keys.contains { $0.name == ChannelKind.address }
            typed.insert((isWhole ? ChannelKind.address : key.name, value), at: 0)
        } else if typed.isEmpty, let former {
            return former
        } else if let description, let key = missing(description) {
            throw .noChannelValue(kind: kind.name, key: key.name, text: key.help)
        }
        let kept = kept(besides: typed.map(\.key))
        let preset = kind.preset.filter { value in
            !typed.contains { $0.key == value.key } && !kept.contains { $0.key == value.key }
        }
        let values = try (preset + typed).map { (value) throws(CommandError) in
            (value.key, try origin(value.text, description?.keys.first { $0.name == value.key }, description))
        }
        let configuration = ChannelConfiguration(named: name, plugin: kind.plugin, values: values + kept)
        if let description, let wrong = ChannelCheck(configuration, description).findings.firstInWords {
            throw .misused(wrong)
        }
        for value in configuration.values {
            if let problem = catalog.delivery.secrets.problem(value.key, value.origin) { throw .misused(problem.words) }
        }
        return configuration
    }

    /// The values of the channel that stay if others are given: all of them, except that an address may contain the topic.
    private func kept(besides keys: [String]) -> [(key: String, origin: ValueOrigin)] {
        let values = former?.values.map { (key: $0.key, origin: $0.origin) } ?? []
        let (address, topic) = (ChannelKind.address, ChannelKind.topic)
        let dropped =
            keys.contains(address) && !keys.contains(topic)
            ? topic : keys.contains(topic) && !values.contains { $0.key == topic } ? address : nil
        return values.filter { !keys.contains($0.key) && $0.key != dropped }
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
        guard former.map({ !$0.differences(from: configuration).isEmpty }) ?? true else { return [] }
        return configuration.values.filter { value in
            // The address of a service's server is no secret.
            value.origin.literal != nil && !(value.key == ChannelKind.address && value.text == request.server)
                && !kind.preset.contains { $0.key == value.key && $0.text == value.text }
                && description?.keys.first { $0.name == value.key }?.isSecret ?? true
        }.map(\.key)
    }

    /// Throws if the plugin refuses the values, which it is asked before they are written; it may not be ready for other reasons.
    package func check(_ configuration: ChannelConfiguration) throws(CommandError) {
        let channel = try PluginMetadataCache(catalog.delivery).ready(catalog.delivery.channel(configuration))
        let report = catalog.delivery.dispatcher().report(channel)
        try catalog.workspace.checkHealth()
        guard report.isRefusal, let problem = report.problem else { return }
        throw .misused(
            [problem, report.remedy ?? "", "nothing was changed"].filter { !$0.isEmpty }.joined(separator: "; ")
        )
    }

    /// The keys whose values differ from the channel's present values.
    package func differences(_ configuration: ChannelConfiguration) -> [String] {
        former?.differences(from: configuration) ?? []
    }

    /// Writes the channel into the settings.
    ///
    /// - Parameter replaces: whether other values of a channel with its name are replaced.
    /// - Returns: the changed settings; nil if the channel is already in use with these values.
    package func run(_ configuration: ChannelConfiguration, hasSecrets: Bool, replaces: Bool) throws(CommandError)
        -> ChangingSettings.Outcome?
    {
        func changes(_ before: Settings) throws(CommandError) -> [SettingsChange] {
            try self.changes(before, configuration, hasSecrets: hasSecrets, replaces: replaces)
        }
        let planned = try changes(catalog.delivery.settings)
        if isInUse, planned.isEmpty { return nil }
        // Afterwards, its plugin cannot reach what it has scheduled, for example in another folder. A new secret changes no place.
        let description = try PluginMetadataCache(catalog.delivery).description(of: channel)
        let isElsewhere = differences(configuration).contains { name in
            description?.keys.first { $0.name == name }?.isSecret != true
        }
        if isInUse, isElsewhere { try catalog.release(name) }
        let settings = try catalog.workspace.changeSettings { before throws(CommandError) in try changes(before) }
        return try ChangingSettings.committing(settings, catalog.workspace)
    }

    private func changes(
        _ before: Settings,
        _ configuration: ChannelConfiguration,
        hasSecrets: Bool,
        replaces: Bool
    ) throws(CommandError) -> [SettingsChange] {
        var changes: [SettingsChange] = before.channels.contains(name) ? [] : [.channels(before.channels + [name])]
        if let former = before.configurations.first(where: { $0.name == name }) {
            let keys = former.differences(from: configuration)
            guard keys.isEmpty || replaces else { throw .channelDiffers(name, keys: keys) }
            changes += SettingsChange.replacing(former, with: configuration)
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

/// Removes a channel from the settings.
package struct RemovingChannel {
    private let catalog: PluginCatalog
    private let name: String
    /// Whether the settings have a section with its values.
    package let isConfigured: Bool
    /// Whether the settings send reminders to it.
    package let isInUse: Bool
    /// The programs that send their reminders to it, instead of to the channels of the settings.
    private let programs: [Activation]

    /// - Throws: if the settings do not have the channel, only programs use it, or no channel would be left.
    package init(_ name: String, _ catalog: PluginCatalog) throws(CommandError) {
        (self.name, self.catalog) = (name, catalog)
        let settings = catalog.delivery.settings
        let configured = settings.configurations.map(\.name).filter { $0 != settings.heartbeat?.channel?.name }
        isConfigured = configured.contains(name)
        isInUse = settings.channels.contains(name)
        programs = try Store(catalog.workspace).session.facts.activations.filter {
            $0.channels?.contains(name) ?? false
        }
        if !isInUse, !programs.isEmpty { throw usedByPrograms }
        guard isConfigured || isInUse else {
            throw .noChannel(name, near: Suggestion.nearest(to: name, among: settings.channels + configured))
        }
        guard !isInUse || settings.channels.count > 1 else { throw .lastChannel(name) }
    }

    /// Whether a program sends its reminders to it, so that its values are needed.
    package var isNeeded: Bool { !programs.isEmpty }

    private var usedByPrograms: CommandError {
        let remedies = programs.map { one in
            let others = one.channels?.filter { $0 != name } ?? []
            return "antrain program activate \(one.programID) --replace --start \(one.start) --channels "
                + (others.isEmpty ? "NAME" : others.joined(separator: ","))
        }
        return .misused(
            "\(quoted(name)) gets the reminders of \(programs.map(\.programID).joined(separator: ", ")); nothing was changed; first give the program other channels: "
                + remedies.joined(separator: "; ")
        )
    }

    /// - Parameter removesValues: whether its section is removed, too.
    package func run(removingValues removesValues: Bool) throws(CommandError) -> ChangingSettings.Outcome {
        if removesValues, isNeeded { throw usedByPrograms }
        if removesValues { try catalog.release(name) }
        let settings = try catalog.workspace.changeSettings { before throws(CommandError) in
            let others = before.channels.filter { $0 != name }
            if removesValues, let other = before.configurations.first(where: { $0.fallback?.channel == name }) {
                throw .misused(
                    "\(quoted(name)) takes over from \(quoted(other.name)); remove 'else' there first: antrain settings edit"
                )
            }
            guard !others.isEmpty else { throw .lastChannel(name) }
            return (others == before.channels ? [] : [.channels(others)]) + (removesValues ? [.noChannel(name)] : [])
        }
        return try ChangingSettings.committing(settings, catalog.workspace)
    }
}

/// Sends a test notification through a channel; it is neither queued nor recorded.
package struct TestingChannel {
    package static let usualMessage = "This is a test: your reminders will look like this."

    private let name: String
    private let message: String
    private let catalog: PluginCatalog

    package init(_ name: String, message: String = usualMessage, _ catalog: PluginCatalog) {
        (self.name, self.message, self.catalog) = (name, message, catalog)
    }

    /// - Parameter print: shows the text of plugins that write to the terminal; returns the reason if that fails.
    package func run(print: @escaping (String) -> String?) throws(CommandError) -> PluginTestResult {
        let metadata = PluginMetadataCache(catalog.delivery)
        let channel = try metadata.ready(catalog.knownChannel(name))
        let dispatcher = catalog.delivery.dispatcher()
        var notification = catalog.delivery.immediateNotification("test")
        // A channel that drops duplicates must not drop a second test within the same minute.
        notification.key = "test-" + String(UInt64.random(in: 0...UInt64.max), radix: 16)
        notification.body = message
        // What a plugin delivers itself at another time, such as a job of at(1), does not tell whether it can schedule anything.
        let report = try metadata.description(of: channel)?.canSchedule ?? false ? dispatcher.report(channel) : nil
        let delivery = report.flatMap { TestDelivery($0) } ?? dispatcher.test(channel, notification, print: print)
        try catalog.workspace.checkHealth()
        return PluginTestResult(channel: channel.name, metadata.applicable(delivery, to: channel))
    }
}
