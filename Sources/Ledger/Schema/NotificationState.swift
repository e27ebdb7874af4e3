enum NotificationState: String, CaseIterable {
    case pending
    case delivered
    case failed
    case missed
    case cancelled
}
