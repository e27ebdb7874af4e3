import CivilTime
package import Platform
import Ledger
import Localization
package import Planning
import Reminders
package import Session

extension Store {
    /// Offers to send today's reminder now if a change dropped it before it was sent and its workout is still planned.
    ///
    /// Without a terminal, it prints the command.
    ///
    /// - Parameters:
    ///   - difference: the effect of the change.
    ///   - isJSON: whether the output is for a program, so that the user is not asked.
    package func offerDroppedReminder(_ difference: QueueDifference, asJSON isJSON: Bool) throws(CommandError) {
        guard difference.cancelled.contains(where: { $0.fireAt.date == session.today }) else { return }
        let present = try present().input
        guard let day = Plan(present, days: 1).days.first,
            let workout = day.outlooks.first(where: { $0.absence == .dropped })?.workout,
            let reminder = day.notifications.first(where: {
                $0.category == .workout && $0.occurrences.contains(workout.key)
            })
        else { return }
        let what = reminder.summary(on: session.today, session.words, isDated: true)
        guard !isJSON, let ask = workspace.context.ask else {
            // The plan has it, but not the queue, since its time has passed.
            _ = try commit([.reminderSeen(reminder)], isChange: false)
            let command = TextWrap.firm("antrain snooze \(reminder.id) --for 1m")
            return workspace.talk(session.words.text(.sendNowHint, ["what": what, "command": command]))
        }
        let answer = ask("\(session.words.text(.sendNow, ["what": what])) [Y/n] ") ?? "n"
        guard answer.isEmpty || ["y", "yes"].contains(answer.lowercased()) else { return }
        _ = try commit([.reminderSeen(reminder), .snoozed(id: reminder.id, date: reminder.date, until: session.now)])
        let delivery = try delivering()
        _ = delivery.report(try delivery.deliver(print: workspace.context.output.data))
    }
}
