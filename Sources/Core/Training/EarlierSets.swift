/// The sets that precede a set on its day; a load can be a percentage of theirs: `90% of top`, `90% of last`.
public struct EarlierSets: Sendable {
    /// The weights of a set or of the heaviest of several.
    private enum Weights {
        /// As the program or the progress asks.
        case known(Load)
        /// The athlete finds the weight during the workout, as in `5 @ rpe 8`.
        case open
    }

    private let unit: WeightUnit
    private let rounding: Rounding?
    /// The heaviest work sets by lift.
    private var tops: [String: Weights] = [:]

    public init(unit: WeightUnit, rounding: Rounding?) {
        self.unit = unit
        self.rounding = rounding
    }

    /// The sets of the day's next exercise, with percentages of earlier sets as weights if those sets have weights.
    public mutating func resolved(_ sets: [SetPrescription], of exercise: Exercise) -> [SetPrescription] {
        let lift = exercise.lift ?? exercise.id
        var (top, last): (Weights?, Weights?)
        let result = sets.map { set in
            guard set.kind != .warmUp else { return set }
            var set = set
            switch set.load?.base {
            case .topSet: set = resolved(set, of: top ?? tops[lift])
            case .lastSet: set = resolved(set, of: last)
            default: break
            }
            let weights: Weights = set.load?.leastWeight == nil ? .open : .known(set.load ?? .rir(0))
            last = weights
            if set.kind == .work { top = heavier(top, weights) }
            return set
        }
        if let top { tops[lift] = top }
        return result
    }

    private func resolved(_ set: SetPrescription, of weights: Weights?) -> SetPrescription {
        guard case .known(let base) = weights, let load = set.load?.resolved(of: base, unit, rounding) else {
            return set
        }
        return set.with(load: load)
    }

    private func heavier(_ one: Weights?, _ other: Weights) -> Weights {
        guard case .known(let load) = one, case .known(let otherLoad) = other else { return one == nil ? other : .open }
        return (weight(load) ?? .min) < (weight(otherLoad) ?? .min) ? other : .known(load)
    }

    private func weight(_ load: Load) -> Int? {
        load.leastWeight.map { $0.weight.converted(from: $0.unit, to: unit).thousandths }
    }
}

extension Load {
    /// The load in place of a percentage of a load; nil if it is not a percentage, or if the other load has no weight.
    ///
    /// A percentage of a range is a range.
    fileprivate func resolved(of base: Load, _ unit: WeightUnit, _ rounding: Rounding?) -> Load? {
        func share(_ weight: Weight, _ own: WeightUnit) -> Load? {
            resolved(of: weight.converted(from: own, to: unit), unit, rounding)
        }
        switch base {
        case .weight(let weight, let own): return share(weight, own)
        case .weightRange(let weights, let own):
            guard let least = share(weights.lowerBound, own), let most = share(weights.upperBound, own),
                let from = least.leastWeight?.weight
            else { return nil }
            switch most {
            case .weight(let through, _): return Load.weights(from, through, unit)
            case .weightRange(let through, _): return Load.weights(from, through.upperBound, unit)
            default: return .weightAtLeast(from, unit)
            }
        case .weightAtLeast(let weight, let own):
            return share(weight, own)?.leastWeight.map { .weightAtLeast($0.weight, unit) }
        default: return nil
        }
    }
}
