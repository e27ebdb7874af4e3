import CivilTime
import Ledger
import Reminders
import Training

/// The facts that `status` reports besides channels: pauses, overdue and missed reminders, and the last run.
struct StatusSnapshot {
    /// A pause that is in effect or starts within the horizon.
    struct Pause {
        let program: String
        let name: String
        let from: CivilDate
        /// The last date; nil if the pause has no end.
        let through: CivilDate?
    }

    let pauses: [Pause]
    let overdue: [PlannedNotification]
    let missed: [PlannedNotification]
    let lastRun: Instant?
    /// Whether the clock was set back since the last run or plan.
    let isClockSetBack: Bool
    let daemon: Int?
    /// Whether nothing has run for longer than the trigger allows, or there is no trigger anymore.
    let hasStopped: Bool

    init(_ planning: PlanningSession) throws(CommandError) {
        let now = planning.now
        let facts = try planning.workspace.withLedger { (ledger) throws(LedgerError) in
            (try ledger.pending(limit: 100), try ledger.history(limit: 20, now: now), try ledger.lastRun())
        }
        let (grace, zone) = (planning.settings.grace, planning.zone)
        isClockSetBack = try planning.workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.isClockBehind(now)
        }
        // By the present clock, a reminder that the next run can only record as missed is missed.
        let late = facts.0.filter { record in
            record.notification.instant <= now
                && record.deliveries.contains { $0.state == .pending || $0.state == .leased || $0.state == .retrying }
        }.map(\.notification)
        let due = late.filter { !DeliveryWindow.hasEnded($0, now: now, grace: grace, in: zone) }
        let known = Set(due.map(\.id))
        // The next run adds these to the queue and sends them.
        overdue = due + planning.dueNotifications.filter { !known.contains($0.id) }
        let lapsed = late.filter { DeliveryWindow.hasEnded($0, now: now, grace: grace, in: zone) }
        // A clock that was ahead recorded future reminders as missed: the next run makes them pending again.
        missed = (lapsed + facts.1.filter { $0.state == "missed" }.map(\.notification)).filter { notification in
            DeliveryWindow.hasEnded(notification, now: now, grace: grace, in: zone)
                && notification.instant.span(until: now).seconds < 2 * 86_400
        }
        lastRun = facts.2
        daemon = DaemonLock.holder(planning.workspace.paths.lock)
        hasStopped = StatusSnapshot.hasStopped(planning, lastRun, daemon)
        let end = planning.today.adding(days: planning.settings.horizon)
        pauses = planning.programs.flatMap { active in
            (active.program.exceptions + active.exceptions).compactMap { exception in
                guard case .pause(let from, let through) = exception, through >= planning.today, from < end else {
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

    /// After a run within the last hour, the triggers are not asked: that would start other programs.
    private static func hasStopped(_ planning: PlanningSession, _ lastRun: Instant?, _ daemon: Int?) -> Bool {
        let context = planning.workspace.context
        guard planning.settings.isEnabled, daemon == nil, let lastRun,
            lastRun.span(until: planning.now).seconds > 3600
        else { return false }
        let facts = TriggerSearch(context, lock: planning.workspace.paths.lock).facts()
        guard let best = facts.best else { return facts.crontabProblem == nil && facts.unitProblem == nil }
        // Nothing could run while the computer was off.
        let isStarting = !context.hasHandedClock && Int64(context.uptime()) < (best.longestGap ?? 60) + 120
        return !isStarting && facts.haveStopped(since: lastRun, now: planning.now)
    }
}
