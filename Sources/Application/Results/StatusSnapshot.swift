import CivilTime
import Delivery
import History
import Ledger
import Localization
import Planning
package import Platform
import Quoting
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

/// The status as a line for a status bar.
package struct StatusLine {
    /// A status bar.
    package enum Format: String, CaseIterable {
        case waybar, tmux, i3blocks
        /// Only the number of unanswered reminders, or nothing if there are none, for a prompt.
        case badge
    }

    private let short: String
    private let long: String
    private let badge: Int

    package init(_ store: Store) throws(CommandError) {
        let reminded = try store.waitingAnswersOfAllPrograms()
        let open = reminded.map(\.subject) + store.session.startedWorkouts(besides: reminded)
        badge = open.count
        let words = store.session.words
        let next =
            store.session.nextNotification.map { next in
                let time =
                    next.fireAt.date == store.session.today
                    ? words.format.time(next.fireAt.time) : words.moment(next.fireAt, today: store.session.today)
                return "\(time) \(next.summary(on: store.session.today, words, isDated: true))"
            } ?? words.text(.noReminder)
        short = badge > 0 ? "\(badge)! \(next)" : next
        let waiting = open.map { words.text(.statusWaits, ["what": $0.name]) }
        long = ([words.text(.statusNextIs, ["what": next])] + waiting).joined(separator: "\n")
    }

    /// The line in the format of a bar: a JSON object for waybar(5), plain text for tmux(1), and for i3blocks(1) a full text, a
    /// short text and a color.
    package func text(_ format: Format) -> String {
        switch format {
        case .tmux: return TmuxText.escaped(short) + "\n"
        case .badge: return badge > 0 ? "\(badge)\n" : ""
        case .i3blocks: return "\(short)\n\(short)\n" + (badge > 0 ? "#FFAA00\n" : "")
        case .waybar:
            return JSONDocument.line(WaybarModule(text: short, tooltip: long, class: badge > 0 ? "waiting" : "idle"))
        }
    }

    private struct WaybarModule: Encodable {
        let text: String
        let tooltip: String
        let `class`: String
    }
}
