import ArgumentParser
import CivilTime
import Ledger
import Progress
import Reminders
import Training

/// The command `antrain log list`.
struct LogListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the training log, latest entries first."
    )

    @Option(help: ArgumentHelp("Maximum number of entries.", valueName: "number")) var limit = 20
    @Option(
        help: ArgumentHelp("Only this exercise: id, name or alias.", valueName: "exercise"),
        completion: .values(.exercise)
    )
    var exercise: String?
    @Option(help: ArgumentHelp("Only entries since this date.", valueName: "date"), completion: .values(.date))
    var since: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        try OptionValue.checkLimit(limit)
        let planning = try PlanningSession(try Workspace(context, global))
        let since = try DateOption.parse(since, name: "--since", today: planning.today)
        context.show(try LogListResult(planning, limit: limit, exercise: exercise, since: since), asJSON: data.json)
        return .success
    }
}

/// Entries of the training log, latest first.
struct LogListResult: CommandResult {
    static let kind = "log"

    let entries: [LogEntryResult]
    private let rows: [[String]]
    private let isFiltered: Bool
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case entries }

    init(_ planning: PlanningSession, limit: Int = 20, exercise: String? = nil, since: CivilDate? = nil)
        throws(CommandError)
    {
        let words = planning.words
        let names = planning.exerciseNames
        self.words = words
        isFiltered = exercise != nil || since != nil
        let all = try planning.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log(since: since) }
        let keys = exercise.map { name in
            Set([name, planning.workspace.exercisesForNames.exercise(named: name)?.id ?? name].map(NameKey.of))
        }
        let matching = all.filter { entry in
            guard let keys else { return true }
            return [entry.exercise, entry.name, entry.workout?.exercise ?? ""].contains {
                keys.contains(NameKey.of($0))
            }
        }
        let latest = matching.sorted { ($0.date, $0.number) > ($1.date, $1.number) }.prefix(limit)
        entries = latest.map { LogEntryResult($0, names, words) }
        rows = zip(latest, entries).map { entry, result in
            let ownNotes = entry.notes?.split(whereSeparator: \.isNewline).joined(separator: " ")
            let notes = [entry.outcome == .planned ? words.text(.loggedAsPlanned) : nil, ownNotes].compactMap { $0 }
            return [
                "\(entry.number)", words.format.statedDate(entry.date, today: planning.today), result.name, result.text,
                notes.joined(separator: "; "),
            ]
        }
    }

    func text(_ style: Style, columns: Int) -> String {
        guard !rows.isEmpty else {
            return words.text(isFiltered ? .noEntriesMatch : .noEntries, ["command": "antrain log squat 5x5@80kg"])
                + "\n"
        }
        let rows = rows.map { [style.dim($0[0]), $0[1], style.bold($0[2]), style.cyan($0[3]), style.dim($0[4])] }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }
}
