public import Progress
public import Training

extension MessageCatalog {
    /// How an exercise's load grows: `add 2.5 each session; after 3 failures, reduce by 10%`.
    public func progression(_ progression: Progression) -> String {
        switch progression {
        case .linear(let weight, let period, let fails, let deload):
            return reduced(text(period == .session ? .growLinear : .growWeekly, added(weight)), after: fails, deload)
        case .repGoal(let reps, let weight): return text(.growRepGoal, added(weight, count: reps))
        case .double(let step, let beatsLast, let fails, let deload):
            let key: MessageKey = !beatsLast ? .growDouble : step.sign == 0 ? .growBeatOnly : .growRotate
            return reduced(text(key, added(step)), after: fails, deload)
        case .stages(let stages, let weight, let reset, let advance):
            var values = added(.weight(weight))
            values["stages"] = stages.map(schemes).joined(separator: " → ")
            var rule: String
            if advance.cause == .failure {
                rule = text(advance.fails ?? 1, one: .growStages, other: .growStagesAfter, values)
            } else {
                rule = stepBack(text(weight.thousandths == 0 ? .growStagesOnly : .growStagesOnSuccess, values), advance)
                if advance.deload != nil { rule = reduced(rule, after: advance.fails, advance.deload) }
            }
            return reset.map { text(.growRestart, ["rule": rule, "load": load($0)]) } ?? rule
        case .table(let rows, let count):
            let key: MessageKey =
                switch count {
                case .amrap: .growAmrap
                case .total: .growTotal
                case .worst: .growWorst
                }
            return text(key, ["rows": rows.map { row($0, of: count) }.joined(separator: ", ")])
        case .perCycle(let weight, let fails, let deload):
            return reduced(text(.growCycle, added(weight)), after: fails, deload)
        case .maxTest(nil): return text(.growTest)
        case .maxTest(.factors): return text(.growTestFactors)
        case .maxTest(.formula(let formula)): return text(.growTestFormula, ["author": formula.author])
        case .topSet(let fails, let deload): return reduced(text(.growTopSet), after: fails, deload)
        case .extraReps(let share, let keep):
            let rule = text(.growExtra, ["percent": percent(share)])
            return keep.map { text($0 == .phase ? .growForPhase : .growForCycle, ["rule": rule]) } ?? rule
        case .repByRep(let reps, let weight): return text(.growReps, added(.weight(weight), count: reps))
        case .rpe: return text(.growRPE)
        case .rotate(let weight, let advance):
            let next: String
            if advance.cause == .failure {
                let rule = ["rule": text(.growRotate, added(.weight(weight)))]
                next = text(advance.fails ?? 1, one: .growNext, other: .growNextAfter, rule)
            } else {
                let key: MessageKey = weight.thousandths == 0 ? .growLadderOnly : .growLadder
                next = stepBack(text(key, added(.weight(weight))), advance)
            }
            return advance.deload.map { text(.growReturns, ["rule": next, "percent": amount($0)]) } ?? next
        case .none: return text(.growNone)
        }
    }

    private func stepBack(_ rule: String, _ advance: Progression.Advance) -> String {
        guard let fails = advance.fails else { return rule }
        return text(fails, one: .growStepBackOne, other: .growStepBack, ["rule": rule])
    }

    /// A step without the unit of a weight.
    private func amount(_ step: Step) -> String {
        switch step {
        case .weight(let weight): format.numbers("\(weight)")
        case .share, .amount: amount(step, .kilograms)
        }
    }

    private func added(_ step: Step, count: Int? = nil) -> [String: String] {
        var values = ["add": amount(step)]
        values["count"] = count.map { "\($0)" }
        return values
    }

    private func reduced(_ rule: String, after fails: Int?, _ deload: Step?) -> String {
        guard let fails else { return rule }
        let values = ["rule": rule, "percent": amount(deload ?? .usualDeload)]
        return text(fails, one: .growReduceOne, other: .growReduce, values)
    }

    private func schemes(_ sets: [SetPrescription]) -> String {
        SetPrescription.merged(sets).map { notation($0) }.joined(separator: ", ")
    }

