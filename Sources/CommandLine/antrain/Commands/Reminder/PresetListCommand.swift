import ArgumentParser
import Platform
import Reminders
import Results
import Session

/// The command `antrain reminder preset list`.
struct PresetListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the presets.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        context.show(try PresetsResult(all: store), asJSON: data.json)
        return .success
    }
}

/// The command `antrain reminder preset show`.
struct PresetShowCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the reminders of a preset."
    )

    @Argument(help: "Name of the preset.", completion: .list(ReminderPreset.all.map(\.name))) var name: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let preset = try ReminderPreset.named(name)
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let reminders = try preset.reminders(time: nil, days: nil, session)
        context.show(try PresetsResult(preset, reminders, store), asJSON: data.json)
        return .success
    }
}
