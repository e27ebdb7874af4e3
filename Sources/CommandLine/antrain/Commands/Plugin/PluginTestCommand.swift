import ArgumentParser
import Completion
import Platform
import Results
import Session
import UseCases

/// The command `antrain plugin test`.
struct PluginTestCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a test notification through a channel now.",
        discussion: "It is not queued or recorded."
    )

    @Argument(help: "Channel name, as in the settings.", completion: .values(.channel)) var name: String
    @Option(help: ArgumentHelp("Text of the notification.", valueName: "text")) var message =
        TestingChannel.usualMessage
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let catalog = try PluginCatalog(context, global.launch)
        let output = context.output
        let testing = TestingChannel(name, message: message, catalog)
        let result = try testing.run(print: data.json ? output.said : output.data)
        if data.json { context.show(result, asJSON: true) }
        catalog.workspace.talk(result.words)
        return result.status
    }
}
