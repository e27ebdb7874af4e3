internal import Reminders

enum NotificationState: String, CaseIterable {
    case pending
    case delivered
    case failed
    case missed
    case cancelled
}

extension NotificationState {
    /// What became of the notification, apart from its delivery.
    var fate: ReminderFate? {
        switch self {
        case .pending: .waiting
        case .missed: .missed
        case .failed: .failed
        case .delivered, .cancelled: nil
        }
    }
}
