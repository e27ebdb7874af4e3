import CivilTime
import Ledger
import Reminders

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

        /// A notification that is planned and not in the queue.
        init(planned notification: PlannedNotification) {
            self.notification = ListedNotification(notification)
            state = "planned"
            deliveries = []
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
    private let isFiltered: Bool
    /// The date before which details were replaced by counts, if the list reaches before it.
    private let compactedBefore: String?

    private enum CodingKeys: String, CodingKey { case notifications, compactedBefore = "compacted_before" }

    /// - Parameters:
    ///   - records: the past reminders.
    ///   - isFiltered: whether there may be other past reminders.
    ///   - compactedBefore: the date before which details were replaced by counts.
    ///   - words: the user's language.
    init(
        _ records: [HistoryRecord],
        isFiltered: Bool = false,
        compactedBefore: CivilDate? = nil,
        _ words: MessageCatalog
    ) {
        self.words = words
        self.isFiltered = isFiltered
        self.compactedBefore = compactedBefore?.description
        moments = records.map { HistoryResult.moment($0.notification.fireAt, words.format) }
        summaries = records.map(\.notification.summary)
        notifications = records.map(Entry.init)
    }

    func text(_ style: Style, columns: Int) -> String {
        guard !notifications.isEmpty else { return words.text(isFiltered ? .nothingMatches : .nothingPast) + "\n" }
        let rows = notifications.indices.flatMap { index -> [[String]] in
            let entry = notifications[index]
            return [[moments[index], painted(entry.state, style), style.bold(summaries[index])]]
                + entry.deliveries.map { ["", "", style.dim(HistoryResult.line($0, words))] }
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }

    /// A delivery in words: `console: delivered, 30 min late`.
    static func line(_ delivery: ListedDelivery, _ words: MessageCatalog) -> String {
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
