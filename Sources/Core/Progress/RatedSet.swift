internal import Training

/// The heaviest work set of a workout with its RPE, from which the one-rep max is estimated.
///
/// Without a reported RPE, the planned one counts, or RPE 10 if repetitions are missing.
struct RatedSet: Equatable {
    /// Estimated maxes and changes of loads are rounded to tenths of a kilogram or pound.
    private static let step = 100

    /// The RPE in tenths.
    let rpe: Int
    /// The RPE that the set was planned with.
    let target: Int
    /// The share of the one-rep max that it was planned with.
    let plannedShare: Percentage
    let estimatedMax: Weight
    /// Whether it was done as planned, as far as is known.
    let isAsPlanned: Bool

    /// - Parameter planned: its sets, with resolved loads.
    /// - Returns: nil if no set with an RPE has a repetition and a known load.
    init?(_ result: PerformedWorkout.Result, of planned: [SetPrescription], in unit: WeightUnit) {
        guard case .sets(let all) = result else { return nil }
        let matching = SetMatching(planned.filter { $0.kind == .work }, all.filter { $0.kind == .work })
        var heaviest: RatedSet?
        var weight = Weight(thousandths: 0)
        for pair in matching.pairs {
            guard let performed = pair.performed.first, let lifted = performed.weight(pair.prescribed, unit),
                lifted > weight, let rated = RatedSet(performed, lifted, of: pair.prescribed, in: unit)
            else { continue }
            (heaviest, weight) = (rated, lifted)
        }
        guard let heaviest else { return nil }
        self = heaviest
    }

    private init?(_ set: PerformedSet, _ weight: Weight, of planned: SetPrescription, in unit: WeightUnit) {
        guard let target = planned.load?.targetRPE ?? planned.rpeCap, let reps = set.amount.reps,
            let plannedReps = planned.chartReps, let plannedShare = planned.share(atRPE: target)
        else { return nil }
        let rpe = set.rpe ?? (reps < plannedReps && !planned.isReached(by: reps) ? 100 : target)
        guard let share = RPEChart.share(reps: reps, rpe: rpe) else { return nil }
        let exact = weight.thousandths.multipliedReportingOverflow(by: 10_000)
        guard !exact.overflow else { return nil }
        self.rpe = rpe
        self.target = target
        self.plannedShare = plannedShare
        estimatedMax = RatedSet.rounded(exact.partialValue / share.hundredths)
        let isPlannedLoad = set.load == nil || set.exactLoad != nil || planned.plannedWeight(unit) == weight
        isAsPlanned = set.rpe == nil && rpe == target && isPlannedLoad && planned.plannedWeight(unit) != nil
    }

    /// How much heavier the set becomes with the new max than with the former one.
    func change(from former: Weight) -> Weight {
        let difference = estimatedMax.share(plannedShare).thousandths - former.share(plannedShare).thousandths
        return difference < 0
            ? Weight(thousandths: -RatedSet.rounded(-difference).thousandths) : RatedSet.rounded(difference)
    }

    /// The max that follows from a load that is known to be right for a set.
    static func max(of weight: Weight, for sets: [SetPrescription]) -> Weight? {
        let shares = sets.filter { $0.kind == .work }.compactMap { set in
            set.load?.targetRPE.flatMap { set.share(atRPE: $0) }
        }
        guard let share = shares.max(), weight.thousandths > 0 else { return nil }
        let exact = weight.thousandths.multipliedReportingOverflow(by: 10_000)
        return exact.overflow ? nil : rounded(exact.partialValue / share.hundredths)
    }

    private static func rounded(_ thousandths: Int) -> Weight {
        Weight(thousandths: (thousandths + step / 2) / step * step)
    }
}

extension PerformedSet {
    /// The weight that was lifted, or else planned; nil if neither is known.
    fileprivate func weight(_ planned: SetPrescription, _ unit: WeightUnit) -> Weight? {
        switch load {
        case .weight(let weight, let own): weight.converted(from: own, to: unit)
        case .bodyweight: nil
        case nil: planned.plannedWeight(unit)
        }
    }
}

extension SetPrescription {
    fileprivate func plannedWeight(_ unit: WeightUnit) -> Weight? {
        load?.leastWeight.map { $0.weight.converted(from: $0.unit, to: unit) }
    }

    fileprivate func isReached(by reps: Int) -> Bool {
        if case .range(let least, _) = target { reps >= least } else { false }
    }
}
