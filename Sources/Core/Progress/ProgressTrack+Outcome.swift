internal import Training

extension ProgressTrack {
    /// Applies the outcome of an exercise.
    ///
    /// Sources: linear progression with a deload after repeated failures, M. Rippetoe, *Practical Programming for Strength
    /// Training*, and M. Hadim, StrongLifts 5×5; double progression, A. Calvert, *Super Strength*, 1924; repetition goals, S. Shaw,
    /// *Rep Goal System*; stages, C. Lefever, GZCLP;
    /// increments by the repetitions of an AMRAP set, n-Suns; increments per cycle, J. Wendler, *5/3/1*.
    ///
    /// - Parameters:
    ///   - base: the sets that the progression changes; nil if it moves the load.
    ///   - lastWeekOfCycle: the last week of its cycle of weeks.
    ///   - rounding: the program's rounding; reduced loads are rounded down.
    mutating func apply(
        _ outcome: SetOutcome,
        _ progression: Progression,
        of base: Base?,
        week: Int,
        lastWeekOfCycle: Int,
        rounding: Rounding?
    ) {
        defer { stateUnit(of: base) }
        switch progression {
        case .linear(let add, let every, let fails, let deload):
            guard outcome.isCompleted else {
                fail(mostFailures: fails, deload: deload, rounding, base)
                if every == .week { note(week: week, isCompleted: false, add: add, base) }
                return
            }
            failures = 0
            if every == .week {
                note(week: week, isCompleted: true, add: add, base)
                change = nil
            } else {
                self.add(add, .completed, base)
            }
        case .double(let add, _, let fails, let deload):
            guard outcome.isCompleted else { return fail(mostFailures: fails, deload: deload, rounding, base) }
            failures = 0
            if outcome.isAtTop { self.add(add, .reachedTop, base) } else { keep(.belowTop) }
        case .repGoal(let goal, let add):
            let reason = LoadChange.Reason.repGoal(reps: outcome.totalReps, of: goal)
            if outcome.totalReps >= goal {
                failures = 0
                self.add(add, reason, base)
            } else {
                keep(reason)
            }
        case .stages(let stages, let add, let reset, let advance):
            guard !stages.isEmpty else { return }
            if stages[min(stage, stages.count - 1)].hasTest {
                guard let tested = outcome.tested else { return keep(.notTested) }
                let former = load ?? tested
                load = tested
                enterNextStage(of: stages.count, reset, rounding) { .nextStage($0) }
                let difference = (load ?? tested).thousandths - former.thousandths
                change = LoadChange(by: .weight(Weight(thousandths: difference)), reason: .maxTest(tested))
                return
            }
            if stage == 0 { firstStageLoad = load }
            switch advance.cause {
            case .failure:
                if outcome.isCompleted {
                    failures = 0
                    return self.add(.weight(add), .completed, nil)
                }
                failures += 1
                guard failures >= advance.fails ?? 1 else { return keep(.failed(times: failures, of: nil)) }
                failures = 0
                enterNextStage(of: stages.count, reset, rounding) { .nextStage($0) }
            case .success:
                guard outcome.isCompleted else { return stepBack(advance, rounding) }
                failures = 0
                // The last stage stays if nothing can be added after it.
                let addsNothing = load == nil || add.thousandths == 0 && reset == nil
                if stage + 1 >= stages.count, addsNothing { return keep(.completed) }
                enterNextStage(of: stages.count, reset, rounding) { .completedStage(next: $0) }
                guard stage == 0 else { return }
                if reset == nil { return self.add(.weight(add), .completed, nil) }
                change = change.map { LoadChange(by: $0.by, reason: .completed) }
            }
        case .table(let rows, let count):
            guard let number = outcome.number(count) else { return }
            let reason: LoadChange.Reason =
                switch count {
                case .amrap: .amrap(reps: number)
                case .total: .total(number)
                case .worst: .worst(number)
                }
            add(rows.last { $0.from <= number }?.add ?? .zero, reason, base)
        case .perCycle(let add, let fails, let deload):
            let reduction = fails.map { Reduction(fails: $0, deload: deload, rounding: rounding) }
            note(week, ofCycleThrough: lastWeekOfCycle, isCompleted: outcome.isCompleted, add: add, base, reduction)
            change = nil
        case .topSet(let fails, let deload):
            guard let top = outcome.top, top.isCompleted else {
                return fail(mostFailures: fails, deload: deload, rounding, nil)
            }
            failures = 0
            let former = load
            load = top.load ?? load
            change = former.flatMap { former in
                load.map {
                    LoadChange(by: .weight(Weight(thousandths: $0.thousandths - former.thousandths)), reason: .topSet)
                }
            }
        case .extraReps(let share, _): addExtraReps(outcome, share)
        case .repByRep(let most, let add):
            guard outcome.isCompleted else {
                failures += 1
                return keep(.failed(times: failures, of: nil))
            }
            failures = 0
            guard outcome.fewestReps.map({ $0 >= most }) ?? true else {
                stage += 1
                return keep(.oneMoreRep)
            }
            stage = 0
            self.add(.weight(add), .completed, nil)
        // A max test changes a max, not the load; the others need more than the outcome.
        case .maxTest, .rpe, .rotate, .none: break
        }
    }

