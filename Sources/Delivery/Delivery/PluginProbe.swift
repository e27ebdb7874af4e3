public import RunnerProtocol

/// A plugin's description, and whether it is ready.
public struct PluginReport: Sendable, Hashable {
    /// The plugin's description; nil if it cannot be loaded.
    public let description: WireDescription?
    /// Why it cannot be used now; nil if it is ready.
    public let problem: String?
    /// What the user can do about it.
    public let remedy: String?
    /// Whether the plugin refuses permanently, for example because of invalid values.
    public var isRefusal = false
    /// The damaged part of antrain, if that is the problem.
    public var damage: DamagedPart?
    /// Why answers may be lost; nil if there is no reason to expect that.
    public var loss: Loss?

    /// What a plugin knows about lost answers.
    public struct Loss: Sendable, Hashable {
        public let reason: String
        public let remedy: String
        /// Whether the plugin can read answers again.
        public let isPast: Bool
    }
}

extension Dispatcher {
    /// Loads a channel's plugin in a separate process and asks for its description and readiness; delivers and creates nothing.
    public func report(_ channel: Channel) -> PluginReport {
        var description: WireDescription?
        do {
            let conversation = try PluginConversation.start(channel, asking)
            description = conversation.description
            try conversation.open()
            try conversation.ask(.probe, step: .probe)
            var report = PluginReport(description: description, problem: nil, remedy: nil)
            guard description?.answers != nil else { return report }
            do { try conversation.ask(.checkAnswers, step: .probe) } catch {
                report.loss = .init(reason: error.reason, remedy: error.remedy, isPast: !error.isPassing)
            }
            return report
        } catch {
            return PluginReport(
                description: description,
                problem: error.damage.map { _ in DamagedPart.summary } ?? error.reason,
                remedy: error.damage?.remedy ?? error.remedy,
                isRefusal: !error.isPassing,
                damage: error.damage
            )
        }
    }

    /// Loads a channel's plugin in a separate process without opening it.
    public func introduction(of channel: Channel) -> PluginReport {
        do {
            let description = try PluginConversation.start(channel, asking).description
            return PluginReport(description: description, problem: nil, remedy: nil)
        } catch {
            return PluginReport(description: nil, problem: error.reason, remedy: error.remedy, damage: error.damage)
        }
    }

    /// A channel whose process is confined by its plugin's needs; the plugin is loaded to determine them.
    ///
    /// - Parameter environment: defines `~`.
    public func ready(_ channel: Channel, environment: [String: String]) -> Channel {
        introduction(of: channel).description.map { channel.confined(by: $0, environment: environment, used: used) }
            ?? channel
    }
}
