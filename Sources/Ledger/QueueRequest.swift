public import CivilTime
public import Reminders

/// What a plan wants of the queue.
public struct QueueRequest: Sendable {
    /// The notifications that are to be pending.
    public let notifications: [PlannedNotification]
    /// The zone of the plan.
    public let zone: Zone
    /// How late a notification may still be delivered.
    public let grace: TimeSpan
    /// The first date that the plan does not reach any more; nil where it has no end of its own.
    public let end: CivilDate?
    /// Those of the notifications that could not be planned before their time; they are added late.
    public let overdue: Set<NotificationID>
    /// What could not be planned before its grace period was over; it is recorded as missed.
    public let lapsed: [PlannedNotification]
    /// The channels whose plugins hold notifications and were asked what came of them, or can be.
    public let holding: Set<String>
    private let routes: ChannelRoutes
    /// Where a channel's place for a notification is not yet free, or the notification is not the channel's at all.
    private let overflow: [String: Set<NotificationID>]
    private let beyond: [String: Set<NotificationID>]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - notifications: what is to be pending.
    ///   - routes: the channels of each.
    ///   - zone: the zone of the plan.
    ///   - grace: how late a notification may still be delivered.
    ///   - end: the first date that the plan does not reach any more.
    ///   - overdue: those of the notifications that could not be planned before their time.
    ///   - lapsed: what could not be planned before its grace period was over.
    ///   - holding: the channels whose plugins can tell what came of the notifications that they hold.
    ///   - budgets: the budgets of all channels in use, where any has a limit; a channel without one takes everything.
    public init(
        notifications: [PlannedNotification],
        routes: ChannelRoutes,
        zone: Zone,
        grace: TimeSpan,
        end: CivilDate? = nil,
        overdue: Set<NotificationID> = [],
        lapsed: [PlannedNotification] = [],
        holding: Set<String> = [],
        budgets: [ChannelBudget] = []
    ) {
        self.routes = routes
        self.zone = zone
        self.grace = grace
        self.holding = holding
        self.overdue = overdue
        self.lapsed = lapsed
        self.end = (budgets.map(\.end) + [end].compactMap { $0 }).min()
        let ids = Set(notifications.map(\.id))
        let overflow = budgets.map { ($0.channel, Set($0.overflow.map(\.id))) }
        let beyond = budgets.map { ($0.channel, ids.subtracting(($0.fitting + $0.overflow).map(\.id))) }
        let left = Dictionary(beyond) { $1 }
        self.overflow = Dictionary(overflow) { $1 }
        self.beyond = left
        self.notifications =
            left.isEmpty
            ? notifications
            : notifications.filter { one in routes.of(one).contains { !(left[$0]?.contains(one.id) ?? false) } }
    }

    /// The channels of a notification.
    func channels(of notification: PlannedNotification) -> [String] {
        let all = routes.of(notification)
        return beyond.isEmpty ? all : all.filter { !(beyond[$0]?.contains(notification.id) ?? false) }
    }

    /// Whether a channel has no place for a notification yet.
    func overflows(_ notification: PlannedNotification, on channel: String) -> Bool {
        overflow[channel]?.contains(notification.id) ?? false
    }
}