    private mutating func enterNextStage(
        of count: Int,
        _ reset: Progression.Reset?,
        _ rounding: Rounding?,
        _ reason: (Int) -> LoadChange.Reason
    ) {
        stage += 1
        if stage < count { return keep(reason(stage + 1)) }
        stage = 0
        restart(reset, rounding)
    }

    /// Notes a failure in a stage that only a success ends.
    private mutating func stepBack(_ advance: Progression.Advance, _ rounding: Rounding?) {
        guard stage > 0 else {
            let most = advance.deload == nil ? nil : advance.fails
            return fail(mostFailures: most, deload: advance.deload, rounding, nil)
        }
        failures += 1
        guard let most = advance.fails, failures >= most else { return keep(.failed(times: failures, of: nil)) }
        keep(.formerStage(stage, failures: failures))
        (stage, failures) = (stage - 1, 0)
    }

    /// Begins the first stage again.
    private mutating func restart(_ reset: Progression.Reset?, _ rounding: Rounding?) {
        switch reset {
        case nil: keep(.restarted)
        case .share(let share): reduce(to: share, rounding, .restarted)
        case .first(let plus):
            guard let load, let first = firstStageLoad else { return keep(.restarted) }
            let after = min(load, Weight(thousandths: first.thousandths + plus.thousandths))
            self.load = after
            change = LoadChange(
                by: .weight(Weight(thousandths: after.thousandths - load.thousandths)),
                reason: .restarted
            )
        }
    }

    /// Estimates the max from the RPE of the heaviest set.
    ///
    /// - Parameters:
    ///   - rated: the set; nil if there is none.
    ///   - former: the max from which the loads were planned; nil if they were not.
    ///   - isMissed: whether the workout failed without a set to go by.
    mutating func rate(_ rated: RatedSet?, from former: Weight?, isMissed: Bool) {
        guard let rated else {
            guard isMissed else { return keep(.unrated) }
            failures += 1
            return keep(.failed(times: failures, of: nil))
        }
        failures = 0
        guard !rated.isAsPlanned || former == nil else { return keep(.unrated) }
        estimatedMax = rated.estimatedMax
        change = former.map {
            LoadChange(by: .weight(rated.change(from: $0)), reason: .rpe(rated.rpe, of: rated.target))
        }
    }

    /// Adds a share of the load for each repetition of the AMRAP set above its minimum.
    private mutating func addExtraReps(_ outcome: SetOutcome, _ share: Percentage) {
        guard let extra = extraReps(outcome) else { return }
        add(load.map { .weight(ProgressTrack.shares(share, of: $0, extra)) } ?? .zero, .extraReps(extra), nil)
    }

    /// - Parameters:
    ///   - share: the share for each repetition of the AMRAP set above its minimum.
    ///   - max: the max; nil if it is unknown.
    ///   - end: the last week for which it is added; nil for all weeks.
    mutating func addExtraReps(
        _ outcome: SetOutcome,
        _ share: Percentage,
        of max: Weight?,
        in week: Int,
        through end: Int?
    ) {
        noteAdded(in: week)
        guard let max, let extra = extraReps(outcome) else { return }
        addToPercentage(ProgressTrack.shares(share, of: max, extra), .extraReps(extra), through: end)
    }

    /// The repetitions above the minimum; nil if there are none to count, because the minimum was not reached.
    private mutating func extraReps(_ outcome: SetOutcome) -> Int? {
        guard let reps = outcome.amrapReps, let target = outcome.amrapTarget else { return nil }
        guard outcome.isCompleted, reps >= target else {
            failures += 1
            keep(.failed(times: failures, of: nil))
            return nil
        }
        failures = 0
        return reps - target
    }

    /// A share of a weight, several times.
    static func shares(_ share: Percentage, of max: Weight, _ count: Int) -> Weight {
        // A load that grows by shares of itself could become too large to multiply.
        let bounded = Weight(thousandths: min(Swift.max(0, max.thousandths), 1_000_000_000))
        return bounded.share(Percentage(hundredths: share.hundredths * min(count, 1000)))
    }

    mutating func fail(mostFailures: Int?, deload: Step?, _ rounding: Rounding?, _ base: Base?) {
        failures += 1
        guard let most = mostFailures, failures >= most else { return keep(.failed(times: failures, of: mostFailures)) }
        let failed = failures
        failures = 0
        let reduction = deload ?? .usualDeload
        if let base {
            let present = base.minimum + stage
            let less =
                switch reduction {
                case .share(let share): (present * share.hundredths + 9999) / 10_000
                case .amount(let amount, _): amount
                case .weight: 0
                }
            return raise(by: -less, base, .lowered(failures: failed, from: .amount(present, base.unit)))
        }
        // Without a load there is nothing to reduce.
        guard let load, load.thousandths != 0 else { return keep(.failed(times: failed, of: nil)) }
        reduce(by: reduction, rounding, .deload(failures: failed, from: load))
    }
}
