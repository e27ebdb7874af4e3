public import Glibc
internal import RunnerWire

/// Keeps plugins' processes between rounds, so that a delivery starts none.
///
/// A process is kept for the very channel that it was started for: same file, same values, same permission. It ends when it was idle
/// for too long, unless its plugin may still hear what the user answers.
public final class RunnerPool {
    /// What the user answered through a plugin.
    public struct Act: Sendable, Hashable {
        /// The channel.
        public let channel: String
        /// The notification's id.
        public let notification: String
        /// The action's id, as in `done`.
        public let action: String
    }

    private struct Kept {
        let session: RunnerSession
        let until: Double
    }

    private var kept: [String: Kept] = [:]
    private var heard: [Act] = []
    private var listeners: Set<String> = []
    private let idleLimit: Double

    /// Creates an empty pool, in which a process is idle for ten minutes at most.
    public convenience init() {
        self.init(idleLimit: 600)
    }

    init(idleLimit: Double) {
        self.idleLimit = idleLimit
    }

    // MARK: Channels

    func listens(_ channel: String) -> Bool { listeners.contains(channel) }

    /// Ends the processes of channels that are not what they were, or may not run any more.
    ///
    /// - Parameters:
    ///   - channels: the channels in use.
    ///   - listeners: those whose plugins tell what the user answers.
    public func agree(with channels: [Channel], listeners: Set<String>) {
        self.listeners = listeners
        let usable = channels.filter { $0.obstacle == nil }
        for (name, entry) in kept {
            let channel = usable.first { $0.name == name }
            let purpose = channel.map { RunnerPurpose($0, listens: listens(name)) }
            if entry.session.purpose != purpose { end(name) }
        }
    }

    /// Starts the plugin of a channel, so that it hears answers to what an earlier process showed.
    ///
    /// - Parameter seconds: for how long answers are expected.
    public func listen(on channel: Channel, for seconds: Int64, _ dispatcher: Dispatcher) {
        guard listens(channel.name), kept[channel.name] == nil,
            case .success(let session) = dispatcher.startSession(channel, listens: true)
        else { return }
        session.isAnswerableUntil = MonotonicTime.now + Double(seconds)
        // One that cannot be opened is not kept; the next delivery tells why.
        _ = PluginConversation.opened(session, channel, self)
    }

    // MARK: Rounds

    /// The process that is kept for a channel, which leaves the pool; nil where there is none, or none that can be used.
    func take(_ channel: Channel) -> RunnerSession? {
        guard let session = kept[channel.name]?.session else { return nil }
        proceed(channel.name) { _ in }
        guard kept[channel.name] != nil else { return nil }
        guard session.purpose == RunnerPurpose(channel, listens: listens(channel.name)), !session.isClosing else {
            end(channel.name)
            return nil
        }
        kept[channel.name] = nil
        return session
    }

    /// Keeps a process whose plugin is open and has nothing to do.
    func keep(_ session: RunnerSession, as channel: String) {
        guard !session.isOver else { return }
        end(channel)
        session.rest()
        let answerable = session.purpose.listens ? session.isAnswerableUntil : 0
        kept[channel] = Kept(session: session, until: max(MonotonicTime.now + idleLimit, answerable))
    }

    /// Notes an answer; nobody gives more at once than the limit.
    func note(_ channel: String, _ notification: String, _ action: String) {
        guard heard.count < 64 else { return }
        heard.append(Act(channel: channel, notification: notification, action: action))
    }

    // MARK: Between rounds

    /// What to wait for.
    public var watched: [pollfd] { kept.values.flatMap(\.session.watched) }

    /// In how many seconds to go on though nothing has come; nil for never.
    public var patience: Double? {
        kept.values.map { min($0.until, $0.session.wakeUp) }.min().map { max(0, $0 - MonotonicTime.now) }
    }

    /// How many processes are kept.
    public var count: Int { kept.count }

    /// Takes what the kept processes say, and ends those that were idle for too long.
    ///
    /// - Parameter print: where plugins' texts for the user go.
    public func proceed(print: (String) -> Void) {
        for name in kept.keys.sorted() {
            proceed(name, print: print)
            if let entry = kept[name], entry.until <= MonotonicTime.now { end(name) }
        }
    }

    /// The next of what the user answered; nil where all is taken.
    public func nextAct() -> Act? {
        heard.isEmpty ? nil : heard.removeFirst()
    }

    /// Ends all processes.
    public func endAll() {
        for name in kept.keys.sorted() { end(name) }
    }

    private func proceed(_ name: String, print: (String) -> Void) {
        guard let session = kept[name]?.session else { return }
        heed(session.proceed(), of: name, print: print)
        if session.isOver { kept[name] = nil }
    }

    private func heed(_ events: [RunnerSession.Event], of name: String, print: (String) -> Void) {
        for event in events {
            switch event {
            case .print(let text): print(text)
            case .act(let notification, let action): note(name, notification, action)
            case .over, .loaded, .result, .held, .inspected: break
            }
        }
    }

    /// Ends a process; what the user answered through it before counts.
    private func end(_ name: String) {
        guard let session = kept.removeValue(forKey: name)?.session else { return }
        heed(session.end(), of: name) { _ in }
    }
}
