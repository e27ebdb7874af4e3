import Progress
import Testing
import Training
import YAMLSource

/// Madcow 5×5: Friday's triple is the top set of the next Monday, and the other sets are percentages of it.
@Suite struct TopSetTests {
    private static let text = """
        antrain: 1
        id: madcow
        name: Madcow
        rounding: 2.5
        days:
          mon:
            exercises: [{exercise: Squat, sets: [5 @ 50% of load, 5 @ 75% of load, 5]}]
          wed:
            exercises: [{exercise: Squat, sets: [5 @ 50% of load, 2x5 @ 75% of load]}]
          fri:
            exercises:
              - exercise: Squat
                sets: [5 @ 50% of load, 5 @ 75% of load, 3 @ 102.5% of load, {reps: 8, load: 75% of load, kind: back-off}]
                progression: {type: top-set, fails: 2, deload: 10%}
        schedule: {mode: cycle, cycle: [mon, wed, fri]}
        """

    private static let steps: [Course.Step] = [
        .init("mon", "Squat 5 @ 50 kg, 5 @ 75 kg, 5 @ 100 kg"),
        .init("wed", "Squat 5 @ 50 kg, 2×5 @ 75 kg"),
        .init("fri", "Squat 5 @ 50 kg, 5 @ 75 kg, 3 @ 102.5 kg, 8 @ 75 kg"),
        .init("mon", "Squat 5 @ 52.5 kg, 5 @ 77.5 kg, 5 @ 102.5 kg (+2.5 topSet)"),
        // A lighter workout does not change the load.
        .init("wed", "Squat 5 @ 52.5 kg, 2×5 @ 77.5 kg", ["squat": reps(5, 5, 5, kg: 60)]),
        .init("fri", "Squat 5 @ 52.5 kg, 5 @ 77.5 kg, 3 @ 105 kg, 8 @ 77.5 kg", ["squat": reps(5, 5, 2)]),
        .init("mon", "Squat 5 @ 52.5 kg, 5 @ 77.5 kg, 5 @ 102.5 kg (+0 failed(times: 1, of: Optional(2)))"),
        .init("wed", "Squat 5 @ 52.5 kg, 2×5 @ 77.5 kg"),
        .init("fri", "Squat 5 @ 52.5 kg, 5 @ 77.5 kg, 3 @ 105 kg, 8 @ 77.5 kg", ["squat": .missed]),
        // 90% of 102.5 kg, rounded down; what is lifted on Monday counts.
        .init(
            "mon",
            "Squat 5 @ 45 kg, 5 @ 67.5 kg, 5 @ 90 kg (-12.5 deload(failures: 2, from: 102.5))",
            ["squat": attempts((5, 45), (5, 67.5), (5, 85))]
        ),
        .init("wed", "Squat 5 @ 42.5 kg, 2×5 @ 65 kg"),
        .init(
            "fri",
            "Squat 5 @ 42.5 kg, 5 @ 65 kg, 3 @ 87.5 kg, 8 @ 65 kg",
            ["squat": attempts((5, 42.5), (5, 65), (3, 90))]
        ),
        .init("mon", "Squat 5 @ 45 kg, 5 @ 67.5 kg, 5 @ 90 kg (+5 topSet)"),
    ]

    private func course(_ text: String = text) throws -> Course {
        var course = try Course(text)
        course.apply(.load(exercise: "squat", kg(100)))
        return course
    }

    @Test func fridaySetsMonday() throws {
        var course = try course()
        course.run(Self.steps)
    }

    /// A top set with a weight in the program, rather than a percentage of the load.
    @Test func aHeavierTopSetIsAChange() throws {
        let text = Self.text.replacing("3 @ 102.5% of load", with: "3 @ 100kg")
        var course = try Course(text)
        course.run([
            .init(
                "fri",
                "Squat 5 @ 50 kg, 5 @ 75 kg, 3 @ 100 kg, 8 @ 75 kg",
                ["squat": attempts((5, 50), (5, 75), (3, 105), (8, 75))]
            ),
            .init("mon", "Squat 5 @ 52.5 kg, 5 @ 80 kg, 5 @ 105 kg (+5 topSet)"),
        ])
    }

