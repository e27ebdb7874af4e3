import ArgumentParser
import CivilTime
import History
import Ledger
import Localization
import Platform
import Results
import Session

/// The command `antrain pending`.
struct PendingCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "pending",
        abstract: "Show pending reminders."
    )

    @Option(help: ArgumentHelp("Maximum number of reminders, 1 to 1000000.", valueName: "count")) var limit = 50
    @Flag(help: "Show all reminders.") var all = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        try OptionValue.checkLimit(limit)
        let words = try workspace.words()
        guard workspace.hasLedger else {
            context.show(PendingResult(records: [], more: 0, today: .earliest, words), asJSON: data.json)
            if !data.json { try Store.reportNextStep(workspace, "antrain week", .seeWeek) }
            return .success
        }
        let limit = all ? Int(Int32.max) : limit
        let (records, count) = try workspace.withLedger { (ledger) throws(LedgerError) in
            (
                try ledger.pending(limit: limit),
                try ledger.pendingCount(upTo: limit == Int(Int32.max) ? 0 : limit + 1000)
            )
        }
        // Dates are shown in the zone in which the reminders were planned.
        let today = try workspace.plannedZone().civil(at: try workspace.now()).date
        context.show(
            PendingResult(records: records, more: max(0, count - records.count), today: today, words),
            asJSON: data.json
        )
        if records.isEmpty, !data.json { try Store.reportNextStep(workspace, "antrain week", .seeWeek) }
        return .success
    }
}
