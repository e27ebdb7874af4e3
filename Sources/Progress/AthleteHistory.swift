/// What decides the athlete's loads besides the programs: the values that they set, and their training log.
public struct AthleteHistory: Sendable {
    /// The maxes and loads in the order in which they were set.
    public let values: [AthleteValue]
    /// The entries of the training log in the order of their numbers.
    public let log: [LogEntry]

    /// Creates a history.
    public init(values: [AthleteValue] = [], log: [LogEntry] = []) {
        self.values = values
        self.log = log
    }
}
