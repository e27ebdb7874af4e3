import ArgumentParser
import CivilTime
import Platform
import Ledger
import Localization
import Planning
import Reminders
import Results
import Session

/// The command `antrain reminder done`.
struct ReminderDoneCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Mark a reminder, or its latest occurrence, as done."
    )

    @Argument(help: "Number, as shown by 'antrain reminder list'.", completion: .values(.ownReminder)) var number: Int64
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let session = store.session
        let reminder = try session.reminder(number)
        let date = try session.meantDate(of: reminder)
        let meant = Answerable(reminder, on: date)
        let difference = try store.commit([.answered(meant.key, dayID: "", .completed)])
        let words = session.words
        let what = "\(reminder.title) (\(words.day(date, today: session.today)))"
        workspace.report(
            ActionResult(
                "done",
                [ActionSubject(meant)],
                sentence: words.text(.done, ["what": what]),
                difference,
                words
            ),
            asJSON: data.json
        )
        return .success
    }
}

/// The command `antrain reminder undone`.
struct ReminderUndoneCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "undone",
        abstract: "Mark a reminder, or its latest occurrence, as not done."
    )

    @Argument(help: "Number, as shown by 'antrain reminder list'.", completion: .values(.ownReminder)) var number: Int64
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let session = store.session
        let reminder = try session.reminder(number)
        let meant = Answerable(reminder, on: try session.meantDate(of: reminder))
        guard session.facts.answers[meant.key] != nil else { throw .notAnswered(reminder.title) }
        let difference = try store.commit([.unanswered(meant.key)])
        let words = session.words
        let sentence = words.text(.reminderNotDone, ["title": reminder.title])
        workspace.report(
            ActionResult("reminder-undone", [ActionSubject(meant)], sentence: sentence, difference, words),
            asJSON: data.json
        )
        return .success
    }
}

extension Session {
    /// The date to mark: today's or the latest before it, or the only date of a reminder that does not repeat.
    func meantDate(of reminder: UserReminder) throws(CommandError) -> CivilDate {
        do throws(AnswerError) { return try resolver.date(of: reminder) } catch { throw .noDate(reminder.number) }
    }
}
