import ArgumentParser
import Platform
import Results
import Session
import UseCases

/// The command `antrain sync leave`.
struct SyncLeaveCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Stop exchanging changes on this machine."
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let result = try Syncing(try Workspace(context, global.launch)).leave()
        context.show(result, asJSON: data.json)
        return .success
    }
}
