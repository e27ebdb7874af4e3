import ArgumentParser
import Delivery
import Platform
import Results
import Session

/// The command `antrain plugin list`.
struct PluginListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the available plugins.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let catalog = try PluginCatalog(context, global.launch)
        context.show(PluginListResult(plugins: catalog.entries), asJSON: data.json)
        if let damage = catalog.workspace.pluginPath.damage() { context.health.note(damage) }
        catalog.checkRunner()
        try catalog.workspace.checkHealth()
        return .success
    }
}
