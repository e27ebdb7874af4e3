import ArgumentParser
import Platform
import Results
import Session

/// The command `antrain setup`.
struct SetupCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Set up antrain in a short dialogue, or change the setup.",
        discussion: """
            The command asks for a program and its loads, training days, the time of reminders, a channel, and what runs antrain. Each answer \
            takes effect at once; if you stop, the next 'antrain setup' continues. Once everything is set, it shows the setup and \
            lets you change one part. Without a terminal, it changes nothing and prints the commands that do the same.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        guard !data.json, let ask = context.ask else {
            let state = try Store(try Workspace(context, global.launch)).setupState()
            context.show(state, asJSON: data.json)
            return .success
        }
        var dialogue = SetupDialogue(context, global.launch, ask)
        return try dialogue.run()
    }
}
