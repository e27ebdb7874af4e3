import Delivery
package import CivilTime
import Files
import Ledger
import Planning
package import Platform
import Reminders
package import RunnerProtocol
import SystemPackage

/// Keeps plugins that schedule notifications themselves in agreement with the ledger, before and after each planning run, and collects
/// the answers that plugins keep.
package struct ScheduledChannelSync {
    private let workspace: Workspace
    private let rounds: [ScheduledDeliveryReconciliation]
    /// The channels whose plugins can be asked what became of their scheduled notifications.
    let scheduling: Set<String>
    /// The channels, in the order in which they are asked.
    package let names: [String]

    /// Selects the channels in use and those that may still have scheduled notifications.
    ///
    /// - Parameters:
    ///   - forbidden: a channel to leave out, because its plugin must no longer run.
    ///   - collects: whether to select channels that keep answers, too.
    init(
        _ delivery: DeliveryService,
        _ metadata: PluginMetadataCache,
        inUse: [String],
        forbidden: String?,
        collects: Bool = false
    ) throws(CommandError) {
        let once = try delivery.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.holdingChannels() }
        let names = inUse + once.subtracting(inUse).sorted()
        try self.init(delivery, metadata, among: names.filter { $0 != forbidden }, collects: collects)
    }

    /// The plugins of these channels, by channel, as in the current settings or the last ones that had the channel.
    private let plugins: [String: String]

    /// Selects those of some channels whose plugins schedule notifications themselves.
    init(
        _ delivery: DeliveryService,
        _ metadata: PluginMetadataCache,
        among names: [String],
        collects: Bool = false
    ) throws(CommandError) {
        workspace = delivery.workspace
        let ledger = try workspace.ledger()
        // A channel that was removed from the settings still has a plugin that must cancel its notifications.
        let remembered = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.holdingPlugins() }
        var plugins: [String: String] = [:]
        var rounds: [ScheduledDeliveryReconciliation] = []
        var (scheduling, asked): (Set<String>, [String]) = ([], [])
        for name in names {
            let configuration =
                delivery.configurations.first { $0.name == name }
                ?? remembered[name].map { ChannelConfiguration(named: name, plugin: $0) }
            guard let configuration else { continue }
            let channel = delivery.channel(configuration)
            guard channel.problem == nil, let known = try metadata.description(of: channel),
                known.canSchedule || (collects && known.answers(with: channel.values)?.areKept ?? false)
            else { continue }
            asked.append(name)
            if known.canSchedule {
                scheduling.insert(name)
                plugins[name] = configuration.plugin
            }
            rounds.append(
                ScheduledDeliveryReconciliation(
                    try metadata.ready(channel),
                    known,
                    delivery.dispatcher(),
                    ledger,
                    delivery.moment
                )
            )
        }
        self.rounds = rounds
        (self.scheduling, self.names) = (scheduling, asked)
        self.plugins = plugins
    }

    /// Before planning: records what plugins have delivered since.
    func begin() throws(CommandError) {
        for round in rounds { try workspace.withLedger { (_) throws(LedgerError) in try round.begin() } }
    }

    /// Records what plugins have delivered since, and changes nothing in them.
    func observe() throws(CommandError) {
        for round in rounds { try workspace.withLedger { (_) throws(LedgerError) in try round.observe() } }
    }

    /// Whether a plugin keeps answers.
    var keepsAnswers: Bool { rounds.contains(where: \.keepsAnswers) }

    /// The answers that a channel's plugin keeps; none if it cannot report them.
    package func answers(of channel: String) -> [WireAnswer] {
        rounds.first { $0.name == channel }.map { $0.answers() } ?? []
    }

    /// Whether an answer on a channel counts only with the token of its notification.
    package func takesTokens(_ channel: String) -> Bool {
        rounds.first { $0.name == channel }?.takesTokens ?? false
    }

    /// Remembers for how long plugins keep answers, which `doctor` compares with the time between runs.
    func noteAnswersKept() throws(CommandError) {
        let known = rounds.compactMap { round in round.secondsKept.map { (round.name, $0) } }
        guard !known.isEmpty else { return }
        try workspace.withLedger { (ledger) throws(LedgerError) in
            let former = try ledger.answersKept()
            try ledger.note(answersKept: former.merging(known) { $1 }.filter { $0.value > 0 })
        }
    }

    /// Reports to a channel's plugin whether an answer was recorded.
    ///
    /// If that fails, the plugin reports the answer again.
    package func settle(_ settlement: WireSettlement, on channel: String) {
        rounds.first { $0.name == channel }?.settle(settlement)
    }

    /// Notes that an answer was refused, which is reported once.
    package func note(_ refusal: String, of answer: WireAnswer, on channel: String) {
        rounds.first { $0.name == channel }?.note(refusal, of: answer)
    }

    /// After planning: schedules and cancels notifications in the plugins.
    ///
    /// - Parameter present: the session after planning; nil if no plugin keeps answers.
    func agree(_ present: Session?) throws(CommandError) {
        defer { report() }
        let waiting = present?.waitingToday ?? []
        for round in rounds {
            try workspace.withLedger { (_) throws(LedgerError) in
                try round.agree(waiting) { present?.listingAttributes(of: $0) ?? [] }
            }
        }
        let plugins = plugins
        try workspace.withLedger { (ledger) throws(LedgerError) in
            let holding = try ledger.holdingChannels()
            let known = try ledger.holdingPlugins()
            try ledger.note(holdingPlugins: known.merging(plugins) { $1 }.filter { holding.contains($0.key) })
        }
    }

    /// Cancels everything that the plugins have scheduled, before the user denies or removes them.
    func release() throws(CommandError) {
        defer { report() }
        for round in rounds { try workspace.withLedger { (_) throws(LedgerError) in try round.release() } }
    }

    /// Reports problems; without a terminal or --verbose, only new ones.
    private func report() {
        let problems = rounds.flatMap(\.report.problems).map { $0.split(separator: "\n").joined(separator: " ") }
        let told = (try? workspace.ledger().reportedProblems()) ?? []
        let isTalkative = workspace.isVerbose || workspace.context.output.isTerminal
        for problem in problems where isTalkative || !told.contains(problem) { workspace.warn(problem) }
        if !rounds.isEmpty { try? workspace.ledger().note(told: problems) }
        trace(rounds.flatMap(\.report.leftBehind))
    }

    /// Logs entries that could not be cancelled, if the ledger cannot record them.
    private func trace(_ keys: [String]) {
        guard !keys.isEmpty, let trace = workspace.paths.trace else { return }
        for key in keys {
            let when = (try? workspace.now()).map { "\($0)" } ?? ""
            let line = "\(when) may still be scheduled; it will be cancelled at the next run: \(key)"
            try? workspace.context.files.append(trace, line)
        }
    }
}

