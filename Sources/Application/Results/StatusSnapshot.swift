import CivilTime
import Delivery
import History
import Ledger
import Planning
package import Platform
import Reminders
package import Session
import Training
import Triggers

/// The facts that `status` reports besides channels: unanswered reminders, pauses, overdue and missed reminders, and the last run.
struct StatusSnapshot {
    /// A pause that is in effect or starts within the horizon.
    struct Pause {
        let program: String
        let name: String
        let from: CivilDate
        /// The last date; nil if the pause has no end.
        let through: CivilDate?
    }

    let waiting: [WaitingAnswer]
    let pauses: [Pause]
    let overdue: [PlannedNotification]
    let missed: [PlannedNotification]
    let lastRun: Instant?
    /// Whether the clock was set back since the last run or plan.
    let isClockSetBack: Bool
    let daemon: Int?
    let trigger: (facts: TriggerFacts, state: TriggerState)

    init(_ store: Store) throws(CommandError) {
        let now = store.session.now
        waiting = try store.waitingAnswersOfAllPrograms()
        let facts = try store.workspace.withLedger { (ledger) throws(LedgerError) in
            (try ledger.pending(limit: 100), try ledger.history(limit: 20, now: now), try ledger.lastRun())
        }
        let (grace, zone) = (store.session.settings.grace, store.session.zone)
        isClockSetBack = try store.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.isClockBehind(now)
        }
        // By the present clock, a reminder that the next run can only record as missed is missed.
        let late = facts.0.filter { record in
            record.notification.instant <= now
                && record.deliveries.contains { $0.state == .pending || $0.state == .leased || $0.state == .retrying }
        }.map(\.notification)
        let due = late.filter { !DeliveryWindow.hasEnded($0, now: now, grace: grace, in: zone) }
        let known = Set(due.map(\.id))
        // The next run adds these to the queue and sends them.
        overdue = due + store.session.dueNotifications.filter { !known.contains($0.id) }
        let lapsed = late.filter { DeliveryWindow.hasEnded($0, now: now, grace: grace, in: zone) }
        // A clock that was ahead recorded future reminders as missed: the next run makes them pending again.
        missed = (lapsed + facts.1.filter { $0.state == "missed" }.map(\.notification)).filter { notification in
            DeliveryWindow.hasEnded(notification, now: now, grace: grace, in: zone)
                && notification.instant.span(until: now).seconds < 2 * 86_400
        }
        lastRun = facts.2
        trigger = try store.workspace.trigger()
        daemon = trigger.facts.daemon
        let end = store.session.today.adding(days: store.session.settings.horizon)
        pauses = store.session.programs.flatMap { active in
            (active.program.exceptions + active.exceptions).compactMap { exception in
                guard case .pause(let from, let through) = exception, through >= store.session.today, from < end else {
                    return nil
                }
                return Pause(
                    program: active.program.id,
                    name: active.program.name,
                    from: from,
                    through: through == .latest ? nil : through
                )
            }
        }
    }
}

extension Store {
    /// The status, including whether the plugins are ready when the trigger runs antrain.
    package func status() throws(CommandError) -> StatusResult {
        let facts = try StatusSnapshot(self)
        let delivery = try delivering(by: facts.trigger.facts.caller(workspace.context))
        try review(delivery).reportValues(always: true)
        let dispatcher = delivery.dispatcher()
        let metadata = PluginMetadataCache(delivery)
        let budgets = try budgets(onlyLimited: true)
        let channels = try delivery.inUse.map { (configuration) throws(CommandError) in
            let channel = try metadata.ready(delivery.channel(configuration))
            let short = budgets.first { $0.channel == channel.name && $0.isShort }
            let start = session.now.adding(.hours(-24 * 30))
            let failures = try workspace.withLedger { (ledger) throws(LedgerError) in
                try ledger.failures(on: channel.name, since: start, until: session.now)
            }
            return StatusResult.ChannelStatus(channel, dispatcher.report(channel), failures, short, session.words)
        }
        let losses = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.losses() }
        return StatusResult(self, facts, channels, losses.map { Loss($0, workspace) })
    }
}

extension Session {
    var nextNotification: PlannedNotification? {
        plan().notifications.first { input.isAhead($0) && !$0.isNews } ?? distantReminder
    }

    /// The planned reminders that are due and not sent yet.
    var dueNotifications: [PlannedNotification] { plan().notifications.filter { input.isWaiting($0) && !$0.isNews } }
}
