/// How an exercise's load grows; only data, which is displayed but not applied here.
public enum Progression: Sendable, Hashable {
    /// How often a linear progression adds weight.
    public enum Period: String, Sendable, Hashable, CaseIterable {
        /// After each successful workout.
        case session
        /// Once a week.
        case week
    }

    /// How long additions to the program's percentages last.
    public enum Keep: String, Sendable, Hashable, CaseIterable {
        /// Until the phase ends.
        case phase
        /// Until the cycle of weeks ends.
        case cycle
    }

    /// The load with which the first of several stages begins again.
    public enum Reset: Sendable, Hashable {
        /// A share of the load of the last stage.
        case share(Percentage)
        /// The load of the last workout in the first stage, and a weight; at most the load of the last stage.
        case first(plus: Weight)
    }

    /// A row of an AMRAP table: the load change for a range of repetitions in the last set.
    public struct AmrapRow: Sendable, Hashable {
        /// The minimum number of repetitions.
        public let from: Int
        /// The maximum number of repetitions; nil for no limit.
        public let through: Int?
        public let add: Weight
    }

    /// The same increment each time; after a number of failures, a deload.
    case linear(add: Weight, every: Period, fails: Int?, deload: Percentage?)
    /// More repetitions up to the top of the range, then more weight.
    case double(add: Weight)
    /// More weight once the sum of the work sets' repetitions reaches a goal.
    case repGoal(reps: Int, add: Weight)
    /// The next scheme after each failure; after the last, the first again, with another load if there is a reset.
    case stages([[SetPrescription]], add: Weight, reset: Reset?)
    /// Depends on the repetitions of the AMRAP set.
    case amrapTable([AmrapRow])
    /// An increment after each cycle of weeks.
    case perCycle(add: Weight)
    /// The result of the test set becomes the one-rep max of the lift, with a formula if it has several repetitions.
    case maxTest(MaxFormula?)
    /// The load of the top set, once it is completed; after a number of failures, a deload.
    case topSet(fails: Int?, deload: Percentage?)
    /// A share of the max for each repetition of the AMRAP set above its minimum; nil keeps what was added.
    case extraReps(add: Percentage, keep: Keep?)
    /// One more repetition in one set after each successful workout until every set has a number of them, then more weight.
    case repByRep(to: Int, add: Weight)
    /// The load follows from the RPE of the heaviest set, by the chart of repetitions and RPE.
    case rpe
    /// More repetitions or load than the last time; after a number of failures, the next exercise of the rotation.
    case rotate(add: Weight, fails: Int?, deload: Percentage?)
    case none
}
