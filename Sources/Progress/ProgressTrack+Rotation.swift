internal import Training

/// A result of an exercise in a rotation.
struct RotationResult: Hashable {
    /// The load of the exercise, or the training max that it is computed from; nil if it is unknown.
    let load: Weight?
    /// The sum of the repetitions of all work sets.
    let reps: Int
}

extension ProgressTrack {
    /// The repetitions that the next result must exceed; nil if the load has changed since the last result, or if there is none.
    var repsToBeat: Int? { lastResult.flatMap { $0.load == load ? $0.reps : nil } }

    /// Applies the outcome of an exercise in a rotation, which must be better than the last one: with more load, at least the minimum of
    /// every set; with the same load, more repetitions in all or the top of every range.
    ///
    /// Source: D. Trudel, Doggcrapp training ("Cycles on Pennies", Animal Kits forum, 2000 to 2003): each workout must beat the log book.
    ///
    /// - Parameters:
    ///   - outcome: how the sets compare with their prescription.
    ///   - reachesMinimum: whether every set reached the minimum that the program prescribes.
    ///   - hasRange: whether the program prescribes a range of repetitions.
    ///   - add: what is added at the top of the range, or without a range after every better result.
    mutating func beatLast(_ outcome: SetOutcome, reachesMinimum: Bool, hasRange: Bool, add: Weight) {
        let isSameLoad = lastResult.map { $0.load == load } ?? false
        let isLighter = lastResult?.load.map { former in load.map { $0 < former } ?? true } ?? false
        let isBetter =
            isSameLoad
            ? outcome.totalReps > lastResult?.reps ?? 0 || outcome.isAtTop
            : !isLighter && reachesMinimum
        guard isBetter else {
            // What was lifted in a failed attempt does not become easier to beat.
            if isLighter { load = lastResult?.load ?? load }
            failures += 1
            return keep(.failed(times: failures, of: nil))
        }
        failures = 0
        lastResult = RotationResult(load: load, reps: outcome.totalReps)
        guard outcome.isAtTop else { return keep(.belowTop) }
        self.add(add, hasRange ? .reachedTop : .completed)
    }

    /// Ends the turn of the exercise; when its turn comes again, its result is the first one.
    mutating func endTurn() {
        (failures, lastResult, hadTurn) = (0, nil, true)
    }

    /// Begins the turn of the exercise, with a reduced load if it had a turn before and the rotation has a deload.
    mutating func beginTurn(_ reason: LoadChange.Reason, deload: Percentage?, _ rounding: Rounding?) {
        (failures, lastResult) = (0, nil)
        guard let deload, hadTurn else { return keep(reason) }
        reduce(to: Percentage(hundredths: Percentage.whole.hundredths - deload.hundredths), rounding, reason)
    }
}
