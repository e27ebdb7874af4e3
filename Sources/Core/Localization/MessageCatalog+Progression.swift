public import Progress
public import Training

extension MessageCatalog {
    /// How an exercise's load grows: `add 2.5 each session; after 3 failures, reduce by 10%`.
    public func progression(_ progression: Progression) -> String {
        switch progression {
        case .linear(let weight, let period, let fails, let deload):
            return reduced(text(period == .session ? .growLinear : .growWeekly, added(weight)), after: fails, deload)
        case .repGoal(let reps, let weight): return text(.growRepGoal, added(weight, count: reps))
        case .double(let weight): return text(.growDouble, added(weight))
        case .stages(let stages, let weight, let reset, let advance):
            var values = added(.weight(weight))
            values["stages"] = stages.map(schemes).joined(separator: " → ")
            var rule = text(.growStages, values)
            if case .onSuccess(let fails, let deload) = advance {
                rule = text(.growStagesOnSuccess, values)
                if let fails { rule = text(fails, one: .growStepBackOne, other: .growStepBack, ["rule": rule]) }
                if deload != nil { rule = reduced(rule, after: fails, deload) }
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
        case .maxTest(let formula?): return text(.growTestFormula, ["author": formula.author])
        case .topSet(let fails, let deload): return reduced(text(.growTopSet), after: fails, deload)
        case .extraReps(let share, let keep):
            let rule = text(.growExtra, ["percent": percent(share)])
            return keep.map { text($0 == .phase ? .growForPhase : .growForCycle, ["rule": rule]) } ?? rule
        case .repByRep(let reps, let weight): return text(.growReps, added(.weight(weight), count: reps))
        case .rpe: return text(.growRPE)
        case .rotate(let weight, let fails, let deload):
            let rule = ["rule": text(.growRotate, added(.weight(weight)))]
            let next = text(fails ?? 1, one: .growNext, other: .growNextAfter, rule)
            return deload.map { text(.growReturns, ["rule": next, "percent": percent($0)]) } ?? next
        case .none: return text(.growNone)
        }
    }

    private func added(_ step: Step, count: Int? = nil) -> [String: String] {
        let add =
            switch step {
            case .weight(let weight): format.numbers("\(weight)")
            case .share, .amount: amount(step, .kilograms)
            }
        var values = ["add": add]
        values["count"] = count.map { "\($0)" }
        return values
    }

    private func reduced(_ rule: String, after fails: Int?, _ deload: Percentage?) -> String {
        guard let fails else { return rule }
        let share = deload ?? Percentage(hundredths: 1000)
        return text(fails, one: .growReduceOne, other: .growReduce, ["rule": rule, "percent": percent(share)])
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
