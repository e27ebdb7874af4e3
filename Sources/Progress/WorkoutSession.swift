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
        /// What to do; its count is 1.
        public let prescription: SetPrescription
        /// Whether a rest follows: neither a drop set nor another exercise of the superset does.
        public let endsTurn: Bool
        /// The rest after the set; nil if the program does not say.
        public let rest: TimeSpan?

        /// Whether it is a warm-up set.
        public var isWarmUp: Bool { prescription.kind == .warmUp }
    }

    /// The exercises.
    public let items: [PlannedWorkout.Item]
    /// The sets in order.
    public let steps: [Step]

    /// Creates a session for a workout's exercises.
    public init(_ items: [PlannedWorkout.Item]) {
        self.items = items
        steps = WorkoutSession.groups(items).flatMap { WorkoutSession.steps(of: $0, items) }
    }

    /// The index of the next step; nil if all are done.
    ///
    /// - Parameters:
    ///   - logged: the logged sets by exercise ID.
    ///   - skipped: the indices of skipped warm-up steps, which leave no trace in the log.
    public func next(_ logged: [String: [PerformedSet]], skipped: Set<Int> = []) -> Int? {
        steps.indices.first { index in
            let step = steps[index]
            let sets = logged[items[step.item].exercise.id] ?? []
            let warmUps = sets.count { $0.kind == .warmUp }
            // A work set ends the warm-up.
            if step.isWarmUp { return sets.count == warmUps && step.place >= warmUps && !skipped.contains(index) }
            return step.place >= sets.count - warmUps
        }
    }

    /// The last step that was logged before a step; nil if none was.
    public func lastLogged(before end: Int?, _ logged: [String: [PerformedSet]]) -> Step? {
        steps[..<(end ?? steps.count)].last { step in
            let sets = logged[items[step.item].exercise.id] ?? []
            let count = sets.count { ($0.kind == .warmUp) == step.isWarmUp }
            return step.place < count
        }
    }

    /// The set that is logged if a step is done as planned.
    ///
    /// A set with the same prescribed load as the one before it has the load that was lifted there.
    public func suggestion(_ step: Step, _ logged: [String: [PerformedSet]]) -> PerformedSet? {
        let item = items[step.item]
        let single = PlannedWorkout.Item(exercise: item.exercise, sets: [step.prescription], change: nil, missing: nil)
        guard let planned = step.isWarmUp ? single.warmUpsAsPlanned.first : single.setsAsPlanned.first else {
            return nil
        }
        guard !step.isWarmUp, step.place > 0 else { return planned }
        let done = (logged[item.exercise.id] ?? []).filter { $0.kind != .warmUp }
        let former = steps.first { $0.item == step.item && !$0.isWarmUp && $0.place == step.place - 1 }
        guard done.count >= step.place, former?.prescription.load == step.prescription.load,
            former?.prescription.kind == step.prescription.kind, done[step.place - 1].load != nil
        else { return planned }
        return planned.withLoad(of: done[step.place - 1])
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
        let sets = item.sets.filter(isIncluded).flatMap { Array(repeating: $0.single, count: $0.count) }
        return sets.enumerated().map { place, set in
            // Drop sets follow without rest.
            let leadsToDrop = place + 1 < sets.count && sets[place + 1].kind == .drop
            return Step(
                item: index,
                place: place,
                count: sets.count,
                prescription: set,
                endsTurn: isLast && !leadsToDrop,
                rest: set.rest ?? (set.kind == .warmUp ? nil : item.exercise.rest)
            )
        }
    }
}
