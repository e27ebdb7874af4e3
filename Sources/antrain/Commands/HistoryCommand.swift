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

/// Past reminders and their deliveries.
struct HistoryResult: CommandResult {
    static let kind = "history"

    struct Entry: Encodable {
        let notification: ListedNotification
        let state: String
        let deliveries: [ListedDelivery]

        private enum CodingKeys: String, CodingKey { case state, deliveries }

        init(_ record: HistoryRecord) {
            notification = ListedNotification(record.notification)
            state = record.state
            deliveries = record.deliveries.map(ListedDelivery.init)
        }

        func encode(to encoder: any Encoder) throws {
            try notification.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(state, forKey: .state)
            try container.encode(deliveries, forKey: .deliveries)
        }
    }

    let notifications: [Entry]
    private let moments: [String]
    private let summaries: [String]
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case notifications }

    init(_ records: [HistoryRecord], _ words: MessageCatalog) {
        self.words = words
        moments = records.map { HistoryResult.moment($0.notification.fireAt, words.format) }
        summaries = records.map(\.notification.summary)
        notifications = records.map(Entry.init)
    }

    func text(_ style: Style, columns: Int) -> String {
        guard !notifications.isEmpty else { return words.text(.nothingPast) + "\n" }
        let rows = notifications.indices.flatMap { index -> [[String]] in
            let entry = notifications[index]
            return [[moments[index], painted(entry.state, style), style.bold(summaries[index])]]
                + entry.deliveries.map { ["", "", style.dim(line($0))] }
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }

    /// A delivery in words: `console: delivered, 30 min late`.
    private func line(_ delivery: ListedDelivery) -> String {
        let late = delivery.lateSeconds.map { $0 >= 60 ? ", " + words.lateInMinutes($0) : "" } ?? ""
        return "\(delivery.channel): \(words.word("delivery.state", delivery.state))\(late)"
            + (delivery.message.map { ": \($0)" } ?? "")
            + (delivery.early.map { "; before: \($0.message)" } ?? "")
    }

    /// `2026-11-23 07:30` without a locale, otherwise in the locale's format; always with the year, because it may be long ago.
    private static func moment(_ moment: CivilDateTime, _ format: LocaleFormat) -> String {
        guard !format.isPlain else { return "\(moment.date) \(moment.time)" }
        return format.statedMoment(moment, today: .earliest)
    }

    private func painted(_ state: String, _ style: Style) -> String {
        let word = words.word("delivery.state", state)
        return switch state {
        case "delivered": style.green(word)
        case "failed": style.red(word)
        default: style.yellow(word)
        }
    }
}
