public import Training

/// How the work sets of an exercise compare with their prescription.
///
/// A set counts as completed if it reached the minimum of its target: the repetitions, the bottom of a range, the minimum of an
/// AMRAP set, the time or the distance. Performed sets are compared with prescribed sets in order; a missing set was not completed,
/// and further sets are ignored. The sets of a total are completed by their sum, and the optional sets of a range are not needed.
/// A set with less than the prescribed load counts as missing, unless all sets differ from their loads in the same way: then the
/// athlete chose another load for the exercise.
struct SetOutcome: Equatable {
    /// Whether every set reached the minimum of its target.
    var isCompleted: Bool
    /// Whether every set reached the maximum of its target.
    var isAtTop: Bool
    /// The repetitions of the heaviest AMRAP set, the last of equals.
    var amrapReps: Int?
    /// The minimum of that set.
    var amrapTarget: Int?
    /// The fewest repetitions that are prescribed for a set with a fixed number of them; nil without such a set.
    var fewestReps: Int?
    var totalReps: Int
    /// The sum of what was counted in each work set: repetitions, seconds or metres.
    var total: Int
    /// The least that was counted in a required work set.
    var worst: Int
    /// The heaviest load of the work sets, in the program's unit; nil if no load was logged.
    var load: Weight?
    /// The heaviest load of a successful attempt at a rep max; nil without one.
    var tested: Weight?
    /// The set that was planned with the heaviest load, the first of equals; nil without work sets, or if it was not done.
    var top: Top?

    /// The result of a top set.
    struct Top: Equatable {
        /// What was lifted, or else planned; nil if neither is known.
        var load: Weight?
        /// Whether it reached the minimum of its target.
        var isCompleted: Bool
    }

    /// - Parameter prescribed: its sets, with resolved loads.
    init(_ result: PerformedWorkout.Result, of prescribed: [SetPrescription], in program: Program) {
        let unit = program.units
        let own = prescribed.filter { $0.kind == .work }
        let work = result == .asPlanned ? own.following(own.first?.target.minimum) : own
        let sets = work.flatMap { Array(repeating: $0, count: $0.count) }
        let amrap = SetOutcome.decisiveAmrap(sets)
        amrapTarget = amrap.map { sets[$0].target.minimum }
        fewestReps = work.compactMap(\.fixedReps).min()
        switch result {
        case .asPlanned:
            isCompleted = true
            isAtTop = sets.allSatisfy { $0.target.hasTop == false }
            amrapReps = amrap.map { sets[$0].target.minimum }
            totalReps = sets.reduce(0) { $0 + $1.target.repetitions }
            total = sets.reduce(0) { $0 + $1.target.minimum }
            worst = sets.map(\.target.minimum).min() ?? 0
            top = SetOutcome.top(SetMatching(work, sets.map(\.asPlanned)), program)
        case .missed:
            (isCompleted, isAtTop, totalReps, total, worst) = (false, false, 0, 0, 0)
            amrapReps = amrap.map { _ in 0 }
        case .sets(let all):
            let performed = all.filter { $0.kind == .work }
            let matching = SetMatching(work, performed)
            // The sets above the minimum of a range are optional.
            let light = matching.lightSets(in: program)
            let pairs = matching.pairs.map { $0.without(light) }
            let required = pairs.filter { !$0.isOptional }
            isCompleted =
                !required.isEmpty && required.allSatisfy { $0.prescribed.target.isCompleted(by: $0.performed) }
            isAtTop = !required.isEmpty && required.allSatisfy { $0.prescribed.target.isAtTop(by: $0.performed) }
            amrapReps = amrap.map { required[$0].performed.first?.amount.reps ?? 0 }
            let counted = pairs.flatMap(\.performed) + matching.surplus
            totalReps = counted.reduce(0) { $0 + ($1.amount.reps ?? 0) }
            let hasDistance = work.contains { $0.target.isDistance }
            func sum(_ sets: some Sequence<PerformedSet>) -> Int {
                sets.reduce(0) { $0 + $1.amount.counted(withDistance: hasDistance) }
            }
            total = sum(counted)
            worst = required.map { sum($0.performed) }.min() ?? 0
            load = performed.compactMap { $0.decisiveLoad.map(program.load) }.max()
            top = SetOutcome.top(matching, program)
            if let test = work.first(where: \.target.isRepMax) {
                tested = performed.filter { test.target.isCompleted(by: [$0]) }
                    .compactMap { $0.decisiveLoad.map(program.load) }.max()
            }
            // A session that ends before its heaviest set says nothing about the load of that set.
            let isAsPrescribed =
                matching.surplus.isEmpty
                && matching.pairs.allSatisfy { pair in
                    let planned = pair.prescribed.decisiveLoad?.weight(in: unit)
                    return pair.performed.allSatisfy { $0.decisiveLoad.map { $0.weight(in: unit) == planned } ?? true }
                }
            let planned = sets.compactMap { $0.decisiveLoad?.weight(in: unit) }.max()
            if load != nil, isAsPrescribed { load = planned }
            // A single heavier set does not raise the load of a workout that became too heavy.
            if let lifted = load, let planned, !light.isEmpty { load = min(lifted, planned) }
        }
    }

