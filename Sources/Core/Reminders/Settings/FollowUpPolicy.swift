public import CivilTime

/// When and how often an unanswered reminder is sent again.
public struct FollowUpPolicy: Sendable, Hashable {
    /// The time from the reminder to the first follow-up.
    public let after: TimeSpan
    /// The time from each follow-up to the next one.
    public let every: TimeSpan
    /// The maximum number of follow-ups, 1 … 10.
    public let atMost: Int

    /// The valid maximum numbers of follow-ups.
    public static let countRange = 1...10

    /// Creates a policy, by default with one follow-up; without `every` the interval is `after`.
    public init(after: TimeSpan, every: TimeSpan? = nil, atMost: Int = 1) {
        self.after = after
        self.every = every ?? after
        self.atMost = atMost
    }
}
