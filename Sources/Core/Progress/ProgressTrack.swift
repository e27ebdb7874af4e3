internal import Training

/// What progresses by itself: the load of an exercise, or the training max of a lift.
enum ProgressTrackID: Hashable {
    case exercise(String)
    case lift(String)
}

/// The progress of one load or training max.
struct ProgressTrack: Hashable {
    /// The load of the next work sets, or the training max; nil as long as it is unknown.
    var load: Weight?
    /// The one-rep max that follows from the RPE of a set; nil as long as it is unknown, or if the load does not follow from it.
    var estimatedMax: Weight?
    /// How many times in a row the prescribed repetitions were not reached.
    var failures = 0
    /// The index of the current set scheme of a progression in stages, or the number of repetitions, seconds or metres that were added
    /// to sets.
    var stage = 0
    /// The load of the last workout in the first stage; nil before it.
    var firstStageLoad: Weight?
    /// The results to beat, by what was prescribed.
    var lastResults: [ResultToBeat.Task: ResultToBeat] = [:]
    /// Whether its turn in a rotation has passed before.
    var hadTurn = false
    var change: LoadChange? { didSet { performedSinceChange = [] } }
    /// The exercises that were performed since the latest change without changing anything.
    private var performedSinceChange: Set<String> = []
    /// What is added to the program's percentages of a max.
    private(set) var added = Weight(thousandths: 0)
    /// What was added in the last workout.
    private var lastAdded = Weight(thousandths: 0)
    /// The last week for which it is added; nil for all weeks.
    private var addedThrough: Int?
    /// The week of the latest workout that was done with what is added.
    private var addedIn: Int?
    /// An increment that is due when a week or a cycle of weeks ends.
    private var due: Due?

    private struct Due: Hashable {
        let lastWeek: Int
        /// The week of the latest workout.
        let week: Int
        /// The weeks in which a workout failed.
        var failedWeeks: Set<Int>
        var isEarned: Bool { failedWeeks.isEmpty }
        let add: Step
        let base: Base?
        let earned: LoadChange.Reason
        let failed: LoadChange.Reason?
        var reduction: Reduction?
    }

    /// When failed cycles reduce the load, and by how much.
    struct Reduction: Hashable {
        let fails: Int
        let deload: Step?
        let rounding: Rounding?
    }

    init(load: Weight? = nil, stage: Int = 0) {
        self.load = load
        self.stage = stage
    }

    /// Forgets the steps of its progression, but not its load.
    mutating func restartSteps() { (stage, failures, firstStageLoad) = (0, 0, nil) }

    /// The same progress in another unit.
    func converted(_ convert: (Weight) -> Weight) -> ProgressTrack {
        var result = self
        result.load = load.map(convert)
        result.estimatedMax = estimatedMax.map(convert)
        result.firstStageLoad = firstStageLoad.map(convert)
        result.lastResults = lastResults.mapValues {
            ResultToBeat(load: $0.load.map(convert), shown: $0.shown.map(convert), total: $0.total)
        }
        result.change = change.map { LoadChange(by: $0.by.converted(convert), reason: $0.reason) }
        result.performedSinceChange = performedSinceChange
        (result.added, result.lastAdded) = (convert(added), convert(lastAdded))
        result.due = due.map {
            Due(
                lastWeek: $0.lastWeek,
                week: $0.week,
                failedWeeks: $0.failedWeeks,
                add: $0.add.converted(convert),
                base: $0.base,
                earned: $0.earned,
                failed: $0.failed,
                reduction: $0.reduction
            )
        }
        return result
    }

    func change(for exercise: String) -> LoadChange? { performedSinceChange.contains(exercise) ? nil : change }

    /// Notes that an exercise without a progression was performed with the load.
    mutating func notePerformed(_ exercise: String) {
        if change != nil { performedSinceChange.insert(exercise) }
    }

    /// The work sets whose repetitions, times or distances a progression changes.
    struct Base: Hashable {
        let unit: Step.Unit
        /// The minimum of the first one as the program prescribes it.
        let minimum: Int
    }