    private static func top(_ matching: SetMatching, _ program: Program) -> Top? {
        var heaviest: (pair: SetMatching.Pair, load: Weight?)?
        for pair in matching.pairs where !pair.isOptional {
            let load = pair.prescribed.decisiveLoad?.weight(in: program.units) ?? pair.lifted(in: program)
            let isHeavier = heaviest.map { former in
                load.map { load in former.load.map { load > $0 } ?? true } ?? false
            }
            if isHeavier ?? true { heaviest = (pair, load) }
        }
        return heaviest.map { pair, load in
            Top(
                load: pair.lifted(in: program) ?? load,
                isCompleted: pair.prescribed.target.isCompleted(by: pair.performed)
            )
        }
    }

    /// The number that decides the row of a table; nil without an AMRAP set.
    func number(_ count: Progression.TableCount) -> Int? {
        switch count {
        case .amrap: amrapReps
        case .total: total
        case .worst: worst
        }
    }

    private static func decisiveAmrap(_ sets: [SetPrescription]) -> Int? {
        var best: (index: Int, load: Weight)?
        for (index, set) in sets.enumerated() {
            guard set.target.isOpenSet else { continue }
            var load = Weight(thousandths: 0)
            switch set.load {
            case .weight(let weight, _), .weightAtLeast(let weight, _), .bodyweight(let weight?, _): load = weight
            case .weightRange(let weights, _): load = weights.upperBound
            // Without a max, the percentages have the same order as the loads.
            case .percentage(let share, _), .percentageAtLeast(let share, _), .percentagePlus(let share, _, _, _):
                load = Weight(thousandths: share.hundredths)
            case .percentageRange(let shares, _): load = Weight(thousandths: shares.upperBound.hundredths)
            default: break
            }
            if best.map({ load >= $0.load }) ?? true { best = (index, load) }
        }
        return best?.index
    }
}

extension SetMatching {
    /// The indices of the performed sets whose load is too light to count; none if all sets have one load, or differ from their
    /// prescribed loads by one weight.
    fileprivate func lightSets(in program: Program) -> Set<Int> {
        var light: Set<Int> = []
        var lifted: Set<Weight> = []
        var differences: Set<Int> = []
        for pair in pairs where !pair.isOptional {
            let planned = pair.prescribed.decisiveLoad?.weight(in: program.units)
            for index in pair.performed.indices {
                let own = pair.performed[index].decisiveLoad.map { $0.weight(in: program.units) } ?? planned
                guard let own, let planned else { continue }
                lifted.insert(own)
                differences.insert(own.thousandths - planned.thousandths)
                if planned.isAbove(own, program.units) { light.insert(index) }
            }
        }
        return lifted.count > 1 && differences.count > 1 ? light : []
    }
}

extension Weight {
    /// Whether a load is lighter than this one, not only rounded to the plates at hand.
    fileprivate func isAbove(_ lifted: Weight, _ unit: WeightUnit) -> Bool {
        let halfStep = unit == .kilograms ? 1250 : 2500
        return thousandths - lifted.thousandths > min(halfStep, abs(thousandths) / 50)
    }
}

extension SetMatching.Pair {
    /// The pair without performed sets, by their indices.
    fileprivate func without(_ indices: Set<Int>) -> SetMatching.Pair {
        guard performed.indices.contains(where: indices.contains) else { return self }
        let rest = performed.indices.filter { !indices.contains($0) }.map { performed[$0] }
        return SetMatching.Pair(prescribed: prescribed, isOptional: isOptional, performed: rest[...])
    }

    /// The load of the first performed set in the program's unit: exactly the planned one, if that is what was lifted.
    fileprivate func lifted(in program: Program) -> Weight? {
        guard let lifted = performed.first?.decisiveLoad else { return nil }
        let planned = prescribed.decisiveLoad?.weight(in: program.units)
        return lifted.weight(in: program.units) == planned ? planned : program.load(lifted)
    }
}

extension SetTarget {
    /// The minimum of repetitions; 0 for a time or a distance.
    fileprivate var repetitions: Int {
        switch self {
        case .reps, .range, .amrap, .total, .totalRange, .within, .amrapWithin, .repMax: minimum
        case .time, .timeRange, .distance: 0
        }
    }

    fileprivate var hasTop: Bool {
        switch self {
        case .range, .totalRange, .timeRange: true
        case .reps, .amrap, .total, .within, .amrapWithin, .repMax, .time, .distance: false
        }
    }

    fileprivate var isDistance: Bool {
        if case .distance = self { true } else { false }
    }

    fileprivate func isCompleted(by sets: ArraySlice<PerformedSet>) -> Bool {
        guard let amount = sets.first?.amount else { return false }
        switch self {
        case .reps, .range, .amrap, .amrapWithin, .repMax: return amount.reps.map { $0 >= minimum } ?? false
        case .total(let goal), .totalRange(let goal, _), .within(let goal, _):
            return SetTarget.total(of: sets, goal) >= goal
        case .time, .timeRange: return amount.seconds.map { $0 >= minimum } ?? false
        case .distance: return amount.metres.map { $0 >= minimum } ?? false
        }
    }

