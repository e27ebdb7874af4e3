import ArgumentParser
import Completion
import Platform
import Localization
import Reminders
import Results
import Session
import UseCases

/// The command `antrain reminder preset add`.
struct PresetAddCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add the reminders of a preset.",
        discussion: """
            The command shows the reminders and, on a terminal, asks before it adds them. They are then reminders of your own: 'antrain reminder' \
            lists, changes and deletes them, and 'antrain undo' removes all of them.
            """
    )

    @Argument(help: "Name of the preset.", completion: .list(ReminderPreset.all.map(\.name))) var name: String
    @Option(
        help: ArgumentHelp("Other times, separated by commas, such as 07:00,12:00.", valueName: "times"),
        completion: .values(.timeOfDay)
    )
    var time: String?
    @Option(help: ArgumentHelp("Other weekdays, such as mon,thu.", valueName: "days"), completion: .values(.weekdays))
    var days: String?
    @Flag(name: .shortAndLong, help: "Add them without asking.") var yes = false
    @Flag(help: "Show the reminders, and add nothing.") var dryRun = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let preset = try ReminderPreset.named(name)
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let session = store.session
        let reminders = try preset.reminders(time: time, days: days, session)
        let preview = try PresetsResult(preset, reminders, store)
        if dryRun {
            context.show(preview, asJSON: data.json)
            return .success
        }
        if let numbers = preview.presets.first?.added, !numbers.isEmpty {
            throw .presetPresent(preset.name, numbers: numbers)
        }
        try session.requireReminders()
        let words = session.words
        let style = context.output.talkStyle
        let question = preview.text(style, columns: context.output.columns) + words.text(.presetQuestion)
        // Without a terminal, there is nobody to ask.
        if !yes, !data.json, context.agrees(to: question) == false { throw .presetNotAdded(preset.name) }
        let (added, result) = try AddingPreset(store, preset.name, reminders).run()
        workspace.report(result, asJSON: data.json)
        if let first = added.first { ReminderValues(store).warn(of: first) }
        return .success
    }
}
