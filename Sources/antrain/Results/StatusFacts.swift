import CivilTime
import Ledger
import Reminders
import Training

/// What `status` reports of the past and of what holds reminders back.
struct StatusFacts {
    /// A pause that holds now or begins within the horizon.
    struct Pause {
        /// The program's id.
        let program: String
        let name: String
        let from: CivilDate
        /// Its last date; nil where it has no end.
        let through: CivilDate?
    }

    /// How long a reminder may wait for the next run of cron before it is overdue, in seconds.
    private static let patience: Int64 = 120

    let pauses: [Pause]
    let overdue: [PlannedNotification]
    let missed: [PlannedNotification]
    let lastRun: Instant?
    let daemon: Int?

    init(_ planning: Planning) throws(CommandError) {
        let now = planning.now
        let facts = try planning.workspace.withLedger { (ledger) throws(LedgerError) in
            (try ledger.pending(limit: 100), try ledger.history(limit: 20), try ledger.lastRun())
        }
        overdue = facts.0.filter { record in
            record.notification.instant.span(until: now).seconds > StatusFacts.patience
                && record.deliveries.contains { $0.state == .pending || $0.state == .leased || $0.state == .retrying }
        }.map(\.notification)
        missed = facts.1.filter { record in
            record.state == "missed" && record.notification.instant.span(until: now).seconds < 2 * 86_400
        }.map(\.notification)
        lastRun = facts.2
        daemon = DaemonLock.holder(planning.workspace.paths.lock)
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
}
