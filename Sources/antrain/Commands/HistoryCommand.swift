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

    struct Delivery: Encodable {
        let channel: String
        let state: String
        let attempts: Int
        let endedAt: String?
        let lateSeconds: Int64?
        let reason: String?
        /// An earlier delivery, made before the reminder's time while the clock was ahead.
        let early: Early?

        private enum CodingKeys: String, CodingKey {
            case channel, state, attempts, endedAt = "ended_at", lateSeconds = "late_seconds", reason, early
        }
    }

    /// A delivery before the reminder's time.
    struct Early: Encodable {
        let endedAt: String
        let code = "clock-set-back"
        let reason: String

        private enum CodingKeys: String, CodingKey { case endedAt = "ended_at", code, reason }

        init(_ moment: Instant) {
            endedAt = moment.description
            reason = "delivered at \(moment) by a clock that was ahead and was set back afterwards"
        }
    }

    struct Entry: Encodable {
        let id: String
        /// The number of the user's own reminder; nil for workouts.
        let reminder: Int64?
        let fireAt: String
        let title: String
        let body: String
        let state: String
        let deliveries: [Delivery]

        private enum CodingKeys: String, CodingKey {
            case id, reminder, fireAt = "fire_at", title, body, state, deliveries
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
        notifications = records.map { record in
            Entry(
                id: record.notification.id.rawValue,
                reminder: record.notification.reminderNumber,
                fireAt: record.notification.fireAt.description,
                title: record.notification.title,
                body: record.notification.body,
                state: record.state,
                deliveries: record.deliveries.map { delivery in
                    Delivery(
                        channel: delivery.channel,
                        state: delivery.state.rawValue,
                        attempts: delivery.attempts,
                        endedAt: delivery.endedAt?.description,
                        lateSeconds: delivery.lateSeconds,
                        reason: delivery.reason,
                        early: delivery.earlyAt.map(Early.init)
                    )
                }
            )
        }
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
    private func line(_ delivery: Delivery) -> String {
        let late = delivery.lateSeconds.map { $0 >= 60 ? ", " + words.lateInMinutes($0) : "" } ?? ""
        return "\(delivery.channel): \(words.word("delivery.state", delivery.state))\(late)"
            + (delivery.reason.map { ": \($0)" } ?? "") + (delivery.early.map { "; before: \($0.reason)" } ?? "")
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
