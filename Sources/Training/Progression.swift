/// How an exercise's load grows: data that is shown; carrying it out is a thing of its own.
public enum Progression: Sendable, Hashable {
    /// When a linear progression adds.
    public enum Period: String, Sendable, Hashable, CaseIterable {
        /// After each workout that went well.
        case session
        /// Once a week.
        case week
    }

    /// A row of an AMRAP table: so many repetitions in the last set change the load by so much.
    public struct AmrapRow: Sendable, Hashable {
        /// The fewest repetitions.
        public let from: Int
        /// The most repetitions, or nil for any number.
        public let through: Int?
        /// What is added.
        public let add: Weight
    }

    /// The same step each time; after some failures a share is taken off.
    case linear(add: Weight, every: Period, fails: Int?, deload: Percentage?)
    /// Repetitions up to the top of their range, then the load.
    case double(add: Weight)
    /// One scheme after another as each fails; then on from a share of the load.
    case stages([[SetPrescription]], add: Weight, reset: Percentage?)
    /// By the repetitions of the AMRAP set.
    case amrapTable([AmrapRow])
    /// A step after each cycle of weeks.
    case perCycle(add: Weight)
    /// None.
    case none
}
