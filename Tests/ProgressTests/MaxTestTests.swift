import Progress
import Testing
import Training
import YAMLSource

/// A tested rep max sets the one-rep max of its lift.
@Suite struct MaxTestTests {
    /// The training max is 90% of the one-rep max.
    private static let text = """
        antrain: 1
        id: test
        name: Test
        rounding: 2.5
        training-max: 90%
        maxes: {squat: 100}
        days:
          a:
            exercises: [{lift: squat, sets: 5x5 @ 80%}]
          t:
            exercises:
              - {lift: squat, id: squat-test, sets: work up to 3RM, progression: {type: max-test, formula: brzycki}}
        schedule: {mode: cycle, cycle: [a, a, t]}
        """

    /// Brzycki: 102 kg × 36 ⁄ 34 is 108 kg, and 90% of it 97.2 kg; 106 kg × 36 ⁄ 35 is 109.0 kg, and 90% of it 98.1 kg.
    private static let steps: [Course.Step] = [
        .init("a", "Squat 5×5 @ 72.5 kg"),
        .init("a", "Squat 5×5 @ 72.5 kg"),
        .init("t", "Squat 3RM", ["squat-test": reps(3, kg: 102)]),
        .init("a", "Squat 5×5 @ 77.5 kg (+7.2 maxTest(108))"),
        .init("a", "Squat 5×5 @ 77.5 kg", ["squat": reps(5, 5, 5, 5, 3)]),
        .init("t", "Squat 3RM", ["squat-test": .missed]),
        .init("a", "Squat 5×5 @ 77.5 kg (+0 notTested)"),
        .init("t", "Squat 3RM", ["squat-test": reps(2, kg: 106)]),
        .init("a", "Squat 5×5 @ 77.5 kg (+0.9 maxTest(109))"),
        // Without a load, the test has no result.
        .init("t", "Squat 3RM", ["squat-test": reps(3)]),
        .init("a", "Squat 5×5 @ 77.5 kg (+0 notTested)"),
        // The repetitions of a total do not test a max.
        .init("t", "Squat 3RM", ["squat-test": total(3, kg: 130)]),
        .init("a", "Squat 5×5 @ 77.5 kg (+0 notTested)"),
        // Of several attempts, the best one that succeeded counts: 111 kg × 36 ⁄ 36.
        .init("t", "Squat 3RM", ["squat-test": attempts((3, 100), (1, 111), (0, 120))]),
        .init("a", "Squat 5×5 @ 80 kg (+1.8 maxTest(111))"),
    ]

    @Test func theResultSetsTheMax() throws {
        var course = try Course(Self.text)
        course.run(Self.steps)
        course.apply(.oneRepMax(lift: "squat", kg(120)))
        #expect(course.shown("a") == "Squat 5×5 @ 87.5 kg")
    }

    /// Epley: 85 kg × 35 ⁄ 30 is 99.2 kg, and 90% of it 89.28 kg; of 12 repetitions ten count: 85 kg × 40 ⁄ 30 is 113.3 kg.
    @Test func anAmrapSetEstimatesTheMax() throws {
        let sets = "[5 @ 75%, 3 @ 85%, 1+ @ 95%], progression: {type: max-test, formula: epley}"
        var course = try Course(Self.text.replacing("sets: 5x5 @ 80%", with: "sets: \(sets)"))
        course.run([
            .init("a", "Squat 5 @ 67.5 kg, 3 @ 77.5 kg, 1+ @ 85 kg", ["squat": attempts((5, 67), (3, 77), (5, 85))]),
            .init(
                "a",
                "Squat 5 @ 67.5 kg, 3 @ 75 kg, 1+ @ 85 kg (-0.72 maxTest(99.2))",
                ["squat": attempts((5, 67), (3, 75), (12, 85))]
            ),
            .init("a", "Squat 5 @ 77.5 kg, 3 @ 87.5 kg, 1+ @ 97.5 kg (+12.69 maxTest(113.3))"),
            .init("a", "Squat 5 @ 77.5 kg, 3 @ 87.5 kg, 1+ @ 97.5 kg (+0 notTested)"),
        ])
    }

    /// The program's own factors: 102 kg × 108% is 110.2 kg; two repetitions have no factor, and five have that of three.
    @Test(arguments: [(3, "110.2"), (2, "102"), (5, "110.2"), (1, "102")]) func theProgramEstimatesTheMax(
        repetitions: Int,
        max: String
    ) throws {
        var course = try Course(Self.text.replacing("formula: brzycki", with: "formula: {3: 108%}"))
        course.run([
            .init("t", "Squat 3RM", ["squat-test": reps(repetitions, kg: 102)])
        ])
        #expect(course.shown("a").contains("maxTest(\(max))"), "\(course.shown("a"))")
    }

    @Test func aCorrectedResultChangesWhatFollows() throws {
        var course = try Course(Self.text)
        var steps = Array(Self.steps[..<3])
        steps[2] = .init("t", "Squat 3RM", ["squat-test": reps(3, kg: 85)])
        // 85 kg × 36 ⁄ 34 is 90 kg, and 90% of it 81 kg.
        steps.append(.init("a", "Squat 5×5 @ 65 kg (-9 maxTest(90))"))
        steps.append(.init("t", "Squat 3RM", ["squat-test": .missed]))
        steps.append(.init("a", "Squat 5×5 @ 65 kg (+0 notTested)"))
        course.run(steps)
    }

