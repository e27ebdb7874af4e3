import Localization
import Planning
import Platform
import Reminders
import Session
import UseCases

extension Store {
    /// Offers to send today's reminder now if a change dropped it before it was sent and its workout is still planned.
    ///
    /// Without a terminal, it prints the command.
    ///
    /// - Parameters:
    ///   - difference: the effect of the change.
    ///   - isJSON: whether the output is for a program, so that the user is not asked.
    func offerDroppedReminder(_ difference: QueueDifference, asJSON isJSON: Bool) throws(CommandError) {
        guard let dropped = try DroppedReminder(self, difference) else { return }
        let (reminder, words) = (dropped.reminder, session.words)
        let what = reminder.summary(on: session.today, words, isDated: true)
        let question = words.text(.sendNow, ["what": what])
        guard !isJSON, let agrees = workspace.context.agrees(to: question, byDefault: true) else {
            try dropped.keep()
            let command = TextWrap.firm("antrain snooze \(reminder.id) --for 1m")
            return workspace.talk(words.text(.sendNowHint, ["what": what, "command": command]))
        }
        guard agrees else { return }
        try dropped.renew()
        let delivery = try delivering()
        _ = delivery.report(try delivery.deliver(print: workspace.context.output.data))
    }
}
