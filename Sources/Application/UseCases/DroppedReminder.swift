import CivilTime
import Ledger
package import Planning
package import Platform
package import Reminders
package import Session

/// Today's reminder that a change dropped before it was sent, although its workout is still planned.
package struct DroppedReminder {
    private let store: Store
    package let reminder: PlannedNotification

    /// - Returns: nil if it dropped no such reminder.
    package init?(_ store: Store, _ difference: QueueDifference) throws(CommandError) {
        let today = store.session.today
        guard difference.cancelled.contains(where: { $0.fireAt.date == today }),
            let day = Plan(try store.present().input, days: 1).days.first,
            let workout = day.outlooks.first(where: { $0.absence == .dropped })?.workout,
            let reminder = day.notifications.first(where: {
                $0.category == .workout && $0.occurrences.contains(workout.key)
            })
        else { return nil }
        (self.store, self.reminder) = (store, reminder)
    }

    /// Records the reminder, so that the user can snooze it: the plan has it, but not the queue, since its time has passed.
    package func keep() throws(CommandError) { _ = try store.commit([.reminderSeen(reminder)], isChange: false) }

    /// Makes the reminder due now.
    package func renew() throws(CommandError) {
        _ = try store.commit([
            .reminderSeen(reminder), .snoozed(id: reminder.id, date: reminder.date, until: store.session.now),
        ])
    }
}
