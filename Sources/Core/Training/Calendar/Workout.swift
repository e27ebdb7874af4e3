/// A workout on its date, with the load of every set computed.
public struct Workout: Sendable, Hashable {
    /// An exercise with the sets of the current week.
    public struct Item: Sendable, Hashable {
        public let exercise: Exercise
        /// The sets, warm-ups first; percentages become weights if the lift's max is known.
        public let sets: [SetPrescription]
    }

    public let day: ProgramDay
    /// The exercises in order.
    public let items: [Item]
}

extension Program {
    /// The workout of an occurrence, with the sets of its week and its loads rounded.
    ///
    /// - Returns: nil if the program has no such day, for example after an edit.
    public func workout(for occurrence: Occurrence) -> Workout? {
        guard let day = days.first(where: { $0.id == occurrence.dayID }) else { return nil }
        let week = weeks.isEmpty ? nil : weeks[(occurrence.week.number - 1) % weeks.count]
        return workout(of: day, in: week)
    }

    /// A day's workout in a week; without a week, nothing is replaced.
    public func workout(of day: ProgramDay, in week: ProgramWeek? = nil) -> Workout {
        var earlier = EarlierSets(unit: units, rounding: rounding)
        let items = day.exercises(in: week).map { exercise in
            let sets = prescribedSets(of: exercise, in: week).map { resolved($0) { max($0, of: exercise) } }
            return Workout.Item(exercise: exercise, sets: earlier.resolved(sets, of: exercise))
        }
        return Workout(day: day, items: items)
    }

    /// The sets of an exercise in a week as the program writes them, warm-ups first.
    public func prescribedSets(of exercise: Exercise, in week: ProgramWeek? = nil) -> [SetPrescription] {
        let own =
            switch exercise.sets {
            case .own(let sets): sets
            case .scheme(let name): week?.schemes[name] ?? schemes[name] ?? []
            }
        return exercise.warmUp + own
    }

    /// Sets with a percentage as sets with a rounded weight, if the max is known.
    ///
    /// - Parameters:
    ///   - added: what a progression adds to the percentage.
    ///   - max: the max that a base of percentages refers to; nil if it is unknown.
    public func resolved(
        _ sets: SetPrescription,
        plus added: Weight = Weight(thousandths: 0),
        max: (Load.Base) -> Weight?
    ) -> SetPrescription {
        guard let load = sets.load, let base = load.base, let max = max(base) else { return sets }
        return load.resolved(of: max, units, rounding, plus: added).map { sets.with(load: $0) } ?? sets
    }

    private func max(_ base: Load.Base, of exercise: Exercise) -> Weight? {
        guard let lift = exercise.lift.flatMap({ lifts[$0] }) else { return nil }
        switch base {
        case .oneRepMax: return lift.oneRepMax
        case .trainingMax, .default: return lift.trainingMax ?? lift.oneRepMax?.share(trainingMaxShare(of: lift))
        case .topSet, .lastSet, .exerciseLoad: return nil
        }
    }

    /// The training max of a lift as a fraction of its one-rep max.
    public func trainingMaxShare(of lift: Lift) -> Percentage { lift.trainingMaxShare ?? trainingMaxShare }
}
