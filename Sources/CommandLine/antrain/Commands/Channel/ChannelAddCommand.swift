import ArgumentParser
import Completion
import Platform
import Results
import UseCases

/// The command `antrain channel add`.
struct ChannelAddCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a channel, and send a test notification through it.",
        discussion: """
            A kind is a plugin (console, desktop, mail, log, at, webhook, command), a service (ntfy, slack, discord, matrix, apprise), the \
            path of your own plugin, or a channel that the settings already configure. 'antrain plugin info KIND' lists its keys.

            Keep a secret, such as a token, in a file that only you can read: @FILE means the first line of the file, and {env: NAME} an \
            environment variable. If the test notification does not arrive, antrain offers to remove the channel.
            """
    )

    @Argument(help: "Kind of the channel.", completion: .values(.channelKind)) var kind: String
    @Argument(help: "Its main value: an address, a topic, a URL, a file or a command.", completion: .file())
    var value: String?
    @Option(help: ArgumentHelp("Name of the channel (default: its kind).", valueName: "name")) var name: String?
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Further value of the plugin (repeatable).", valueName: "key=value")
    )
    var values: [String] = []
    @Option(help: ArgumentHelp("Address of your own server, for ntfy and matrix.", valueName: "url")) var server:
        String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let settings = values + (server.map { ["\(ChannelKind.address)=\($0)"] } ?? [])
        let request = AddingChannel.Request(kind: kind, value: value, name: name, settings: settings)
        let result = try ChannelDialogue(context, global.launch, asJSON: data.json).add(request)
        if data.json { context.show(result, asJSON: true) }
        return result.status
    }
}
