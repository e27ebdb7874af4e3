internal import CivilTime
internal import Ledger
internal import Localization
internal import Reminders
internal import RunnerProtocol

/// One channel's deliveries in one batch: a runner and, after a crash, another one for the remaining notifications.
final class ChannelDeliveryBatch {
    let channel: Channel
    private(set) var session: RunnerSession?
    private var waiting: ArraySlice<LeasedDelivery>
    private let start: (Channel) -> Result<RunnerSession, RunnerProcess.StartFailure>
    /// Records a result; the last argument says whether the plugin itself gave it.
    private let finish: (LeasedDelivery, WireResult, Bool) -> Void
    private let putBack: (LeasedDelivery) -> Void
    private let print: (String) -> String?
    private let pool: RunnerPool?
    private let offset: (PlannedNotification) -> Int
    private let expires: (PlannedNotification) -> Instant
    private let clock: () -> Instant
    private let isMine: (LeasedDelivery) -> Bool
    private let words: MessageCatalog
    private let token: (PlannedNotification) -> String?

    init(
        _ channel: Channel,
        _ attempts: [LeasedDelivery],
        clock: @escaping () -> Instant,
        words: MessageCatalog,
        token: @escaping (PlannedNotification) -> String?,
        start: @escaping (Channel) -> Result<RunnerSession, RunnerProcess.StartFailure>,
        offset: @escaping (PlannedNotification) -> Int,
        expires: @escaping (PlannedNotification) -> Instant,
        print: @escaping (String) -> String?,
        pool: RunnerPool?,
        isMine: @escaping (LeasedDelivery) -> Bool,
        finish: @escaping (LeasedDelivery, WireResult, Bool) -> Void,
        putBack: @escaping (LeasedDelivery) -> Void
    ) {
        self.channel = channel
        self.clock = clock
        self.isMine = isMine
        self.words = words
        self.token = token
        self.start = start
        self.offset = offset
        self.expires = expires
        self.print = print
        self.pool = pool
        self.finish = finish
        self.putBack = putBack
        waiting = attempts[...]
        begin()
    }

    /// Whether nothing is left to do.
    var hasEnded: Bool { session == nil }

    private func begin() {
        switch start(channel) {
        case .success(let session):
            self.session = session
            // A process kept from an earlier batch is already open.
            isKept = session.isOpen
            if isKept { deliverNext() }
        case .failure(let failure):
            guard failure.damage == nil else { return putBackAll() }
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
            case .print(let text): unshown = print(text) ?? unshown
            case .reported(let answers): pool?.note(answers, of: channel.name)
            case .held, .answers, .inspected: break
            case .result(.open, let result):
                if result.status == 0 { deliverNext() } else { endAll(result, fromPlugin: true) }
            case .result(_, let result):
                isKept = false
                if let attempt = waiting.popFirst() { finish(attempt, result.unless(unshown), result.status != 0) }
                unshown = nil
                deliverNext()
            case .over(let reason): sessionEnded(reason)
            }
        }
    }

    private var hasDelivered = false
    /// Why the plugin's output for the current notification was not shown.
    private var unshown: String?
    /// Whether the process is from an earlier batch and has not responded in this one yet.
    private var isKept = false

    private func deliverNext() {
        // Time has passed since it was leased: another process may have taken over, or it may be cancelled.
        while let next = waiting.first, !isMine(next) { waiting.removeFirst() }
        guard let attempt = waiting.first else {
            release()
            return
        }
        let now = clock()
        hasDelivered = true
        var notification = WireNotification(
            attempt.notification,
            key: attempt.key,
            lateSeconds: Lateness.seconds(attempt.notification, now: now),
            utcOffset: offset(attempt.notification),
            words: words
        )
        if let token = token(attempt.notification) {
            notification.attributes.append(WirePair(key: "answer-token", value: token))
            if let reply = attempt.notification.callToReply(words) {
                notification.attributes.append(WirePair(key: "reply", value: reply))
            }
        }
        let end = expires(attempt.notification)
        notification.expires = end.secondsSinceEpoch
        let sense = Double(max(0, now.span(until: end).seconds))
        session?.answerDeadline = max(session?.answerDeadline ?? 0, MonotonicTime.now + sense)
        if channel.permission.state == .provisional { notification.flags |= WireNotification.quiet }
        session?.send(.deliver(notification), step: .deliver)
    }

    /// Nothing is left: the process ends, or is kept for the next batch.
    private func release() {
        guard let pool, let session else {
            session?.send(.close, step: .close)
            return
        }
        self.session = nil
        pool.keep(session, as: channel.name)
    }

    private func sessionEnded(_ reason: String?) {
        let wasGone = isKept && session?.isClosing == true
        let isDamaged = session?.damage != nil
        session = nil
        guard !isDamaged else { return putBackAll() }
        guard let reason, !waiting.isEmpty else { return }
        // A process that ended since the last batch received nothing in this one.
        if wasGone {
            hasDelivered = false
            return begin()
        }
        let failure = WireResult(status: 1, reason: reason)
        // After a failed delivery the remaining notifications get a new process; after a failed start they do not.
        guard hasDelivered, let attempt = waiting.popFirst() else { return endAll(failure) }
        finish(attempt, failure, false)
        hasDelivered = false
        if !waiting.isEmpty { begin() }
    }

    private func putBackAll() {
        while let attempt = waiting.popFirst() { putBack(attempt) }
    }

    private func endAll(_ result: WireResult, fromPlugin: Bool = false) {
        while let attempt = waiting.popFirst() { finish(attempt, result, fromPlugin) }
        session?.send(.close, step: .close)
    }
}

extension WireResult {
    /// The result, unless the user did not see what the plugin printed.
    func unless(_ unshown: String?) -> WireResult {
        guard status == 0, let unshown else { return self }
        return WireResult(
            status: 1,
            reason: "cannot write to antrain's output: \(unshown)",
            remedy: "redirect the output, or use another channel"
        )
    }
}
