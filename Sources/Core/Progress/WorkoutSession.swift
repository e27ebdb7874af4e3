public import CivilTime
public import Training

/// The sets of a workout in the order in which they are done, for a guided session.
///
/// Which set is next follows from the sets that are logged, so that a session that was interrupted continues where it stopped.
/// Exercises of a superset alternate: `A1 B1 A2 B2`.
public struct WorkoutSession: Sendable {
    /// One set to do.
    public struct Step: Sendable, Hashable {
        /// The index of the exercise in the workout.
        public let item: Int
        /// The set's place among the exercise's warm-up sets, or among its other sets, from 0.
        public let place: Int
        /// The number of the exercise's warm-up sets, or of its other sets.
        public let count: Int
        /// The index of the prescription among the exercise's sets.
        public let entry: Int
        /// What to do; its count is 1.
        public let prescription: SetPrescription
        /// Whether the set may be left out, as the third of `2-3x8`.
        public let isOptional: Bool
        /// Whether a rest follows: neither a drop set nor another exercise of the superset does.
        public let endsTurn: Bool
        /// The rest after the set; nil if the program does not say.
        public let rest: TimeSpan?

        public var isWarmUp: Bool { prescription.kind == .warmUp }
    }

    public let items: [PlannedWorkout.Item]
    /// The sets in order.
    public let steps: [Step]

    private let rounding: Rounding?
    private let available: [AvailableLoads?]

    /// - Parameters:
    ///   - rounding: how loads that follow from sets of the session are rounded.
    ///   - available: the loads that the equipment allows, by exercise; nil if they are not rounded.
    public init(_ items: [PlannedWorkout.Item], rounding: Rounding? = nil, available: [AvailableLoads?] = []) {
        self.items = items
        self.rounding = rounding
        self.available = available
        steps = WorkoutSession.groups(items).flatMap { WorkoutSession.steps(of: $0, items) }
    }

    /// The session with the sets that follow from the logged ones.
    public func following(_ logged: [String: [PerformedSet]]) -> WorkoutSession {
        let sets = items.map { $0.following(logged[$0.exercise.id] ?? []) }
        return sets == items ? self : WorkoutSession(sets, rounding: rounding, available: available)
    }

    /// The index of the next step; nil if all are done.
    ///
    /// - Parameter skipped: the indices of skipped warm-up and optional steps, which leave no trace in the log.
    public func next(_ logged: [String: [PerformedSet]], skipped: Set<Int> = []) -> Int? {
        let done = items.indices.map { doneSteps(of: $0, logged, skipped) }
        return steps.indices.first { index in
            let step = steps[index]
            guard step.isWarmUp else { return done[step.item][index]?.isDone != true }
            let sets = logged[items[step.item].exercise.id] ?? []
            let warmUps = sets.count { $0.kind == .warmUp }
            // A work set ends the warm-up.
            return sets.count == warmUps && step.place >= warmUps && !skipped.contains(index)
        }
    }

    /// The last step that was logged before a step, or the step itself if a part of it was; nil if none was.
    public func lastLogged(before end: Int?, _ logged: [String: [PerformedSet]], skipped: Set<Int> = []) -> Step? {
        let done = items.indices.map { doneSteps(of: $0, logged, skipped) }
        return steps.indices.last { index in
            guard index <= end ?? steps.count else { return false }
            let step = steps[index]
            guard step.isWarmUp else { return done[step.item][index].map { !$0.sets.isEmpty } ?? false }
            let sets = logged[items[step.item].exercise.id] ?? []
            return index != end && step.place < sets.count { $0.kind == .warmUp }
        }.map { steps[$0] }
    }

    /// The repetitions of a total that are done so far; nil if it is not a total.
    public func repsDone(_ index: Int, _ logged: [String: [PerformedSet]], skipped: Set<Int> = []) -> Int? {
        guard steps[index].prescription.target.isTotal else { return nil }
        let sets = doneSteps(of: steps[index].item, logged, skipped)[index]?.sets ?? []
        return sets.reduce(0) { $0 + min($1.amount.reps ?? 0, 1000) }
    }

