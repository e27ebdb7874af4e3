public import CivilTime

/// Which part of the log counts as recent.
public struct RecentScope: Sendable, Hashable {
    /// Exercises trained on this date or later; nil for none.
    public var trainedSince: CivilDate?
    /// Exercises logged at this time or later; nil for none.
    public var loggedSince: Instant?

    public init(trainedSince: CivilDate? = nil, loggedSince: Instant? = nil) {
        self.trainedSince = trainedSince
        self.loggedSince = loggedSince
    }
}

/// The log of the exercises that were trained or logged recently.
public struct RecentLog: Sendable {
    /// All entries of these exercises, old ones included, in the order of their numbers.
    public let entries: [LogEntry]
    /// When recent entries were logged, or if that is long ago, corrected, by number; imported entries have no time.
    public let loggedAt: [Int64: Instant]

    public init(entries: [LogEntry] = [], loggedAt: [Int64: Instant] = [:]) {
        self.entries = entries
        self.loggedAt = loggedAt
    }
}
