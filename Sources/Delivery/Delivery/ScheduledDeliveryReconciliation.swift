public import CivilTime
public import Ledger
public import Localization
public import Reminders
public import RunnerProtocol

/// Brings a scheduling plugin and the ledger into agreement, and collects the answers that a plugin keeps.
///
/// No transaction spans a row and the plugin's entry. So the next run can detect and fix each step: first an entry is scheduled,
/// then its row is written. If the row cannot be written, the entry is cancelled again; if that fails too, it is recorded as left
/// over; the next run finds an entry without a row, and cancels it.
public final class ScheduledDeliveryReconciliation {
    /// The result of a run.
    public struct Report: Sendable, Hashable {
        /// The notifications newly scheduled by the plugin.
        public var scheduled: [NotificationID] = []
        /// The notifications whose time came while the plugin had them scheduled.
        public var fired: [NotificationID] = []
        /// The keys of cancelled entries, which the ledger does not want.
        public var cancelled: [String] = []
        /// What went wrong, and what to do about it.
        public var problems: [String] = []
        /// The keys of entries that should have been cancelled and may still exist.
        public var leftBehind: [String] = []
    }

    private let channel: Channel
    private let canSchedule: Bool
    /// Whether the plugin keeps answers.
    public let keepsAnswers: Bool
    private let dispatcher: Dispatcher
    private let ledger: Ledger
    private let moment: Moment
    /// Why the first entry that may be left behind could not be cancelled.
    private var leftReason: String?
    private var conversation: PluginConversation?
    private var entries: [WireScheduled] = []
    /// Additional attributes of notifications, which the ledger does not store, by the keys of the deliveries.
    private var details: [String: [WirePair]] = [:]
    /// The digests of the details that the plugin has.
    private var told: [String: String] = [:]
    /// The result of the run so far.
    public private(set) var report = Report()

    /// The settings used for all notifications of a run.
    public struct Moment: Sendable {
        let settings: Settings
        let words: MessageCatalog
        let zone: Zone
        let now: Instant

        /// Creates the settings of a run.
        ///
        /// - Parameters:
        ///   - settings: the grace period.
        ///   - words: the texts for buttons and dates.
        ///   - zone: the user's zone.
        ///   - now: the present.
        public init(settings: Settings, words: MessageCatalog, zone: Zone, now: Instant) {
            self.settings = settings
            self.words = words
            self.zone = zone
            self.now = now
        }
    }

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - channel: the channel; its plugin has `antrain.schedule/1`, or keeps answers.
    ///   - description: the plugin's description.
    ///   - dispatcher: starts the plugin.
    ///   - ledger: the ledger.
    ///   - moment: the present and the user's settings.
    public init(
        _ channel: Channel,
        _ description: WireDescription,
        _ dispatcher: Dispatcher,
        _ ledger: Ledger,
        _ moment: Moment
    ) {
        self.channel = channel
        canSchedule = description.canSchedule
        keepsAnswers = description.answers(with: channel.values)?.areKept ?? false
        self.dispatcher = dispatcher
        self.ledger = ledger
        self.moment = moment
    }

    /// The first half, before planning: lists what the plugin has scheduled, and records what has come to its time or is lost.
    public func begin() throws(LedgerError) {
        do {
            let opened = try PluginConversation.open(channel, dispatcher)
            if canSchedule { entries = try opened.held() }
            conversation = opened
        } catch {
            // Reported once, for all channels.
            guard error.damage == nil else { return }
            let what = canSchedule ? "list its scheduled reminders" : "report answers"
            report.problems.append("channel '\(channel.name)' cannot \(what): \(error.words)")
            return
        }
        guard canSchedule else { return }
        let difference = try difference()
        // Overdue entries are delivered by antrain, once the plugin can no longer deliver them, too.
        for delivery in difference.stalled where cancel(delivery.key) {
            entries.removeAll { $0.key == delivery.key }
            try ledger.record([(delivery, .lost)], now: moment.now)
        }
        try ledger.record(
            difference.fired.map { ($0, .fired) } + difference.lost.map { ($0, .lost) },
            now: moment.now
        )
        report.fired = difference.fired.map(\.notification.id)
    }

    /// Instead of both halves: records what has come to its time, and changes nothing in the plugin.
    public func observe() throws(LedgerError) {
        guard canSchedule, let opened = try? PluginConversation.open(channel, dispatcher.asking),
            let held = try? opened.held()
        else {
            return
        }
        entries = held
        try ledger.record(try difference().fired.map { ($0, .fired) }, now: moment.now)
    }

