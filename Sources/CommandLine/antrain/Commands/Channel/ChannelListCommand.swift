import ArgumentParser
import Platform
import Results
import Session

/// The command `antrain channel list`.
struct ChannelListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the channels, whether they work, and how far ahead they reach.",
        discussion: """
            The plugin, or 'limit' under 'configure' in the settings, can limit a channel's pending reminders. Five of them are \
            reserved for snoozes; the others are shared among the days, soonest first. Each follow-up counts as a reminder.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        let result = try ChannelListResult(store)
        context.show(result, asJSON: data.json)
        try store.workspace.checkHealth()
        return .success
    }
}
