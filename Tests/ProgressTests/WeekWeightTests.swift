import Progress
import Testing
import Training

/// Weeks with other weights than the usual ones.
@Suite struct WeekWeightTests {
    private func progress(_ exercises: String, week: String) throws -> ProgramProgress {
        let text = """
            antrain: 1
            id: mine
            name: Mine
            sets: {main: 3x10 @ 20kg}
            days:
              a: {exercises: [\(exercises)]}
            schedule: {mode: cycle, cycle: [a]}
            weeks: [{name: One}, {\(week)}]
            """
        return ProgramProgress(try Simulation.program(text: text))
    }

    private func sets(_ progress: ProgramProgress, week: Int) -> String {
        let items = progress.workout("a", week: week)?.items ?? []
        return items.map { $0.sets.map(\.description).joined(separator: ", ") }.joined(separator: "; ")
    }

    private func complete(
        _ progress: inout ProgramProgress,
        week: Int,
        _ results: [String: PerformedWorkout.Result] = [:]
    ) {
        progress.apply(.completed(PerformedWorkout(dayID: "a", week: week, results: results)))
    }

    /// The weights of a week neither give way to those of other weeks nor replace them.
    @Test(
        arguments: [
            ("{exercise: Curl, sets: 3x10 @ 20kg}", "exercises: {curl: 2x8 @ 30kg}"),
            ("{exercise: Curl, sets: 3x10 @ 20kg, progression: none}", "exercises: {curl: 2x8 @ 30kg}"),
            ("{exercise: Curl, sets: main}", "sets: {main: 2x8 @ 30kg}"),
        ]
    )
    func aWeekHasItsOwnWeights(exercise: String, week: String) throws {
        var progress = try progress(exercise, week: week)
        for number in 1...4 {
            let expected = number.isMultiple(of: 2) ? "2×8 @ 30 kg" : "3×10 @ 20 kg"
            #expect(sets(progress, week: number) == expected)
            complete(&progress, week: number)
        }
        // What was lifted counts in all weeks.
        complete(&progress, week: 6, ["curl": reps(8, 8, kg: 32)])
        #expect(sets(progress, week: 7) == "3×10 @ 22 kg" && sets(progress, week: 8) == "2×8 @ 32 kg")
    }

    @Test func aProgressionAppliesToAllWeeks() throws {
        let exercise = "{exercise: Bench Press, sets: 3x5 @ 60kg, progression: {type: linear, add: 2.5}}"
        var progress = try progress(exercise, week: "exercises: {bench-press: 3x3 @ 80kg}")
        complete(&progress, week: 1)
        #expect(sets(progress, week: 2) == "3×3 @ 82.5 kg")
        complete(&progress, week: 2)
        #expect(sets(progress, week: 3) == "3×5 @ 65 kg" && sets(progress, week: 4) == "3×3 @ 85 kg")
    }

    /// The weights of stages are not those of weeks: the load of the last stage goes on.
    @Test func theWeightsOfStagesDoNotAddUp() throws {
        let exercise =
            "{exercise: Row, sets: 3x5 @ 60kg, progression: {type: stages, stages: [3x5 @ 60kg, 3x3 @ 65kg], add: 2.5}}"
        var progress = try progress(exercise, week: "name: Two")
        complete(&progress, week: 1, ["row": .missed])
        let loads = try (1...3).map { _ in
            let item = try #require(progress.workout("a", week: 1)?.items.first)
            complete(&progress, week: 1)
            return item.topSet?.load?.description ?? "-"
        }
        #expect(loads == ["60 kg", "62.5 kg", "65 kg"])
    }

    /// A reason belongs to a load that follows from the progression.
    @Test(
        arguments: [
            ("3x5 @ 60kg", true), ("3x5", true), ("3x5 @ 60-65kg", false), ("3x5 @ 60kg+", false),
            ("[1 @ rpe 8, 3x5 @ 80% of top]", false), ("3x5 @ rpe 7-8", false),
        ]
    )
    func loadsThatDoNotProgressHaveNoReason(sets: String, hasReason: Bool) throws {
        let exercise = "{exercise: Bench Press, sets: \(sets), progression: {type: linear, add: 2.5}}"
        var progress = try progress(exercise, week: "name: Two")
        progress.apply(.load(exercise: "bench-press", kg(60)))
        complete(&progress, week: 1)
        #expect((progress.workout("a", week: 1)?.items.first?.change != nil) == hasReason)
    }
}
