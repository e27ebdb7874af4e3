import ArgumentParser
import Delivery
import Platform
import Results
import RunnerProtocol
import Session

/// The command `antrain plugin test`.
struct PluginTestCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a test notification through a channel now.",
        discussion: "It is not queued or recorded."
    )

    @Argument(help: "Channel name, as in the settings.", completion: .values(.channel)) var name: String
    @Option(help: ArgumentHelp("Text of the notification.", valueName: "text")) var message =
        "This is a test: your reminders will look like this."
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let catalog = try PluginCatalog(context, global.launch)
        let metadata = PluginMetadataCache(catalog.delivery)
        let channel = try metadata.ready(catalog.channel(name))
        let output = context.output
        let asJSON = data.json
        let result = catalog.delivery.dispatcher().test(
            channel,
            notification(catalog.delivery),
            print: asJSON ? output.said : output.data
        )
        let delivery = metadata.applicable(result, to: channel)
        try catalog.workspace.checkHealth()
        let shown = PluginTestResult(channel: channel.name, delivery)
        if asJSON { context.show(shown, asJSON: true) }
        catalog.workspace.talk(shown.words)
        switch delivery.outcome {
        case .delivered: return .success
        case .retry: return .tryAgain
        case .refused: return .unavailable
        }
    }

    private func notification(_ delivery: DeliveryService) -> WireNotification {
        var notification = delivery.immediateNotification("test")
        // A channel that drops duplicates must not drop a second test within the same minute.
        notification.key = "test-" + String(UInt64.random(in: 0...UInt64.max), radix: 16)
        notification.body = message
        return notification
    }
}
