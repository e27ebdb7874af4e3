import ArgumentParser
import Completion
import CivilTime
import History
import Ledger
import Localization
import Platform
import Reminders
import Results
import Session
import YAMLSource

/// The command `antrain history`.
struct HistoryCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show past reminders, with each channel's delivery or failure.",
        discussion: """
            With --channel, --state refers to the delivery on that channel. On a terminal, the pager in PAGER shows long output \
            (default: less -FRX).
            """
    )

    @Option(help: ArgumentHelp("Maximum number of reminders, 1 to 1000000.", valueName: "count")) var limit = 20
    @Option(
        help: ArgumentHelp("First date on which reminders were due.", valueName: "date"),
        completion: .values(.date)
    ) var since: String?
    @Option(
        help: ArgumentHelp("Last date on which reminders were due.", valueName: "date"),
        completion: .values(.date)
    ) var until: String?
    @Option(help: ArgumentHelp("Only reminders for this channel.", valueName: "channel"), completion: .values(.channel))
    var channel: String?
    @Option(
        help: "Only reminders with this result: delivered, failed, missed, dropped, replaced or pending.",
        completion: .list(HistoryFilter.Result.allCases.map(\.rawValue))
    )
    var state: String?
    @Flag(help: "Print to the terminal without a pager.") var noPager = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        try OptionValue.checkLimit(limit)
        // Settings that cannot be read do not hide the history.
        if try workspace.hasUnreportedDeliveries() { _ = try? Store.observing(workspace) }
        let words = try workspace.words()
        let filter = try filter(workspace)
        // Read in parts, to limit the memory used for a long history.
        let pager = noPager || data.json || !context.output.isTerminal ? nil : context.startsPager()
        defer { pager?.end() }
        var paged = context
        if let pager { paged.output.data = pager.show }
        var stream = ResultStream(paged, asJSON: data.json)
        var remaining = limit
        var last: HistoryRecord?
        var (isEmpty, isComplete) = (false, false)
        let compacted = try compactedBefore(filter, workspace)
        let now = try workspace.now()
        let zone = try workspace.plannedZone()
        repeat {
            let count = min(remaining, HistoryCommand.part)
            let records =
                workspace.hasLedger
                ? try workspace.withLedger { (ledger) throws(LedgerError) in
                    try ledger.history(limit: count, filter, after: last, now: now)
                } : []
            guard !records.isEmpty || last == nil else {
                isComplete = true
                break
            }
            if last == nil { isEmpty = records.isEmpty }
            // Without a filter, the note says why there are none.
            if !records.isEmpty || !filter.isEmpty || compacted == nil || data.json {
                stream.show(
                    HistoryResult(
                        records,
                        isFiltered: !filter.isEmpty,
                        compactedBefore: compacted?.date,
                        in: zone,
                        now: now,
                        words
                    )
                )
            }
            remaining -= count
            last = records.count == count ? records.last : nil
            isComplete = last == nil
        } while remaining > 0 && last != nil
        stream.end()
        if isComplete, let note = compacted?.note, !data.json {
            let style = paged.output.style
            let lines = TextWrap.lines(note, columns: paged.output.columns).map(style.dim)
            _ = paged.output.data(lines.joined(separator: "\n") + "\n")
        }
        if isEmpty, filter.isEmpty, !data.json {
            try Store.reportNextStep(workspace, "antrain pending", .seePending)
        }
        return .success
    }

    /// The date before which details were replaced by counts, and the sentence about it, if the filter reaches before that date.
    private func compactedBefore(_ filter: HistoryFilter, _ workspace: Workspace) throws(CommandError) -> (
        date: CivilDate, note: String
    )? {
        let zone = try workspace.plannedZone()
        guard let date = try workspace.compactedBefore(in: zone) else { return nil }
        let limit = zone.instant(of: CivilDateTime(date: date, time: .midnight))
        if let first = filter.due?.lowerBound, first >= limit { return nil }
        let words = try workspace.words()
        let today = zone.civil(at: try workspace.now()).date
        let values = ["date": words.format.statedDate(date, today: today), "command": "antrain stats delivery"]
        return (date, words.text(.historyCompacted, values))
    }

    private func filter(_ workspace: Workspace) throws(CommandError) -> HistoryFilter {
        let zone = try workspace.plannedZone()
        let today = zone.civil(at: try workspace.now()).date
        let (first, last) = try DateOption.past(since: since, until: until, today: today)
        if let channel { try checkChannel(channel, workspace) }
        var filter = HistoryFilter()
        filter.channel = channel
        filter.result = try OptionValue.choice(state, "--state", of: HistoryFilter.Result.self)
        if first != nil || last != nil {
            let start = CivilDateTime(date: first ?? .earliest, time: .midnight)
            let end = CivilDateTime(date: (last ?? .lastPlanned).adding(days: 1), time: .midnight)
            filter.due = zone.instant(of: start)..<zone.instant(of: end)
        }
        return filter
    }

    /// Checks that a channel exists, or that something was sent through it before.
    private func checkChannel(_ name: String, _ workspace: Workspace) throws(CommandError) {
        try OptionValue.checkPrintable(name, "--channel")
        // With settings that cannot be read, the channels are unknown.
        guard let settings = try? workspace.loadSettings(try workspace.rememberedSettings()).settings else { return }
        let present =
            settings.channels + settings.configurations.map(\.name) + workspace.pluginPath.plugins.map(\.name)
        guard !present.contains(name) else { return }
        let former =
            workspace.hasLedger
            ? try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.deliveryChannels() } : []
        guard !former.contains(name) else { return }
        let known = Set(present + former)
        let help =
            Suggestion.help(for: name, among: Array(known)) ?? "use one of \(known.sorted().joined(separator: ", "))"
        throw .badOption(name: "--channel", value: name, reason: "no such channel; \(help)")
    }

    /// The number of reminders that are read and printed at once.
    private static let part = 500
}
