import ArgumentParser
import Completion
import Platform
import Results
import Session
import UseCases

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
        let reminder = try store.session.reminder(number)
        workspace.report(try MarkingReminder(store, reminder, isDone: true).run(), asJSON: data.json)
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
        let reminder = try store.session.reminder(number)
        workspace.report(try MarkingReminder(store, reminder, isDone: false).run(), asJSON: data.json)
        return .success
    }
}
