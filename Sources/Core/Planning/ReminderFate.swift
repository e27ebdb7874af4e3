internal import CivilTime
public import Reminders

/// What became of a planned reminder so far, apart from its delivery.
public enum ReminderFate: Sendable, Hashable {
    case waiting
    /// It could not be sent in time.
    case missed
    /// No channel could send it.
    case failed
    /// It was no longer planned, because something changed; what it was about, nothing for a rest day.
    case dropped(Set<OccurrenceSource>)

    /// What a dropped reminder was about; nil for any other.
    var dropped: Set<OccurrenceSource>? { if case .dropped(let sources) = self { sources } else { nil } }
}

extension PlanInput {
    /// Whether a reminder is still to come: its time is in the future, and it was not sent before the zone changed.
    public func isAhead(_ notification: PlannedNotification) -> Bool {
        notification.instant > now && !isDelivered(notification) && fates[notification.id] != .failed
    }

    private func isDelivered(_ notification: PlannedNotification) -> Bool {
        delivered.contains { $0.notification.id == notification.id }
    }

    /// Whether a reminder is due and the next run sends it.
    ///
    /// A reminder that was missed according to an earlier run is sent if its grace period was extended since.
    public func isWaiting(_ notification: PlannedNotification) -> Bool {
        guard notification.instant <= now, isCurrent(notification), !isDelivered(notification) else { return false }
        switch fates[notification.id] {
        case .waiting, .missed: return true
        case .failed: return false
        case .dropped, nil:
            return DeliveryWindow.isOnTime(notification.instant, now: now)
                || unplannedFrom.map { notification.fireAt.date >= $0 } ?? false
        }
    }
}
