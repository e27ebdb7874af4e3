public import CivilTime
internal import Glibc
public import Ledger
public import Localization
public import Reminders
public import RunnerProtocol
public import SystemPackage

/// Delivers what is due: one runner per channel, all in parallel, none waiting for another.
public struct Dispatcher: Sendable {
    private let runner: FilePath
    private var environment: [String]
    private let secrets: Secrets
    /// The absolute paths of antrain's files that this run uses; no plugin gets them by declaring them.
    let used: [String]
    private let terminal: TerminalFacts
    private let level: ConfinementLevel
    let health: InstallationHealth
    private let now: Instant?
    private let limits: @Sendable (RunnerSession.Step) -> Double
    private var isChecking = false
    private var isAsking = false

    /// Creates a dispatcher.
    ///
    /// - Parameters:
    ///   - runner: the path of `antrain-plugin-runner`.
    ///   - environment: the user's environment; plugins get the part that they need.
    ///   - terminal: what plugins may know about the terminal.
    ///   - used: the absolute paths of antrain's files that this run uses.
    ///   - health: is told about damaged parts of antrain.
    ///   - now: the present if the user set it; nil for the system's clock.
    ///   - deliveryLimit: the time limit of one delivery in seconds; the interface promises plugins the default of 30.
    public init(
        runner: FilePath,
        environment: [String: String],
        terminal: TerminalFacts,
        used: [String] = [],
        health: InstallationHealth = InstallationHealth(),
        now: Instant? = nil,
        deliveryLimit: Double = 30
    ) {
        self.runner = runner
        self.environment = RunnerEnvironment.filtered(environment)
        secrets = Secrets(environment: environment)
        self.terminal = terminal
        self.used = used
        self.health = health
        self.now = now
        level = ConfinementLevel(environment: environment)
        limits = { step in if case .deliver = step { deliveryLimit } else { step.limit } }
    }

    /// A dispatcher whose plugins are checked: their standard output is kept apart, and freed heap memory is never counted as in use.
    ///
    /// The GNU C library caches some of the memory that a thread frees, and mallinfo(3) counts it as in use.
    var checking: Dispatcher {
        var checking = self
        checking.isChecking = true
        checking.environment.append("GLIBC_TUNABLES=glibc.malloc.tcache_count=0")
        return checking
    }

    /// A dispatcher whose plugins are only asked something, so that nothing is created for them.
    var asking: Dispatcher {
        var asking = self
        asking.isAsking = true
        return asking
    }

    /// The length of a lease; at least half of it is left before each delivery, which is more than one delivery may take.
    public static let lease = TimeSpan.minutes(2)

    /// Delivers due notifications on the channels, and records the result of each attempt immediately.
    ///
    /// Notifications that cannot be sent because a part of antrain is damaged stay pending, as if no attempt had been made.
    ///
    /// - Parameters:
    ///   - ledger: provides the due deliveries and records the results.
    ///   - channels: the channels in use.
    ///   - due: the channels whose processes start before the deliveries are leased.
    ///   - settings: the grace period, which determines what is missed.
    ///   - words: the texts for buttons, dates and lateness.
    ///   - zone: the user's zone.
    ///   - now: the present at the start of the round.
    ///   - clock: the current time during the round; if nil, it stays `now`.
    ///   - pool: keeps processes for the next round; if nil, they end with this one.
    ///   - print: shows plugins' texts to the user; returns why one could not be shown.
    public func deliverDue(
        _ ledger: Ledger,
        channels: [Channel],
        due: Set<String> = [],
        settings: Settings,
        words: MessageCatalog = .plain,
        zone: Zone,
        now: Instant,
        clock: (() -> Instant)? = nil,
        pool: RunnerPool? = nil,
        print: (String) -> String?
    ) throws(LedgerError) -> DeliverySummary {
        let clock = clock ?? { now }
        // Plugins that start programs take the longest, so they start first. A process without deliveries ends with this round; in a
        // pool it would be lost, so processes of a pool do not start early.
        let early = pool == nil ? channels.filter { due.contains($0.name) && $0.obstacle == nil } : []
        let slow = early.filter { Int64($0.confinement.needs) & (PluginNeed.exec.bit | PluginNeed.rights.bit) != 0 }
        var started: [String: Result<RunnerSession, RunnerProcess.StartFailure>] = [:]
        for channel in slow + early where started[channel.name] == nil { started[channel.name] = startSession(channel) }
        let leased = try ledger.leaseDue(now: now, for: Dispatcher.lease, grace: settings.grace, zone: zone)
        var summary = DeliverySummary()
        summary.missed = leased.missed
        var trouble: LedgerError?
        let areSigned = channels.contains { one in
            one.takesTokens && leased.attempts.contains { $0.channel == one.name }
        }
        let signer = areSigned ? AnswerSigner(secret: try ledger.answerSecret()) : nil
        // A channel that does not exist cannot take over: the delivery is retried.
        let present = Set(channels.filter { $0.library != nil }.map(\.name))
        let fallbacks = Dictionary(
            channels.compactMap { one in
                one.fallback.flatMap { present.contains($0.channel) ? (one.name, $0) : nil }
            }
        ) { $1 }
        let denied = Set(channels.filter { $0.permission.state == .denied }.map(\.name))
        func finish(_ attempt: LeasedDelivery, _ result: WireResult, _ isFromPlugin: Bool) {
            do {
                try record(attempt, result, isFromPlugin, denied, fallbacks, in: ledger, now: clock(), into: &summary)
            } catch { trouble = error }
        }
        func putBack(_ attempt: LeasedDelivery) {
            do { try ledger.putBack(attempt, now: clock()) } catch { trouble = error }
        }
        func isMine(_ attempt: LeasedDelivery) -> Bool {
            do { return try ledger.renew(attempt, for: Dispatcher.lease, now: clock()) } catch {
                trouble = error
                return false
            }
        }
        withoutActuallyEscaping(print) { print in
            withoutActuallyEscaping(finish) { finish in
                withoutActuallyEscaping(isMine) { isMine in
                    withoutActuallyEscaping(putBack) { putBack in
                        run(
                            leased.attempts,
                            channels: channels,
                            started: started,
                            words: words,
                            signer: signer,
                            grace: settings.grace,
                            zone: zone,
                            clock: clock,
                            pool: pool,
                            print: print,
                            isMine: isMine,
                            finish: finish,
                            putBack: putBack
                        )
                    }
                }
            }
        }
        if let trouble { throw trouble }
        return summary
    }

