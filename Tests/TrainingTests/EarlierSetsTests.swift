import Testing
import Training
import YAMLSource

/// Loads that are percentages of earlier sets of the day.
@Suite struct EarlierSetsTests {
    private static let schedule = "  mode: cycle\n  cycle: [a]\n"

    private func shown(_ exercises: String, top: String = "") throws -> [String] {
        let text = programText(
            top: "maxes: {squat: 100}\nrounding: 2.5\n" + top,
            days: "  a: {exercises: [\(exercises)]}\n",
            schedule: Self.schedule
        )
        let program = try program(text)
        return program.workout(of: program.days[0]).items.map {
            $0.sets.map(\.description).joined(separator: ", ")
        }
    }

    @Test(
        arguments: [
            ("{lift: squat, sets: [5 @ 80%, 3x5 @ 90% of top]}", ["5 @ 80 kg, 3×5 @ 72.5 kg"]),
            ("{lift: squat, sets: [5 @ 80%, 3 @ 90%, 3x5 @ 80% of top]}", ["5 @ 80 kg, 3 @ 90 kg, 3×5 @ 72.5 kg"]),
            ("{lift: squat, sets: [5 @ 80%, 5 @ 90% of last, 5 @ 90% of last]}", ["5 @ 80 kg, 5 @ 72.5 kg, 5 @ 65 kg"]),
            ("{lift: squat, sets: [5 @ 80-90%, 5 @ 90% of top]}", ["5 @ 80–90 kg, 5 @ 72.5–80 kg"]),
            ("{lift: squat, sets: [5 @ 80%+, 5 @ 90% of top]}", ["5 @ ≥ 80 kg, 5 @ ≥ 72.5 kg"]),
            ("{lift: squat, sets: [5 @ 80%, 5 @ 80-90% of top]}", ["5 @ 80 kg, 5 @ 65–72.5 kg"]),
            ("{lift: squat, sets: [5 @ 80%, 5 @ 90% of top + 5kg]}", ["5 @ 80 kg, 5 @ 77.5 kg"]),
            ("{lift: squat, sets: [5 @ 80%, 5 @ 90%+ of top]}", ["5 @ 80 kg, 5 @ ≥ 72.5 kg"]),
            // The heaviest set before it is not known before the workout.
            ("{lift: squat, sets: [5 @ 80%, 1 @ rpe 8, 5 @ 90% of top]}", ["5 @ 80 kg, 1 @ RPE 8, 5 @ 90% of top set"]),
            // A drop set is not the top set, but it is the last one.
            (
                "{lift: squat, sets: [5 @ 80%, {reps: 5, load: 100kg, kind: drop}, 5 @ 50% of top, 5 @ 50% of last]}",
                ["5 @ 80 kg, 5 @ 100 kg, 5 @ 40 kg, 5 @ 20 kg"]
            ),
            // An earlier exercise of the lift has the top set.
            (
                "{lift: squat, sets: 5 @ 80%}, {exercise: Pause Squat, lift: squat, sets: 3x3 @ 75% of top}",
                ["5 @ 80 kg", "3×3 @ 60 kg"]
            ),
            (
                "{lift: squat, sets: 5 @ 80%}, {lift: squat, sets: [5 @ 50%, 5 @ 80% of top]}",
                ["5 @ 80 kg", "5 @ 50 kg, 5 @ 40 kg"]
            ),
            (
                "{exercise: Row, sets: [5 @ 60kg, 5 @ 50% of top]}, {exercise: Row, sets: 5 @ 40kg}",
                ["5 @ 60 kg, 5 @ 30 kg", "5 @ 40 kg"]
            ),
        ]
    )
    func percentagesOfEarlierSetsBecomeWeights(exercises: String, expected: [String]) throws {
        #expect(try shown(exercises) == expected)
    }

    @Test(
        arguments: [
            ("sets: 3x5 @ 90% of top", "31", "'90% of top' has no top set before it on the day"),
            ("sets: [3x5 @ 90% of top]", "32", "'90% of top' has no top set before it on the day"),
            ("sets: [5 @ 90% of last]", "30", "'90% of last' has no set before it in the exercise"),
            ("warm-up: [5 @ 50% of top], sets: 5", "33", "'50% of top' has no top set before it on the day"),
            ("sets: 3, reps: 5, load: 90% of top", "43", "'90% of top' has no top set before it on the day"),
            ("sets: [{kind: back-off, reps: 5, load: 60kg}, 5 @ 90% of top]", "69", "'90% of top' has no top set"),
            ("sets: [{kind: warm-up, reps: 5}, 5 @ 90% of last]", "56", "'90% of last' has no set before it"),
            ("sets: light", "25", "'90% of top' in set scheme 'light' has no top set before it on the day"),
            (
                "sets: 5, progression: {type: stages, add: 5, stages: [[5 @ 90% of top]]}", "78",
                "'90% of top' has no top set before it on the day"
            ),
        ]
    )
    func nothingToReferToIsReported(exercise: String, column: String, message: String) {
        let text = programText(
            top: "sets: {light: 3x5 @ 90% of top}\n",
            days: "  a:\n    exercises:\n      - {lift: q, \(exercise)}\n",
            schedule: Self.schedule
        ).replacing("days:", with: "exercises: {q: Squat}\ndays:")
        #expect(rendered(text).contains("p.yaml:9:\(column): error: \(message)"), "\(rendered(text))")
        #expect(rendered(text).contains("= expected: a"))
    }

    @Test func aWeekIsCheckedLikeItsDays() throws {
        let days = "  a: {exercises: [{lift: q, sets: heavy}, {lift: q, sets: light}]}\n"
        let head = "exercises: {q: Squat}\nsets: {heavy: 5 @ 100kg, light: 5 @ 90% of top}\n"
        let good = head + "weeks: [{sets: {light: 3 @ 80% of top}}]\n"
        let program = try program(programText(top: good, days: days, schedule: Self.schedule))
        let items = program.workout(of: program.days[0], in: program.weeks[0]).items
        #expect(items[1].sets.map(\.description) == ["3 @ 80 kg"])
        let bad = head + "weeks: [{sets: {heavy: 3 @ 80% of top}}]\n"
        let text = programText(top: bad, days: days, schedule: Self.schedule)
        #expect(
            rendered(text).contains("p.yaml:6:28: error: '80% of top' has no top set before it"),
            "\(rendered(text))"
        )
    }

    /// Each set is heavier than the one before it, but no number overflows.
    @Test func percentagesOfPercentagesHaveALimit() throws {
        let sets = ["5 @ 2000kg"] + Array(repeating: "5 @ 150% of last + 2000kg", count: 100)
        let shown = try shown("{exercise: Press, sets: [\(sets.joined(separator: ", "))]}")
        #expect(shown.first?.hasSuffix(", 5 @ 1000000 kg") == true)
    }

    /// A template is read again in each day that uses it.
    @Test func anUnusedTemplateMayReferToItsDay() {
        let text = programText(
            top: "templates: {more: [{lift: q, sets: 5 @ 90% of top}]}\nexercises: {q: Squat}\n",
            days: "  a: {exercises: [{lift: q, sets: 5 @ 100kg}]}\n",
            schedule: Self.schedule
        )
        #expect(read(text).diagnostics.errorCount == 0, "\(rendered(text))")
    }
}
