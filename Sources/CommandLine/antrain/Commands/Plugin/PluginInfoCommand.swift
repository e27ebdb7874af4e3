import ArgumentParser
import Completion
import Delivery
import Platform
import Results
import Session
import UseCases

/// The command `antrain plugin info`.
struct PluginInfoCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show a plugin's description, the values it takes and its readiness."
    )

    @Argument(help: "Name of a plugin or channel.", completion: .values(.channel)) var name: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let catalog = try PluginCatalog(context, global.launch)
        let metadata = PluginMetadataCache(catalog.delivery)
        let channel = try metadata.ready(catalog.describedChannel(name))
        let report = catalog.delivery.dispatcher().report(channel)
        try catalog.workspace.checkHealth()
        // A plugin that cannot be opened can still list the values it takes.
        var description = report.description
        if description == nil { description = try metadata.description(of: channel) }
        context.show(
            PluginInfoResult(channel, description, report, catalog.delivery.workspace),
            asJSON: data.json
        )
        return description == nil || !channel.permission.mayDeliver ? .unavailable : .success
    }
}
