public import Training

/// How a load, the training max that it is computed from, or the sets changed before a workout, and why.
public struct LoadChange: Sendable, Hashable {
    /// Why a load changed or stayed.
    public enum Reason: Sendable, Hashable {
        case completed, completedWeek
        /// Every set reached the top of its range.
        case reachedTop
        /// Every set was completed, but not all reached the top of the range.
        case belowTop
        /// The sum of the work sets' repetitions, and the sum that adds weight.
        case repGoal(reps: Int, of: Int)
        /// The prescribed repetitions were not reached; how often in a row, and how often leads to a deload.
        case failed(times: Int, of: Int?)
        /// The prescribed repetitions were not reached this often in a row, so the load was reduced from this one.
        case deload(failures: Int, from: Weight)
        /// The prescribed repetitions were not reached, so the next set scheme follows: its number, from 1.
        case nextStage(Int)
        /// All sets were completed, so the next set scheme follows: its number, from 1.
        case completedStage(next: Int)
        /// The sets were not completed this often in a row, so the set scheme before follows again: its number, from 1.
        case formerStage(Int, failures: Int)
        /// The last set scheme was not completed, so the first one follows.
        case restarted
        /// The prescribed sets were not completed this often in a row, so they were reduced from this amount.
        case lowered(failures: Int, from: Step)
        /// The repetitions of the AMRAP set.
        case amrap(reps: Int)
        /// The sum of the work sets.
        case total(Int)
        /// The work set with the least.
        case worst(Int)
        case completedCycle
        /// A cycle of weeks was not completed as prescribed.
        case failedCycle
        /// A test set the one-rep max to this.
        case maxTest(Weight)
        /// A max test had no result, so the max stays.
        case notTested
        /// The top set was completed, so its load is the new one.
        case topSet
        /// The repetitions of the AMRAP set above its minimum.
        case extraReps(Int)
        /// Every set was completed, so one of them gets one more repetition.
        case oneMoreRep
        /// The reported and the planned RPE of the top set, in tenths.
        case rpe(Int, of: Int)
        /// No RPE was reported, and the top set was as planned.
        case unrated
        /// The exercise before it in the rotation failed: its name, and its load if it had one.
        case rotated(from: String, at: Weight?)
        /// The exercise with this name, one step below in the ladder, reached the top of its range.
        case climbed(from: String)
        /// The exercise with this name, one step above in the ladder, failed this often in a row.
        case steppedBack(from: String, failures: Int)
        /// A phase or cycle ended, so the program's percentages apply again.
        case startedOver
    }

    /// The difference, which may be zero or negative.
    public let by: Step
    public let reason: Reason

    public init(by: Step, reason: Reason) {
        self.by = by
        self.reason = reason
    }
}

extension LoadChange.Reason {
    /// Whether it brought another exercise.
    public var changesExercise: Bool {
        switch self {
        case .rotated, .climbed, .steppedBack: true
        default: false
        }
    }
}