    private func run(
        _ attempts: [LeasedDelivery],
        channels: [Channel],
        started: [String: Result<RunnerSession, RunnerProcess.StartFailure>],
        words: MessageCatalog,
        signer: AnswerSigner?,
        grace: TimeSpan,
        zone: Zone,
        clock: @escaping () -> Instant,
        pool: RunnerPool?,
        print: @escaping (String) -> String?,
        isMine: @escaping (LeasedDelivery) -> Bool,
        finish: @escaping (LeasedDelivery, WireResult, Bool) -> Void,
        putBack: @escaping (LeasedDelivery) -> Void
    ) {
        var rounds: [ChannelDeliveryBatch] = []
        var started = started
        for (name, due) in Dictionary(grouping: attempts, by: \.channel).sorted(by: { $0.key < $1.key }) {
            let channel = channels.first { $0.name == name }
            if let damage = channel?.damage {
                health.note(damage)
                for attempt in due { putBack(attempt) }
                continue
            }
            guard let channel, channel.obstacle == nil else {
                let problem = channel?.obstacle ?? "channel '\(name)' is no longer in the settings"
                let status: UInt32 = channel?.permission.state == .denied ? 2 : 1
                for attempt in due { finish(attempt, WireResult(status: status, reason: problem), false) }
                continue
            }
            rounds.append(
                ChannelDeliveryBatch(
                    channel,
                    due,
                    clock: clock,
                    words: words,
                    token: { channel.takesTokens ? signer?.token(for: $0, on: channel.name) : nil },
                    start: { started.removeValue(forKey: $0.name) ?? session(for: $0, pool) },
                    offset: { zone.offset(at: $0.instant).seconds },
                    expires: { Lateness.end(of: $0, grace: grace, in: zone) },
                    print: print,
                    pool: pool,
                    isMine: isMine,
                    finish: finish,
                    putBack: putBack
                )
            )
        }
        SessionLoop.run(rounds)
    }

    /// The user's environment, of which plugins get a part.
    var userEnvironment: [String: String] { secrets.environment }

    /// A channel whose process is confined by its plugin's needs.
    public func confined(_ channel: Channel, by description: WireDescription) -> Channel {
        channel.confined(by: description, environment: userEnvironment, used: used)
    }

    /// The running process of a channel, or a new one.
    func session(for channel: Channel, _ pool: RunnerPool?) -> Result<RunnerSession, RunnerProcess.StartFailure> {
        if channel.obstacle == nil, let kept = pool?.take(channel) { return .success(kept) }
        return startSession(channel, listens: pool?.listens(channel.name) ?? false)
    }

