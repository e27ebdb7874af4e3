/// A workout on its date, with the load of every set computed.
public struct Workout: Sendable, Hashable {
    /// An exercise with the sets of the current week.
    public struct Item: Sendable, Hashable {
        /// The exercise.
        public let exercise: Exercise
        /// The sets, warm-ups first; percentages become weights if the lift's max is known.
        public let sets: [SetPrescription]
    }

    /// The program day.
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
        let items = day.exercises.map { exercise in
            let own =
                switch exercise.sets {
                case .own(let sets): sets
                case .scheme(let name): week?.schemes[name] ?? schemes[name] ?? []
                }
            return Workout.Item(exercise: exercise, sets: (exercise.warmUp + own).map { resolved($0, exercise) })
        }
        return Workout(day: day, items: items)
    }

    private func resolved(_ sets: SetPrescription, _ exercise: Exercise) -> SetPrescription {
        guard case .percentage(let share, let base) = sets.load, let max = max(base, of: exercise) else { return sets }
        let weight = max.share(share)
        return SetPrescription(
            count: sets.count,
            target: sets.target,
            load: .weight(rounding?.rounded(weight) ?? weight, units),
            kind: sets.kind,
            rest: sets.rest,
            notes: sets.notes
        )
    }

    private func max(_ base: Load.Base, of exercise: Exercise) -> Weight? {
        guard let lift = exercise.lift.flatMap({ lifts[$0] }) else { return nil }
        let share = lift.trainingMaxShare ?? trainingMaxShare
        switch base {
        case .oneRepMax: return lift.oneRepMax
        case .trainingMax, .default: return lift.trainingMax ?? lift.oneRepMax?.share(share)
        }
    }
}
