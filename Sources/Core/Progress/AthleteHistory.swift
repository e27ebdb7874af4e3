/// What decides the athlete's loads besides the programs: the values that they set, their training log, and their equipment.
public struct AthleteHistory: Sendable {
    /// The maxes and loads in the order in which they were set.
    public let values: [AthleteValue]
    /// The entries of the training log in the order of their numbers.
    public let log: [LogEntry]
    /// The loads that the athlete's equipment allows; nil if loads are not rounded to it.
    public let equipment: LoadFitting?

    public init(values: [AthleteValue] = [], log: [LogEntry] = [], equipment: LoadFitting? = nil) {
        self.values = values
        self.log = log
        self.equipment = equipment
    }
}
