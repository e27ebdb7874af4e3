import Progress
import Testing
import Training
import YAMLSource

/// Bullmastiff: 1% of the max for each repetition of the AMRAP set above the target; each wave starts with its percentages.
@Suite struct ExtraRepsTests {
    private static let text = """
        antrain: 1
        id: waves
        name: Waves
        units: lb
        rounding: 5
        maxes: {squat: 155}
        sets: {main: [3x6 @ 65%, 6+ @ 65%]}
        phases:
          - {name: Wave 1, weeks: 3}
          - {name: Wave 2, weeks: [{repeat: 3, sets: {main: [4x5 @ 70%, 5+ @ 70%]}}]}
        days:
          a:
            exercises:
              - {lift: squat, sets: main, progression: {type: extra-reps, add: 1%, keep: phase}}
              - {exercise: Front Squat, lift: squat, sets: 3x8 @ 50%}
        schedule: {mode: cycle, cycle: [a]}
        """

    private static let front = "; Front Squat 3×8 @ 80 lb"

    /// 65% of 155 lb is 100.75 lb and 70% is 108.5 lb; a repetition is 1.55 lb.
    private static let steps: [Course.Step] = [
        .init("a", "Squat 3×6 @ 100 lb, 6+ @ 100 lb\(front)", ["squat": reps(6, 6, 6, 12)]),
        .init("a", "Squat 3×6 @ 110 lb, 6+ @ 110 lb (+9.3 extraReps(6))\(front)", ["squat": reps(6, 6, 6, 6)]),
        .init("a", "Squat 3×6 @ 110 lb, 6+ @ 110 lb (+0 extraReps(0))\(front)", ["squat": reps(6, 6, 6, 8)]),
        .init("a", "Squat 4×5 @ 110 lb, 5+ @ 110 lb (-9.3 startedOver)\(front)", ["squat": reps(5, 5, 5, 5, 4)]),
        .init(
            "a",
            "Squat 4×5 @ 110 lb, 5+ @ 110 lb (+0 failed(times: 1, of: nil))\(front)",
            ["squat": reps(5, 5, 5, 5, 9)]
        ),
        .init("a", "Squat 4×5 @ 115 lb, 5+ @ 115 lb (+6.2 extraReps(4))\(front)", ["squat": .missed]),
        .init("a", "Squat 3×6 @ 100 lb, 6+ @ 100 lb (-6.2 startedOver)\(front)"),
        .init("a", "Squat 3×6 @ 100 lb, 6+ @ 100 lb (+0 extraReps(0))\(front)", ["squat": reps(6, 6, 6, 10)]),
        .init("a", "Squat 3×6 @ 105 lb, 6+ @ 105 lb (+6.2 extraReps(4))\(front)"),
    ]

    @Test func extraRepetitionsAddToThePercentages() throws {
        var course = try Course(Self.text, perWeek: 1)
        course.run(Self.steps)
    }

    @Test func aCorrectedResultChangesWhatFollows() throws {
        var course = try Course(Self.text, perWeek: 1)
        course.run([
            .init("a", Self.steps[0].shown, ["squat": reps(6, 6, 6, 9)]),
            // 100.75 lb and 4.65 lb.
            .init(
                "a",
                "Squat 3×6 @ 105 lb, 6+ @ 105 lb (+4.65 extraReps(3))\(Self.front)",
                ["squat": reps(6, 6, 6, 9)]
            ),
            .init("a", "Squat 3×6 @ 110 lb, 6+ @ 110 lb (+4.65 extraReps(3))\(Self.front)"),
            .init("a", "Squat 4×5 @ 110 lb, 5+ @ 110 lb (-9.3 startedOver)\(Self.front)"),
        ])
    }

    @Test func withoutKeepTheAdditionsStayUntilANewMax() throws {
        var course = try Course(Self.text.replacing(", keep: phase", with: ""), perWeek: 1)
        course.run([
            .init("a", Self.steps[0].shown, ["squat": reps(6, 6, 6, 12)]),
            .init("a", Self.steps[1].shown, ["squat": reps(6, 6, 6, 6)]),
            .init("a", Self.steps[2].shown, ["squat": reps(6, 6, 6, 8)]),
            // 108.5 lb and 12.4 lb.
            .init("a", "Squat 4×5 @ 120 lb, 5+ @ 120 lb (+3.1 extraReps(2))\(Self.front)"),
        ])
        course.apply(.oneRepMax(lift: "squat", Weight(thousandths: 200_000)))
        #expect(course.shown("a") == "Squat 4×5 @ 140 lb, 5+ @ 140 lb; Front Squat 3×8 @ 100 lb")
    }

    /// A share of the load, if the sets are not percentages.
    @Test func withoutPercentagesTheLoadGrows() throws {
        let text = Self.text.replacing("sets: main", with: "sets: 1x6+").replacing(", keep: phase", with: "")
        var course = try Course(text, perWeek: 1)
        course.apply(.load(exercise: "squat", Weight(thousandths: 100_000)))
        course.run([
            .init("a", "Squat 6+ @ 100 lb\(Self.front)", ["squat": reps(11)]),
            .init("a", "Squat 6+ @ 105 lb (+5 extraReps(5))\(Self.front)", ["squat": reps(5)]),
            .init("a", "Squat 6+ @ 105 lb (+0 failed(times: 1, of: nil))\(Self.front)"),
        ])
    }

    @Test(arguments: [
        (OutcomeAssumption.success, "+1.55 extraReps(1)"), (.failEvery(1), "+0 failed(times: 1, of: nil)"),
    ])
    func assumedWorkoutsDecideTheLoad(assumption: OutcomeAssumption, change: String) throws {
        var course = try Course(Self.text)
        var count: [String: Int] = [:]
        let workout = try #require(course.progress.workout("a", week: 1))
        course.apply(.completed(assumption.result(of: workout, counting: &count)))
        #expect(course.shown("a").contains("(\(change))"), "\(course.shown("a"))")
    }

    @Test(
        arguments: [
            ("add: 1%", "add: 5", "invalid percentage '5'", "up to 20, such as 1%", "14:72"),
            ("add: 1%, keep: phase", "keep: phase", "missing key 'add'", "add 'add: …'", "14:48"),
            ("keep: phase", "keep: wave", "invalid 'keep' 'wave'", "phase, cycle", "14:82"),
            ("sets: main", "sets: 3x6 @ 65%", "no AMRAP set with a target", "6+", "14:53"),
            ("sets: main", "sets: 6+ @ 80", "needs sets with percentages of a max", "6+ @ 65%", "14:51"),
        ]
    )
    func mistakesAreReported(old: String, new: String, problem: String, fix: String, place: String) throws {
        let source = SourceText(path: "program.yaml", text: Self.text.replacing(old, with: new))
        let message = DiagnosticRenderer(source: source).render(ProgramReader.read(source).diagnostics)
        #expect(message.contains(problem) && message.contains(fix), "\(message)")
        #expect(message.contains("program.yaml:\(place):"), "\(message)")
    }
}
