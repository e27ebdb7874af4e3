import Testing
import Training

/// Alternatives to exercises, and choices among them.
@Suite struct AlternativeTests {
    private func text(_ exercise: String, top: String = "", more: String = "") -> String {
        programText(
            top: top,
            days: "  push: {exercises: [\(exercise)\(more)]}\n",
            schedule: "  mode: cycle\n  cycle: [push]\n"
        )
    }

    /// The alternatives as `id name lift sets`.
    @Test(arguments: [
        // An id becomes a name, and has the sets of the exercise.
        (
            "{exercise: Squat, sets: 3x5, alternatives: [front-squat, Leg Press]}", "",
            [
                "front-squat Front Squat - 3×5", "leg-press Leg Press - 3×5",
            ]
        ),
        ("{exercise: Squat, sets: 3x5, alternatives: front-squat}", "", ["front-squat Front Squat - 3×5"]),
        // A lift of the program has its own name and max.
        (
            "{lift: squat, sets: 3x5 @ 80%, alternatives: [front-squat]}",
            "maxes: {squat: 100, front-squat: 80}\n", ["front-squat Front Squat front-squat 3×5 @ 64 kg"]
        ),
        // Percentages refer to a max of the alternative.
        (
            "{lift: squat, sets: 3x5 @ 80%, alternatives: [front-squat]}", "maxes: {squat: 100}\n",
            ["front-squat Front Squat front-squat 3×5 @ 80%"]
        ),
        // Own sets, and everything else as the exercise has it.
        (
            "{exercise: Squat, sets: 3x5 @ 60kg, alternatives: {exercise: Leg Press, id: press-2, sets: 3x10 @ 100kg}}",
            "", ["press-2 Leg Press - 3×10 @ 100 kg"]
        ),
        (
            "{exercise: Squat, sets: main, alternatives: [hack-squat]}", "sets: {main: [5, 3]}\n",
            ["hack-squat Hack Squat - 5, 3"]
        ),
    ])
    func alternativesAreRead(exercise: String, top: String, expected: [String]) throws {
        let program = try program(text(exercise, top: top))
        let own = program.days[0].exercises[0]
        let lines = own.alternatives.map { alternative in
            let chosen = program.days[0].exercises(in: nil, chosen: [own.id: alternative.exercise.id])[0]
            let sets = program.prescribedSets(of: chosen).map { set in
                program.resolved(set) { _ in chosen.lift.flatMap { program.lifts[$0]?.oneRepMax } }.description
            }
            return "\(chosen.id) \(chosen.name) \(chosen.lift ?? "-") \(sets.joined(separator: ", "))"
        }
        #expect(lines == expected)
    }

    @Test(arguments: [
        ("{exercise: A, sets: 5, alternatives: []}", "p.yaml:5:59: error: 'alternatives' is an empty list"),
        ("{exercise: A, sets: 5, alternatives: [b, b]}", "the day already has an exercise with the ID 'b'"),
        ("{exercise: A, sets: 5, alternatives: [a]}", "'a' is an alternative to itself"),
        ("{exercise: A, sets: 5, alternatives: [b]}, {exercise: B, sets: 5}", "{exercise: …, id: b-2}"),
        (
            "{exercise: A, sets: 5 @ 60kg, alternatives: [b]}",
            "p.yaml:5:67: error: 'B' has no sets of its own, and those of 'A' have weights, such as 60 kg"
        ),
        ("{exercise: A, sets: 5 @ 60kg, alternatives: [b]}", "write {exercise: B, sets: 3x5}"),
        ("{exercise: A, sets: 5, alternatives: [{exercise: B, set: 5}]}", "did you mean 'sets'?"),
        ("{exercise: A, sets: 5, alternatives: [{exercise: B, optional: yes}]}", "unknown key 'optional'"),
        ("{exercise: A, sets: 5, alternatives: [{sets: 5}]}", "missing key 'exercise' in an alternative"),
        ("{exercise: A, sets: 5, alternatives: [{exercise: B, sets: 5 @ 90% of last}]}", "has no set before it"),
        ("{use: core, alternatives: [b]}", "a template cannot have alternatives"),
    ])
    func mistakesAreReported(exercises: String, part: String) {
        let text = text(
            exercises,
            top: exercises.contains("core") ? "templates: {core: [{exercise: P, sets: 5}]}\n" : ""
        )
        #expect(read(text).program == nil)
        #expect(rendered(text).contains(part), "\(rendered(text))")
    }

    @Test func theExerciseOfAWeekHasNoAlternatives() {
        let weeks = "weeks: [{name: A}, {exercises: {a: {exercise: C, sets: 5, alternatives: [d]}}}]\n"
        let text = text("{exercise: A, sets: 5}", top: weeks)
        #expect(rendered(text).contains("an exercise of a week cannot have alternatives"), "\(rendered(text))")
        // Nor can it have the ID of another exercise's alternative.
        let other = "weeks: [{name: A}, {exercises: {a: {exercise: D, sets: 5}}}]\n"
        let used = self.text("{exercise: A, sets: 5}", top: other, more: ", {exercise: B, sets: 5, alternatives: [d]}")
        #expect(rendered(used).contains("the day already has an exercise with the ID 'd'"), "\(rendered(used))")
    }

    /// A week's sets are also those of an alternative without its own.
    @Test(arguments: [
        ("front-squat", ["3×5", "2×3", "3×5"]), ("leg-press", ["3×10", "3×10", "3×10"]),
        ("squat", ["3×5", "2×3", "8"]),
    ])
    func weeksReplaceInheritedSets(chosen: String, expected: [String]) throws {
        let program = try program(
            text(
                "{exercise: Squat, sets: 3x5, alternatives: [front-squat, {exercise: Leg Press, sets: 3x10}]}",
                top: "weeks: [{name: A}, {exercises: {squat: 2x3}}, {exercises: {squat: {exercise: Lunge, sets: 8}}}]\n"
            )
        )
        let sets = (1...3).map { week in
            let exercise = program.days[0].exercises(in: program.week(week), chosen: ["squat": chosen])[0]
            return program.prescribedSets(of: exercise).map(\.description).joined(separator: ", ")
        }
        #expect(sets == expected)
    }

    /// Choices as `DATE ALTERNATIVE`, for one day with a question mark, and what is then done on 25 November.
    @Test(arguments: [
        ([String](), "-"), (["23 front"], "front"), (["26 front"], "-"), (["25 front"], "front"),
        (["23 front", "24 press"], "press"), (["23 front", "24 squat"], "-"),
        (["25? front"], "front"), (["24? front"], "-"),
        // The choice for the day counts, whichever was made first.
        (["25? front", "24 press"], "front"), (["24 press", "25? squat"], "-"),
        // Of those of the same date, the last one.
        (["25? front", "25 press"], "press"), (["25 press", "25? front"], "front"), (["25? front", "25? squat"], "-"),
    ])
    func theChoiceOfADay(made: [String], expected: String) throws {
        let choices = try made.map { line in
            let parts = line.split(separator: " ")
            return ExerciseChoice(
                exercise: "squat",
                alternative: String(parts[1]),
                on: try date("2026-11-\(parts[0].prefix(2))"),
                isForOneDay: parts[0].hasSuffix("?")
            )
        }
        #expect(try ExerciseChoices(choices).chosen(on: date("2026-11-25"))["squat"] ?? "-" == expected)
    }
}
