public import Training

/// Rounds the loads of workouts to the nearest weights that the athlete's equipment allows.
public struct LoadFitting: Sendable {
    private let equipment: GymEquipment
    private let catalog: ExerciseCatalog

    /// Creates the rounding for a gym; the catalogue knows what each exercise is trained with.
    public init(_ equipment: GymEquipment, catalog: ExerciseCatalog) {
        self.equipment = equipment
        self.catalog = catalog
    }

    /// The loads for an exercise of a program; nil if its loads are not rounded.
    public func loads(of exercise: Exercise, in program: Program) -> AvailableLoads? {
        let known = catalog.exercise(for: exercise, in: program)
        let names = [exercise.id, exercise.name] + (known.map { [$0.id] + $0.allNames } ?? [])
        return equipment.loads(of: names, with: known?.equipment)
    }

    /// Sets with weights that can be made; added weights, assistance, percentages and ratings stay.
    func rounded(_ sets: [SetPrescription], of exercise: Exercise, in program: Program) -> [SetPrescription] {
        guard sets.contains(where: { $0.load?.leastWeight != nil }), let loads = loads(of: exercise, in: program)
        else { return sets }
        return sets.map { rounded($0, to: loads) }
    }

    /// The set with loads that can be made.
    ///
    /// A load that can be made keeps its unit. The ends of a range move into the range, so they are as the program asks.
    private func rounded(_ set: SetPrescription, to loads: AvailableLoads) -> SetPrescription {
        switch set.load {
        case .weight(let weight, let unit):
            let nearest = loads.nearest(to: weight, unit)
            guard nearest != weight.converted(from: unit, to: loads.unit) else { return set }
            return set.rounded(to: .weight(nearest, loads.unit))
        case .weightRange(let weights, let unit):
            let least = loads.neighbours(of: weights.lowerBound, unit).above
            let most = loads.neighbours(of: weights.upperBound, unit).below
            guard let least, let most, least <= most else {
                let (one, other) = (weights.lowerBound.thousandths, weights.upperBound.thousandths)
                let middle = Weight(thousandths: one + (other - one) / 2)
                return set.rounded(to: .weight(loads.nearest(to: middle, unit), loads.unit))
            }
            let isMade =
                least == weights.lowerBound.converted(from: unit, to: loads.unit)
                && most == weights.upperBound.converted(from: unit, to: loads.unit)
            return isMade ? set : set.with(load: Load.weights(least, most, loads.unit))
        case .weightAtLeast(let weight, let unit):
            guard let above = loads.neighbours(of: weight, unit).above else {
                return set.rounded(to: .weight(loads.nearest(to: weight, unit), loads.unit))
            }
            let isMade = above == weight.converted(from: unit, to: loads.unit)
            return isMade ? set : set.with(load: .weightAtLeast(above, loads.unit))
        case .percentage, .percentageRange, .percentageAtLeast, .percentagePlus, .rpe, .rpeRange, .rir, .rirRange,
            .bodyweight, nil:
            return set
        }
    }
}
