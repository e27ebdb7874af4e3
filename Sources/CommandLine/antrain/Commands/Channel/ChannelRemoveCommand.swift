import ArgumentParser
import Completion
import Platform
import Reminders
import Results
import Session
import UseCases

/// The command `antrain channel remove`.
struct ChannelRemoveCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Stop sending reminders to a channel.",
        discussion: """
            Its values stay in the settings, so that 'antrain channel add NAME' brings it back; --settings removes them, too. Its pending \
            reminders are sent to the other channels only.
            """
    )

    @Argument(help: "Channel name, as in the settings.", completion: .values(.configuredChannel)) var name: String
    @Flag(help: "Remove its values from the settings, too.") var settings = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let catalog = try PluginCatalog(context, global.launch)
        let removing = try RemovingChannel(name, catalog)
        var removesValues = settings && removing.isConfigured
        if removing.isConfigured, !settings, !removing.isNeeded {
            let agrees = data.json ? nil : context.agrees(to: "Remove the values of '\(name)' from the settings, too?")
            removesValues = agrees ?? false
            guard removing.isInUse || removesValues else {
                throw agrees == nil
                    ? .misused("'\(name)' is not in use; to remove its values from the settings: add --settings")
                    : .notConfirmed(wasAsked: true)
            }
        }
        let changed = try removing.run(removingValues: removesValues)
        let result = ChannelChangeResult(.removed, name)
        if data.json {
            context.show(result, asJSON: true)
        } else {
            let kept = removing.isConfigured && !removesValues ? "; its values stay in the settings" : ""
            let channels = changed.store.session.settings.channels.joined(separator: ", ")
            catalog.workspace.confirm("removed the channel '\(name)'\(kept); reminders are sent to: \(channels)")
        }
        _ = try changed.difference.get()
        if changed.store.session.channelsInUse.contains(name) {
            context.warn("a program still sends its reminders to '\(name)'; to see which: antrain program list")
        }
        return result.status
    }
}
