import Platform
import Localization
import Planning
import Progress
import Session
import Training
import UseCases

/// Switching to an alternative during a guided workout.
extension GuidedWorkout {
    /// Asks for an alternative to an exercise, and continues with it in this workout.
    ///
    /// Sets that are logged stay in the log.
    mutating func switchExercise(_ item: Int) throws(CommandError) {
        let exercise = exercises[item]
        guard let alternative = askAlternative(exercise) else { return }
        _ = try ChoosingAlternative(store, alternative, insteadOf: exercise, in: occurrence).run()
        store = try Store(store.workspace)
        guard let exercises = store.session.plannedExercises(occurrence) else { return }
        let before = session
        self.exercises = exercises
        session = GuidedWorkout.session(exercises, of: occurrence, store)
        skips = moved(skips, from: before, without: item)
        shown = nil
    }

    private func askAlternative(_ exercise: PlannedExercise) -> Exercise? {
        let choices = exercise.item.otherChoices
        guard let first = choices.first else {
            remark(.guidedNoOthers, ["exercise": exercise.item.exercise.title])
            return nil
        }
        guard choices.count > 1 else { return first }
        let list = choices.enumerated().map { "  \($0.offset + 1)  \($0.element.title)\n" }.joined()
        let line = ask("\(list)  " + words.text(.guidedChoose)) ?? ""
        if line.isEmpty { return nil }
        if let number = Int(line), choices.indices.contains(number - 1) { return choices[number - 1] }
        if let named = choices.first(where: { $0.isNamed(line) }) { return named }
        remark(.guidedChoice, ["count": "\(choices.count)"])
        return nil
    }

    /// The skipped steps of the other exercises, whose indices may have changed.
    private func moved(_ skips: [Int: Int], from before: WorkoutSession, without item: Int) -> [Int: Int] {
        func place(_ index: Int) -> Int? {
            let step = before.steps[index]
            return session.steps.firstIndex {
                $0.item == step.item && $0.isWarmUp == step.isWarmUp && $0.place == step.place
            }
        }
        var result: [Int: Int] = [:]
        for (step, start) in skips where before.steps[step].item != item {
            if let new = place(step) { result[new] = place(start) ?? new }
        }
        return result
    }
}
