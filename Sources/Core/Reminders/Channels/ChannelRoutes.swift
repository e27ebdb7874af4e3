/// Which channels a notification goes to.
public struct ChannelRoutes: Sendable, Hashable {
    /// The channels of all programs without their own.
    public let channels: [String]
    /// The channels of programs that have their own, by program ID.
    public let programChannels: [String: [String]]

    public init(channels: [String], programChannels: [String: [String]] = [:]) {
        self.channels = channels
        self.programChannels = programChannels
    }

    /// The channels of a notification: those of all its programs.
    public func of(_ notification: PlannedNotification) -> [String] {
        guard !programChannels.isEmpty, !notification.items.isEmpty else { return channels }
        var result: [String] = []
        for item in notification.items {
            let own = item.source.programID.flatMap { programChannels[$0] }
            for channel in own ?? channels where !result.contains(channel) { result.append(channel) }
        }
        return result
    }

    /// All channels in use, without duplicates.
    public var all: [String] {
        var seen: Set<String> = []
        return (channels + programChannels.sorted { $0.key < $1.key }.flatMap(\.value)).filter {
            seen.insert($0).inserted
        }
    }
}
