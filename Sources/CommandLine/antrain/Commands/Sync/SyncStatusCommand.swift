import ArgumentParser
import Platform
import Results
import Session
import UseCases

/// The command `antrain sync status`.
struct SyncStatusCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the other machines, and what is wrong."
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let result = try Syncing(try Workspace(context, global.launch)).status()
        context.show(result, asJSON: data.json)
        return .success
    }
}
