import ArgumentParser
import Platform
import Results
import Session
import UseCases

/// The command `antrain sync now`.
struct SyncNowCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "now",
        abstract: "Get and send changes now."
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let result = try Syncing(try Workspace(context, global.launch)).now()
        context.show(result, asJSON: data.json)
        return result.status
    }
}