    /// The second half, after planning: cancels what the ledger does not want, and schedules what it wants.
    ///
    /// Users see the notifications of a plugin that keeps answers before their time, so it also gets the details of
    /// workouts, and gets them again when they change.
    ///
    /// - Parameters:
    ///   - waiting: the delivered reminders that the plugin should still display if it keeps answers.
    ///   - details: returns additional attributes of a notification.
    public func agree(
        _ waiting: Set<NotificationID> = [],
        _ details: (PlannedNotification) -> [WirePair] = { _ in [] }
    ) throws(LedgerError) {
        guard conversation != nil else { return }
        defer { finish() }
        guard canSchedule else { return }
        let difference = try difference(keepsAnswers ? waiting : [])
        if keepsAnswers {
            for delivery in difference.wanted + difference.kept {
                self.details[delivery.key] = details(delivery.notification)
            }
        }
        let holds = difference.wanted.count + entries.count > difference.orphans.count
        if holds { try ledger.note(channel.name, holds: true) }
        for key in difference.orphans {
            if cancel(key) { report.cancelled.append(key) }
        }
        try schedule(difference.wanted)
        if keepsAnswers { try tellDetails(of: difference.kept) }
        if !holds, report.leftBehind.isEmpty { try ledger.note(channel.name, holds: false) }
    }

    /// Instead of both halves: cancels everything that the plugin has scheduled for this ledger, for example before it is denied.
    public func release() throws(LedgerError) {
        guard canSchedule else { return }
        try begin()
        guard conversation != nil else { return }
        defer { finish() }
        let owner = try ledger.owner()
        for entry in entries where ScheduledDeliveryDifference.isOurs(entry.key, owner: owner, channel: channel.name) {
            if cancel(entry.key) { report.cancelled.append(entry.key) }
        }
        let held = try ledger.heldDeliveries(on: channel.name, now: moment.now).filter(\.isScheduled)
        try ledger.record(held.map { ($0, .lost) }, now: moment.now)
        if report.leftBehind.isEmpty { try ledger.note(channel.name, holds: false) }
    }

    // MARK: Answers

    public var name: String { channel.name }

    /// Whether an answer counts only with the token of its notification.
    public var takesTokens: Bool { channel.takesTokens }

    /// For how many seconds the plugin keeps answers; 0 for no limit, nil if that is unknown.
    public private(set) var secondsKept: Int64?

    private var refusals = 0

    /// The answers that the plugin keeps; none if it cannot report them.
    public func answers() -> [WireAnswer] {
        guard keepsAnswers, let conversation else { return [] }
        do {
            let (answers, keptFor) = try conversation.answers()
            secondsKept = keptFor
            return answers
        } catch {
            report.problems.append("channel '\(channel.name)' cannot report answers: \(error.words)")
            // Scheduling does not depend on them.
            if error.isEnding { self.conversation = try? PluginConversation.open(channel, dispatcher) }
            return []
        }
    }

    /// Tells the plugin what became of an answer; if that fails, it reports the answer again.
    public func settle(_ settlement: WireSettlement) {
        do { try conversation?.ask(.settle(settlement), step: .settle) } catch {
            report.problems.append("channel '\(channel.name)' cannot settle an answer: \(error.words)")
            if error.isEnding { conversation = try? PluginConversation.open(channel, dispatcher) }
        }
    }

    /// The maximum number of refused answers that are reported one by one.
    private static let mostRefusals = 3

    /// Notes that an answer was refused; many are reported as a number, because anyone may be able to send them.
    public func note(_ refusal: String, of answer: WireAnswer) {
        func summary(_ count: Int) -> String {
            "channel '\(channel.name)': \(count) more answer\(count == 1 ? " was" : "s were") refused"
        }
        refusals += 1
        let rest = refusals - ScheduledDeliveryReconciliation.mostRefusals
        guard rest <= 0 else {
            report.problems.removeAll { $0 == summary(rest - 1) }
            return report.problems.append(summary(rest))
        }
        let what = [answer.action, answer.notification].filter { !$0.isEmpty }.joined(separator: " ")
        report.problems.append("channel '\(channel.name)': the answer '\(what)' was refused: \(refusal)")
    }

    /// Ends the conversation, and reports in one line what may be left behind: a plugin can list thousands of entries.
    private func finish() {
        conversation = nil
        guard let reason = leftReason, let key = report.leftBehind.first else { return }
        let others = report.leftBehind.count - 1
        let what = key + (others > 0 ? " and \(others) more" : "")
        report.problems.append("channel '\(channel.name)' may still have \(what) scheduled: \(reason)")
    }

