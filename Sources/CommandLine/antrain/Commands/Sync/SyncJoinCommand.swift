import ArgumentParser
import Platform
import Results
import Session
import UseCases

/// The command `antrain sync join`.
struct SyncJoinCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Show the key that another machine needs to join."
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let result = try Syncing(try Workspace(context, global.launch)).key()
        context.show(result, asJSON: data.json)
        return .success
    }
}