    /// The steps of an exercise other than warm-ups that were started, with their logged sets.
    private func doneSteps(of item: Int, _ logged: [String: [PerformedSet]], _ skipped: Set<Int>) -> [Int: (
        isDone: Bool, sets: ArraySlice<PerformedSet>
    )] {
        var rest = (logged[items[item].exercise.id] ?? []).filter { $0.kind != .warmUp }[...]
        var result: [Int: (isDone: Bool, sets: ArraySlice<PerformedSet>)] = [:]
        for (index, step) in steps.enumerated() where step.item == item && !step.isWarmUp {
            if skipped.contains(index) {
                result[index] = (true, [])
                continue
            }
            guard !rest.isEmpty else { break }
            let sets = rest.prefix(step.prescription.target.performedCount(of: rest))
            rest = rest.dropFirst(sets.count)
            result[index] = (!rest.isEmpty || step.prescription.target.isReached(by: sets), sets)
        }
        return result
    }

    /// The set that is logged if a step is done as planned.
    ///
    /// A set with the same prescribed load as the one before it has the load that was lifted there, and a percentage of an earlier set
    /// is one of what was lifted in it.
    public func suggestion(_ step: Step, _ logged: [String: [PerformedSet]]) -> PerformedSet? {
        let item = items[step.item]
        let single = PlannedWorkout.Item(
            exercise: item.exercise,
            sets: [step.prescription],
            change: nil,
            missing: nil,
            own: item.own
        )
        guard let planned = step.isWarmUp ? single.warmUpsAsPlanned.first : single.setsAsPlanned.first else {
            return nil
        }
        guard !step.isWarmUp else { return planned }
        let done = (logged[item.exercise.id] ?? []).filter { $0.kind != .warmUp }
        let former = steps.first { $0.item == step.item && !$0.isWarmUp && $0.place == step.place - 1 }
        if let former, done.count >= step.place, former.prescription.load == step.prescription.load,
            former.prescription.kind == step.prescription.kind, done[step.place - 1].load != nil,
            former.entry == step.entry || !step.isRelative
        {
            return planned.withLoad(of: done[step.place - 1])
        }
        return step.isRelative ? follow(planned, step, logged) : planned
    }

    /// What a step is done with if the exercise has a load that was not known when the workout was planned.
    public func load(of step: Step, with load: PerformedSet.Load) -> PerformedSet.Load {
        guard step.prescription.load?.base == .exerciseLoad, case .weight(let weight, let unit) = load,
            let own = step.prescription.load?.resolved(of: weight, unit, rounding)?.leastWeight
        else { return load }
        let available = step.item < available.count ? available[step.item] : nil
        let rounded = available.map { PerformedSet.Load.weight($0.nearest(to: own.weight, own.unit), $0.unit) }
        return (rounded ?? .weight(own.weight, own.unit)).ifPossible ?? load
    }

    /// The planned set with the load that follows from what was lifted before, if that is known.
    private func follow(_ planned: PerformedSet, _ step: Step, _ logged: [String: [PerformedSet]]) -> PerformedSet {
        guard let relative = step.prescription.relativeLoad, let (weight, unit) = lifted(step, relative, logged),
            let exact = relative.resolved(of: weight, unit, rounding)?.leastWeight
        else { return planned }
        let available = step.item < available.count ? available[step.item] : nil
        let load = available.map { PerformedSet.Load.weight($0.nearest(to: exact.weight, exact.unit), $0.unit) }
        return load?.ifPossible.map { planned.with(load: $0) }
            ?? planned.with(load: PerformedSet.Load.weight(exact.weight, exact.unit).ifPossible ?? planned.load)
    }

    /// What was lifted in the set that a load is a percentage of; nil if that set is as planned or was not logged.
    private func lifted(_ step: Step, _ relative: Load, _ logged: [String: [PerformedSet]]) -> (Weight, WeightUnit)? {
        let earlier = steps.filter { $0.item == step.item && !$0.isWarmUp && $0.entry < step.entry }
        let own = (logged[items[step.item].exercise.id] ?? []).filter { $0.kind != .warmUp }
        let sets: [PerformedSet]
        if relative.base == .lastSet {
            sets = earlier.last.map { $0.place < own.count ? [own[$0.place]] : [] } ?? []
        } else if earlier.contains(where: { $0.prescription.kind == .work }) {
            sets = own.prefix(earlier.count).filter { $0.kind == .work }
        } else {
            let lift = items[step.item].exercise.lift
            let former = items[..<step.item].last { $0.exercise.lift == lift && lift != nil }
            sets = (former.flatMap { logged[$0.exercise.id] } ?? []).filter { $0.kind == .work }
        }
        let weights = sets.compactMap { set -> (weight: Weight, unit: WeightUnit)? in
            guard case .weight(let weight, let unit) = set.decisiveLoad else { return nil }
            return (weight, unit)
        }
        let heaviest = weights.max {
            $0.weight.converted(from: $0.unit, to: .kilograms) < $1.weight.converted(from: $1.unit, to: .kilograms)
        }
        return heaviest.map { ($0.weight, $0.unit) }
    }

