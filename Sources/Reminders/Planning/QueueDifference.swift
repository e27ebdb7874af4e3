public import CivilTime

/// What to do to the pending queue so that it is what the plan wants.
public struct QueueDifference: Sendable, Hashable {
    /// Wanted and not there yet.
    public var added: [PlannedNotification] = []
    /// There under the same name, with another time, zone or text.
    public var updated: [PlannedNotification] = []
    /// There and no longer wanted.
    public var cancelled: [PlannedNotification] = []
    /// There as wanted.
    public var kept: [PlannedNotification] = []
    /// Those of `added` that an earlier run recorded as missed, expired or failed though they are still ahead or within their grace period.
    public var revived: [PlannedNotification] = []
    /// Pending but no longer wanted, because the time zone changed and their time has passed in the new zone.
    public var lapsed: [PlannedNotification] = []

    /// Whether the queue is as it should be.
    public var isEmpty: Bool { added.isEmpty && updated.isEmpty && cancelled.isEmpty && lapsed.isEmpty }

    /// The difference in a line, the same in every locale: `1 added, 0 cancelled, 6 kept`.
    public var summary: String { inWords(.plain) }

    /// The difference in a line, in the user's words.
    public func inWords(_ words: Catalogue) -> String {
        var parts = [
            words.text(added.count, one: .addedOne, other: .addedOther),
            words.text(cancelled.count, one: .cancelledOne, other: .cancelledOther),
            words.text(kept.count, one: .keptOne, other: .keptOther),
        ]
        if !updated.isEmpty { parts.append(words.text(updated.count, one: .updatedOne, other: .updatedOther)) }
        return parts.joined(separator: ", ")
    }

    /// What an earlier run recorded of a notification that is not pending.
    public enum Record: Sendable, Hashable {
        /// Nothing, or that it was cancelled.
        case none
        /// That it was not delivered, by a clock that has been corrected since, or in another zone.
        case discarded
        /// What became of it; that stays.
        case final
    }

    /// Compares what is wanted with what is pending, where nothing else was recorded.
    public init(
        desired: [PlannedNotification],
        pending: [PlannedNotification],
        now: Instant,
        unplannedFrom: CivilDate? = nil
    ) {
        self.init(desired: desired, pending: pending, now: now, unplannedFrom: unplannedFrom) { _ in .none }
    }

    /// Compares what is wanted with what is pending.
    ///
    /// - Parameters:
    ///   - desired: the plan's notifications.
    ///   - pending: the queue's, those whose time has come and that wait for delivery included.
    ///   - now: the present; a wanted notification whose time is past is not added: it was not wanted in time.
    ///   - unplannedFrom: the first date that no plan has reached so far, as after a long sleep; from it on a notification was
    ///     wanted all the time, and is added even when it comes late.
    ///   - overdue: what could not be wanted before its time, and is added late.
    ///   - record: what an earlier run recorded of a wanted notification that is not pending.
    public init(
        desired: [PlannedNotification],
        pending: [PlannedNotification],
        now: Instant,
        unplannedFrom: CivilDate? = nil,
        overdue: Set<NotificationID> = [],
        record: (NotificationID) throws -> Record
    ) rethrows {
        let waiting = Dictionary(pending.map { ($0.id, $0) }) { first, _ in first }
        var wanted: Set<NotificationID> = []
        for notification in desired {
            wanted.insert(notification.id)
            guard let present = waiting[notification.id] else {
                let isNew = unplannedFrom.map { notification.fireAt.date >= $0 } ?? false
                switch try record(notification.id) {
                case .none:
                    let isWanted = notification.instant > now || isNew || overdue.contains(notification.id)
                    if isWanted { added.append(notification) }
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
}