    /// Adds to the load, or to the sets; an unknown load stays unknown, and does not change.
    ///
    /// - Parameter base: the sets; nil if the progression moves the load.
    mutating func add(_ step: Step, _ reason: LoadChange.Reason, _ base: Base?) {
        switch (step, base) {
        case (.amount(let amount, _), let base?): raise(by: amount, base, reason)
        case (.share(let share), let base?):
            let exact = (base.minimum + stage) * share.hundredths
            let amount = (abs(exact) + 5000) / 10_000
            raise(by: exact < 0 ? -amount : max(share.hundredths.signum(), amount), base, reason)
        case (.zero, let base?): raise(by: 0, base, reason)
        case (.weight(let weight), _): addLoad(reason) { _ in weight }
        case (.share(let share), nil):
            let sign = share.hundredths.signum()
            let size = Percentage(hundredths: abs(share.hundredths))
            addLoad(reason) { load in
                // A share of assistance takes off assistance.
                let magnitude = Weight(thousandths: abs(load.thousandths))
                return Weight(thousandths: sign * ProgressTrack.shares(size, of: magnitude, 1).thousandths)
            }
        case (.amount, nil): keep(reason)
        }
    }

    private mutating func addLoad(_ reason: LoadChange.Reason, _ weight: (Weight) -> Weight) {
        guard let before = load else {
            change = nil
            return
        }
        let by = weight(before)
        load = Weight(thousandths: before.thousandths + by.thousandths)
        change = LoadChange(by: .weight(by), reason: reason)
    }

    /// Raises or lowers the sets, within the amounts that sets can have.
    mutating func raise(by amount: Int, _ base: Base, _ reason: LoadChange.Reason) {
        let before = stage
        let range = base.unit.range
        stage = min(max(before + amount, range.lowerBound - base.minimum), range.upperBound - base.minimum)
        change = LoadChange(by: .amount(stage - before, base.unit), reason: reason)
    }

    /// Notes that a workout was done with what is added so far.
    mutating func noteAdded(in week: Int) { (lastAdded, addedIn) = (added, week) }

    /// Adds to the program's percentages of a max, through a week or, if it is nil, for good.
    mutating func addToPercentage(_ weight: Weight, _ reason: LoadChange.Reason, through week: Int?) {
        addedThrough = week
        added = Weight(thousandths: added.thousandths + weight.thousandths)
        change = LoadChange(by: .weight(weight), reason: reason)
    }

    /// Forgets what was added to the program's percentages.
    mutating func dropAdded() {
        let zero = Weight(thousandths: 0)
        (added, lastAdded, addedThrough, change) = (zero, zero, nil, nil)
    }

    /// States an unchanged amount in the unit of the sets, if a progression changes them.
    mutating func stateUnit(of base: Base?) {
        if let base, let kept = change, kept.by == .zero {
            change = LoadChange(by: .amount(0, base.unit), reason: kept.reason)
        }
    }

    mutating func keep(_ reason: LoadChange.Reason) {
        change = LoadChange(by: .zero, reason: reason)
    }

    /// Reduces the load to a share, rounded down; assistance, which is a negative load, grows by as much.
    mutating func reduce(to share: Percentage, _ rounding: Rounding?, _ reason: LoadChange.Reason) {
        guard let before = load else { return keep(reason) }
        let assistance = Weight(thousandths: max(0, -before.thousandths))
        let exact = Weight(
            thousandths: before.thousandths < 0
                ? before.thousandths - (assistance.thousandths - assistance.share(share).thousandths)
                : before.share(share).thousandths
        )
        let after = rounding.map { Rounding(step: $0.step, direction: .down).rounded(exact) } ?? exact
        load = after
        change = LoadChange(by: .weight(Weight(thousandths: after.thousandths - before.thousandths)), reason: reason)
    }

