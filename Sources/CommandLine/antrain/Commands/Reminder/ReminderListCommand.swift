import ArgumentParser
import Completion
import Platform
import Ledger
import Results
import Session

/// The command `antrain reminder list`.
struct ReminderListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List your reminders.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let session = try Store(try Workspace(context, global.launch)).session
        context.show(UserRemindersResult(session.facts.reminders, session), asJSON: data.json)
        return .success
    }
}

/// The command `antrain reminder show`.
struct ReminderShowCommand: AntrainCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show one of your reminders.")

    @Argument(help: "Number, as shown by 'antrain reminder list'.", completion: .values(.ownReminder)) var number: Int64
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let session = try Store(try Workspace(context, global.launch)).session
        context.show(UserRemindersResult([try session.reminder(number)], session), asJSON: data.json)
        return .success
    }
}
