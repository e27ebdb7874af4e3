internal import RunnerWire

/// A plugin's process that is asked one thing after the other, and waited for.
final class PluginConversation {
    private let session: RunnerSession
    private let channel: Channel
    private let pool: RunnerPool?
    /// What the plugin says of itself; nothing where its process was kept from before.
    private(set) var description = WireDescription()
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

    private init(_ session: RunnerSession, _ channel: Channel, _ pool: RunnerPool?) {
        self.session = session
        self.channel = channel
        self.pool = pool
    }

    deinit { close() }

    /// Starts a channel's plugin; it is loaded and not yet opened.
    static func start(_ channel: Channel, _ dispatcher: Dispatcher) throws(Failure) -> PluginConversation {
        let conversation = try begin(channel, nil) { dispatcher.startSession($0) }
        try conversation.load()
        return conversation
    }

    /// Starts a channel's plugin and opens it with the user's values.
    ///
    /// - Parameters:
    ///   - channel: the channel.
    ///   - dispatcher: what starts processes.
    ///   - pool: where a process may be kept from before, and is kept in the end; without one it ends.
    static func open(_ channel: Channel, _ dispatcher: Dispatcher, _ pool: RunnerPool? = nil) throws(Failure)
        -> PluginConversation
    {
        let conversation = try begin(channel, pool) { dispatcher.session(for: $0, pool) }
        guard !conversation.session.isOpen else { return conversation }
        try conversation.load()
        try conversation.open()
        return conversation
    }

    /// Opens a plugin whose process was just started.
    static func opened(_ session: RunnerSession, _ channel: Channel, _ pool: RunnerPool) -> PluginConversation? {
        let conversation = PluginConversation(session, channel, pool)
        do {
            try conversation.load()
            try conversation.open()
            return conversation
        } catch { return nil }
    }

    private static func begin(
        _ channel: Channel,
        _ pool: RunnerPool?,
        _ start: (Channel) -> Result<RunnerSession, RunnerProcess.StartFailure>
    ) throws(Failure) -> PluginConversation {
        switch start(channel) {
        case .success(let session): return PluginConversation(session, channel, pool)
        case .failure(let failure): throw Failure(reason: failure.reason)
        }
    }

    private func load() throws(Failure) {
        guard case .loaded(let description) = try event() else { throw PluginConversation.unasked }
        self.description = description
    }

    /// Opens the plugin with the user's values.
    func open() throws(Failure) {
        if let problem = session.open(channel.values) { throw Failure(reason: problem.reason, remedy: problem.remedy) }
        try checkAnswer()
    }

    /// Asks for something that is done or fails.
    func ask(_ message: HostMessage, step: RunnerSession.Step) throws(Failure) {
        session.send(message, step: step)
        try checkAnswer()
    }

    private func checkAnswer() throws(Failure) {
        guard case .result(_, let result) = try event() else { throw PluginConversation.unasked }
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
        throw PluginConversation.unasked
    }

    /// Asks what can be told of the plugin and its process.
    ///
    /// - Parameter closing: whether the plugin is closed before.
    func inspect(closing: Bool = false) throws(Failure) -> WireInspection {
        session.send(.inspect(closing: closing), step: closing ? .finish : .inspect)
        guard case .inspected(let inspection) = try event() else { throw PluginConversation.unasked }
        return inspection
    }

    /// Lets the plugin end, or keeps its process where there is a place to keep it.
    private func close() {
        guard !session.isOver else { return }
        if let pool, session.isOpen { return pool.keep(session, as: channel.name) }
        _ = session.end()
    }

    private static let unasked = Failure(reason: "the plugin's process sent an unexpected reply")

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
        while true {
            SessionLoop.wait(for: [session])
            var answer: RunnerSession.Event?
            var reason: String?
            for event in session.proceed() {
                switch event {
                case .print(let text): print(text)
                case .act(let notification, let action): pool?.note(channel.name, notification, action)
                case .over(let why): reason = why
                default: answer = answer ?? event
                }
            }
            if let answer { return answer }
            if session.isOver { throw Failure(reason: reason ?? "the plugin's process ended", isEnding: true) }
        }
    }
}