    /// Reduces the load by a share, rounded down, or by a weight, but not below zero; assistance, which is a negative load, grows.
    mutating func reduce(by deload: Step, _ rounding: Rounding?, _ reason: LoadChange.Reason) {
        if case .share(let share) = deload {
            let rest = Percentage(hundredths: Percentage.whole.hundredths - share.hundredths)
            return reduce(to: rest, rounding, reason)
        }
        guard let load, case .weight(let weight) = deload else { return keep(reason) }
        let most = load.thousandths < 0 ? weight.thousandths : min(weight.thousandths, load.thousandths)
        add(.weight(Weight(thousandths: -most)), reason, nil)
    }

    /// Notes the result of a workout in a week, for the increment at its end: that of the week's last workout counts.
    mutating func note(week: Int, isCompleted: Bool, add: Step, _ base: Base?) {
        due = Due(
            lastWeek: week,
            week: week,
            failedWeeks: isCompleted ? [] : [week],
            add: add,
            base: base,
            earned: .completedWeek,
            failed: nil
        )
    }

    /// Notes the result of a workout in a cycle that ends with a week, for the increment after it: all workouts of the cycle count.
    mutating func note(
        _ week: Int,
        ofCycleThrough lastWeek: Int,
        isCompleted: Bool,
        add: Step,
        _ base: Base?,
        _ reduction: Reduction?
    ) {
        let failed = due.map { $0.lastWeek == lastWeek ? $0.failedWeeks : [] } ?? []
        due = Due(
            lastWeek: lastWeek,
            week: week,
            failedWeeks: isCompleted ? failed : failed.union([week]),
            add: add,
            base: base,
            earned: .completedCycle,
            failed: .failedCycle,
            reduction: reduction
        )
    }

    /// Continues with another week: an increment whose period is over is due, and weeks that are done again did not fail.
    mutating func jump(to week: Int) {
        if let through = addedThrough, addedIn == through, week != through { self = settled(in: through + 1) }
        guard let due else { return }
        if due.week == due.lastWeek, week != due.lastWeek {
            self = settled(in: due.lastWeek + 1)
        } else {
            self.due?.failedWeeks = due.failedWeeks.filter { $0 < week }
        }
    }

    /// The progress in a week, with the due increment if its period is over.
    func settled(in week: Int) -> ProgressTrack {
        if let addedThrough, week > addedThrough {
            var result = self
            result.dropAdded()
            let by = Weight(thousandths: -lastAdded.thousandths)
            if by.thousandths != 0 { result.change = LoadChange(by: .weight(by), reason: .startedOver) }
            return result
        }
        guard let due, week > due.lastWeek else { return self }
        var result = self
        result.due = nil
        if due.isEarned {
            if due.reduction != nil { result.failures = 0 }
            result.add(due.add, due.earned, due.base)
        } else if let reduction = due.reduction {
            result.fail(mostFailures: reduction.fails, deload: reduction.deload, reduction.rounding, due.base)
            if result.failures > 0, let failed = due.failed { result.keep(failed) }
        } else if let failed = due.failed {
            result.keep(failed)
        }
        return result
    }
}

/// A result that the next one must beat.
struct ResultToBeat: Hashable {
    /// What was prescribed: only results of the same sets of an exercise are compared.
    struct Task: Hashable {
        private let exercise: String
        private let sets: [SetPrescription]

        /// - Parameter sets: the sets as the program prescribes them.
        init(_ exercise: Exercise, _ sets: [SetPrescription]) {
            self.exercise = exercise.id
            self.sets = sets.filter { $0.kind == .work }.map { $0.with(load: nil) }
        }
    }

    /// The load of the exercise, or the training max that it is computed from; nil if it is unknown.
    let load: Weight?
    /// The same load as the workout showed it, which may be rounded, or as it was lifted.
    let shown: Weight?
    /// The sum of the repetitions of all work sets, or of their seconds or metres.
    let total: Int
}

extension ProgressTrack {
    /// The total that the next result must exceed; nil if its load is not that of the last result, or if there is none.
    ///
    /// - Parameter shown: the load of the next workout as it is shown.
    func totalToBeat(in task: ResultToBeat.Task, with shown: Weight?) -> Int? {
        // A workout in which nothing was counted leaves nothing to beat.
        lastResults[task].flatMap { $0.shown == shown && $0.total > 0 ? $0.total : nil }
    }

