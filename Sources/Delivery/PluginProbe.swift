public import RunnerWire

/// What a plugin says of itself, and whether it is ready.
public struct PluginReport: Sendable, Hashable {
    /// What the plugin says of itself; nil where it cannot be loaded.
    public let description: WireDescription?
    /// Why it cannot be used now; nil when it is ready.
    public let problem: String?
    /// What the user can do about it.
    public let remedy: String?
    /// Whether the plugin refuses for good, as with values that cannot serve.
    public var isRefusal = false
}

extension Dispatcher {
    /// Loads a channel's plugin in a process of its own and asks it about itself, and whether it is ready; delivers nothing.
    public func report(_ channel: Channel) -> PluginReport {
        var description: WireDescription?
        do {
            let conversation = try PluginConversation.start(channel, self)
            description = conversation.description
            try conversation.open()
            try conversation.ask(.probe, step: .probe)
            return PluginReport(description: description, problem: nil, remedy: nil)
        } catch {
            return PluginReport(
                description: description,
                problem: error.reason,
                remedy: error.remedy,
                isRefusal: !error.isPassing
            )
        }
    }

    /// Loads a channel's plugin in a process of its own, and does not open it.
    public func introduction(of channel: Channel) -> PluginReport {
        do {
            let description = try PluginConversation.start(channel, self).description
            return PluginReport(description: description, problem: nil, remedy: nil)
        } catch {
            return PluginReport(description: nil, problem: error.reason, remedy: error.remedy)
        }
    }

    /// A channel whose process may do what its plugin asks for; the plugin is loaded to be asked.
    ///
    /// - Parameter environment: where `~` is.
    public func ready(_ channel: Channel, environment: [String: String]) -> Channel {
        introduction(of: channel).description.map { channel.confined(by: $0, environment: environment) } ?? channel
    }
}
