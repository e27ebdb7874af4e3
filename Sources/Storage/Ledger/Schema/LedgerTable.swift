/// The ledger's tables.
package enum LedgerTable: String, CaseIterable {
    case activation
    case edition
    case journal
    case event
    case notification
    case item = "notification_item"
    case delivery
    case fact
    case reminder
    case permission
    case plugin
    case log = "log_entry"
    case deliveryCount = "delivery_count"
    case responseCount = "response_count"

    /// The columns that identify a row to the user.
    package var key: [String] {
        switch self {
        case .activation, .edition, .journal, .event, .reminder, .log: ["number"]
        case .notification: ["number", "id"]
        case .item: ["notification", "position"]
        case .delivery: ["notification", "channel"]
        case .fact: ["name"]
        case .permission: ["channel"]
        case .plugin: ["path"]
        case .deliveryCount: ["month", "channel", "category", "result", "late_seconds"]
        case .responseCount: ["month", "answer", "seconds"]
        }
    }
}
