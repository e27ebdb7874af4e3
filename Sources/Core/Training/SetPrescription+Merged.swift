extension SetPrescription {
    /// Sets as lifters write them: equal ones are counted, and `4×3` with a last set of `3+` is `5×3+`.
    public static func merged(_ sets: [SetPrescription]) -> [SetPrescription] {
        sets.reduce(into: []) { merged, set in
            if let last = merged.last, let both = last.merged(with: set) {
                merged[merged.count - 1] = both
            } else {
                merged.append(set)
            }
        }
    }

    /// These sets and those that follow; nil if they are not counted together.
    private func merged(with next: SetPrescription) -> SetPrescription? {
        guard count == mostCount, next.count == next.mostCount, !target.isSingle else { return nil }
        if single == next.single { return with(count: count + next.count, mostCount: count + next.count) }
        guard case .reps(let reps) = target, next.target == .amrap(atLeast: reps), next.count == 1,
            next.with(target: target) == single
        else { return nil }
        return next.with(count: count + 1, mostCount: count + 1)
    }
}
