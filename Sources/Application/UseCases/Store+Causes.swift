package import CivilTime
package import Platform
import Ledger
import Planning
import Reminders
package import Results
package import Session
import Training

extension Store {
    /// Reads everything that explains the reminders of a date.
    package func evidence(about date: CivilDate) throws(CommandError) -> DateEvidence {
        let (actions, records, permissions) = try workspace.withLedger { (ledger) throws(LedgerError) in
            (
                try ledger.actions(about: date), try ledger.notifications(about: date, now: session.now),
                try ledger.permissions()
            )
        }
        guard let day = try outlooks(date..<date.adding(days: 1)).days.first else { throw .calendarEnds }
        // A reminder may be due on another date than its workout.
        let plan = date < session.today ? nil : session.plan(days: session.today.days(until: date) + 16)
        let planned = (plan?.notifications ?? []).filter { notification in
            let isAbout = notification.date == date || notification.fireAt.date == date
            // A reminder that became wanted after its time is not sent.
            let isOverdue = plan?.overdue.contains(notification.id) ?? false
            return isAbout
                && (isOverdue || session.input.isAhead(notification) || session.input.isWaiting(notification))
        }
        let denied = session.channelsInUse.filter { permissions[$0]?.state == .denied }
        return DateEvidence(
            day: day,
            planned: planned,
            actions: actions,
            records: records,
            denied: denied,
            compactedBefore: try workspace.compactedBefore(in: session.zone)
        )
    }
}