    private func load(_ reset: Progression.Reset) -> String {
        switch reset {
        case .share(let share): percent(share)
        case .first(let plus): text(plus.thousandths == 0 ? .growFirstLoad : .growAboveFirst, added(.weight(plus)))
        }
    }

    private func row(_ row: Progression.TableRow, of count: Progression.TableCount) -> String {
        let most = row.through.map { $0 == row.from ? "" : "–\($0)" } ?? "+"
        var values = added(row.add)
        guard count == .amrap, row.add.sign >= 0 else {
            return "\(row.from)\(most): \(row.add.sign > 0 ? "+" : "")\(values["add", default: ""])"
        }
        values["reps"] = "\(row.from)\(most)"
        return text(.growAmrapRow, values)
    }

    /// How a load changed, and why: `+2.5 kg: all sets completed`.
    public func loadChange(_ change: LoadChange, _ unit: WeightUnit) -> String {
        let difference = change.by.sign
        let isOfSets = if case .amount = change.by { true } else { false }
        let amount =
            difference == 0
            ? text(isOfSets ? .unchanged : .sameLoad) : (difference > 0 ? "+" : "") + amount(change.by, unit)
        let other: MessageKey? =
            switch change.reason {
            case .rotated: .rotation
            case .climbed, .steppedBack: .otherExercise
            default: nil
            }
        let label = other.map { difference == 0 ? text($0) : text($0) + ", " + amount }
        return text(.loadChange, ["amount": label ?? amount, "reason": reason(change.reason, unit)])
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
        case .lowered(let count, let from):
            text(.changeDeload, ["times": times(count), "weight": amount(from, unit)])
        case .nextStage(let stage): text(.changeNextStage, ["stage": "\(stage)"])
        case .completedStage(let stage): text(.changeCompletedStage, ["stage": "\(stage)"])
        case .formerStage(let stage, let count):
            text(.changeFormerStage, ["stage": "\(stage)", "times": times(count)])
        case .restarted: text(.changeRestarted)
        case .amrap(let reps): text(reps, one: .changeAmrapOne, other: .changeAmrapOther)
        case .total(let count): text(.changeTotal, ["count": "\(count)"])
        case .worst(let count): text(.changeWorst, ["count": "\(count)"])
        case .completedCycle: text(.changeCompletedCycle)
        case .failedCycle: text(.changeFailedCycle)
        case .maxTest(let max): text(.changeMaxTest, ["weight": weight(max, unit)])
        case .notTested: text(.changeNotTested)
        case .topSet: text(.changeTopSet)
        case .extraReps(let reps): text(reps, one: .changeExtraRepsOne, other: .changeExtraRepsOther)
        case .rotated(let exercise, nil): text(.changeRotated, ["exercise": exercise])
        case .rotated(let exercise, let load?):
            text(.changeRotatedAt, ["exercise": exercise, "weight": weight(load, unit)])
        case .climbed(let exercise): text(.changeClimbed, ["exercise": exercise])
        case .steppedBack(let exercise, let count):
            text(.changeSteppedBack, ["exercise": exercise, "times": times(count)])
        case .startedOver: text(.changeStartedOver)
        case .oneMoreRep: text(.changeOneMoreRep)
        case .rpe(let rpe, let target): text(.changeRPE, ["rpe": rating(rpe), "goal": rating(target)])
        case .unrated: text(.changeUnrated)
        }
    }

    /// What a step adds: `2.5 kg`, `10%`, `5 s`, `500 m`, `1 rep`.
    private func amount(_ step: Step, _ unit: WeightUnit) -> String {
        switch step {
        case .weight(let weight): self.weight(weight, unit)
        case .share(let share): percent(share)
        case .amount(let count, .reps): text(abs(count) == 1 ? .stepRep : .stepReps, ["count": "\(count)"])
        case .amount(let count, .seconds):
            (count < 0 ? "-" : "") + notation(PerformedSet.Amount(seconds: abs(count)))
        case .amount(let count, .metres): format.numbers("\(SetTarget.distance(metres: count))")
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
