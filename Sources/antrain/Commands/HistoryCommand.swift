import ArgumentParser
import CivilTime
import Ledger
import Reminders

/// The command `antrain history`.
struct HistoryCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show what was delivered, on which channel, or why not."
    )

    @Option(help: ArgumentHelp("How many to show at most.", valueName: "count")) var limit = 20
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        guard limit > 0 else {
            throw .badOption(name: "--limit", value: "\(limit)", reason: "write a number above zero")
        }
        let records =
            workspace.hasLedger
            ? try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.history(limit: limit) } : []
        context.show(HistoryResult(records), asJSON: data.json)
        return .success
    }
}

/// What became of reminders.
struct HistoryResult: CommandResult {
    static let kind = "history"

    /// A delivery.
    struct Delivery: Encodable {
        let channel: String
        let state: String
        let attempts: Int
        let endedAt: String?
        let lateSeconds: Int64?
        let reason: String?

        private enum CodingKeys: String, CodingKey {
            case channel, state, attempts, endedAt = "ended_at", lateSeconds = "late_seconds", reason
        }
    }

    /// A reminder.
    struct Entry: Encodable {
        let number: Int64
        let id: String
        let fireAt: String
        let body: String
        let state: String
        let deliveries: [Delivery]

        private enum CodingKeys: String, CodingKey {
            case number, id, fireAt = "fire_at", body, state, deliveries
        }
    }

    let notifications: [Entry]

    init(_ records: [HistoryRecord]) {
        notifications = records.map { record in
            Entry(
                number: record.number,
                id: record.notification.id.rawValue,
                fireAt: record.notification.fireAt.description,
                body: record.notification.body,
                state: record.state,
                deliveries: record.deliveries.map { delivery in
                    Delivery(
                        channel: delivery.channel,
                        state: delivery.state.rawValue,
                        attempts: delivery.attempts,
                        endedAt: delivery.endedAt?.description,
                        lateSeconds: delivery.lateSeconds,
                        reason: delivery.reason
                    )
                }
            )
        }
    }

    func text(_ style: Style, columns: Int) -> String {
        guard !notifications.isEmpty else { return "nothing has come to its time yet\n" }
        let rows = notifications.flatMap { entry -> [[String]] in
            var rows = [
                [
                    entry.fireAt.split(separator: "T").joined(separator: " "), painted(entry.state, style),
                    style.bold(entry.body),
                ]
            ]
            for delivery in entry.deliveries {
                let late = delivery.lateSeconds.map { $0 >= 60 ? ", \($0 / 60) min late" : "" } ?? ""
                rows.append([
                    "", "",
                    style.dim(
                        "\(delivery.channel): \(delivery.state)\(late)" + (delivery.reason.map { ": \($0)" } ?? "")
                    ),
                ])
            }
            return rows
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }

    private func painted(_ state: String, _ style: Style) -> String {
        switch state {
        case "delivered": style.green(state)
        case "failed": style.red(state)
        default: style.yellow(state)
        }
    }
}
