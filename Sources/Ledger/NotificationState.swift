/// What became of a notification, as its row says.
enum NotificationState: String, CaseIterable {
    case pending
    case delivered
    case failed
    case missed
    case cancelled
}