    /// A new process for a channel; nil if the channel may not be used.
    func startSession(_ channel: Channel, listens: Bool = false) -> Result<RunnerSession, RunnerProcess.StartFailure> {
        if let obstacle = channel.obstacle {
            if let damage = channel.damage { health.note(damage) }
            return .failure(RunnerProcess.StartFailure(reason: obstacle, damage: channel.damage))
        }
        let purpose = RunnerKey(channel, listens: listens)
        let image: PluginImage
        do throws(PluginImage.Failure) { image = try PluginImage.read(purpose.library) } catch {
            return .failure(RunnerProcess.StartFailure(reason: error.reason))
        }
        guard let digest = channel.digest, image.digest == digest else {
            return .failure(RunnerProcess.StartFailure(reason: channel.otherFile))
        }
        switch RunnerProcess.start(runner, image, environment: environment) {
        case .success(let process):
            var load = WireLoad(purpose, terminal, level)
            load.isChecked = isChecking
            load.isAsked = isAsking
            load.now = now?.secondsSinceEpoch ?? 0
            return .success(
                RunnerSession(
                    process,
                    for: purpose,
                    load: load,
                    terminal: terminal,
                    secrets: secrets,
                    level: level,
                    health: health,
                    limits: limits
                )
            )
        case .failure(let failure):
            if let damage = failure.damage { health.note(damage) }
            return .failure(failure)
        }
    }

    private func record(
        _ attempt: LeasedDelivery,
        _ result: WireResult,
        _ isFromPlugin: Bool,
        _ denied: Set<String>,
        _ fallbacks: [String: ChannelConfiguration.Fallback],
        in ledger: Ledger,
        now: Instant,
        into summary: inout DeliverySummary
    ) throws(LedgerError) {
        let late = Lateness.seconds(attempt.notification, now: now)
        let reason = [result.reason, result.remedy].filter { !$0.isEmpty }.joined(separator: "; ")
        let words = reason.isEmpty ? "the plugin gave no reason" : reason
        func entry(_ reason: String?) -> DeliverySummary.Entry {
            DeliverySummary.Entry(
                notification: attempt.notification,
                channel: attempt.channel,
                reason: reason,
                lateSeconds: late,
                takenOverFrom: attempt.takenOverFrom,
                isWaiting: isFromPlugin && result.status == 1
            )
        }
        guard result.status != 0 else {
            summary.delivered.append(entry(nil))
            try ledger.record(.delivered(lateSeconds: late), of: attempt, now: now)
            return
        }
        let pause = Backoff.span(after: attempt.attempt, key: attempt.key, requested: result.retryAfter)
        let failure: DeliveryOutcome =
            result.status == 1 ? .retry(at: now.adding(pause), reason: words) : .failed(reason: words)
        let fallback = fallbacks[attempt.channel].flatMap { fallback in
            result.status > 1 || attempt.attempt >= fallback.failures ? fallback.channel : nil
        }
        if let fallback {
            // If the other channel has already failed, no channel takes over.
            if try ledger.record(.handedOver(to: fallback, orElse: failure), of: attempt, now: now) {
                summary.handedOver.append(entry("\(words); handed over to \(fallback)"))
                return
            }
        } else {
            try ledger.record(failure, of: attempt, now: now)
        }
        if result.status == 1 {
            summary.retrying.append(entry(words))
        } else if denied.contains(attempt.channel) {
            summary.refused.append(entry(words))
        } else {
            summary.failed.append(entry(words))
        }
    }
}

/// Continues all sessions when something arrives or a deadline passes.
enum SessionLoop {
    static func run(_ rounds: [ChannelDeliveryBatch]) {
        while true {
            let live = rounds.filter { !$0.hasEnded }
            guard !live.isEmpty else { return }
            wait(for: live.compactMap(\.session))
            for round in live { round.proceed() }
        }
    }

    static func wait(for sessions: [RunnerSession]) {
        var watched = sessions.flatMap(\.watched)
        let soonest = sessions.map(\.wakeUp).min() ?? MonotonicTime.now
        let milliseconds = max(0, min(60_000, (soonest - MonotonicTime.now) * 1000 + 1))
        poll(&watched, nfds_t(watched.count), Int32(milliseconds))
    }
}

extension Dispatcher {
    /// Tells a channel's plugin what became of an answer.
    ///
    /// - Parameters:
    ///   - settlement: the answer's outcome.
    ///   - channel: the channel; its plugin takes note of outcomes.
    ///   - pool: may contain a running process.
    /// - Returns: why the call failed or could not be made; nil on success.
    public func settle(_ settlement: WireSettlement, on channel: Channel, pool: RunnerPool?) -> String? {
        do {
            try PluginConversation.open(channel, self, pool).ask(.settle(settlement), step: .settle)
            return nil
        } catch { return error.words }
    }

    /// Asks a channel's plugin to remove delivered notifications; notifications that no longer exist are not failures.
    ///
    /// - Parameters:
    ///   - ids: the notifications' IDs.
    ///   - channel: the channel.
    ///   - pool: may contain a running process.
    /// - Returns: why the call failed or could not be made; nil on success.
    public func takeBack(_ ids: [String], on channel: Channel, pool: RunnerPool?) -> String? {
        do {
            let conversation = try PluginConversation.open(channel, self, pool)
            for id in ids { try conversation.ask(.cancel(id: id), step: .cancel) }
            return nil
        } catch { return error.words }
    }
}