    /// Applies an outcome that must be better than the last one: with more load, at least the minimum of every set; with the same load,
    /// more repetitions in all or the top of every set.
    ///
    /// A set of as many repetitions as possible has no top.
    ///
    /// Source: D. Trudel, Doggcrapp training ("Cycles on Pennies", Animal Kits forum, 2000 to 2003): each workout must beat the log book.
    ///
    /// - Parameters:
    ///   - outcome: how the sets compare with those of the workout, whose minimums may be raised.
    ///   - prescribed: how they compare with the sets that the program prescribes.
    ///   - shown: the load as it was shown or lifted; loads are compared by it.
    ///   - hasRange: whether the program prescribes a range.
    ///   - add: what is added at the top of the range, or without a range after every better result.
    ///   - base: the sets that the progression changes; nil if it moves the load.
    mutating func beatLast(
        _ outcome: SetOutcome,
        in task: ResultToBeat.Task,
        prescribed: SetOutcome,
        shown: Weight?,
        hasRange: Bool,
        add: Step,
        _ base: Base?
    ) {
        defer { stateUnit(of: base) }
        let isAtTop = outcome.isAtTop || prescribed.isAtTop
        let lastResult = lastResults[task]
        let isLighter = lastResult?.shown.map { former in shown.map { $0 < former } ?? true } ?? false
        let isBetter =
            totalToBeat(in: task, with: shown).map { outcome.total > $0 || isAtTop && outcome.amrapTarget == nil }
            ?? (!isLighter && prescribed.isCompleted)
        guard isBetter else {
            // What was lifted in a failed attempt does not become easier to beat.
            if isLighter { load = lastResult?.load ?? load }
            failures += 1
            return keep(.failed(times: failures, of: nil))
        }
        failures = 0
        lastResults[task] = ResultToBeat(load: load, shown: shown, total: outcome.total)
        guard isAtTop else { return keep(.belowTop) }
        self.add(add, hasRange ? .reachedTop : .completed, base)
    }

    /// Applies the outcome of an exercise in a ladder.
    ///
    /// - Parameters:
    ///   - isLighter: whether the load was lighter than planned; then the next exercise does not follow.
    ///   - hasRange: whether the program prescribes a range.
    /// - Returns: 1 for the next exercise, -1 for the previous one, and nil for this one.
    mutating func climb(
        _ outcome: SetOutcome,
        isLighter: Bool,
        hasRange: Bool,
        _ advance: Progression.Advance,
        isLast: Bool,
        add: Weight
    ) -> Int? {
        guard outcome.isCompleted else {
            failures += 1
            keep(.failed(times: failures, of: nil))
            return advance.fails.map { failures >= $0 } ?? false ? -1 : nil
        }
        failures = 0
        guard outcome.isAtTop, !isLighter else {
            keep(.belowTop)
            return nil
        }
        guard isLast else { return 1 }
        self.add(.weight(add), hasRange ? .reachedTop : .completed, nil)
        return nil
    }

    /// Ends the turn of the exercise; when its turn comes again, its result is the first one.
    mutating func endTurn() { (failures, lastResults, hadTurn) = (0, [:], true) }

    mutating func restartTurn() { (failures, lastResults) = (0, [:]) }

    /// Begins the turn of the exercise, with a reduced load if it had a turn before and the rotation has a deload.
    mutating func beginTurn(_ reason: LoadChange.Reason, deload: Step?, _ rounding: Rounding?) {
        restartTurn()
        guard let deload, hadTurn else { return keep(reason) }
        reduce(by: deload, rounding, reason)
    }
}

extension Step {
    /// The same step in another unit of weight.
    fileprivate func converted(_ convert: (Weight) -> Weight) -> Step {
        if case .weight(let weight) = self { .weight(convert(weight)) } else { self }
    }
}
