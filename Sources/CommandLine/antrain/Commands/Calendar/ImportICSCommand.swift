import ArgumentParser
import Platform
import Results
import Session
import UseCases

/// The command `antrain import ics`.
struct ImportICSCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "ics",
        abstract: "Add the events and tasks of a calendar as your own reminders.",
        discussion: """
            Events that take place once, or repeat daily, weekly or every few days, become reminders at their local time; all others are \
            reported with their line and the reason. A second import of the same file adds nothing. 'antrain undo' undoes the whole import.
            """
    )

    @Argument(help: "Calendar file.", completion: .file(extensions: ["ics"])) var file: String
    @Flag(help: "Show what would be added, and add nothing.") var dryRun = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        context.show(try ImportingCalendar(store, file, isDryRun: dryRun).run(), asJSON: data.json)
        return .success
    }
}
