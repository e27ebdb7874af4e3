import Progress
import TestSupport
import Testing
import Training
import YAMLSource

/// Loads of workouts that are rounded to the equipment, and what progress makes of them.
@Suite struct EquipmentTests {
    private static let catalog: ExerciseCatalog = {
        let text = """
            antrain: 1
            exercises:
              squat: {name: {en: Squat}, primary: [quadriceps], equipment: barbell}
              curl: {name: {en: Curl}, aliases: {en: [Biceps Curl]}, primary: [biceps], equipment: dumbbell}
            """
        return ExerciseCatalogReader.read(SourceText(path: "exercises.yaml", text: text)).catalog ?? .empty
    }()

    private static let gym = GymEquipment(
        barbell: .bar(kg(20), plates: [kg(20), kg(5)], .kilograms),
        dumbbells: .fixed([kg(8), kg(10)], .kilograms),
        exercises: [
            GymEquipment.ExerciseLoads("Biceps Curl", .fixed([kg(7), kg(11)], .kilograms)),
            GymEquipment.ExerciseLoads("leg press", .fixed([kg(50), kg(60)], .kilograms)),
        ]
    )

    private func progress(_ equipment: GymEquipment? = gym) throws -> ProgramProgress {
        let program = try Simulation.program(
            text: """
                antrain: 1
                id: mine
                name: Mine
                days:
                  a:
                    exercises:
                      - {exercise: Squat, sets: [5 @ 50kg, 3x5 @ 61.25kg], progression: {type: linear, add: 2.5, fails: 2, deload: 10%}}
                      - {exercise: Curl, sets: 3x10 @ 9kg}
                      - {exercise: Leg Press, sets: 3x10 @ 57kg}
                      - {exercise: Machine Fly, sets: 3x10 @ 33kg}
                schedule: {mode: cycle, cycle: [a]}

                """
        )
        return ProgramProgress(program, equipment: equipment.map { LoadFitting($0, catalog: Self.catalog) })
    }

    private func sets(_ progress: ProgramProgress) throws -> [String] {
        try #require(progress.workout("a", week: 1)).items.map { $0.sets.map(\.description).joined(separator: ", ") }
    }

    @Test func eachExerciseIsRoundedToItsEquipment() throws {
        #expect(Self.catalog.exercises.count == 2)
        let workout = try #require(try progress().workout("a", week: 1))
        #expect(
            try sets(try progress()) == ["5 @ 50 kg, 3×5 @ 60 kg", "3×10 @ 7 kg", "3×10 @ 60 kg", "3×10 @ 33 kg"]
        )
        #expect(workout.items[0].sets.map(\.exactLoad) == [nil, .weight(kg(61.25), .kilograms)])
        #expect(workout.items[0].topSet?.load == .weight(kg(60), .kilograms))
        #expect(try sets(try progress(nil))[0] == "5 @ 50 kg, 3×5 @ 61.25 kg")
    }

    /// A workout with rounded loads, logged as planned or set by set, moves the exact load.
    @Test(arguments: [false, true]) func progressIsExact(logsSets: Bool) throws {
        var progress = try progress()
        for expected in ["3×5 @ 60 kg", "3×5 @ 60 kg", "3×5 @ 70 kg", "3×5 @ 70 kg", "3×5 @ 70 kg"] {
            let item = try #require(progress.workout("a", week: 1)?.items.first)
            #expect(item.sets.last?.description == expected)
            let results = logsSets ? ["squat": PerformedWorkout.Result.sets(item.setsAsPlanned)] : [:]
            progress.apply(.completed(PerformedWorkout(dayID: "a", week: 1, results: results)))
        }
        let item = try #require(progress.workout("a", week: 1)?.items.first)
        #expect(item.sets.last?.decisiveLoad == .weight(kg(73.75), .kilograms))
    }

    /// Another load than the rounded one was lifted: it counts.
    @Test func whatWasLiftedInsteadCounts() throws {
        var progress = try progress()
        let sets = [50, 65, 65, 65].map {
            PerformedSet(amount: PerformedSet.Amount(reps: 5), load: .weight(kg($0), .kilograms))
        }
        progress.apply(.completed(PerformedWorkout(dayID: "a", week: 1, results: ["squat": .sets(sets)])))
        let item = try #require(progress.workout("a", week: 1)?.items.first)
        #expect(item.sets.last?.decisiveLoad == .weight(kg(67.5), .kilograms))
    }

    @Test func theNotationKeepsTheExactLoad() throws {
        let sets = try #require(try progress().workout("a", week: 1)?.items.first).setsAsPlanned
        let notation = PerformedSet.notation(sets)
        #expect(notation == "5@50kg, 3x5@60kg~61.25kg")
        #expect(try PerformedSet.parse(notation, unit: .pounds) == sets)
        #expect(throws: PerformedSet.Problem.self) { try PerformedSet.parse("5@bw~60kg", unit: .kilograms) }
        #expect(throws: PerformedSet.Problem.self) { try PerformedSet.parse("5@60kg~", unit: .kilograms) }
    }
}
