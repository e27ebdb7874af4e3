import ArgumentParser
import Completion
import CivilTime
import History
import Ledger
import Platform
import Results
import Session

/// The command `antrain stats delivery`.
struct StatsDeliveryCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "delivery",
        abstract: "Show how reliably and how soon reminders arrived, and how you answered.",
        discussion: """
            The numbers are counted on this machine and never leave it. A delivery is late from two minutes after its time, missed if its \
            grace period ended first, and failed if the channel refused it or handed it over to its fallback. Percentiles are by nearest \
            rank. The delay of an answer is the time since the last reminder about the same workout.
            """
    )

    @Option(
        help: ArgumentHelp("First date on which reminders were due.", valueName: "date"),
        completion: .values(.date)
    ) var since: String?
    @Option(
        help: ArgumentHelp("Last date on which reminders were due.", valueName: "date"),
        completion: .values(.date)
    ) var until: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        workspace.isReadOnly = true
        let words = try workspace.words()
        let zone = try workspace.plannedZone()
        let today = zone.civil(at: try workspace.now()).date
        let (first, last) = try DateOption.past(since: since, until: until, today: today)
        let dates = (first ?? .earliest)...max(first ?? .earliest, last ?? today)
        let statistics =
            workspace.hasLedger
            ? try workspace.withLedger { (ledger) throws(LedgerError) in
                try ledger.deliveryStatistics(on: dates, in: zone)
            } : nil
        let result = DeliveryStatsResult(
            statistics,
            since: first,
            until: dates.upperBound,
            compactedBefore: try workspace.compactedBefore(in: zone),
            words,
            today: today
        )
        context.show(result, asJSON: data.json)
        return .success
    }
}