    @Test(
        arguments: [
            ("1RM", "{type: max-test}", reps(1, kg: 150), "150"), ("1RM", "{type: max-test}", reps(2, kg: 150), "150"),
            ("1RM", "{type: max-test, formula: epley}", reps(2, kg: 150), "160"),
            ("5RM", "{type: max-test, formula: epley}", reps(5, kg: 120), "140"),
            ("5RM", "{type: max-test, formula: brzycki}", reps(5, kg: 120), "135"),
            ("5RM", "{type: max-test, formula: brzycki}", reps(12, kg: 90), "120"),
            ("10RM", "{type: max-test, formula: epley}", reps(10, kg: 90), "120"),
            ("2x3-5 @ 90%", "{type: max-test, formula: epley}", attempts((5, 90), (6, 100)), "120"),
            ("[3x3, 1RM]", "{type: max-test}", attempts((3, 100), (3, 100), (3, 100), (1, 130)), "130"),
        ] as [(String, String, PerformedWorkout.Result, String)]
    )
    func maxesAreEstimated(sets: String, progression: String, result: PerformedWorkout.Result, max: String) throws {
        let text = Self.text.replacing("work up to 3RM", with: sets)
            .replacing("{type: max-test, formula: brzycki}", with: progression)
            .replacing("5x5 @ 80%", with: "5 @ 100% 1rm").replacing("rounding: 2.5", with: "")
        var course = try Course(text)
        course.apply(.completed(PerformedWorkout(dayID: "t", week: 1, results: ["squat-test": result])))
        #expect(course.shown("a").hasPrefix("Squat 5 @ \(max) kg"))
    }

    /// The workouts that are still ahead have no result.
    @Test func assumedWorkoutsKeepTheMax() throws {
        var course = try Course(Self.text)
        var count: [String: Int] = [:]
        for assumption in [OutcomeAssumption.success, .failEvery(1)] {
            let workout = try #require(course.progress.workout("t", week: 1))
            course.apply(.completed(assumption.result(of: workout, counting: &count)))
            #expect(course.shown("a") == "Squat 5×5 @ 72.5 kg (+0 notTested)")
        }
    }

    @Test(
        arguments: [
            ("3RM", "{type: max-test, formula: foo}", "invalid formula 'foo'", "or your own factors", "12:89"),
            ("3RM", "{type: max-test, formula: {}}", "invalid formula (a mapping)", "or your own factors", "12:89"),
            ("3RM", "{type: max-test, formula: {11: 120%}}", "11", "1 to 10", "12:90"),
            ("3RM", "{type: max-test, formula: {4: 110%}}", "has no formula", "formula: {3: 108%}", "12:63"),
            ("3RM", "{type: max-test, formula: {2: 90%}}", "do not grow", "100% or more", "12:93"),
            ("3RM", "{type: max-test, formula: {3: 110%, 2: 112%}}", "do not grow", "for fewer repetitions", "12:102"),
            ("3RM", "{type: max-test, formula: {3: 300%}}", "invalid percentage '300%'", "up to 200", "12:93"),
            ("work up to 3RM", "{type: max-test}", "has no formula", "formula: epley or formula: brzycki", "12:74"),
            ("work up to 12RM", "{type: max-test, formula: epley}", "from 12RM", "1RM to 10RM", "12:75"),
            ("3x3 @ 90%", "{type: max-test}", "has no test set", "1RM, 3RM, 5+ or 3-5", "12:69"),
            ("[3 @ 80%, 1+ @ 95%]", "{type: max-test}", "an AMRAP set has no formula", "formula: epley", "12:79"),
            ("3-5 @ 90%", "{type: max-test}", "a range has no formula", "formula: epley", "12:69"),
            ("1RM", "{type: max-test, formula: eply}", "invalid formula 'eply'", "did you mean 'epley'", "12:89"),
            ("1RM", "{type: max-tests}", "invalid progression type", "did you mean 'max-test'", "12:70"),
        ]
    )
    func mistakesAreReported(sets: String, progression: String, problem: String, fix: String, place: String) throws {
        let text = Self.text.replacing("work up to 3RM", with: sets)
            .replacing("{type: max-test, formula: brzycki}", with: progression)
        let source = SourceText(path: "program.yaml", text: text)
        let message = DiagnosticRenderer(source: source).render(ProgramReader.read(source).diagnostics)
        #expect(message.contains(problem) && message.contains(fix), "\(message)")
        #expect(message.contains("program.yaml:\(place):"), "\(message)")
    }

    @Test func aTestNeedsALift() throws {
        let text = Self.text.replacing("lift: squat, id: squat-test", with: "exercise: Sled")
        let source = SourceText(path: "program.yaml", text: text)
        let message = DiagnosticRenderer(source: source).render(ProgramReader.read(source).diagnostics)
        #expect(
            message.contains("the exercise 'Sled' has a max test but no lift") && message.contains("squat"),
            "\(message)"
        )
    }
}

/// Repetitions in any number of sets.
func total(_ reps: Int, kg: Double) -> PerformedWorkout.Result {
    var amount = PerformedSet.Amount(reps: reps)
    amount.isTotal = true
    return .sets([PerformedSet(amount: amount, load: .weight(Weight(thousandths: Int(kg * 1000)), .kilograms))])
}

/// Work sets with repetitions and loads in kilograms.
func attempts(_ sets: (reps: Int, kg: Double)...) -> PerformedWorkout.Result {
    .sets(
        sets.map {
            PerformedSet(
                amount: PerformedSet.Amount(reps: $0.reps),
                load: .weight(Weight(thousandths: Int($0.kg * 1000)), .kilograms)
            )
        }
    )
}
