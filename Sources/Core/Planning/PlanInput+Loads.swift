internal import Localization
public import Progress
internal import Reminders
public import Training

extension PlanInput {
    /// An unanswered workout with its loads; nil if its program no longer has the day.
    ///
    /// The loads of a workout that is ahead assume that those before it succeed.
    public func plannedWorkout(_ occurrence: Occurrence) -> PlannedWorkout? {
        loads.workout(occurrence, in: self, isWeightNeeded: false)
    }

    /// The values of the placeholders about loads that the user's texts have, each for the first exercises of workouts.
    func loadValues(of workouts: [Occurrence]) -> [String: String] {
        guard settings.texts.nameLoads else { return [:] }
        let main = mainExercises(of: workouts, isWeightNeeded: false)
        let changes = main.compactMap { item, unit in item.change.map { words.loadChange($0, unit) } }
        return [
            "top_set": words.joined(main.compactMap { words.topSet($0.item) }),
            "first_set": words.joined(main.compactMap { words.firstSet($0.item) }),
            "change": changes.joined(separator: ", "),
        ]
    }

    /// The heaviest sets of workouts' first exercises in words, of those with a weight.
    func topSetsWithWeight(of workouts: [Occurrence]) -> [String] {
        mainExercises(of: workouts, isWeightNeeded: true).compactMap { item, _ in
            item.heaviestSets?.load?.isWeight ?? false ? words.topSet(item) : nil
        }
    }

    /// Whether the body of a workout's reminder names loads.
    func bodyNamesLoads(of workouts: [Occurrence]) -> Bool {
        if let body = settings.texts.workoutBody { return body.namesLoads }
        return settings.showsDetails && !topSetsWithWeight(of: workouts).isEmpty
    }

    private func mainExercises(
        of workouts: [Occurrence],
        isWeightNeeded: Bool
    ) -> [(item: PlannedWorkout.Item, unit: WeightUnit)] {
        workouts.compactMap { workout in
            guard let item = loads.workout(workout, in: self, isWeightNeeded: isWeightNeeded)?.items.first,
                let program = programs.first(where: { $0.program.id == workout.programID })?.program
            else { return nil }
            return (item, program.units)
        }
    }
}
