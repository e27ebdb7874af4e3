internal import Training

/// A result of an exercise in a rotation.
struct RotationResult: Hashable {
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
    func totalToBeat(with shown: Weight?) -> Int? {
        // A workout in which nothing was counted leaves nothing to beat.
        lastResult.flatMap { $0.shown == shown && $0.total > 0 ? $0.total : nil }
    }

    /// Applies the outcome of an exercise in a rotation, which must be better than the last one: with more load, at least the minimum of
    /// every set; with the same load, more repetitions in all or the top of every set.
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
    mutating func beatLast(_ outcome: SetOutcome, prescribed: SetOutcome, shown: Weight?, hasRange: Bool, add: Weight) {
        let isAtTop = outcome.isAtTop || prescribed.isAtTop
        let isLighter = lastResult?.shown.map { former in shown.map { $0 < former } ?? true } ?? false
        let isBetter =
            totalToBeat(with: shown).map { outcome.total > $0 || isAtTop && outcome.amrapTarget == nil }
            ?? (!isLighter && prescribed.isCompleted)
        guard isBetter else {
            // What was lifted in a failed attempt does not become easier to beat.
            if isLighter { load = lastResult?.load ?? load }
            failures += 1
            return keep(.failed(times: failures, of: nil))
        }
        failures = 0
        lastResult = RotationResult(load: load, shown: shown, total: outcome.total)
        guard isAtTop else { return keep(.belowTop) }
        self.add(add, hasRange ? .reachedTop : .completed)
    }

    /// Ends the turn of the exercise; when its turn comes again, its result is the first one.
    mutating func endTurn() { (failures, lastResult, hadTurn) = (0, nil, true) }

    /// Begins the turn of the exercise, with a reduced load if it had a turn before and the rotation has a deload.
    mutating func beginTurn(_ reason: LoadChange.Reason, deload: Percentage?, _ rounding: Rounding?) {
        (failures, lastResult) = (0, nil)
        guard let deload, hadTurn else { return keep(reason) }
        reduce(to: Percentage(hundredths: Percentage.whole.hundredths - deload.hundredths), rounding, reason)
    }
}
