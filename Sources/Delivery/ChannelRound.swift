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
    private let now: Instant
    private let words: Catalogue

    init(
        _ channel: Channel,
        _ attempts: [LeasedDelivery],
        now: Instant,
        words: Catalogue,
        start: @escaping (Channel) -> Result<RunnerSession, RunnerProcess.StartFailure>,
        offset: @escaping (PlannedNotification) -> Int,
        print: @escaping (String) -> Void,
        finish: @escaping (LeasedDelivery, WireResult) -> Void
    ) {
        self.channel = channel
        self.now = now
        self.words = words
        self.start = start
        self.offset = offset
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
                session?.send(.open(channel.values.map { WirePair(key: $0.key, value: $0.text) }), step: .open)
            case .print(let text): print(text)
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
        var notification = WireNotification(attempt, now: now, utcOffset: offset(attempt.notification), words: words)
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

extension WireNotification {
    init(_ attempt: LeasedDelivery, now: Instant, utcOffset: Int, words: Catalogue) {
        self.init()
        let notification = attempt.notification
        id = notification.id.rawValue
        key = attempt.key
        category = notification.category.rawValue
        title = notification.title
        body = notification.body
        date = notification.date.description
        weekday = notification.date.weekday.name
        fireAt = notification.fireAt.description
        zone = notification.zone
        link = notification.link
        flags = notification.isUrgent ? WireNotification.urgent : 0
        actions = notification.actions(words).map { Action(id: $0.id, label: $0.label, command: $0.command) }
        instant = notification.instant.secondsSinceEpoch
        lateSeconds = Lateness.seconds(notification.instant, now: now)
        utcOffsetSeconds = Int64(utcOffset)
        attributes = [
            WirePair(key: "language", value: words.language.rawValue),
            WirePair(key: "when", value: words.when(notification)),
        ]
        if lateSeconds >= 60 {
            attributes += [
                WirePair(key: "late", value: words.late(lateSeconds)),
                WirePair(key: "late-note", value: words.lateNote(lateSeconds)),
            ]
        }
        items = notification.items.map { item in
            Item(
                programID: item.programID,
                programName: item.programName,
                dayID: item.dayID,
                dayName: item.dayName,
                week: Int64(item.week)
            )
        }
    }
}
