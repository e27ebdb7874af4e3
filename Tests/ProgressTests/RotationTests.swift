import Progress
import Testing
import Training
import YAMLSource

/// Doggcrapp: an exercise that does not beat its last result is replaced by the next one of its rotation.
@Suite struct RotationTests {
    private static let text = """
        antrain: 1
        id: dc
        name: DC
        rounding: 2.5
        days:
          a:
            exercises:
              - exercise: Incline Press
                sets: 11-15 rest-pause @ 80kg
                progression:
                  type: rotate
                  add: 2.5
                  to: [{exercise: Hammer Press, sets: 11-15 rest-pause @ 60kg}, {exercise: Flat Press, sets: 2x8-12 @ 30kg}]
        schedule: {mode: cycle, cycle: [a]}
        """

    private static let steps: [Course.Step] = [
        .init("a", "Incline Press 11–15 rest-pause @ 80 kg", ["incline-press": reps(12)]),
        // As planned: one more repetition than the last time.
        .init("a", "Incline Press 13–15 rest-pause @ 80 kg (+0 belowTop)"),
        .init("a", "Incline Press 14–15 rest-pause @ 80 kg (+0 belowTop)", ["incline-press": reps(15)]),
        .init("a", "Incline Press 11–15 rest-pause @ 82.5 kg (+2.5 reachedTop)", ["incline-press": reps(10)]),
        .init(
            "a",
            "Hammer Press 11–15 rest-pause @ 60 kg (+0 Incline Press failed at 82.5)",
            ["hammer-press": reps(11)]
        ),
        // The same result again is a failure.
        .init("a", "Hammer Press 12–15 rest-pause @ 60 kg (+0 belowTop)", ["hammer-press": reps(11)]),
        .init("a", "Flat Press 2×8–12 @ 30 kg (+0 Hammer Press failed at 60)", ["flat-press": reps(8, 8)]),
        .init("a", "Flat Press 8–12 @ 30 kg, 9–12 @ 30 kg (+0 belowTop)", ["flat-press": reps(12, 12)]),
        .init("a", "Flat Press 2×8–12 @ 32.5 kg (+2.5 reachedTop)", ["flat-press": .missed]),
        // The first one again, with its own last load, and without a result to beat. More load is better, too.
        .init(
            "a",
            "Incline Press 11–15 rest-pause @ 82.5 kg (+0 Flat Press failed at 32.5)",
            ["incline-press": reps(13, kg: 85)]
        ),
        .init("a", "Incline Press 14–15 rest-pause @ 85 kg (+0 belowTop)", ["incline-press": reps(14)]),
        .init("a", "Incline Press 15 rest-pause @ 85 kg (+0 belowTop)"),
        // The load of the last time with more repetitions.
        .init(
            "a",
            "Incline Press 11–15 rest-pause @ 87.5 kg (+2.5 reachedTop)",
            ["incline-press": reps(16, kg: 85)]
        ),
        // Less load is not better, however many repetitions it has, and does not become the load.
        .init(
            "a",
            "Incline Press 11–15 rest-pause @ 87.5 kg (+2.5 reachedTop)",
            ["incline-press": reps(20, kg: 80)]
        ),
        .init("a", "Hammer Press 11–15 rest-pause @ 60 kg (+0 Incline Press failed at 80)", ["hammer-press": reps(10)]),
        .init("a", "Flat Press 2×8–12 @ 32.5 kg (+0 Hammer Press failed at 60)"),
        .init("a", "Flat Press 8–12 @ 32.5 kg, 9–12 @ 32.5 kg (+0 belowTop)", ["flat-press": .missed]),
        .init("a", "Incline Press 11–15 rest-pause @ 85 kg (+0 Flat Press failed at 32.5)"),
    ]

    /// What a workout looks like, with the reason of a rotation in words.
    private func shown(_ course: Course) -> String {
        let change = course.progress.workout("a", week: 1)?.items.first?.change
        guard let change, case .rotated(let name, let load) = change.reason else { return course.shown("a") }
        let sets = course.shown("a").prefix { $0 != "(" }
        let sign = change.by.sign < 0 ? "" : "+"
        return "\(sets)(\(sign)\(change.by) \(name) failed\(load.map { " at \($0)" } ?? ""))"
    }

    private func run(_ steps: [Course.Step], _ text: String = text) throws {
        var course = try Course(text)
        for (index, step) in steps.enumerated() {
            #expect(shown(course) == step.shown, "workout \(index + 1)")
            course.apply(.completed(PerformedWorkout(dayID: "a", week: 1, results: step.results)))
        }
    }

    @Test func eachFailureGivesTheTurnToTheNextExercise() throws { try run(Self.steps) }

