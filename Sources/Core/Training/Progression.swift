/// How an exercise's load or its sets grow; only data, which is displayed but not applied here.
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

    /// What brings the next of several set schemes or exercises.
    public struct Advance: Sendable, Hashable {
        public enum Cause: String, Sendable, Hashable, CaseIterable {
            /// Failures; each success adds to the load.
            case failure
            /// A success; on the last one, it adds to the load, and failures bring the previous one.
            case success
        }

        public let cause: Cause
        /// How many failures in a row bring another one; nil means one with `failure`, and never with `success`.
        public let fails: Int?
        public let deload: Step?
    }

    /// A row of a table: the change for a range of repetitions, seconds or metres.
    public struct TableRow: Sendable, Hashable {
        /// The minimum.
        public let from: Int
        /// The maximum; nil for no limit.
        public let through: Int?
        public let add: Step
    }

    /// What decides the row of a table.
    public enum TableCount: String, Sendable, Hashable, CaseIterable {
        /// The repetitions of the AMRAP set.
        case amrap
        /// The sum of all work sets.
        case total
        /// The work set with the least.
        case worst
    }

    /// The same increment each time; after a number of failures, a deload.
    case linear(add: Step, every: Period, fails: Int?, deload: Step?)
    /// More repetitions up to the top of the range, then more weight; after a number of failures, a deload.
    ///
    /// With `beatsLast`, a result that is not better than the last one is a failure.
    case double(add: Step, beatsLast: Bool, fails: Int?, deload: Step?)
    /// More weight once the sum of the work sets' repetitions reaches a goal.
    case repGoal(reps: Int, add: Step)
    /// One scheme after another; after the last, the first again, with another load if there is a reset.
    case stages([[SetPrescription]], add: Weight, reset: Reset?, Advance)
    /// Depends on the repetitions of the AMRAP set, or on all sets.
    case table([TableRow], of: TableCount)
    /// An increment after each cycle of weeks; after a number of failed cycles in a row, a deload.
    case perCycle(add: Step, fails: Int?, deload: Step?)
    /// The result of the test set becomes the one-rep max of the lift, with an estimate if it has several repetitions.
    case maxTest(MaxEstimate?)
    /// The load of the top set, once it is completed; after a number of failures, a deload.
    case topSet(fails: Int?, deload: Step?)
    /// A share of the max for each repetition of the AMRAP set above its minimum; nil keeps what was added.
    case extraReps(add: Percentage, keep: Keep?)
    /// One more repetition in one set after each successful workout until every set has a number of them, then more weight.
    case repByRep(to: Int, add: Weight)
    /// The load follows from the RPE of the heaviest set, by the chart of repetitions and RPE.
    case rpe
    /// One exercise after another. In a rotation, the next one follows a result that does not beat the last one; in a ladder, a result
    /// at the top of the range.
    case rotate(add: Weight, Advance)
    case none
}

extension Progression {
    /// What it may add, in the order of the file.
    public var steps: [Step] {
        switch self {
        case .linear(let add, _, _, _), .double(let add, _, _, _), .repGoal(_, let add), .perCycle(let add, _, _): [add]
        case .table(let rows, _): rows.map(\.add)
        case .stages(_, let add, _, _), .repByRep(_, let add), .rotate(let add, _): [.weight(add)]
        case .extraReps(let share, _): [.share(share)]
        case .maxTest, .topSet, .rpe, .none: []
        }
    }

    /// By how much failures reduce the load or the sets; nil if it is the default, or if they never do.
    public var deload: Step? {
        switch self {
        case .linear(_, _, _, let deload), .double(_, _, _, let deload), .perCycle(_, _, let deload),
            .topSet(_, let deload):
            deload
        case .stages(_, _, _, let advance), .rotate(_, let advance): advance.deload
        case .repGoal, .table, .maxTest, .extraReps, .repByRep, .rpe, .none: nil
        }
    }

    /// What it adds to the sets, rather than to the load: repetitions, seconds or metres; nil if it moves the load.
    ///
    /// - Parameter sets: the work sets; a share belongs to their time or distance if none of them has a load.
    public func unit(_ sets: [SetPrescription]) -> Step.Unit? {
        for case .amount(_, let unit) in steps { return unit }
        let work = sets.filter { $0.kind == .work }
        guard steps.contains(where: \.isShare), work.allSatisfy({ $0.load == nil }) else { return nil }
        return work.first { !$0.target.isRepetitions }?.target.unit
    }
}
