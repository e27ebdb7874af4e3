import Progress
import TestSupport
import Testing
import Training

/// The weights that prescribed loads stand for.
@Suite struct PrescribedLoadTests {
    private func progress(_ sets: String, _ equipment: GymEquipment? = nil, progression: String = "none") throws
        -> ProgramProgress
    {
        let program = try Simulation.program(
            text: """
                antrain: 1
                id: mine
                name: Mine
                rounding: 2.5
                maxes: {squat: {one-rep-max: 150, training-max: 135}}
                days:
                  a: {exercises: [{lift: squat, sets: \(sets), progression: \(progression)}]}
                schedule: {mode: cycle, cycle: [a]}

                """
        )
        return ProgramProgress(program, equipment: equipment.map { LoadFitting($0, catalog: .empty) })
    }

    private func item(_ progress: ProgramProgress) throws -> PlannedWorkout.Item {
        try #require(progress.workout("a", week: 1)?.items.first)
    }

    @Test(
        arguments: [
            ("5 @ 70-75%", "5 @ 95–102.5 kg"), ("5 @ 70-75% 1rm", "5 @ 105–112.5 kg"), ("5 @ 70-71%", "5 @ 95 kg"),
            ("5 @ 75%+", "5 @ ≥ 102.5 kg"), ("5 @ 80% + 5kg", "5 @ 112.5 kg"), ("5 @ 80% - 20lb", "5 @ 100 kg"),
            ("5 @ 10% - 20kg", "5 @ 0 kg"), ("5 @ 60-70kg", "5 @ 60–70 kg"), ("5 @ rpe 7-8", "5 @ RPE 7–8"),
            ("5 @ rir 1-2", "5 @ RIR 1–2"), ("5 @ bodyweight - 20kg", "5 @ bodyweight - 20 kg"),
        ]
    )
    func percentagesBecomeWeights(sets: String, shown: String) throws {
        let item = try item(try progress(sets))
        #expect(item.sets.map(\.description) == [shown])
        #expect(item.missing == nil)
    }

    @Test(
        arguments: [
            ("5 @ 70-75%", "5@95kg"), ("5 @ 75%+", "5@102.5kg"), ("5 @ 80% + 5kg", "5@112.5kg"),
            ("5 @ bodyweight - 20kg", "5@bw-20kg"), ("5 @ rpe 7-8", "5"), ("5 @ rir 1-2", "5"),
        ]
    )
    func doneAsPlannedIsTheLightestLoad(sets: String, logged: String) throws {
        #expect(PerformedSet.notation(try item(try progress(sets)).setsAsPlanned) == logged)
    }

    /// The bar and the plates allow 20, 40, 60, 80 … kg.
    @Test(
        arguments: [
            ("5 @ 50-70kg", "5 @ 60 kg", nil), ("5 @ 30-90kg", "5 @ 40–80 kg", nil),
            ("5 @ 40-60kg", "5 @ 40–60 kg", nil),
            ("5 @ 45-55kg", "5 @ 40 kg", "45–55 kg"), ("5 @ 50kg+", "5 @ ≥ 60 kg", nil),
            ("5 @ 60kg+", "5 @ ≥ 60 kg", nil),
            ("5 @ 62% 1rm + 5kg", "5 @ 100 kg", "97.5 kg"), ("5 @ bodyweight - 7kg", "5 @ bodyweight - 7 kg", nil),
        ] as [(String, String, String?)]
    )
    func theEndsOfARangeMoveIntoIt(sets: String, shown: String, exact: String?) throws {
        let bar = AvailableLoads.bar(kg(20), plates: [kg(10)], .kilograms)
        let gym = GymEquipment(exercises: [GymEquipment.ExerciseLoads("squat", bar)])
        let set = try #require(try item(try progress(sets, gym)).sets.first)
        #expect(set.description == shown)
        #expect(set.exactLoad?.description == exact)
    }

    @Test func noHeavierLoadThanThereIs() throws {
        let gym = GymEquipment(exercises: [GymEquipment.ExerciseLoads("squat", .fixed([kg(8), kg(10)], .kilograms))])
        let set = try #require(try item(try progress("5 @ 12kg+", gym)).sets.first)
        #expect(set.description == "5 @ 10 kg")
        #expect(set.exactLoad == .weightAtLeast(kg(12), .kilograms))
    }

    /// A back-off set follows the top set, which progresses.
    @Test func aPercentageOfTheTopSetFollowsIt() throws {
        var progress = try progress("[5 @ 100kg, 3x5 @ 90% of top]", progression: "{type: linear, add: 5}")
        #expect(try item(progress).sets.map(\.description) == ["5 @ 100 kg", "3×5 @ 90 kg"])
        progress.apply(.completed(PerformedWorkout(dayID: "a", week: 1)))
        #expect(try item(progress).sets.map(\.description) == ["5 @ 105 kg", "3×5 @ 95 kg"])
        #expect(try item(progress).sets[1].relativeLoad == .percentage(Percentage(hundredths: 9000), of: .topSet))
    }

    /// Less assistance is progress, and a deload adds assistance.
    @Test func assistanceShrinks() throws {
        var progress = try progress(
            "3x8 @ bodyweight - 20kg",
            progression: "{type: linear, add: 2.5, fails: 1, deload: 10%}"
        )
        var shown: [String] = []
        for result in [PerformedWorkout.Result.asPlanned, .asPlanned, .missed] {
            progress.apply(.completed(PerformedWorkout(dayID: "a", week: 1, results: ["squat": result])))
            shown += try item(progress).sets.map(\.description)
        }
        #expect(
            shown == ["3×8 @ bodyweight - 17.5 kg", "3×8 @ bodyweight - 15 kg", "3×8 @ bodyweight - 17.5 kg"]
        )
    }

    @Test func theTrainingMaxOfARangeProgresses() throws {
        var progress = try progress("5 @ 70-75%", progression: "{type: per-cycle, add: 5}")
        progress.apply(.completed(PerformedWorkout(dayID: "a", week: 1)))
        #expect(progress.workout("a", week: 2)?.items.first?.sets.map(\.description) == ["5 @ 97.5–105 kg"])
    }
}
