package import CivilTime
package import History
import Ledger
package import Localization
package import Platform
package import Reminders
package import Session

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

/// The notifications that would be sent.
package struct SimulationResult: CommandResult {
    package static let kind = "simulation"

    /// A notification and the channels that it would be sent to.
    struct Entry: Encodable {
        let notification: ListedNotification
        let deliveries: [ListedDelivery]
        fileprivate let moment: String

        private enum CodingKeys: String, CodingKey { case deliveries }

        func encode(to encoder: any Encoder) throws {
            try notification.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(deliveries, forKey: .deliveries)
        }
    }

    /// The first and the last date.
    let from: String
    let until: String
    /// Whether reminders are on; if they are off, none of these is sent.
    let enabled: Bool
    let notifications: [Entry]
    private let period: String

    private enum CodingKeys: String, CodingKey { case from, until, enabled, notifications }

    /// - Parameters:
    ///   - notifications: the notifications, soonest first.
    ///   - isEnabled: whether reminders are on.
    package init(
        _ notifications: [PlannedNotification],
        _ range: Range<CivilDate>,
        isEnabled: Bool,
        _ session: Session
    ) {
        let words = session.words
        let last = range.upperBound.adding(days: -1)
        from = range.lowerBound.description
        until = last.description
        enabled = isEnabled
        let routes = session.routes
        self.notifications = notifications.map { notification in
            Entry(
                notification: ListedNotification(notification),
                deliveries: routes.of(notification).map(ListedDelivery.init(planned:)),
                moment: words.format.date(notification.fireAt.date, today: session.today) + " "
                    + words.format.time(notification.fireAt.time)
            )
        }
        func stated(_ date: CivilDate) -> String { words.format.statedDate(date, today: session.today) }
        period =
            range.lowerBound == last ? "on \(stated(last))" : "from \(stated(range.lowerBound)) through \(stated(last))"
    }

    package func text(_ style: Style, columns: Int) -> String {
        guard !notifications.isEmpty else { return "no notifications \(period)\n" }
        return notifications.map { entry in
            let channels = style.dim(entry.deliveries.map(\.channel).joined(separator: ","))
            let body = entry.notification.body.split(separator: "\n").flatMap {
                TextWrap.lines(String($0), columns: columns - 2)
            }
            let lines = [style.bold(entry.notification.title)] + body
            return "\(entry.moment)  \(channels)\n" + lines.map { "  \($0)\n" }.joined()
        }.joined()
    }
}
