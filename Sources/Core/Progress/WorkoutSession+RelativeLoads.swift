public import Training

extension WorkoutSession {
    /// Sets of an exercise with the loads that follow from the sets before them, where none was given: the 5 of `1@150kg, 5`, planned
    /// as `80% of top`, was done with 120 kg.
    ///
    /// - Parameters:
    ///   - sets: the sets as they were done, in order.
    ///   - item: the index of the exercise in the workout.
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
