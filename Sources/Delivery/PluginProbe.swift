public import RunnerWire

/// What a plugin says of itself, and whether it is ready.
public struct PluginReport: Sendable, Hashable {
    /// What the plugin says of itself; nil where it cannot be loaded.
    public let description: WireDescription?
    /// Why it cannot be used now; nil when it is ready.
    public let problem: String?
    /// What the user can do about it.
    public let remedy: String?
}

extension Dispatcher {
    /// Loads a channel's plugin in a process of its own and asks it about itself, and whether it is ready; delivers nothing.
    public func report(_ channel: Channel) -> PluginReport {
        guard channel.library != nil, channel.problem == nil else {
            return PluginReport(description: nil, problem: channel.problem, remedy: nil)
        }
        let session: RunnerSession
        switch startSession(channel) {
        case .success(let started): session = started
        case .failure(let failure): return PluginReport(description: nil, problem: failure.reason, remedy: nil)
        }
        var description: WireDescription?
        while !session.isOver {
            SessionLoop.wait(for: [session])
            for event in session.proceed() {
                switch event {
                case .loaded(let loaded):
                    description = loaded
                    session.send(.open(channel.values.map { WirePair(key: $0.key, value: $0.text) }), step: .open)
                case .result(.open, let result) where result.status == 0: session.send(.probe, step: .probe)
                case .result(_, let result):
                    session.send(.close, step: .close)
                    let isReady = result.status == 0
                    return PluginReport(
                        description: description,
                        problem: isReady ? nil : result.reason,
                        remedy: isReady ? nil : result.remedy
                    )
                case .print, .held: break
                case .over(let reason):
                    return PluginReport(description: description, problem: reason ?? "it ended", remedy: nil)
                }
            }
        }
        return PluginReport(description: description, problem: "it ended", remedy: nil)
    }
}
