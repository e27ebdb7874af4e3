public import CivilTime
public import Localization
public import Reminders

/// A channel's limit of pending notifications, and how far ahead it reaches.
///
/// Phones allow an app 64 pending notifications, and other schedulers have similar limits. Each follow-up is a notification of its own.
/// Some slots are reserved, so that there is always one for a snooze.
public struct ChannelBudget: Sendable, Hashable {
    /// The number of slots reserved for snoozes.
    public static let reserve = 5
    /// The number of days that are planned even beyond the limit: antrain delivers their notifications when it runs.
    static let leastHorizon = 2
    /// The minimum number of days to cover; the user is warned below it.
    public static let leastCoverage = 3

    public let channel: String
    /// The maximum number of pending notifications; nil for no limit.
    public let limit: Int?
    /// The number of notifications on the measured days.
    public let measured: Int
    /// The number of measured days: those of the settings' horizon, from tomorrow on.
    public let measuredDays: Int
    /// The number of days that fit the limit, including today.
    public let horizon: Int
    /// The first date that is no longer planned for this channel.
    public let end: CivilDate
    /// The notifications within the limit, soonest first.
    public let fitting: [PlannedNotification]
    /// The notifications within the horizon but beyond the limit, soonest first.
    public let overflow: [PlannedNotification]
    public let beyond: [PlannedNotification]
    /// The number of days, including today, all of whose notifications fit.
    public let coverage: Int

    public var perDay: Double { measuredDays == 0 ? 0 : Double(measured) / Double(measuredDays) }

    /// Whether so few days are covered that the user should be warned.
    public var isShort: Bool { coverage < min(ChannelBudget.leastCoverage, measuredDays) }

    var hasFollowUps: Bool { [fitting, overflow, beyond].joined().contains(where: \.id.isFollowUp) }

    /// Distributes a channel's slots.
    ///
    /// The horizon is ⌊(limit − reserve) / notifications per day⌋ days, at most that of the settings.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of pending notifications; nil for no limit.
    ///   - notifications: its planned notifications and their expected follow-ups, for one day more than the settings' horizon.
    ///   - now: the present; past notifications need no slot.
    public init(
        channel: String,
        limit: Int?,
        notifications: [PlannedNotification],
        days: Int,
        now: Instant,
        today: CivilDate
    ) {
        self.channel = channel
        self.limit = limit
        let sorted = notifications.sorted { ($0.instant, $0.id) < ($1.instant, $1.id) }
        let (regular, again) = (sorted.filter { !$0.id.isPutOff }, sorted.filter(\.id.isPutOff))
        let last = today.adding(days: days)
        measuredDays = days
        measured = regular.count { $0.fireAt.date > today && $0.fireAt.date <= last }
        let slots = limit.map { max(0, $0 - ChannelBudget.reserve) }
        horizon = if let slots, measured > 0 { min(days, slots * days / measured) } else { days }
        let end = today.adding(days: max(horizon, min(days, ChannelBudget.leastHorizon)))
        self.end = end
        let within = regular.filter { $0.fireAt.date < end || $0.instant <= now }
        let coming = within.filter { $0.instant > now }
        let taken = slots.map { Array(coming.prefix($0)) } ?? coming
        let comingAgain = again.filter { $0.instant > now }
        let takenAgain = limit.map { Array(comingAgain.prefix(max(0, $0 - taken.count))) } ?? comingAgain
        // Due notifications are waiting for delivery and need no slot.
        let due = (within + again).filter { $0.instant <= now }
        fitting = (due + taken + takenAgain).sorted { ($0.instant, $0.id) < ($1.instant, $1.id) }
        overflow = Array(coming.dropFirst(taken.count)) + Array(comingAgain.dropFirst(takenAgain.count))
        beyond = regular.filter { $0.fireAt.date >= end && $0.instant > now && $0.fireAt.date < last }
        let uncovered = (overflow + beyond).filter { !$0.id.isPutOff }.map(\.fireAt.date).min()
        coverage = uncovered.map { max(0, today.days(until: $0)) } ?? days
    }
}

extension MessageCatalog {
    /// The warning that few days are covered, with remedies.
    public func shortage(of budget: ChannelBudget) -> String {
        let shortage = text(
            .planShort,
            ["channel": budget.channel, "limit": reminders(budget.limit ?? 0), "days": days(budget.coverage)]
        )
        return budget.hasFollowUps ? text(.planShortFollowUps, ["shortage": shortage]) : shortage
    }

    private func days(_ count: Int) -> String { text(count, one: .planDay, other: .planDays) }

    private func reminders(_ count: Int) -> String { text(count, one: .planReminder, other: .planReminders) }
}
