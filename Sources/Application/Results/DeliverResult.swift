package import Delivery
package import Platform
import Ledger
import Reminders

/// Successful and failed deliveries.
package struct DeliverResult: CommandResult {
    package static let kind = "deliveries"

    struct Entry: Encodable {
        let notification: String
        let channel: String
        let state: String
        let lateSeconds: Int64
        /// Why it was not delivered; nil if it was.
        let message: String?

        private enum CodingKeys: String, CodingKey {
            case notification, channel, state, lateSeconds = "late_seconds", message
        }

        init(_ entry: DeliverySummary.Entry, _ state: OutboxState) {
            notification = entry.notification.id.rawValue
            channel = entry.channel
            self.state = state.rawValue
            lateSeconds = entry.lateSeconds
            message = entry.reason
        }
    }

    let deliveries: [Entry]
    let missed: [ListedNotification]

    package init(_ summary: DeliverySummary) {
        let failed = summary.failed + summary.refused + summary.handedOver
        let all =
            summary.delivered.map { Entry($0, .delivered) } + summary.retrying.map { Entry($0, .retrying) }
            + failed.map { Entry($0, .failed) }
        // Channels end in any order.
        deliveries = all.sorted { ($0.notification, $0.channel) < ($1.notification, $1.channel) }
        missed = summary.missed.map(ListedNotification.init)
    }

    package func text(_ style: Style, columns: Int) -> String { "" }
}