    fileprivate func isAtTop(by sets: ArraySlice<PerformedSet>) -> Bool {
        switch self {
        case .range(_, let most): sets.first?.amount.reps.map { $0 >= most } ?? false
        case .totalRange(_, let most): SetTarget.total(of: sets, most) >= most
        case .timeRange(_, let most): sets.first?.amount.seconds.map { $0 >= most } ?? false
        case .reps, .amrap, .total, .within, .amrapWithin, .repMax, .time, .distance: isCompleted(by: sets)
        }
    }

    /// The repetitions of sets together, each counted up to a goal.
    private static func total(of sets: ArraySlice<PerformedSet>, _ goal: Int) -> Int {
        sets.reduce(0) { $0 + min($1.amount.reps ?? 0, goal) }
    }
}

extension PerformedSet.Amount {
    /// The repetitions, or else the time or the distance, whichever was to be done; 0 if nothing is known.
    fileprivate func counted(withDistance hasDistance: Bool) -> Int {
        reps ?? (hasDistance ? metres ?? seconds : seconds ?? metres) ?? 0
    }
}

extension Load {
    /// The external or added weight in a unit, the lightest of a range; nil if it is not known.
    fileprivate func weight(in unit: WeightUnit) -> Weight? {
        switch self {
        case .weight(let weight, let own), .weightAtLeast(let weight, let own), .bodyweight(let weight?, let own):
            weight.converted(from: own, to: unit)
        case .weightRange(let weights, let own): weights.lowerBound.converted(from: own, to: unit)
        case .bodyweight(nil, _): Weight(thousandths: 0)
        case .percentage, .percentageRange, .percentageAtLeast, .percentagePlus, .rpe, .rpeRange, .rir, .rirRange: nil
        }
    }
}

/// Which performed sets belong to which prescribed set, in order.
///
/// Each prescribed set takes one performed set. A total takes as many as it needs. The optional sets of a range such as 2–3 take one
/// each if enough sets remain.
struct SetMatching {
    /// A prescribed set with the performed ones.
    struct Pair {
        /// The set; its count is 1.
        let prescribed: SetPrescription
        let isOptional: Bool
        /// The performed sets; several for a total, none if it was not done.
        let performed: ArraySlice<PerformedSet>
    }

    let pairs: [Pair]
    /// The performed sets that belong to no prescribed one.
    let surplus: ArraySlice<PerformedSet>

    init(_ prescribed: [SetPrescription], _ performed: [PerformedSet]) {
        let prescribed = prescribed.following(performed.first?.amount.reps)
        let required = prescribed.reduce(0) { $0 + $1.count }
        // How many sets a total takes is not known, so a total comes before optional sets.
        let hasTotal = prescribed.contains { $0.target.isTotal }
        var more = hasTotal ? 0 : max(0, performed.count - required)
        var rest = performed[...]
        var pairs: [Pair] = []
        for set in prescribed {
            let optional = min(more, set.mostCount - set.count)
            more -= optional
            for place in 0..<set.count + optional {
                let count = set.target.performedCount(of: rest)
                pairs.append(
                    Pair(prescribed: set.single, isOptional: place >= set.count, performed: rest.prefix(count))
                )
                rest = rest.dropFirst(count)
            }
        }
        (self.pairs, surplus) = (pairs, rest)
    }
}

extension Prescription {
    /// Whether performed sets include each of the work sets, whatever was reached in them; the optional sets of a range are not needed.
    ///
    /// A total needs its repetitions, or a set without repetitions, which ends it.
    public func isLogged(by performed: [PerformedSet]) -> Bool {
        let matching = SetMatching(sets.filter { $0.kind == .work }, performed.filter { $0.kind == .work })
        return matching.pairs.allSatisfy { pair in
            guard !pair.isOptional, pair.prescribed.target.isTotal else {
                return pair.isOptional || !pair.performed.isEmpty
            }
            return pair.prescribed.target.isCompleted(by: pair.performed) || pair.performed.last?.amount.reps == 0
        }
    }
}

extension SetTarget {
    /// Whether any number of sets adds up to it.
    var isTotal: Bool {
        switch self {
        case .total, .totalRange, .within: true
        case .reps, .range, .amrap, .amrapWithin, .repMax, .time, .timeRange, .distance: false
        }
    }

    /// How many of the performed sets belong to one set with this target.
    ///
    /// A set without repetitions ends a total that was not reached; a range of totals continues up to its upper end.
    func performedCount(of sets: ArraySlice<PerformedSet>) -> Int {
        switch self {
        case .total(let goal), .totalRange(_, let goal), .within(let goal, _):
            var sum = 0
            for (index, set) in sets.enumerated() {
                let reps = set.amount.reps ?? 0
                sum += min(reps, goal)
                if sum >= goal || reps == 0 { return index + 1 }
            }
            return sets.count
        case .reps, .range, .amrap, .amrapWithin, .repMax, .time, .timeRange, .distance: return min(1, sets.count)
        }
    }
}
