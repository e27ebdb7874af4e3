public import CivilTime
public import Ledger
internal import Progress

/// What became of the reminders of some dates, from the ledger on this machine.
public struct DeliveryStatistics: Sendable, Hashable {
    /// The deliveries on a channel.
    public struct Channel: Sendable, Hashable {
        public let name: String
        /// The number delivered, on time or late.
        public let delivered: Int
        /// How many of `delivered` came a minute or more after their time.
        public let late: Int
        /// The number that were not delivered before their grace period ended.
        public let missed: Int
        /// The number that the channel refused or handed over to its fallback.
        public let failed: Int
        /// How long after its time a reminder was delivered; nil if none was.
        public let delay: Quantiles?
    }

    /// The distribution of some durations in seconds.
    ///
    /// Percentiles are by the nearest-rank method: of n values in ascending order, the one at place ⌈p/100 · n⌉.
    public struct Quantiles: Sendable, Hashable {
        /// The 50th percentile.
        public let median: Int64
        /// The 95th percentile.
        public let p95: Int64
        public let longest: Int64
    }

    /// The user's decisions about a channel.
    public struct Decisions: Sendable, Hashable {
        public let channel: String
        public let allowed: Int
        /// How often it was allowed quietly.
        public let quietly: Int
        public let denied: Int
        /// How often the decision was withdrawn, so that antrain asks again.
        public let withdrawn: Int
        /// The decision in force, whenever it was made.
        public let state: PermissionState
    }

    /// How often a kind of answer was given.
    public struct Answers: Sendable, Hashable {
        public let answer: ReminderResponse
        /// The number of answers that were not undone.
        public let count: Int
        /// The number of those that followed a delivered reminder about the same workout.
        public let afterReminder: Int
        /// The median of the seconds between the last such delivery and the answer; nil if none followed one.
        public let median: Int64?
    }

    public let channels: [Channel]
    /// All channels together, without a name.
    public let total: Channel
    /// The channels that the user decided about, by name.
    public let decisions: [Decisions]
    /// The kinds of answers that were given, in a fixed order.
    public let answers: [Answers]
    /// Whether durations include counts of compacted months, which are up to an eighth too long.
    public let isApproximate: Bool
    /// The months that were counted as a whole although only part of them was asked for: the first date of the first, and the
    /// last date of the last; nil if there are none.
    public let wholeMonths: ClosedRange<CivilDate>?
}

extension DurationCounts {
    /// The distribution; nil if there are no durations.
    var quantiles: DeliveryStatistics.Quantiles? {
        guard let median = percentile(50), let p95 = percentile(95) else { return nil }
        return DeliveryStatistics.Quantiles(median: median, p95: p95, longest: longest)
    }
}
