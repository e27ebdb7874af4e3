import Localization
import Progress
import Training

/// How a load changed, and why.
struct LoadChangeResult: Encodable {
    /// The difference, in `unit`.
    let by: Double
    let unit: String
    /// The reason as a code.
    let reason: String
    /// The difference and the reason in the user's language: `+2.5 kg: all sets completed`.
    let text: String
    /// Whether it follows from workouts that are still ahead; nil if it does not.
    var assumed: Bool?

    init(_ change: LoadChange, _ unit: WeightUnit, _ words: MessageCatalog) {
        by = Double(change.by.thousandths) / 1000
        self.unit = unit.rawValue
        reason = LoadChangeResult.code(change.reason)
        text = words.loadChange(change, unit)
    }

    private static func code(_ reason: LoadChange.Reason) -> String {
        switch reason {
        case .completed: "completed"
        case .completedWeek: "completed-week"
        case .reachedTop: "reached-top"
        case .belowTop: "below-top"
        case .repGoal: "rep-goal"
        case .failed: "failed"
        case .deload: "deload"
        case .nextStage: "next-stage"
        case .restarted: "restarted"
        case .amrap: "amrap"
        case .completedCycle: "completed-cycle"
        case .failedCycle: "failed-cycle"
        case .maxTest: "max-test"
        case .notTested: "not-tested"
        case .topSet: "top-set"
        case .extraReps: "extra-reps"
        case .rotated: "rotated"
        case .startedOver: "started-over"
        case .oneMoreRep: "one-more-rep"
        case .rpe: "rpe"
        case .unrated: "unrated"
        }
    }
}

/// A value that the athlete has to set before a load can be computed.
struct MissingValueResult: Encodable {
    /// `max` or `load`.
    let value: String
    let exercise: String

    init(_ missing: PlannedWorkout.MissingValue) {
        switch missing {
        case .max(let lift): (value, exercise) = ("max", lift)
        case .load(let id): (value, exercise) = ("load", id)
        }
    }
}
