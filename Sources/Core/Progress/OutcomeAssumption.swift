internal import Training

/// How workouts that are still ahead are assumed to go.
public enum OutcomeAssumption: Sendable, Hashable {
    /// Every workout leads to the next step of its progressions: ranges and AMRAP sets reach the repetitions that add weight.
    case success
    /// Each exercise misses its repetitions every so many times.
    case failEvery(Int)

    /// - Parameter count: how many times each exercise was counted; it is advanced.
    public func result(of workout: PlannedWorkout, counting count: inout [String: Int]) -> PerformedWorkout {
        var results: [String: PerformedWorkout.Result] = [:]
        for item in workout.items {
            let number = count[item.exercise.id, default: 0] + 1
            count[item.exercise.id] = number
            if case .failEvery(let period) = self, number % period == 0 {
                results[item.exercise.id] = .missed
            } else {
                results[item.exercise.id] = .sets(OutcomeAssumption.successfulSets(item))
            }
        }
        return PerformedWorkout(dayID: workout.dayID, week: workout.week, results: results, chosen: workout.chosen)
    }

    private static func successfulSets(_ item: PlannedWorkout.Item) -> [PerformedSet] {
        let work = item.sets.filter { $0.kind == .work }
        let first = work.first.map { amount(of: $0.target, item.exercise.progression) }
        let sets = work.following(first?.reps).flatMap { set in
            let performed = PerformedSet(amount: amount(of: set.target, item.exercise.progression))
            return Array(repeating: performed, count: set.count)
        }
        guard case .repGoal(let goal, _) = item.exercise.progression, let last = sets.last, let reps = last.amount.reps
        else { return sets }
        // The last set makes up for what is missing.
        let missing = max(0, goal - sets.reduce(0) { $0 + ($1.amount.reps ?? 0) })
        return sets.dropLast() + [PerformedSet(amount: PerformedSet.Amount(reps: reps + missing))]
    }

    private static func amount(of target: SetTarget, _ progression: Progression?) -> PerformedSet.Amount {
        switch target {
        case .reps(let reps), .range(_, let reps), .total(let reps), .totalRange(_, let reps), .within(let reps, _),
            .repMax(let reps):
            PerformedSet.Amount(reps: reps)
        case .amrap(let least), .amrapWithin(let least, _):
            PerformedSet.Amount(reps: max(least, repsThatAdd(progression, least)))
        case .time(let seconds), .timeRange(_, let seconds): PerformedSet.Amount(seconds: seconds)
        case .distance(let metres): PerformedSet.Amount(metres: metres)
        }
    }

    /// The smallest number of repetitions of an AMRAP set for which a progression adds weight.
    private static func repsThatAdd(_ progression: Progression?, _ least: Int) -> Int {
        switch progression {
        case .table(let rows, .amrap): rows.first { $0.add.sign > 0 }?.from ?? 0
        case .extraReps: least + 1
        default: 0
        }
    }
}
