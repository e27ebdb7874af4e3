internal import RunnerWire

/// A plugin's process that is asked one thing after the other, and waited for.
final class PluginConversation {
    private let session: RunnerSession
    /// What the plugin says of itself.
    let description: WireDescription
    /// Where the plugin's texts for the user go.
    var print: (String) -> Void = { _ in }

    /// Why there is no conversation, or no more.
    struct Failure: Error, Hashable {
        let reason: String
        var remedy = ""
        /// Whether asking again later makes sense.
        var isPassing = true
        /// Whether the plugin's process is no more.
        var isEnding = false
        /// Whether the plugin gave no reason.
        var isUnexplained = false

        /// The reason with what can be done about it.
        var words: String { remedy.isEmpty ? reason : "\(reason); \(remedy)" }
    }

    private init(_ session: RunnerSession, _ description: WireDescription) {
        self.session = session
        self.description = description
    }

    deinit { close() }

    /// Starts a channel's plugin; it is loaded and not yet opened.
    static func start(_ channel: Channel, _ dispatcher: Dispatcher) throws(Failure) -> PluginConversation {
        guard channel.library != nil, channel.problem == nil else {
            throw Failure(reason: channel.problem ?? "the channel has no plugin")
        }
        let session: RunnerSession
        switch dispatcher.startSession(channel) {
        case .success(let started): session = started
        case .failure(let failure): throw Failure(reason: failure.reason)
        }
        guard case .loaded(let description) = try PluginConversation.event(session) else {
            throw Failure(reason: "the plugin's process answered what was not asked")
        }
        return PluginConversation(session, description)
    }

    /// Starts a channel's plugin and opens it with the user's values.
    static func open(_ channel: Channel, _ dispatcher: Dispatcher) throws(Failure) -> PluginConversation {
        let conversation = try start(channel, dispatcher)
        try conversation.open(channel)
        return conversation
    }

    /// Opens the plugin with the user's values.
    func open(_ channel: Channel) throws(Failure) {
        if let problem = session.open(channel.values) { throw Failure(reason: problem.reason, remedy: problem.remedy) }
        try checkAnswer()
    }

    /// Asks for something that is done or fails.
    func ask(_ message: HostMessage, step: RunnerSession.Step) throws(Failure) {
        session.send(message, step: step)
        try checkAnswer()
    }

    private func checkAnswer() throws(Failure) {
        guard case .result(_, let result) = try event() else {
            throw Failure(reason: "the plugin's process answered what was not asked")
        }
        try PluginConversation.check(result)
    }

    /// Asks what the plugin holds.
    func held() throws(Failure) -> [WireHeld] {
        session.send(.list, step: .list)
        switch try event() {
        case .held(let entries): return entries
        case .result(_, let result): try PluginConversation.check(result)
        default: break
        }
        throw Failure(reason: "the plugin's process answered what was not asked")
    }

    /// Asks what can be told of the plugin and its process.
    ///
    /// - Parameter closing: whether the plugin is closed before.
    func inspect(closing: Bool = false) throws(Failure) -> WireInspection {
        session.send(.inspect(closing: closing), step: closing ? .finish : .inspect)
        guard case .inspected(let inspection) = try event() else {
            throw Failure(reason: "the plugin's process answered what was not asked")
        }
        return inspection
    }

    /// Lets the plugin end.
    func close() {
        guard !session.isOver else { return }
        session.send(.close, step: .close)
        while !session.isOver {
            SessionLoop.wait(for: [session])
            _ = session.proceed()
        }
    }

    private static func check(_ result: WireResult) throws(Failure) {
        guard result.status != 0 else { return }
        throw Failure(
            reason: result.reason.isEmpty ? "the plugin gave no reason" : result.reason,
            remedy: result.remedy,
            isPassing: result.status == 1,
            isUnexplained: result.reason.isEmpty
        )
    }

    private func event() throws(Failure) -> RunnerSession.Event {
        try PluginConversation.event(session, print: print)
    }

    private static func event(_ session: RunnerSession, print: (String) -> Void = { _ in }) throws(Failure)
        -> RunnerSession.Event
    {
        while true {
            SessionLoop.wait(for: [session])
            for event in session.proceed() {
                switch event {
                case .print(let text): print(text)
                case .over(let reason): throw Failure(reason: reason ?? "the plugin's process ended", isEnding: true)
                default: return event
                }
            }
            if session.isOver { throw Failure(reason: "the plugin's process ended", isEnding: true) }
        }
    }
}
