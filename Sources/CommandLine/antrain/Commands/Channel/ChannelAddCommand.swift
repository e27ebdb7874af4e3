import ArgumentParser
import Completion
import Platform
import Results
import Session
import UseCases

/// The command `antrain channel add`.
struct ChannelAddCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a channel, and send a test notification through it.",
        discussion: """
            A kind is a plugin (console, desktop, mail, log, at, tasks, webhook, command), a service (ntfy, slack, discord, matrix, apprise), the \
            path of your own plugin, or a channel that the settings already configure. 'antrain plugin info KIND' lists its keys. \
            If a channel of its name has other values, antrain asks whether to replace them; without a terminal, --replace is required.

            Keep a secret, such as a token, in a file that only you can read: @FILE means the first line of the file, and {env: NAME} an \
            environment variable. If the test notification does not arrive, antrain offers to remove the channel.
            """
    )

    @Argument(help: "Kind of the channel.", completion: .values(.channelKind)) var kind: String?
    @Argument(help: "Its main value: an address, a topic, a URL, a file, a folder or a command.", completion: .file())
    var value: String?
    @Option(help: ArgumentHelp("Name of the channel (default: its kind).", valueName: "name")) var name: String?
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Further value of the plugin (repeatable).", valueName: "key=value")
    )
    var values: [String] = []
    @Option(help: ArgumentHelp("Address of your own server, for ntfy and matrix.", valueName: "url")) var server:
        String?
    @Flag(help: "Replace values of the channel that differ.") var replace = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        guard let kind else {
            let kinds = ChannelKind.names(try Workspace(context, global.launch)).joined(separator: ", ")
            throw .misused("name the kind of channel, such as 'antrain channel add log'; there are: \(kinds)")
        }
        let request = AddingChannel.Request(kind: kind, value: value, name: name, settings: values, server: server)
        let dialogue = ChannelDialogue(context, global.launch, asJSON: data.json)
        let result = try dialogue.add(request, replaces: replace)
        if data.json { context.show(result, asJSON: true) }
        return result.status
    }
}
