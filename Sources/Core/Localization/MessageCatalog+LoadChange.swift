public import Progress
public import Training

extension MessageCatalog {
    /// How a load changed, and why: `+2.5 kg: all sets completed`.
    public func loadChange(_ change: LoadChange, _ unit: WeightUnit) -> String {
        let difference = change.by.thousandths
        let amount = difference == 0 ? text(.sameLoad) : (difference > 0 ? "+" : "") + weight(change.by, unit)
        if case .rotated = change.reason {
            let rotation = difference == 0 ? text(.rotation) : text(.rotation) + ", " + amount
            return text(.loadChange, ["amount": rotation, "reason": reason(change.reason, unit)])
        }
        return text(.loadChange, ["amount": amount, "reason": reason(change.reason, unit)])
    }

    private func reason(_ reason: LoadChange.Reason, _ unit: WeightUnit) -> String {
        switch reason {
        case .completed: text(.changeCompleted)
        case .completedWeek: text(.changeCompletedWeek)
        case .reachedTop: text(.changeReachedTop)
        case .belowTop: text(.changeBelowTop)
        case .repGoal(let reps, let goal): text(.changeRepGoal, ["count": "\(reps)", "goal": "\(goal)"])
        case .failed(let count, nil): text(.changeFailed, ["times": times(count)])
        case .failed(let count, let most?): text(.changeFailedOf, ["times": times(count), "count": "\(most)"])
        case .deload(let count, let from): text(.changeDeload, ["times": times(count), "weight": weight(from, unit)])
        case .nextStage(let stage): text(.changeNextStage, ["stage": "\(stage)"])
        case .restarted: text(.changeRestarted)
        case .amrap(let reps): text(reps, one: .changeAmrapOne, other: .changeAmrapOther)
        case .completedCycle: text(.changeCompletedCycle)
        case .failedCycle: text(.changeFailedCycle)
        case .maxTest(let max): text(.changeMaxTest, ["weight": weight(max, unit)])
        case .notTested: text(.changeNotTested)
        case .topSet: text(.changeTopSet)
        case .extraReps(let reps): text(reps, one: .changeExtraRepsOne, other: .changeExtraRepsOther)
        case .rotated(let exercise, nil): text(.changeRotated, ["exercise": exercise])
        case .rotated(let exercise, let load?):
            text(.changeRotatedAt, ["exercise": exercise, "weight": weight(load, unit)])
        case .startedOver: text(.changeStartedOver)
        case .oneMoreRep: text(.changeOneMoreRep)
        case .rpe(let rpe, let target): text(.changeRPE, ["rpe": rating(rpe), "goal": rating(target)])
        case .unrated: text(.changeUnrated)
        }
    }

    /// An RPE in tenths: `8`, `8.5`.
    private func rating(_ tenths: Int) -> String {
        format.numbers(tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)")
    }

    /// How often: `once`, `twice`, `3 times`.
    private func times(_ count: Int) -> String {
        switch count {
        case 1: text(.once)
        case 2: text(.twice)
        default: text(.timesOther, ["count": "\(count)"])
        }
    }
}
