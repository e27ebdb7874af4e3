public import Glibc
public import RunnerProtocol

/// Keeps plugins' processes between rounds, so that a delivery need not start one.
///
/// A process is only reused for the channel that it was started for, with the same file, values and permission. It ends after
/// being idle for too long, unless its plugin may still receive the user's answers.
public final class RunnerPool {
    /// The user's answer through a plugin.
    public struct Report: Sendable, Hashable {
        /// The channel.
        public let channel: String
        public let answer: WireAnswer
    }

    private struct Kept {
        let session: RunnerSession
        let until: Double
    }

    private var kept: [String: Kept] = [:]
    private var reports: [Report] = []
    private var listeners: Set<String> = []
    private let idleLimit: Double

    /// Creates an empty pool, in which a process may be idle for at most ten minutes.
    public convenience init() {
        self.init(idleLimit: 600)
    }

    init(idleLimit: Double) {
        self.idleLimit = idleLimit
    }

    // MARK: Channels

    func listens(_ channel: String) -> Bool { listeners.contains(channel) }

    /// Ends the processes of channels that have changed or may no longer run.
    ///
    /// - Parameters:
    ///   - channels: the channels in use.
    ///   - listeners: the channels whose plugins report answers.
    public func agree(with channels: [Channel], listeners: Set<String>) {
        self.listeners = listeners
        let usable = channels.filter { $0.obstacle == nil }
        for (name, entry) in kept {
            let channel = usable.first { $0.name == name }
            let purpose = channel.map { RunnerKey($0, listens: listens(name)) }
            if entry.session.purpose != purpose { end(name) }
        }
    }

    /// Starts the plugin of a channel, so that it receives answers to notifications that an earlier process showed.
    ///
    /// - Parameter seconds: how long answers are expected.
    public func listen(on channel: Channel, for seconds: Int64, _ dispatcher: Dispatcher) {
        guard listens(channel.name), kept[channel.name] == nil,
            case .success(let session) = dispatcher.startSession(channel, listens: true)
        else { return }
        session.answerDeadline = MonotonicTime.now + Double(seconds)
        // If it cannot be opened, it is not kept; the next delivery reports why.
        _ = PluginConversation.opened(session, channel, self)
    }

    // MARK: Rounds

    /// Removes and returns the running process of a channel; nil if there is none, or none that can be used.
    func take(_ channel: Channel) -> RunnerSession? {
        guard let session = kept[channel.name]?.session else { return nil }
        proceed(channel.name) { _ in }
        guard kept[channel.name] != nil else { return nil }
        guard session.purpose == RunnerKey(channel, listens: listens(channel.name)), !session.isClosing else {
            end(channel.name)
            return nil
        }
        kept[channel.name] = nil
        return session
    }

    /// Keeps a process whose plugin is open and idle.
    func keep(_ session: RunnerSession, as channel: String) {
        guard !session.hasEnded else { return }
        end(channel)
        session.rest()
        let answerable = session.purpose.listens ? session.answerDeadline : 0
        kept[channel] = Kept(session: session, until: max(MonotonicTime.now + idleLimit, answerable))
    }

    /// Keeps answers until they are handled, up to a limit.
    func note(_ answers: [WireAnswer], of channel: String) {
        for answer in answers where reports.count < WireAnswer.most {
            reports.append(Report(channel: channel, answer: answer))
        }
    }

    // MARK: Between rounds

    /// The descriptors to wait for.
    public var watched: [pollfd] { kept.values.flatMap(\.session.watched) }

    /// The number of seconds after which to continue even if nothing arrives; nil for never.
    public var patience: Double? {
        if kept.values.contains(where: { $0.session.notice != nil }) { return 0 }
        return kept.values.map { min($0.until, $0.session.wakeUp) }.min().map { max(0, $0 - MonotonicTime.now) }
    }

    /// The number of kept processes.
    public var count: Int { kept.count }

    /// Reads the kept processes' messages, and ends processes that were idle for too long.
    ///
    /// - Parameter print: shows plugins' texts to the user.
    public func proceed(print: (String) -> Void) {
        for name in kept.keys.sorted() {
            let session = kept[name]?.session
            proceed(name, print: print)
            if let notice = session?.notice { print(notice) }
            session?.notice = nil
            if let entry = kept[name], entry.until <= MonotonicTime.now { end(name) }
        }
    }

    /// The next answer; nil if there are no more.
    public func nextReport() -> Report? {
        reports.isEmpty ? nil : reports.removeFirst()
    }

    /// Ends all processes.
    public func endAll() {
        for name in kept.keys.sorted() { end(name) }
    }

    private func proceed(_ name: String, print: (String) -> Void) {
        guard let session = kept[name]?.session else { return }
        handle(session.proceed(), of: name, print: print)
        if session.hasEnded { kept[name] = nil }
    }

    private func handle(_ events: [RunnerSession.Event], of name: String, print: (String) -> Void) {
        for event in events {
            switch event {
            case .print(let text): print(text)
            case .reported(let answers): note(answers, of: name)
            case .over, .loaded, .result, .held, .answers, .inspected: break
            }
        }
    }

    /// Ends a process; answers that it reported before still count.
    private func end(_ name: String) {
        guard let session = kept.removeValue(forKey: name)?.session else { return }
        handle(session.end(), of: name) { _ in }
    }
}
