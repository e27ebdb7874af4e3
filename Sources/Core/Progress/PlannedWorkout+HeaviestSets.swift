public import Training

extension PlannedWorkout.Item {
    /// The heaviest work sets, with the number of all sets like the first of them; nil without work sets.
    ///
    /// Sets with a weight are heavier than sets with a percentage, an RPE or no load. Sets of the same kind are compared by their
    /// weight, percentage, RPE or repetitions in reserve.
    public var heaviestSets: SetPrescription? {
        let work = SetPrescription.merged(sets.filter { $0.kind == .work })
        var heaviest: SetPrescription?
        for set in work where heaviest.map({ set.effort > $0.effort }) ?? true { heaviest = set }
        guard let heaviest else { return nil }
        let equal = work.filter {
            $0.target == heaviest.target && $0.load == heaviest.load && $0.technique == heaviest.technique
        }
        return heaviest.with(
            count: equal.reduce(0) { $0 + $1.count },
            mostCount: equal.reduce(0) { $0 + $1.mostCount }
        )
    }
}

extension SetPrescription {
    /// Orders sets: the kind of the load, and its size.
    fileprivate var effort: (kind: Int, size: Int) {
        switch load {
        case .weight(let weight, let unit), .weightAtLeast(let weight, let unit):
            (4, weight.converted(from: unit, to: .kilograms).thousandths)
        case .weightRange(let weights, let unit):
            (4, weights.upperBound.converted(from: unit, to: .kilograms).thousandths)
        case .bodyweight(let plus, let unit): (3, plus?.converted(from: unit, to: .kilograms).thousandths ?? 0)
        case .percentage(let share, _), .percentageAtLeast(let share, _), .percentagePlus(let share, _, _, _):
            (2, share.hundredths)
        case .percentageRange(let shares, _): (2, shares.upperBound.hundredths)
        case .rpe(let tenths): (1, tenths)
        case .rpeRange(let tenths): (1, tenths.upperBound)
        // RPE 10 is none in reserve.
        case .rir(let reps): (1, 100 - 10 * reps)
        case .rirRange(let reps): (1, 100 - 10 * reps.lowerBound)
        case nil: (0, 0)
        }
    }
}

extension Load {
    /// Whether it is or contains a weight.
    public var isWeight: Bool {
        switch self {
        case .weight, .weightRange, .weightAtLeast, .bodyweight(plus: .some, _): true
        case .bodyweight(plus: nil, _), .percentage, .percentageRange, .percentageAtLeast, .percentagePlus, .rpe,
            .rpeRange, .rir, .rirRange:
            false
        }
    }
}
