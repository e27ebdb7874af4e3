public import Training

/// Rounds the loads of workouts to the nearest ones that the athlete's equipment allows.
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

    /// Sets with weights that can be made; added weights, percentages and ratings stay.
    func rounded(_ sets: [SetPrescription], of exercise: Exercise, in program: Program) -> [SetPrescription] {
        guard sets.contains(where: { $0.load?.isExternalWeight ?? false }), let loads = loads(of: exercise, in: program)
        else { return sets }
        return sets.map { set in
            guard case .weight(let weight, let unit) = set.load else { return set }
            let nearest = loads.nearest(to: weight, unit)
            // A load that can be made keeps its unit.
            guard nearest != weight.converted(from: unit, to: loads.unit) else { return set }
            return set.rounded(to: .weight(nearest, loads.unit))
        }
    }
}

extension Load {
    fileprivate var isExternalWeight: Bool {
        if case .weight = self { true } else { false }
    }
}
