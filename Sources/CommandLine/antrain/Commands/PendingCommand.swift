import ArgumentParser
import CivilTime
import Ledger
import Reminders

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
        let workspace = try Workspace(context, global)
        try OptionValue.checkLimit(limit)
        let words = try workspace.words()
        guard workspace.hasLedger else {
            context.show(PendingResult(records: [], more: 0, today: .earliest, words), asJSON: data.json)
            if !data.json { try PlanningSession.reportNextStep(workspace, "antrain week", .seeWeek) }
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
        if records.isEmpty, !data.json { try PlanningSession.reportNextStep(workspace, "antrain week", .seeWeek) }
        return .success
    }
}

/// The pending reminders.
struct PendingResult: CommandResult {
    static let kind = "pending"

    struct Entry: Encodable {
        let notification: ListedNotification
        let deliveries: [ListedDelivery]

        private enum CodingKeys: String, CodingKey { case deliveries }

        init(_ record: PendingRecord) {
            notification = ListedNotification(record.notification)
            deliveries = record.deliveries.map(ListedDelivery.init)
        }

        func encode(to encoder: any Encoder) throws {
            try notification.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(deliveries, forKey: .deliveries)
        }
    }

    let notifications: [Entry]
    let more: Int
    private let rows: [[String]]
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey {
        case notifications, more
    }

    init(records: [PendingRecord], more: Int, today: CivilDate, _ words: MessageCatalog) {
        self.more = more
        self.words = words
        notifications = records.map(Entry.init)
        rows = records.map { record in
            let channels = record.deliveries.map { delivery in
                guard delivery.state != .pending else { return delivery.channel }
                let state = words.word("delivery.state", delivery.state.rawValue)
                // The state's name gives the reason, in the user's language.
                let reason = delivery.state == .overflow ? nil : delivery.reason
                return "\(delivery.channel) (\(state)\(reason.map { ": \($0)" } ?? ""))"
            }
            return [
                words.moment(record.notification.fireAt, today: today),
                record.notification.summary(on: today, words, isDated: true), channels.joined(separator: ","),
                record.notification.id.rawValue,
            ]
        }
    }

    func text(_ style: Style, columns: Int) -> String {
        guard !rows.isEmpty else { return words.text(.nothingPending) + "\n" }
        var lines = TextTable.lines(
            rows.map { [$0[0], style.bold($0[1]), $0[2], style.dim($0[3])] },
            columns: columns
        )
        if more > 0 {
            let others =
                more >= 1000 ? words.text(.otherThousand) : words.text(more, one: .otherOne, other: .otherMany)
            lines.append(style.dim(others))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
