import ArgumentParser
import CivilTime
import Ledger
import Platform
import Results
import Session
import UseCases

/// The command `antrain sync deliver`.
struct SyncDeliverCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliver",
        abstract: "Choose the machine that sends the reminders."
    )

    @Argument(help: "Name of the machine (default: this one).", completion: .list([]))
    var machine: String?
    @Option(
        help: ArgumentHelp(
            "Let another machine send them after this time without a sign of life, from 30 minutes to 7 days.",
            valueName: "time"
        ),
        completion: .list([])
    )
    var after: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let patience = try OptionValue.span(after, "--after", in: Deliverer.patiences)
        let result = try Syncing(try Workspace(context, global.launch)).name(machine, patience: patience)
        context.show(result, asJSON: data.json)
        return result.status
    }
}
