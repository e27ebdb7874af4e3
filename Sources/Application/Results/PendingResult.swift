package import CivilTime
package import History
import Ledger
package import Localization
package import Platform
import Reminders

/// The pending reminders.
package struct PendingResult: CommandResult {
    package static let kind = "pending"

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

    private enum CodingKeys: String, CodingKey { case notifications, more }

    package init(records: [PendingRecord], more: Int, today: CivilDate, _ words: MessageCatalog) {
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

    package func text(_ style: Style, columns: Int) -> String {
        guard !rows.isEmpty else { return words.text(.nothingPending) + "\n" }
        var lines = TextTable.lines(rows.map { [$0[0], style.bold($0[1]), $0[2], style.dim($0[3])] }, columns: columns)
        if more > 0 {
            let others = more >= 1000 ? words.text(.otherThousand) : words.text(more, one: .otherOne, other: .otherMany)
            lines.append(style.dim(others))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
