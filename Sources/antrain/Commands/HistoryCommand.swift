import ArgumentParser
import CivilTime
import Ledger
import Reminders

/// The command `antrain history`.
struct HistoryCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show past reminders, with each channel's delivery or failure."
    )

    @Option(help: ArgumentHelp("Maximum number of reminders, 1 to 1000000.", valueName: "count")) var limit = 20
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        try OptionValue.checkLimit(limit)
        let words = try workspace.words()
        // Read in parts, to limit the memory used for a long history.
        var stream = ResultStream(context, asJSON: data.json)
        var remaining = limit
        var last: HistoryRecord?
        var isEmpty = false
        repeat {
            let count = min(remaining, HistoryCommand.part)
            let records =
                workspace.hasLedger
                ? try workspace.withLedger { (ledger) throws(LedgerError) in
                    try ledger.history(limit: count, after: last)
                } : []
            guard !records.isEmpty || last == nil else { break }
            if last == nil { isEmpty = records.isEmpty }
            stream.show(HistoryResult(records, words))
            remaining -= count
            last = records.count == count ? records.last : nil
        } while remaining > 0 && last != nil
        stream.end()
        if isEmpty, !data.json { try PlanningSession.reportNextStep(workspace, "antrain pending", .seePending) }
        return .success
    }

    /// The number of reminders that are read and printed at once.
    private static let part = 500
}