extension Session {
    /// The attributes of a reminder for lists of tasks: a title and the planned sets.
    fileprivate func listingAttributes(of notification: PlannedNotification) -> [WirePair] {
        guard let listing = input.listing(of: notification) else { return [] }
        let pairs = [("list-title", listing.title ?? ""), ("sets", listing.sets)]
        return pairs.filter { !$0.1.isEmpty }.map { WirePair(key: $0.0, value: $0.1) }
    }
}

extension Store {
    /// Opens the plugins that keep answers or schedule notifications themselves.
    ///
    /// - Returns: the channels; nil if no plugin keeps answers.
    package func beginCollecting() throws(CommandError) -> ScheduledChannelSync? {
        let delivery = try delivering()
        let metadata = PluginMetadataCache(delivery)
        var keepsAnswers = false
        for channel in session.channelsInUse.compactMap(delivery.channel(named:)) where !keepsAnswers {
            keepsAnswers = try metadata.description(of: channel)?.answers(with: channel.values)?.areKept ?? false
        }
        guard keepsAnswers else {
            workspace.preparedChannels = (session, delivery, metadata)
            return nil
        }
        let channels = try ScheduledChannelSync(
            delivery,
            metadata,
            inUse: session.channelsInUse,
            forbidden: nil,
            collects: true
        )
        try workspace.createLedger()
        try channels.begin()
        (workspace.openChannels, workspace.isCollecting) = (channels, true)
        return channels
    }

    /// Lets the next commit end the conversations.
    package func endCollecting() throws(CommandError) {
        try workspace.openChannels?.noteAnswersKept()
        workspace.isCollecting = false
    }

    /// A store for commands that only show something: its session knows what plugins that schedule reminders themselves delivered since
    /// the last run, without recording it.
    package static func observing(_ workspace: Workspace) throws(CommandError) -> Store {
        let store = try Store(workspace)
        guard try workspace.hasUnreportedDeliveries() else { return store }
        try workspace.continueWithCopy()
        let delivery = try store.delivering()
        let metadata = PluginMetadataCache(delivery)
        try ScheduledChannelSync(delivery, metadata, inUse: store.session.channelsInUse, forbidden: nil).observe()
        return try Store(workspace)
    }
}