    @Test func aCorrectedResultChangesWhatFollows() throws {
        var course = try course()
        var steps = Array(Self.steps[..<3])
        steps[2] = .init("fri", steps[2].shown, ["squat": reps(5, 5, 2)])
        steps.append(.init("mon", "Squat 5 @ 50 kg, 5 @ 75 kg, 5 @ 100 kg (+0 failed(times: 1, of: Optional(2)))"))
        steps.append(.init("wed", "Squat 5 @ 50 kg, 2×5 @ 75 kg"))
        steps.append(.init("fri", "Squat 5 @ 50 kg, 5 @ 75 kg, 3 @ 102.5 kg, 8 @ 75 kg"))
        steps.append(.init("mon", "Squat 5 @ 52.5 kg, 5 @ 77.5 kg, 5 @ 102.5 kg (+2.5 topSet)"))
        course.run(steps)
    }

    /// A prescribed weight is the load until another one is known.
    @Test func theProgramCanPrescribeTheLoad() throws {
        let text = Self.text.replacing("5 @ 75% of load, 5]", with: "5 @ 75% of load, 5 @ 80kg]")
            .replacing("102.5% of load", with: "100% of load + 2.5kg")
        var course = try Course(text)
        course.run([
            .init("mon", "Squat 5 @ 40 kg, 5 @ 60 kg, 5 @ 80 kg"),
            .init("fri", "Squat 5 @ 40 kg, 5 @ 60 kg, 3 @ 82.5 kg, 8 @ 60 kg"),
            .init("mon", "Squat 5 @ 42.5 kg, 5 @ 62.5 kg, 5 @ 82.5 kg (+2.5 topSet)"),
        ])
    }

    @Test(arguments: ["mon", "wed", "fri"])
    func withoutALoadItIsMissing(day: String) throws {
        let item = try #require(try Course(Self.text).progress.workout(day, week: 1)?.items.first)
        #expect(item.missing == .load(exercise: "squat"))
        #expect(item.sets.first?.description == "5 @ 50% of load")
    }

    /// The load that a guided session asks for is the whole load, of which the other sets are percentages.
    @Test func anAskedLoadIsThatOfTheTopSet() throws {
        let workout = try #require(try Course(Self.text).progress.workout("mon", week: 1))
        let session = WorkoutSession(workout.items, rounding: Rounding(step: kg(2.5), direction: .nearest))
        let loads = session.steps.map { session.load(of: $0, with: .weight(kg(90), .kilograms)).description }
        #expect(loads == ["45 kg", "67.5 kg", "90 kg"])
    }

    @Test(arguments: [(OutcomeAssumption.success, "102.5 kg"), (.failEvery(1), "100 kg")])
    func assumedWorkoutsDecideTheLoad(assumption: OutcomeAssumption, load: String) throws {
        var course = try course()
        var count: [String: Int] = [:]
        for day in ["mon", "wed", "fri"] {
            let workout = try #require(course.progress.workout(day, week: 1))
            course.apply(.completed(assumption.result(of: workout, counting: &count)))
        }
        #expect(course.progress.workout("mon", week: 1)?.items.first?.topSet?.load?.description == load)
    }

    @Test(
        arguments: [
            (
                "3 @ 102.5% of load", "3 @ 102.5% of laod", "unknown base 'laod'",
                "tm, 1rm, another rep max such as 10rm, top, last or load", "13:64"
            ),
            (
                "5 @ 50% of load, 5 @ 75% of load, 3 @", "5 @ 50% tm, 3 @", "'50% tm' is a percentage of a max",
                "of load", "14:22"
            ),
            ("fails: 2", "fails: 0", "number of failures", "1 to 20", "14:45"),
        ]
    )
    func mistakesAreReported(old: String, new: String, problem: String, fix: String, place: String) throws {
        let source = SourceText(path: "program.yaml", text: Self.text.replacing(old, with: new))
        let message = DiagnosticRenderer(source: source).render(ProgramReader.read(source).diagnostics)
        #expect(message.contains(problem) && message.contains(fix), "\(message)")
        #expect(message.contains("program.yaml:\(place):"), "\(message)")
    }
}