    @Test func aCorrectedResultChangesWhatFollows() throws {
        // The failure of the fourth workout becomes a success, so what was done next was done out of turn.
        var steps = Array(Self.steps[..<4])
        steps[3] = .init("a", steps[3].shown, ["incline-press": reps(11)])
        steps.append(
            .init("a", "Incline Press 12–15 rest-pause @ 82.5 kg (+0 belowTop)", ["hammer-press": reps(9)])
        )
        steps.append(.init("a", "Incline Press 12–15 rest-pause @ 82.5 kg (+0 belowTop)", ["incline-press": .missed]))
        steps.append(.init("a", "Hammer Press 11–15 rest-pause @ 60 kg (+0 Incline Press failed at 82.5)"))
        try run(steps)
        // And a success becomes a failure.
        try run([
            .init("a", "Incline Press 11–15 rest-pause @ 80 kg", ["incline-press": reps(9)]),
            .init(
                "a",
                "Hammer Press 11–15 rest-pause @ 60 kg (+0 Incline Press failed at 80)",
                ["incline-press": reps(12)]
            ),
            .init("a", "Hammer Press 11–15 rest-pause @ 60 kg (+0 Incline Press failed at 80)"),
        ])
    }

    /// Which exercise was done follows from the log, and then whose turn it is.
    @Test(arguments: [([String](), "incline-press"), (["hammer-press"], "hammer-press"), (["squat"], "incline-press")])
    func whatIsLoggedWasDone(logged: [String], expected: String) throws {
        let progress = ProgramProgress(try Simulation.program(text: Self.text))
        let item = try #require(progress.workout("a", week: 1, logged: Set(logged))?.items.first)
        #expect(item.exercise.id == expected && item.isRotated == (expected != "incline-press"))
        #expect(item.otherChoices.isEmpty && item.own.id == "incline-press")
    }

    @Test func aNumberOfFailuresAndADeload() throws {
        let text = Self.text.replacing("add: 2.5", with: "add: 2.5\n          fails: 2\n          deload: 10%")
            .replacing(", {exercise: Flat Press, sets: 2x8-12 @ 30kg}", with: "")
        try run(
            [
                .init("a", "Incline Press 11–15 rest-pause @ 80 kg"),
                .init("a", "Incline Press 12–15 rest-pause @ 80 kg (+0 belowTop)", ["incline-press": reps(20, kg: 75)]),
                .init("a", "Incline Press 12–15 rest-pause @ 80 kg (+0 failed(times: 1, of: nil))"),
                .init("a", "Incline Press 13–15 rest-pause @ 80 kg (+0 belowTop)", ["incline-press": .missed]),
                .init(
                    "a",
                    "Incline Press 13–15 rest-pause @ 80 kg (+0 failed(times: 1, of: nil))",
                    ["incline-press": reps(12)]
                ),
                .init(
                    "a",
                    "Hammer Press 11–15 rest-pause @ 60 kg (+0 Incline Press failed at 80)",
                    ["hammer-press": reps(9)]
                ),
                .init(
                    "a",
                    "Hammer Press 11–15 rest-pause @ 60 kg (+0 failed(times: 1, of: nil))",
                    ["hammer-press": reps(9)]
                ),
                .init("a", "Incline Press 11–15 rest-pause @ 70 kg (-10 Hammer Press failed at 60)"),
                .init("a", "Incline Press 12–15 rest-pause @ 70 kg (+0 belowTop)"),
            ],
            text
        )
    }

    /// Without a range, weight is added after each success; without a load, only repetitions count.
    @Test func otherSets() throws {
        let text = Self.text.replacing("11-15 rest-pause @ 80kg", with: "2x8 @ 80kg")
            .replacing("11-15 rest-pause @ 60kg", with: "5-7 @ bodyweight").replacing("2x8-12 @ 30kg", with: "20s")
        try run(
            [
                .init("a", "Incline Press 2×8 @ 80 kg"), .init("a", "Incline Press 2×8 @ 82.5 kg (+2.5 completed)"),
                .init("a", "Incline Press 2×8 @ 85 kg (+2.5 completed)", ["incline-press": reps(8, 7)]),
                .init("a", "Hammer Press 5–7 @ bodyweight (+0 Incline Press failed at 85)", ["hammer-press": reps(6)]),
                .init("a", "Hammer Press 7 @ bodyweight (+0 belowTop)", ["hammer-press": reps(6)]),
                .init("a", "Flat Press 20 s (+0 Hammer Press failed)"),
                .init("a", "Flat Press 20 s", ["flat-press": .missed]),
                .init("a", "Incline Press 2×8 @ 85 kg (+0 Flat Press failed)"),
            ],
            text
        )
    }

    /// Deload weeks change nothing, and a week's replacement is done whoever's turn it is.
    @Test func weeks() throws {
        let text = Self.text.replacing(
            "schedule:",
            with:
                "weeks: [{name: A}, {deload: yes}, {exercises: {incline-press: {exercise: Dip, sets: 5}}}, {exercises: {incline-press: 1x5}}]\nschedule:"
        )
        var course = try Course(text, perWeek: 1)
        course.run([
            .init("a", "Incline Press 11–15 rest-pause @ 80 kg", ["incline-press": reps(15)]),
            .init("a", "Incline Press 11–15 rest-pause @ 82.5 kg (+2.5 reachedTop)", ["incline-press": .missed]),
            .init("a", "Dip 5", ["dip": .missed]),
            .init("a", "Incline Press 5 @ 82.5 kg (+2.5 reachedTop)"),
        ])
    }

