internal import Planning

enum NotificationState: String, CaseIterable {
    case pending
    case delivered
    case failed
    case missed
    /// Answered or cancelled by the user, or beyond the end of the plan.
    case cancelled
    /// No longer planned because something changed.
    case dropped
    /// No longer planned because something changed; another reminder of the same date took its place.
    case replaced
}

extension NotificationState {
    /// What became of the notification, apart from its delivery, unless that depends on what it was about.
    var fate: ReminderFate? {
        switch self {
        case .pending: .waiting
        case .missed: .missed
        case .failed: .failed
        case .delivered, .cancelled, .dropped, .replaced: nil
        }
    }
}