extension DeliveryService {
    /// When the answers that plugins keep are collected again; nil if no plugin keeps any.
    package var nextCollection: Instant? {
        let keepsAnswers = configurations.contains { one in
            guard routed.contains(one.name), let known = knownDescription(of: one), known.answers != nil else {
                return false
            }
            let values = one.values.map { ChannelValue(key: $0.key, origin: $0.origin) }
            return known.answers(with: values)?.areKept ?? false
        }
        return keepsAnswers ? now.adding(DeliveryService.collectionPause) : nil
    }

    private static let collectionPause = TimeSpan.minutes(5)
}

extension Workspace {
    /// Removes the files of plugins with the positions up to which they have read answers: a restored or repaired ledger may lack some.
    ///
    /// Answers that are read again count once.
    package func forgetAnswerPositions() {
        guard let state = Paths.state(context.environment) else { return }
        for folder in context.files.list(state).map({ state.appending($0) }) {
            for name in context.files.list(folder) where name.hasPrefix("position-") {
                try? context.files.remove(folder.appending(name))
            }
        }
    }

    /// Whether a plugin schedules reminders itself, and one of them is past its time.
    package func hasUnreportedDeliveries() throws(CommandError) -> Bool {
        let now = try now()
        let held = try withLedger { (ledger) throws(LedgerError) in
            try ledger.holdingChannels().map { (channel) throws(LedgerError) in
                try ledger.heldDeliveries(on: channel, now: now)
            }
        }
        return held.joined().contains { $0.isScheduled && $0.notification.instant <= now }
    }
}

/// Retracts notifications that channels still display although they were answered, snoozed or deleted elsewhere.
struct NotificationRetractor {
    private let session: Session
    private let delivery: DeliveryService
    private let metadata: PluginMetadataCache

    init(_ session: Session, _ delivery: DeliveryService, _ metadata: PluginMetadataCache) {
        (self.session, self.delivery, self.metadata) = (session, delivery, metadata)
    }

    /// Retracts the notifications that these events ended; failures are reported only with --verbose, since they do no harm.
    ///
    /// - Parameter answers: the answers since then, with those that the training log gives.
    func follow(_ happened: [LedgerEvent], _ answers: [OccurrenceKey: Answer]) throws(CommandError) {
        let ended = ended(by: happened, answers)
        guard !ended.isEmpty else { return }
        let workspace = delivery.workspace
        let shown = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.deliveries(of: ended) }
        // A channel whose plugin reported the answer knows it.
        let origins = Set(happened.compactMap { if case .reported(let answer) = $0 { answer.channel } else { nil } })
        for (name, ids) in shown.sorted(by: { $0.key < $1.key }) where !origins.contains(name) {
            guard let channel = delivery.channel(named: name), channel.problem == nil,
                try metadata.description(of: channel)?.canCancel(with: channel.values) == true
            else { continue }
            let trouble = delivery.dispatcher().takeBack(
                ids.map(\.rawValue),
                on: try metadata.ready(channel),
                pool: workspace.pool
            )
            if let trouble, workspace.isVerbose {
                workspace.talk("the channel '\(name)' may still display an answered reminder: \(trouble)")
            }
        }
    }

    /// The delivered reminders that these events ended.
    private func ended(by happened: [LedgerEvent], _ answers: [OccurrenceKey: Answer]) -> [NotificationID] {
        var answered = Set(answers.keys).subtracting(session.facts.answers.keys)
        var putOff: Set<NotificationID> = []
        var deleted: Set<Int64> = []
        for fact in happened {
            switch fact {
            case .answered(let key, _, _, _): answered.insert(key)
            case .snoozed(let id, _, _): putOff.insert(id.root)
            case .reminderDeleted(let number), .reminderWithdrawn(let number): deleted.insert(number)
            default: break
            }
        }
        guard !answered.isEmpty || !putOff.isEmpty || !deleted.isEmpty else { return [] }
        return session.facts.delivered.map(\.notification).filter { reminder in
            putOff.contains(reminder.id.root) || reminder.reminderNumber.map(deleted.contains) ?? false
                || (reminder.occurrences.contains(where: answered.contains) && reminder.leaving(answers) == nil)
        }.map(\.id)
    }
}
