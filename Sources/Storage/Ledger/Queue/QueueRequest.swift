public import CivilTime
public import Planning
public import Reminders

/// The queue's content according to a plan.
public struct QueueRequest: Sendable {
    /// The notifications that should be pending.
    public let notifications: [PlannedNotification]
    public let zone: Zone
    /// How late a notification may still be delivered.
    public let grace: TimeSpan
    /// The first date after the plan; nil if it has no end of its own.
    public let end: CivilDate?
    /// The notifications that could not be planned before their time; they are added late.
    public let overdue: Set<NotificationID>
    /// The notifications that could not be planned before their grace period ended; they are recorded as missed.
    public let lapsed: [PlannedNotification]
    /// The channels whose plugins schedule notifications and have reported on them, or can.
    public let holding: Set<String>
    /// The changes that led to the plan; nil if it takes back an action.
    public let changes: [PlanChange]?
    /// The answers that are derived, and so not in the ledger.
    let derived: [OccurrenceKey: Answer]
    /// Whether a notification that the plan lacks needs no record, for example because it was answered.
    let isSettled: @Sendable (PlannedNotification) -> Bool
    private let routes: ChannelRoutes
    /// Notifications that exceed a channel's limit, or do not belong to the channel.
    private let overflow: [String: Set<NotificationID>]
    private let beyond: [String: Set<NotificationID>]

    /// - Parameters:
    ///   - expected: the follow-ups of reminders that are not delivered yet; only channels whose plugins schedule them need them now.
    ///   - grace: how late a notification may still be delivered.
    ///   - end: the first date after the plan.
    ///   - overdue: the notifications that could not be planned before their time.
    ///   - lapsed: the notifications that could not be planned before their grace period ended; those without a record become missed.
    ///   - holding: the channels whose plugins can report on the notifications that they scheduled.
    ///   - budgets: the budgets of all channels in use, if any has a limit; a channel without one accepts everything.
    ///   - changes: the changes that led to the plan; they are recorded for each notification that it lacks because of them. nil if the
    ///     plan takes back an action: what it lacks has no record, except that of an earlier change.
    ///   - derived: the answers that are derived, and so not in the ledger.
    ///   - isSettled: whether a notification that the plan lacks needs no record; by default, each needs one.
    public init(
        notifications planned: [PlannedNotification],
        expected: [PlannedNotification] = [],
        routes: ChannelRoutes,
        zone: Zone,
        grace: TimeSpan,
        end: CivilDate? = nil,
        overdue: Set<NotificationID> = [],
        lapsed: [PlannedNotification] = [],
        holding: Set<String> = [],
        budgets: [ChannelBudget] = [],
        changes: [PlanChange]? = [],
        derived: [OccurrenceKey: Answer] = [:],
        isSettled: @escaping @Sendable (PlannedNotification) -> Bool = { _ in true }
    ) {
        self.changes = changes
        self.derived = derived
        self.isSettled = isSettled
        self.routes = routes
        self.zone = zone
        self.grace = grace
        self.holding = holding
        self.overdue = overdue
        self.lapsed = lapsed
        self.end = (budgets.map(\.end) + [end].compactMap { $0 }).min()
        let notifications = planned + expected
        let ids = Set(notifications.map(\.id))
        let overflow = budgets.map { ($0.channel, Set($0.overflow.map(\.id))) }
        let beyond = budgets.map { ($0.channel, ids.subtracting(($0.fitting + $0.overflow).map(\.id))) }
        var unplaced = Dictionary(beyond) { $1 }
        if !expected.isEmpty {
            for channel in routes.all where !holding.contains(channel) {
                unplaced[channel, default: []].formUnion(expected.map(\.id))
            }
        }
        self.overflow = Dictionary(overflow) { $1 }
        self.beyond = unplaced
        self.notifications =
            unplaced.isEmpty
            ? notifications
            : notifications.filter { one in routes.of(one).contains { !(unplaced[$0]?.contains(one.id) ?? false) } }
    }

    /// What became of a notification that is no longer planned.
    ///
    /// One beyond the end of the plan may be planned again, for example after the horizon became shorter or the clock was set back.
    func end(of notification: PlannedNotification, _ pending: [PlannedNotification]) -> NotificationState {
        guard !isSettled(notification), end.map({ notification.fireAt.date < $0 }) ?? true else { return .cancelled }
        return pending.contains { $0.replaces(notification) } ? .replaced : .dropped
    }

    func answers(_ facts: PlanningSnapshot) -> [OccurrenceKey: Answer] {
        facts.answers.merging(derived) { own, _ in own }
    }

    func channels(of notification: PlannedNotification) -> [String] {
        let all = routes.of(notification)
        return beyond.isEmpty ? all : all.filter { !(beyond[$0]?.contains(notification.id) ?? false) }
    }

    /// Whether a notification exceeds a channel's limit for now.
    func overflows(_ notification: PlannedNotification, on channel: String) -> Bool {
        overflow[channel]?.contains(notification.id) ?? false
    }
}

extension PlannedNotification {
    /// Whether it is about a workout, a rest day or a reminder of the same date as another one, but comes at another time.
    fileprivate func replaces(_ other: PlannedNotification) -> Bool {
        guard id != other.id, date == other.date, [.workout, .restDay, .reminder].contains(category) else {
            return false
        }
        return items.isEmpty
            ? category == other.category : !Set(items.map(\.source)).isDisjoint(with: other.items.map(\.source))
    }
}
