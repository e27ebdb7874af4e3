import Testing
import Training

/// Exercises that a week replaces without another day.
@Suite struct WeekExerciseTests {
    private func text(_ week: String) -> String {
        programText(
            top:
                "maxes: {squat: 100, front-squat: 80}\nsets: {light: 3x5 @ 50%, back-off: 3x5 @ 90% of top}\nweeks:\n  - {name: One}\n  - \(week)\n",
            days:
                "  a: {exercises: [{lift: squat, sets: 5x5 @ 80%}, {exercise: Curl, sets: 3x10}]}\n  b: {exercises: [{lift: squat, id: squat-b, sets: 3x3 @ 90%}, {lift: squat, id: more, sets: 5 @ 80% of top}]}\n",
            schedule: "  mode: cycle\n  cycle: [a, b]\n"
        )
    }

    private func shown(_ week: String) throws -> [String] {
        let program = try program(text(week))
        return program.days.flatMap { program.workout(of: $0, in: program.weeks[1]).items }.map {
            "\($0.exercise.name) \($0.sets.map(\.description).joined(separator: ", "))"
        }
    }

    @Test(
        arguments: [
            ("{exercises: {}}", ["Squat 5×5 @ 80 kg", "Curl 3×10", "Squat 3×3 @ 90 kg", "Squat 5 @ 72 kg"]),
            (
                "{exercises: {squat: 3x3 @ 90%}}",
                ["Squat 3×3 @ 90 kg", "Curl 3×10", "Squat 3×3 @ 90 kg", "Squat 5 @ 72 kg"]
            ),
            (
                "{exercises: {squat: light}}",
                ["Squat 3×5 @ 50 kg", "Curl 3×10", "Squat 3×3 @ 90 kg", "Squat 5 @ 72 kg"]
            ),
            (
                "{exercises: {squat: {lift: front-squat, sets: 3x3 @ 90%}, curl: {sets: 2, reps: 8}}}",
                ["Front Squat 3×3 @ 72 kg", "Curl 2×8", "Squat 3×3 @ 90 kg", "Squat 5 @ 72 kg"]
            ),
            (
                "{exercises: {curl: {exercise: Hammer Curl, sets: [8, 10]}}}",
                ["Squat 5×5 @ 80 kg", "Hammer Curl 8, 10", "Squat 3×3 @ 90 kg", "Squat 5 @ 72 kg"]
            ),
            (
                "{exercises: {more: back-off}}",
                ["Squat 5×5 @ 80 kg", "Curl 3×10", "Squat 3×3 @ 90 kg", "Squat 3×5 @ 81 kg"]
            ),
        ]
    )
    func aWeekReplacesExercises(week: String, expected: [String]) throws {
        #expect(try shown(week) == expected)
    }

    @Test(
        arguments: [
            ("{exercises: {squt: 3x3}}", "p.yaml:8:18: error: unknown exercise 'squt' in a week"),
            ("{exercises: {squat: 0x3}}", "p.yaml:8:25: error: invalid number of sets '0'"),
            ("{exercises: {squat: heavy}}", "p.yaml:8:25: error: unknown set scheme 'heavy'"),
            ("{exercises: {squat: 3x3 @ 90% of top}}", "p.yaml:8:31: error: '90% of top' has no top set before it"),
            (
                "{exercises: {squat: back-off}}",
                "p.yaml:8:25: error: '90% of top' in set scheme 'back-off' has no top set"
            ),
            (
                "{exercises: {squat: {exercise: Curl, sets: 3x8}}}",
                "p.yaml:8:36: error: the day already has an exercise with the ID 'curl'"
            ),
            ("{exercises: {squat: {lift: deadlift, sets: 3x8}}}", "error: unknown lift 'deadlift'"),
            (
                "{exercises: {squat: {exercise: Dip, use: core, sets: 5}}}",
                "error: a template cannot replace an exercise"
            ),
            ("{exercises: [squat]}", "error: 'exercises' of a week must be a mapping, not a list"),
        ]
    )
    func mistakesAreReported(week: String, part: String) {
        #expect(rendered(text(week)).contains(part), "\(rendered(text(week)))")
    }
}
