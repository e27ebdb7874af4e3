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
            "Silence of that machine after which another one sends the reminders, from 90 minutes to 7 days (default: unchanged; at first 2 hours).",
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
