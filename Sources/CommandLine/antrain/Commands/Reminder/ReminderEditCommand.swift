import ArgumentParser
import Completion
import Platform
import Localization
import Reminders
import Results
import Session
import UseCases

/// The command `antrain reminder edit`.
struct ReminderEditCommand: AntrainCommand {
    static let configuration = CommandConfiguration(commandName: "edit", abstract: "Change one of your reminders.")

    @Argument(help: "Number, as shown by 'antrain reminder list'.", completion: .values(.ownReminder)) var number: Int64
    @Option(help: "Title of the reminder.") var title: String?
    @Option(
        help: ArgumentHelp("Time, such as 9pm, 'fri 19:00' or '2026-11-27 09:00'.", valueName: "time"),
        completion: .values(.moment)
    )
    var at: String?
    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("Time from now, such as 45m, 2d12h or '3 days'.", valueName: "span"),
        completion: .values(.span)
    )
    var after: String?
    @Option(help: "Notes; an empty string clears them.") var notes: String?
    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp(
            "Repetition: once, daily, weekdays, weekly:mon,thu, every 3d, monthly:15 or 'monthly:last fri'.",
            valueName: "rule"
        ),
        completion: .values(.repetition)
    ) var rule: String?
    @OptionGroup var relation: PlanRelationOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let session = store.session
        let old = try session.reminder(number)
        let values = ReminderValues(store)
        let rule = try relation.rule(repeat: rule, values) ?? old.rule
        let new = UserReminder(
            number: number,
            title: try title.map { (text) throws(CommandError) in try values.title(text) } ?? old.title,
            notes: try values.notes(notes ?? old.notes),
            at: try values.moment(at: at, after: after, rule, old: old),
            rule: rule
        )
        workspace.report(try EditingReminder(store, new).run(), asJSON: data.json)
        values.warn(of: new)
        return .success
    }
}

/// The command `antrain reminder delete`.
struct ReminderDeleteCommand: AntrainCommand {
    static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete one of your reminders.")

    @Argument(help: "Number, as shown by 'antrain reminder list'.", completion: .values(.ownReminder)) var number: Int64
    @Flag(name: .shortAndLong, help: "Delete without asking.") var yes = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let session = store.session
        let reminder = try session.reminder(number)
        let words = session.words
        let question = words.text(.deleteQuestion, ["number": "\(number)", "title": reminder.title])
        // Without a terminal, there is nobody to ask.
        if !yes, context.agrees(to: question) == false { throw .notDeleted(number) }
        workspace.report(try DeletingReminder(store, reminder).run(), asJSON: data.json)
        return .success
    }
}
