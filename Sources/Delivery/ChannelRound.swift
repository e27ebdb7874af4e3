internal import CivilTime
internal import Ledger
internal import Reminders
internal import RunnerWire

/// One channel's deliveries in one round: a runner, and after a crash another for what is left.
final class ChannelRound {
    let channel: Channel
    private(set) var session: RunnerSession?
    private var waiting: ArraySlice<LeasedDelivery>
    private let start: (Channel) -> Result<RunnerSession, RunnerProcess.StartFailure>
    private let finish: (LeasedDelivery, WireResult) -> Void
    private let print: (String) -> Void
    private let offset: (PlannedNotification) -> Int
    private let expires: (PlannedNotification) -> Instant
    private let now: Instant
    private let words: Catalogue

    init(
        _ channel: Channel,
        _ attempts: [LeasedDelivery],
        now: Instant,
        words: Catalogue,
        start: @escaping (Channel) -> Result<RunnerSession, RunnerProcess.StartFailure>,
        offset: @escaping (PlannedNotification) -> Int,
        expires: @escaping (PlannedNotification) -> Instant,
        print: @escaping (String) -> Void,
        finish: @escaping (LeasedDelivery, WireResult) -> Void
    ) {
        self.channel = channel
        self.now = now
        self.words = words
        self.start = start
        self.offset = offset
        self.expires = expires
        self.print = print
        self.finish = finish
        waiting = attempts[...]
        begin()
    }

    /// Whether there is nothing left to do.
    var isOver: Bool { session == nil }

    private func begin() {
        switch start(channel) {
        case .success(let session): self.session = session
        case .failure(let failure):
            endAll(WireResult(status: 1, reason: "cannot start the plugin's process: \(failure.reason)"))
        }
    }

    func proceed() {
        for event in session?.proceed() ?? [] {
            switch event {
            case .loaded:
                if let problem = session?.open(channel.values) {
                    endAll(WireResult(status: 1, reason: problem.reason, remedy: problem.remedy))
                }
            case .print(let text): print(text)
            case .held, .inspected: break
            case .result(.open, let result):
                if result.status == 0 { deliverNext() } else { endAll(result) }
            case .result(_, let result):
                if let attempt = waiting.popFirst() { finish(attempt, result) }
                deliverNext()
            case .over(let reason): sessionEnded(reason)
            }
        }
    }

    private var hasDelivered = false

    private func deliverNext() {
        guard let attempt = waiting.first else {
            session?.send(.close, step: .close)
            return
        }
        hasDelivered = true
        var notification = WireNotification(
            attempt.notification,
            key: attempt.key,
            lateSeconds: Lateness.seconds(attempt.notification.instant, now: now),
            utcOffset: offset(attempt.notification),
            words: words
        )
        notification.expires = expires(attempt.notification).secondsSinceEpoch
        if channel.permission.state == .provisional { notification.flags |= WireNotification.quiet }
        session?.send(.deliver(notification), step: .deliver)
    }

    private func sessionEnded(_ reason: String?) {
        session = nil
        guard let reason, !waiting.isEmpty else { return }
        let failure = WireResult(status: 1, reason: reason)
        // A plugin that fails at one notification gets another process for the rest; one that never got so far does not.
        guard hasDelivered, let attempt = waiting.popFirst() else { return endAll(failure) }
        finish(attempt, failure)
        hasDelivered = false
        if !waiting.isEmpty { begin() }
    }

    private func endAll(_ result: WireResult) {
        while let attempt = waiting.popFirst() { finish(attempt, result) }
        session?.send(.close, step: .close)
    }
}