    // MARK: Order

    /// The exercises that are done in turn: those of a superset, or a single one.
    private static func groups(_ items: [PlannedWorkout.Item]) -> [[Int]] {
        items.indices.reduce(into: []) { groups, index in
            let superset = items[index].exercise.superset
            if let superset, let last = groups.last?.last, items[last].exercise.superset == superset {
                groups[groups.count - 1].append(index)
            } else {
                groups.append([index])
            }
        }
    }

    private static func steps(of group: [Int], _ items: [PlannedWorkout.Item]) -> [Step] {
        let warmUps = group.flatMap { index in steps(index, items[index], isLast: true) { $0.kind == .warmUp } }
        let rounds = group.map { index in
            steps(index, items[index], isLast: index == group.last) { $0.kind != .warmUp }
        }
        let longest = rounds.map(\.count).max() ?? 0
        let turns = (0..<longest).flatMap { turn in rounds.compactMap { turn < $0.count ? $0[turn] : nil } }
        return warmUps + turns
    }

    private static func steps(
        _ index: Int,
        _ item: PlannedWorkout.Item,
        isLast: Bool,
        _ isIncluded: (SetPrescription) -> Bool
    ) -> [Step] {
        let sets = item.sets.enumerated().filter { isIncluded($0.element) }.flatMap { entry, set in
            (0..<set.mostCount).map { (entry: entry, set: set.single, isOptional: $0 >= set.count) }
        }
        return sets.enumerated().map { place, one in
            // Drop sets follow without rest.
            let leadsToDrop = place + 1 < sets.count && sets[place + 1].set.kind == .drop
            return Step(
                item: index,
                place: place,
                count: sets.count,
                entry: one.entry,
                prescription: one.set,
                isOptional: one.isOptional,
                endsTurn: isLast && !leadsToDrop,
                rest: one.set.technique.interval ?? one.set.rest ?? (one.set.kind == .warmUp ? nil : item.exercise.rest)
            )
        }
    }
}

extension WorkoutSession.Step {
    fileprivate var isRelative: Bool { prescription.relativeLoad != nil }
}

extension SetTarget {
    /// Whether these sets are all that belong to it: a total that was not reached goes on until a set without repetitions.
    fileprivate func isReached(by sets: ArraySlice<PerformedSet>) -> Bool {
        switch self {
        case .total(let goal), .totalRange(_, let goal), .within(let goal, _):
            sets.reduce(0) { $0 + min($1.amount.reps ?? 0, goal) } >= goal || sets.last?.amount.reps ?? 0 == 0
        case .reps, .range, .amrap, .amrapWithin, .repMax, .time, .timeRange, .distance: true
        }
    }
}

extension WorkoutSession {
    /// Sets of an exercise with the loads that follow from the sets before them, where none was given: the 5 of `1@150kg, 5`, planned
    /// as `80% of top`, was done with 120 kg.
    ///
    /// - Parameter sets: the sets as they were done, in order.
    public func withRelativeLoads(_ sets: [PerformedSet], of item: Int) -> [PerformedSet] {
        let planned = steps.filter { $0.item == item && !$0.isWarmUp }
        // Any number of sets belongs to a total, so the place of a set does not say which one is meant.
        guard !planned.contains(where: { $0.prescription.target.isTotal }) else { return sets }
        var done: [PerformedSet] = []
        return sets.map { set in
            guard set.kind != .warmUp else { return set }
            let place = done.count
            var set = set
            if set.load == nil, place < planned.count, planned[place].prescription.relativeLoad != nil,
                let suggestion = suggestion(planned[place], [items[item].exercise.id: done])
            {
                set = set.withLoad(of: suggestion)
            }
            done.append(set)
            return set
        }
    }
}
