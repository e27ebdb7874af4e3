public import CivilTime

/// How many pending notifications a channel may hold, and how far ahead that reaches.
///
/// Phones allow an app 64 pending notifications, and other schedulers have such a number, too. Some places are kept free, so that
/// a snooze always finds one.
public struct ChannelBudget: Sendable, Hashable {
    /// The places that are kept for what comes again: snoozes and follow-ups.
    public static let reserve = 5
    /// The days that are planned even where their notifications have no place: antrain delivers those when it runs.
    static let leastHorizon = 2
    /// The days that are to be covered at least; fewer are told to the user.
    public static let leastCoverage = 3

    /// The channel.
    public let channel: String
    /// How many notifications it may hold; nil where there is no such number.
    public let limit: Int?
    /// How many notifications the measured days have.
    public let measured: Int
    /// How many days were measured: those of the settings' horizon, from tomorrow on.
    public let measuredDays: Int
    /// For how many days ahead there are places, today included.
    public let horizon: Int
    /// The first date that is not planned on it any more.
    public let end: CivilDate
    /// What has a place, soonest first.
    public let fitting: [PlannedNotification]
    /// What would come within the horizon and has no place yet, soonest first.
    public let overflow: [PlannedNotification]
    /// What comes after the horizon.
    public let beyond: [PlannedNotification]
    /// How many days, today included, have all their notifications in place.
    public let coverage: Int

    /// How many notifications a day there are.
    public var perDay: Double { measuredDays == 0 ? 0 : Double(measured) / Double(measuredDays) }

    /// Whether so few days are covered that the user should know.
    public var isShort: Bool { coverage < min(ChannelBudget.leastCoverage, measuredDays) }

    /// Shares out a channel's places.
    ///
    /// The horizon is ⌊(limit − reserve) / notifications a day⌋ days, and never more than the settings'.
    ///
    /// - Parameters:
    ///   - channel: the channel.
    ///   - limit: how many notifications it may hold; nil for any number.
    ///   - notifications: what is planned on it for one day more than the settings' horizon.
    ///   - days: the settings' horizon in days.
    ///   - now: the present; what is past it needs no place.
    ///   - today: the present date.
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
        let (regular, again) = (sorted.filter { $0.id.root == $0.id }, sorted.filter { $0.id.root != $0.id })
        let last = today.adding(days: days)
        measuredDays = days
        measured = regular.count { $0.fireAt.date > today && $0.fireAt.date <= last }
        let places = limit.map { max(0, $0 - ChannelBudget.reserve) }
        horizon = if let places, measured > 0 { min(days, places * days / measured) } else { days }
        let end = today.adding(days: max(horizon, min(days, ChannelBudget.leastHorizon)))
        self.end = end
        let within = regular.filter { $0.fireAt.date < end || $0.instant <= now }
        let coming = within.filter { $0.instant > now }
        let taken = places.map { Array(coming.prefix($0)) } ?? coming
        let comingAgain = again.filter { $0.instant > now }
        let takenAgain = limit.map { Array(comingAgain.prefix(max(0, $0 - taken.count))) } ?? comingAgain
        // What has come to its time waits for delivery and needs no place.
        let due = (within + again).filter { $0.instant <= now }
        fitting = (due + taken + takenAgain).sorted { ($0.instant, $0.id) < ($1.instant, $1.id) }
        overflow = Array(coming.dropFirst(taken.count)) + Array(comingAgain.dropFirst(takenAgain.count))
        beyond = regular.filter { $0.fireAt.date >= end && $0.instant > now && $0.fireAt.date < last }
        let uncovered = (overflow + beyond).filter { $0.id.root == $0.id }.map(\.fireAt.date).min()
        coverage = uncovered.map { max(0, today.days(until: $0)) } ?? days
    }
}
