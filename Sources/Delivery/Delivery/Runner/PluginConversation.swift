internal import RunnerProtocol

/// A conversation with a plugin's process: one request at a time, waiting for each reply.
final class PluginConversation {
    private let session: RunnerSession
    private let channel: Channel
    private let pool: RunnerPool?
    /// When no further request is made, in monotonic seconds.
    private var end = Double.infinity
    /// The plugin's description; empty if its process was kept from before.
    private(set) var description = WireDescription()
    /// Shows the plugin's texts to the user.
    var print: (String) -> Void = { _ in }

    /// Why there is no conversation, or why it ended.
    struct Failure: Error, Hashable {
        let reason: String
        var remedy = ""
        /// Whether retrying later makes sense.
        var isPassing = true
        /// Whether the plugin's process has ended.
        var isEnding = false
        /// Whether the plugin gave no reason.
        var isUnexplained = false
        /// The damaged part of antrain, if that is the cause.
        var damage: DamagedPart?

        /// The reason and the remedy.
        var words: String { remedy.isEmpty ? reason : "\(reason); \(remedy)" }
    }

    private init(_ session: RunnerSession, _ channel: Channel, _ pool: RunnerPool?) {
        self.session = session
        self.channel = channel
        self.pool = pool
    }

    deinit { close() }

    /// Starts a channel's plugin; it is loaded but not opened.
    static func start(_ channel: Channel, _ dispatcher: Dispatcher) throws(Failure) -> PluginConversation {
        let conversation = try begin(channel, nil) { dispatcher.startSession($0) }
        try conversation.load()
        return conversation
    }

    /// Starts a channel's plugin and opens it with the user's values.
    ///
    /// - Parameters:
    ///   - channel: the channel.
    ///   - dispatcher: starts processes.
    ///   - pool: may contain a running process, and keeps the process afterwards; if nil, it ends.
    ///   - seconds: how long requests may be made, because the plugin decides how many are needed and how long each takes.
    static func open(
        _ channel: Channel,
        _ dispatcher: Dispatcher,
        _ pool: RunnerPool? = nil,
        within seconds: Double = 60
    ) throws(Failure) -> PluginConversation {
        let conversation = try begin(channel, pool) { dispatcher.session(for: $0, pool) }
        conversation.end = MonotonicTime.now + seconds
        guard !conversation.session.isOpen else { return conversation }
        try conversation.load()
        try conversation.open()
        return conversation
    }

    /// Opens a plugin whose process has just been started.
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
        case .failure(let failure): throw Failure(reason: failure.reason, damage: failure.damage)
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

    /// Makes a request that either succeeds or fails.
    func ask(_ message: HostMessage, step: RunnerSession.Step) throws(Failure) {
        guard MonotonicTime.now < end else { throw PluginConversation.slow }
        session.send(message, step: step)
        try checkAnswer()
    }

    private func checkAnswer() throws(Failure) {
        guard case .result(_, let result) = try event() else { throw PluginConversation.unasked }
        try PluginConversation.check(result)
    }

    /// Lists what the plugin has scheduled.
    func held() throws(Failure) -> [WireScheduled] {
        session.send(.list, step: .list)
        switch try event() {
        case .held(let entries): return entries
        case .result(_, let result): try PluginConversation.check(result)
        default: break
        }
        throw PluginConversation.unasked
    }

    /// Asks for the user's answers that are not settled.
    ///
    /// - Returns: the answers, and for how many seconds the plugin keeps them; 0 for no limit.
    func answers() throws(Failure) -> (answers: [WireAnswer], keptFor: Int64) {
        session.send(.collect, step: .collect)
        switch try event() {
        case .answers(let answers, let keptFor): return (answers, keptFor)
        case .result(_, let result): try PluginConversation.check(result)
        default: break
        }
        throw PluginConversation.unasked
    }

    /// Inspects the plugin and its process.
    ///
    /// - Parameter closing: whether the plugin is closed first.
    func inspect(closing: Bool = false) throws(Failure) -> WireInspection {
        session.send(.inspect(closing: closing), step: closing ? .finish : .inspect)
        guard case .inspected(let inspection) = try event() else { throw PluginConversation.unasked }
        return inspection
    }

    /// Ends the plugin, or keeps its process in the pool if there is one.
    private func close() {
        guard !session.hasEnded else { return }
        if let pool, session.isOpen { return pool.keep(session, as: channel.name) }
        _ = session.end()
    }

    private static let slow = Failure(reason: "its calls take too long together")

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
                case .reported(let answers): pool?.note(answers, of: channel.name)
                case .over(let why): reason = why
                default: answer = answer ?? event
                }
            }
            if let answer { return answer }
            if session.hasEnded {
                throw Failure(
                    reason: reason ?? "the plugin's process ended",
                    isEnding: true,
                    damage: session.damage
                )
            }
        }
    }
}
