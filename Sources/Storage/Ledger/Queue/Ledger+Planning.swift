public import CivilTime
internal import GRDB
public import Planning
public import Progress
internal import Reminders

extension Ledger {
    /// The ledger's state that a plan depends on.
    ///
    /// - Parameters:
    ///   - today: cancellations of dates more than a month before it are omitted.
    ///   - recent: the part of the training log that notifications about progress need; nil for none.
    ///   - first: a date since which the programs that are no longer active are needed, too; nil for the start of the active ones.
    public func planningFacts(today: CivilDate, recent: RecentScope? = nil, since first: CivilDate? = nil)
        throws(LedgerError) -> PlanningSnapshot
    {
        try read { try facts($0, PlanningScope(today: today, recent: recent, first: first)) }
    }

    /// The state for a plan, which is read again only if the ledger changed.
    private func facts(_ database: Database, _ scope: PlanningScope) throws -> PlanningSnapshot {
        try remembered(scope, in: database) {
            try PlanningSnapshotReader(database).read(today: scope.today, recent: scope.recent, since: scope.first)
        }
    }

    /// Records events and updates the pending queue to match the resulting plan, in one transaction.
    ///
    /// Writes nothing if there are no events and no differences.
    ///
    /// - Parameters:
    ///   - events: the events, which are one action; none are recorded if they belong to a reported answer that is known.
    ///   - batch: the number of an action that they continue; nil for a new one.
    ///   - recent: the part of the training log that the plan needs; nil for none.
    ///   - recorded: gets the number of the action.
    ///   - following: gives further events of the same action from the state after `events`; nil if there can be none.
    ///   - plan: a pure function from the ledger's state to the queue request; it may be called several times.
    /// - Returns: the changes to the queue.
    public func commit(
        _ events: [LedgerEvent] = [],
        continuing batch: Int64? = nil,
        now: Instant,
        today: CivilDate,
        recent: RecentScope? = nil,
        recorded: (Int64) -> Void = { _ in },
        following: ((PlanningSnapshot) -> [LedgerEvent])? = nil,
        plan: (PlanningSnapshot) -> QueueRequest
    ) throws(LedgerError) -> QueueDifference {
        if events.isEmpty {
            let (difference, isSettled) = try read { database in
                let known = try facts(database, PlanningScope(today: today, recent: recent))
                let request = plan(known)
                let store = QueueStore(database, now: now)
                let unplanned = known.takesPart ? try FactStore(database).unplannedEvents() : nil
                let difference = try store.difference(request, known, receivedSince: unplanned?.receivedSince)
                let isSettled =
                    try unplanned == nil && known.plannedZone == request.zone.identifier && difference.isEmpty
                    && !FactStore(database).isClockBehind(now)
                    && !LogStore(database).hasClosed(by: now, in: request.zone)
                    && FactStore(database).plannedThrough() == request.end && store.routesAreSettled(request)
                return (difference, isSettled)
            }
            if isSettled { return difference }
        }
        return try write { database in
            let events = try JournalStore(database).areRepeated(events) ? [] : events
            let store = FactStore(database)
            let early = EarlyDeliveries(database)
            var before: QueueDifference?
            if !events.isEmpty {
                // What was missed before the events is decided without them: a new program, for example, missed nothing.
                if let unplanned = try store.unplannedFrom(today), unplanned <= today {
                    before = try Ledger.update(database, now: now, today: today, early, recent, plan: plan).0
                }
                let action = try EventStore(database).record(events, continuing: batch, at: now)
                recorded(action)
                if let following {
                    let known = try PlanningSnapshotReader(database).read(today: today, recent: recent)
                    _ = try EventStore(database).record(following(known), continuing: action, at: now)
                }
            }
            let (latest, missed) = try Ledger.update(database, now: now, today: today, early, recent, plan: plan)
            let difference = before?.followed(by: latest) ?? latest
            // The plan was made without these deliveries, the first of which decides when follow-ups are due, and without the missed
            // reminders, which the summary lists.
            guard early.areRestored || !missed.isEmpty else { return difference }
            let (next, _) = try Ledger.update(database, now: now, today: today, early, recent, plan: plan)
            return difference.followed(by: next)
        }
    }

    /// Records events without a plan, which a commit makes later.
    ///
    /// - Parameter batch: the number of an action that they continue; nil for a new one.
    /// - Returns: the number of the action.
    public func record(_ events: [LedgerEvent], continuing batch: Int64?, at now: Instant) throws(LedgerError) -> Int64
    {
        try write { try EventStore($0).record(events, continuing: batch, at: now) }
    }

    /// Plans, and makes the queue match the plan.
    ///
    /// - Returns: the changes, and the notifications that ended because it is too late for them.
    private static func update(
        _ database: Database,
        now: Instant,
        today: CivilDate,
        _ early: EarlyDeliveries,
        _ recent: RecentScope?,
        plan: (PlanningSnapshot) -> QueueRequest
    ) throws -> (QueueDifference, missed: [PlannedNotification]) {
        let store = FactStore(database)
        let known = try PlanningSnapshotReader(database).read(today: today, recent: recent)
        let request = plan(known)
        try store.recordZone(request.zone.identifier)
        let queue = QueueStore(database, now: now, early: early)
        let unplanned = known.takesPart ? try store.unplannedEvents() : nil
        let difference = try queue.difference(request, known, receivedSince: unplanned?.receivedSince)
        if let unplanned { try store.set(.plannedEvents, Array("\(unplanned.last)".utf8)) }
        try queue.apply(difference, request)
        if known.takesPart { try SentElsewhereStore(database, now: now).apply() }
        // Only in this case: in another zone the same local time may still be in the future.
        let missed = try MissedStore(database, now: now, early: early).mark(
            grace: request.grace,
            zone: request.zone,
            holding: request.holding,
            takesBack: request.changes == nil
        )
        try store.recordPlanned(today, through: request.end)
        try store.record(clock: now)
        return (difference, missed)
    }

    /// The changes that a commit would make, without making them.
    public func preview(
        now: Instant,
        today: CivilDate,
        recent: RecentScope? = nil,
        plan: (PlanningSnapshot) -> QueueRequest
    ) throws(LedgerError) -> QueueDifference {
        try read { database in
            let known = try facts(database, PlanningScope(today: today, recent: recent))
            return try QueueStore(database, now: now).difference(plan(known), known)
        }
    }
}

/// Which part of the state a plan needs; see `Ledger.planningFacts`.
private struct PlanningScope: Hashable, Sendable {
    let today: CivilDate
    var recent: RecentScope?
    var first: CivilDate?
}
