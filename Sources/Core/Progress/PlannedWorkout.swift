public import Training

/// A coming workout with the load of each set.
public struct PlannedWorkout: Sendable, Hashable {
    /// A value of the athlete without which a load cannot be computed.
    public enum MissingValue: Sendable, Hashable {
        case max(lift: String)
        case load(exercise: String)

        /// The lift or the exercise.
        public var id: String {
            switch self {
            case .max(let id), .load(let id): id
            }
        }
    }

    /// An exercise with its sets.
    public struct Item: Sendable, Hashable {
        public let exercise: Exercise
        /// The sets, warm-ups first.
        public let sets: [SetPrescription]
        /// The change since the exercise was last performed; nil the first time, or without a progression.
        public let change: LoadChange?
        public let missing: MissingValue?
        /// The exercise of the program's day, in whose place a week or the athlete may have put another one.
        public let own: Exercise
        /// The step of its progression: the index of the set scheme, or the number of repetitions that were added.
        public var stage = 0

        /// The exercises that the athlete can choose instead, the program's own one first.
        public var otherChoices: [Exercise] {
            let others = own.alternatives.map(\.exercise).filter { $0.id != exercise.id }
            return isAlternative ? [own] + others : others
        }

        /// Whether the rotation's current exercise is not the program's own one.
        public var isRotated: Bool { own.rotation.contains { $0.exercise.id == exercise.id } }

        public var isAlternative: Bool { own.alternatives.contains { $0.exercise.id == exercise.id } }

        /// The heaviest work set, the first of equals; nil if no work set has a weight.
        public var topSet: SetPrescription? {
            var best: (set: SetPrescription, weight: Weight)?
            for set in sets where set.kind == .work {
                guard let weight = set.load?.leastWeight?.weight, best.map({ weight > $0.weight }) ?? true else {
                    continue
                }
                best = (set, weight)
            }
            return best?.set
        }
    }

    public let dayID: String
    /// The week since the start, from 1.
    public let week: Int
    /// The exercises in order.
    public let items: [Item]
    /// The IDs of the chosen alternatives by those of the exercises that they replace.
    public let chosen: [String: String]
}

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
        return heaviest.with(count: equal.reduce(0) { $0 + $1.count }, mostCount: equal.reduce(0) { $0 + $1.mostCount })
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

extension PlannedWorkout {
    /// Whether an exercise failed: it was missed, or its work sets were not completed.
    ///
    /// - Parameter isOver: whether sets without a result were left out; otherwise, an exercise that lacks some has not failed yet.
    public func hasFailed(_ performed: PerformedWorkout, in program: Program, isOver: Bool = true) -> Bool {
        items.contains { item in
            guard performed.includes(item.exercise), let result = performed.results[item.exercise.id] else {
                return false
            }
            switch result {
            case .asPlanned: return false
            case .missed: return true
            case .sets(let done):
                let known = performed.prescriptions[item.exercise.id].flatMap { $0.sets.isEmpty ? nil : $0 }
                let planned = known ?? Prescription(sets: item.sets, week: week, stage: item.stage)
                return planned.sets.contains { $0.kind == .work } && (isOver || planned.isLogged(by: done))
                    && !SetOutcome(result, of: planned.sets, in: program).isCompleted
            }
        }
    }
}