    @Test(arguments: [
        (OutcomeAssumption.success, ["incline-press", "incline-press", "incline-press", "incline-press"]),
        (.failEvery(1), ["incline-press", "hammer-press", "flat-press", "incline-press"]),
    ])
    func assumedWorkoutsDecideTheTurn(assumption: OutcomeAssumption, expected: [String]) throws {
        var progress = ProgramProgress(try Simulation.program(text: Self.text))
        var count: [String: Int] = [:]
        let turns = try (0..<4).map { _ in
            let workout = try #require(progress.workout("a", week: 1))
            progress.apply(.completed(assumption.result(of: workout, counting: &count)))
            return workout.items[0].exercise.id
        }
        #expect(turns == expected)
    }

    @Test(
        arguments: [
            ([8, 8, 8], 26, ["8–12", "2×9–12"]), ([8, 8, 8], 24, ["3×8–12"]), ([8, 8, 8], 36, ["3×12"]),
            ([8, 8, 8], 99, ["3×12"]), ([8, 10], 20, ["2×10–12"]), ([8, 10], 22, ["2×11–12"]),
        ] as [([Int], Int, [String])]
    )
    func minimumsAreRaised(least: [Int], total: Int, expected: [String]) throws {
        let sets = "[\(least.map { "\($0)-12" }.joined(separator: ", "))]"
        let program = try Simulation.program(text: Self.text.replacing("11-15 rest-pause @ 80kg", with: sets))
        let exercise = try #require(program.days.first?.exercises.first)
        let raised = SetPrescription.raising(program.prescribedSets(of: exercise), toTotal: total)
        #expect(raised.map(\.description) == (total == 24 ? ["8–12", "8–12", "8–12"] : expected))
    }

    @Test(
        arguments: [
            ("to: [{exercise: Hammer", "ot: [{exercise: Hammer", "unknown key 'ot'", "did you mean 'to'?", "13:11"),
            (
                "[{exercise: Hammer Press, sets: 11-15 rest-pause @ 60kg}, {exercise: Flat Press, sets: 2x8-12 @ 30kg}]",
                "[]", "the rotation of 'Incline Press' has only one exercise", "to: [Hammer Press]", "13:15"
            ),
            (
                "{exercise: Flat Press, sets", "{exercise: Incline Press, sets",
                "the rotation of 'incline-press' contains the exercise itself", "always the first exercise", "13:73"
            ),
            (
                "{exercise: Flat Press, sets", "{exercise: Hammer Press, sets",
                "the rotation of 'incline-press' contains 'hammer-press' twice", "remove one of them", "13:73"
            ),
            (
                "{exercise: Flat Press, sets: 2x8-12 @ 30kg}", "Flat Press",
                "'Flat Press' has no sets of its own, and those of 'Incline Press' have weights, such as 80 kg",
                "write {exercise: Flat Press, sets: 3x5}", "13:73"
            ),
            (
                "sets: 2x8-12 @ 30kg", "sets: 5, progression: none",
                "an exercise of a rotation cannot have its own progression", "also applies", "13:118"
            ),
            (
                "progression:\n", "alternatives: [Dip]\n        progression:\n",
                "'Incline Press' has a rotation, so it cannot have alternatives", "move them into the rotation", "10:23"
            ),
            (
                "schedule:", "exercises: {dip: {name: Dip, progression: {type: rotate, add: 1, to: [B]}}}\nschedule:",
                "only an exercise of a day can have the progression 'rotate'", "move it to an exercise", "14:43"
            ),
            (
                "schedule:",
                "weeks: [{exercises: {incline-press: {exercise: B, sets: 5, progression: {type: rotate, add: 1, to: [C]}}}}]\nschedule:",
                "only an exercise of a day can have the progression 'rotate'", "move it to an exercise", "14:73"
            ),
            (
                "schedule:",
                "weeks: [{exercises: {incline-press: {exercise: B, sets: 5, alternatives: [C]}}}]\nschedule:",
                "an exercise of a week cannot have alternatives", "add them", "14:74"
            ),
        ]
    )
    func mistakesAreReported(old: String, new: String, problem: String, fix: String, place: String) throws {
        let source = SourceText(path: "p.yaml", text: Self.text.replacing(old, with: new))
        let message = DiagnosticRenderer(source: source).render(ProgramReader.read(source).diagnostics)
        #expect(message.contains(problem) && message.contains(fix), "\(message)")
        #expect(message.contains("p.yaml:\(place):"), "\(message)")
    }
}