    private func difference(_ waiting: Set<NotificationID> = []) throws(LedgerError) -> ScheduledDeliveryDifference {
        ScheduledDeliveryDifference(
            try ledger.heldDeliveries(on: channel.name, now: moment.now, waiting: waiting),
            entries,
            owner: try ledger.owner(),
            channel: channel.name,
            keepsPast: keepsAnswers,
            now: moment.now
        )
    }

    /// Schedules all notifications or, unless a failure concerns only one of them, none.
    private func schedule(_ wanted: [ScheduledDelivery]) throws(LedgerError) {
        var batch = wanted
        while !batch.isEmpty {
            guard let (failed, failure) = scheduleAll(batch) else { break }
            if failure.isPassing {
                report.problems.append("channel '\(channel.name)' cannot schedule reminders now: \(failure.words)")
                return try ledger.record(batch.map { ($0, .postponed(reason: failure.words)) }, now: moment.now)
            }
            report.problems.append(
                "channel '\(channel.name)' refused \(failed.notification.id): \(failure.words)"
            )
            try ledger.record([(failed, .refused(reason: failure.words))], now: moment.now)
            batch.removeAll { $0 == failed }
        }
        do { try ledger.record(batch.map { ($0, .scheduled) }, now: moment.now) } catch {
            takeBack(batch)
            throw error
        }
        report.scheduled = batch.map(\.notification.id)
        for delivery in batch { told[delivery.key] = digest(delivery) }
    }

    /// Schedules kept notifications again if their details have changed.
    ///
    /// After a failure, the plugin keeps the old details and still reminds, and the next run tries again.
    private func tellDetails(of kept: [ScheduledDelivery]) throws(LedgerError) {
        let former = try ledger.toldDetails()
        var canTell = true
        for delivery in kept {
            let (known, present) = (former[delivery.key], digest(delivery))
            told[delivery.key] = known
            guard known != present, canTell else { continue }
            do {
                try conversation?.ask(.schedule(wire(delivery)), step: .schedule)
                told[delivery.key] = present
            } catch {
                canTell = false
                report.problems.append("channel '\(channel.name)' cannot update reminders now: \(error.words)")
            }
        }
        let owner = try ledger.owner()
        let others = former.filter { !ScheduledDeliveryDifference.isOurs($0.key, owner: owner, channel: channel.name) }
        try ledger.note(toldDetails: others.merging(told) { $1 })
    }

    /// The digest of a notification's details; nil if it has none.
    private func digest(_ delivery: ScheduledDelivery) -> String? {
        guard let pairs = details[delivery.key], !pairs.isEmpty else { return nil }
        let text = pairs.map { "\($0.key)\n\($0.value)\n" }.joined()
        return String(ContentDigest.sha256(of: Array(text.utf8)[...]).prefix(16))
    }

    /// Schedules one after the other; if one fails, those before it are cancelled.
    private func scheduleAll(_ batch: [ScheduledDelivery]) -> (ScheduledDelivery, PluginConversation.Failure)? {
        for (index, delivery) in batch.enumerated() {
            do {
                try conversation?.ask(.schedule(wire(delivery)), step: .schedule)
            } catch {
                // The failed one may have been scheduled nevertheless.
                takeBack(Array(batch[...index]))
                return (delivery, error)
            }
        }
        return nil
    }

    private func takeBack(_ batch: [ScheduledDelivery]) {
        for delivery in batch { _ = cancel(delivery.key) }
    }

    private func cancel(_ key: String) -> Bool {
        do {
            try conversation?.ask(.unschedule(key: key), step: .unschedule)
            return true
        } catch {
            report.leftBehind.append(key)
            leftReason = leftReason ?? error.words
            return false
        }
    }

    private func wire(_ delivery: ScheduledDelivery) -> WireNotification {
        let notification = delivery.notification
        var wire = WireNotification(
            notification,
            key: delivery.key,
            lateSeconds: 0,
            utcOffset: moment.zone.offset(at: notification.instant).seconds,
            words: moment.words
        )
        wire.attributes.append(WirePair(key: "late-form", value: moment.words.lateForm))
        wire.attributes += details[delivery.key] ?? []
        wire.expires = Lateness.end(of: notification, grace: moment.settings.grace, in: moment.zone).secondsSinceEpoch
        if channel.permission.state == .provisional { wire.flags |= WireNotification.quiet }
        return wire
    }
}
