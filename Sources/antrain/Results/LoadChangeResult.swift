import Progress
import Training

/// How a load changed, and why.
struct LoadChangeResult: Encodable {
    /// The difference, in `unit`.
    let by: Double
    let unit: String
    /// The reason as a code.
    let reason: String
    /// The difference and the reason in words: `+2.5 kg: all sets completed`.
    let text: String

    init(_ change: LoadChange, _ unit: WeightUnit) {
        by = Double(change.by.thousandths) / 1000
        self.unit = unit.rawValue
        reason = LoadChangeResult.code(change.reason)
        let difference = change.by.thousandths
        let amount =
            difference == 0 ? "same load" : (difference > 0 ? "+" : "") + "\(change.by) \(unit.rawValue)"
        text = "\(amount): \(LoadChangeResult.words(change.reason, unit))"
    }

    private static func code(_ reason: LoadChange.Reason) -> String {
        switch reason {
        case .completed: "completed"
        case .completedWeek: "completed-week"
        case .reachedTop: "reached-top"
        case .belowTop: "below-top"
        case .failed: "failed"
        case .deload: "deload"
        case .nextStage: "next-stage"
        case .restarted: "restarted"
        case .amrap: "amrap"
        case .completedCycle: "completed-cycle"
        case .failedCycle: "failed-cycle"
        }
    }

    private static func words(_ reason: LoadChange.Reason, _ unit: WeightUnit) -> String {
        func times(_ count: Int) -> String { count == 1 ? "once" : count == 2 ? "twice" : "\(count) times" }
        return switch reason {
        case .completed: "all sets completed"
        case .completedWeek: "week completed"
        case .reachedTop: "top of the range reached"
        case .belowTop: "top of the range not yet reached"
        case .failed(let count, nil): "failed \(times(count))"
        case .failed(let count, let most?): "failed \(times(count)); deload after \(times(most))"
        case .deload(let count, let from): "deload, failed \(times(count)) at \(from) \(unit.rawValue)"
        case .nextStage(let stage): "failed, so set scheme \(stage) follows"
        case .restarted: "last set scheme failed, so the first follows"
        case .amrap(let reps): "\(reps) \(reps == 1 ? "repetition" : "repetitions") in the AMRAP set"
        case .completedCycle: "cycle completed"
        case .failedCycle: "a workout of the cycle failed"
        }
    }
}

/// A value that the athlete has to set before a load can be computed.
struct MissingValueResult: Encodable {
    /// `max` or `load`.
    let value: String
    /// The lift or the exercise.
    let exercise: String

    init(_ missing: PlannedWorkout.MissingValue) {
        switch missing {
        case .max(let lift): (value, exercise) = ("max", lift)
        case .load(let id): (value, exercise) = ("load", id)
        }
    }
}
