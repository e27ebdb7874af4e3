public import CivilTime
public import Localization
public import Reminders

/// The changes that make the pending queue match the plan.
public struct QueueDifference: Sendable, Hashable {
    /// Planned and not pending yet.
    public var added: [PlannedNotification] = []
    /// Pending with the same identifier, but another time, zone or text.
    public var updated: [PlannedNotification] = []
    /// Pending and no longer planned.
    public var cancelled: [PlannedNotification] = []
    /// Pending as planned.
    public var kept: [PlannedNotification] = []
    /// The part of `added` that an earlier run recorded as missed, expired, failed or delivered, although it is ahead or, if it was not
    /// delivered, within its grace period.
    public var revived: [PlannedNotification] = []
    /// Pending but no longer planned, because their time has passed in a new time zone.
    public var lapsed: [PlannedNotification] = []

    /// Whether the queue already matches the plan.
    public var isEmpty: Bool { added.isEmpty && updated.isEmpty && cancelled.isEmpty && lapsed.isEmpty }

    /// The difference in one line, the same in every locale: `1 added, 0 cancelled, 6 kept`.
    public var summary: String { inWords(.plain) }

    public func inWords(_ words: MessageCatalog) -> String {
        var parts = [
            words.text(added.count, one: .addedOne, other: .addedOther),
            words.text(cancelled.count, one: .cancelledOne, other: .cancelledOther),
            words.text(kept.count, one: .keptOne, other: .keptOther),
        ]
        if !updated.isEmpty { parts.append(words.text(updated.count, one: .updatedOne, other: .updatedOther)) }
        return parts.joined(separator: ", ")
    }

    /// The record of an earlier run about a notification that is not pending.
    public enum Record: Sendable, Hashable {
        /// Nothing, or a cancellation.
        case none
        /// Not delivered, or delivered before its time, according to a clock that has been corrected since, or in another zone.
        case discarded
        /// It was no longer planned because of an action that was undone since.
        case restored
        /// A final result, which does not change.
        case final
    }

    /// Compares the plan with the queue, without earlier records.
    public init(
        desired: [PlannedNotification],
        pending: [PlannedNotification],
        now: Instant,
        unplannedFrom: CivilDate? = nil
    ) {
        self.init(desired: desired, pending: pending, now: now, unplannedFrom: unplannedFrom) { _ in .none }
    }

    /// - Parameters:
    ///   - pending: the queue's notifications, including those that are due and not delivered yet.
    ///   - now: the current time; a notification whose minute is over is not added, since it was not planned in time.
    ///   - unplannedFrom: the first date that no plan has reached so far, for example after a long sleep; notifications from that
    ///     date on are added even if they are late.
    ///   - overdue: notifications that could not be planned before their time, and are added late.
    ///   - record: what an earlier run recorded about a planned notification that is not pending.
    public init(
        desired: [PlannedNotification],
        pending: [PlannedNotification],
        now: Instant,
        unplannedFrom: CivilDate? = nil,
        overdue: Set<NotificationID> = [],
        record: (PlannedNotification) throws -> Record
    ) rethrows {
        let waiting = Dictionary(pending.map { ($0.id, $0) }) { first, _ in first }
        var wanted: Set<NotificationID> = []
        for notification in desired {
            wanted.insert(notification.id)
            guard let present = waiting[notification.id] else {
                let isNew = unplannedFrom.map { notification.fireAt.date >= $0 } ?? false
                switch try record(notification) {
                case .none:
                    let isOnTime = DeliveryWindow.isOnTime(notification.instant, now: now)
                    let isWanted = isOnTime || isNew || overdue.contains(notification.id)
                    if isWanted { added.append(notification) }
                case .restored: added.append(notification)
                case .discarded:
                    added.append(notification)
                    revived.append(notification)
                case .final: break
                }
                continue
            }
            if present == notification { kept.append(notification) } else { updated.append(notification) }
        }
        cancelled = pending.filter { !wanted.contains($0.id) }
    }

    /// The changes of two updates in a row.
    public func followed(by next: QueueDifference) -> QueueDifference {
        let latest = Dictionary(next.updated.map { ($0.id, $0) }) { $1 }
        let gone = Set((next.cancelled + next.lapsed).map(\.id))
        func current(_ notifications: [PlannedNotification]) -> [PlannedNotification] {
            notifications.filter { !gone.contains($0.id) }.map { latest[$0.id] ?? $0 }
        }
        let isNew = Set(added.map(\.id))
        let isChanged = isNew.union(updated.map(\.id))
        var result = self
        result.added = current(added) + next.added
        result.updated = current(updated) + next.updated.filter { !isChanged.contains($0.id) }
        result.cancelled = cancelled + next.cancelled.filter { !isNew.contains($0.id) }
        result.kept = next.kept.filter { !isChanged.contains($0.id) }
        result.revived = current(revived) + next.revived
        result.lapsed = lapsed + next.lapsed
        return result
    }
}
