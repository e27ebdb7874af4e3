import Progress
import Testing
import Training
import YAMLSource

/// Doug Hepburn: one more repetition in one set each workout, then more weight.
@Suite struct RepByRepTests {
    private static let text = """
        antrain: 1
        id: hepburn
        name: Hepburn
        rounding: 2.5
        days:
          a:
            exercises: [{exercise: Press, sets: 3x6, progression: {type: rep-by-rep, reps: 8, add: 2.5}}]
        schedule: {mode: cycle, cycle: [a]}
        """

    private static let steps: [Course.Step] = [
        .init("a", "Press 3×6 @ 60 kg"),
        .init("a", "Press 2×6 @ 60 kg, 7 @ 60 kg (+0 oneMoreRep)"),
        .init("a", "Press 6 @ 60 kg, 2×7 @ 60 kg (+0 oneMoreRep)", ["press": reps(6, 7, 6)]),
        .init("a", "Press 6 @ 60 kg, 2×7 @ 60 kg (+0 failed(times: 1, of: nil))", ["press": .missed]),
        .init("a", "Press 6 @ 60 kg, 2×7 @ 60 kg (+0 failed(times: 2, of: nil))"),
        .init("a", "Press 3×7 @ 60 kg (+0 oneMoreRep)", ["press": reps(8, 8, 8)]),
        .init("a", "Press 2×7 @ 60 kg, 8 @ 60 kg (+0 oneMoreRep)"),
        .init("a", "Press 7 @ 60 kg, 2×8 @ 60 kg (+0 oneMoreRep)"),
        .init("a", "Press 3×8 @ 60 kg (+0 oneMoreRep)"),
        .init("a", "Press 3×6 @ 62.5 kg (+2.5 completed)", ["press": reps(6, 6, 6, kg: 65)]),
        .init("a", "Press 2×6 @ 65 kg, 7 @ 65 kg (+0 oneMoreRep)"),
    ]

    private func course(_ text: String = text) throws -> Course {
        var course = try Course(text)
        course.apply(.load(exercise: "press", kg(60)))
        return course
    }

    @Test func oneRepetitionIsAddedAtATime() throws {
        var course = try course()
        course.run(Self.steps)
    }

    @Test func aCorrectedResultChangesWhatFollows() throws {
        var course = try course()
        var steps = Array(Self.steps[..<2])
        steps[1] = .init("a", steps[1].shown, ["press": reps(6, 5, 7)])
        steps.append(.init("a", "Press 2×6 @ 60 kg, 7 @ 60 kg (+0 failed(times: 1, of: nil))"))
        steps.append(.init("a", "Press 6 @ 60 kg, 2×7 @ 60 kg (+0 oneMoreRep)"))
        course.run(steps)
    }

    /// Nine workouts from 8×2 to 8×3.
    @Test func eightDoublesBecomeEightTriples() throws {
        var course = try course(Self.text.replacing("3x6", with: "8x2").replacing("reps: 8", with: "reps: 3"))
        for triples in 0...8 {
            let sets = try #require(course.progress.workout("a", week: 1)?.items.first).sets
            let reps = sets.flatMap { Array(repeating: $0.fixedReps, count: $0.count) }
            #expect(reps == Array(repeating: 2, count: 8 - triples) + Array(repeating: 3, count: triples))
            course.apply(.completed(PerformedWorkout(dayID: "a", week: 1)))
        }
        #expect(course.shown("a") == "Press 8×2 @ 62.5 kg (+2.5 completed)")
    }

    /// Percentages of a max: the training max grows.
    @Test func theTrainingMaxGrows() throws {
        let text = Self.text.replacing("days:", with: "maxes: {press: 100}\ndays:").replacing("3x6", with: "1x2 @ 80%")
            .replacing("reps: 8", with: "reps: 3")
        var course = try Course(text)
        course.run([
            .init("a", "Press 2 @ 80 kg"), .init("a", "Press 3 @ 80 kg (+0 oneMoreRep)"),
            .init("a", "Press 2 @ 82.5 kg (+2.5 completed)"),
        ])
    }

    /// Warm-ups, ranges and AMRAP sets stay; of several kinds of sets, those with the fewest repetitions come first.
    @Test(
        arguments: [
            ("[2x3, 2x5]", 0, ["2×3", "2×5"]), ("[2x3, 2x5]", 3, ["4", "3×5"]), ("[2x3, 2x5]", 5, ["3×5", "6"]),
            ("[2x3, 3+, 2-3x2]", 1, ["3", "4", "3+", "2–3×2"]), ("[2x3, 3+]", 100, ["2×6", "3+"]),
        ] as [(String, Int, [String])]
    )
    func repetitionsAreAdded(sets: String, count: Int, expected: [String]) throws {
        let program = try Simulation.program(
            text: Self.text.replacing("sets: 3x6", with: "warm-up: 2x1, sets: \(sets)")
        )
        let exercise = try #require(program.days.first?.exercises.first)
        let raised = SetPrescription.addingReps(count, to: program.prescribedSets(of: exercise), most: 6)
        #expect(raised.dropFirst().map(\.description) == expected)
        #expect(raised.first?.description == "2×1")
    }

    @Test(arguments: [(OutcomeAssumption.success, "2×6 @ 60 kg, 7 @ 60 kg"), (.failEvery(1), "3×6 @ 60 kg")])
    func assumedWorkoutsDecideTheSets(assumption: OutcomeAssumption, sets: String) throws {
        var course = try course()
        var count: [String: Int] = [:]
        let workout = try #require(course.progress.workout("a", week: 1))
        course.apply(.completed(assumption.result(of: workout, counting: &count)))
        #expect(course.shown("a").hasPrefix("Press \(sets) ("))
    }

    @Test(
        arguments: [
            ("reps: 8, ", "", "missing key 'reps'", "add 'reps: …'", "7:59"),
            ("reps: 8", "reps: 0", "number of repetitions", "1 to 100", "7:84"),
            ("reps: 8", "reps: 6", "has no sets with fewer than 6 repetitions", "8x5", "7:59"),
            ("3x6", "3x6-12", "has no sets with fewer than 8 repetitions", "8x7", "7:62"),
        ]
    )
    func mistakesAreReported(old: String, new: String, problem: String, fix: String, place: String) throws {
        let source = SourceText(path: "program.yaml", text: Self.text.replacing(old, with: new))
        let message = DiagnosticRenderer(source: source).render(ProgramReader.read(source).diagnostics)
        #expect(message.contains(problem) && message.contains(fix), "\(message)")
        #expect(message.contains("program.yaml:\(place):"), "\(message)")
    }
}
