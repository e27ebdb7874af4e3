import Progress
import Testing
import Training

/// Which results of an exercise in a rotation beat the last one.
@Suite struct RotationResultTests {
    /// Sets that are logged, such as `90s`, or nil for a workout as planned, and what the next workout shows.
    struct Case: Sendable, CustomTestStringConvertible {
        let sets: String
        var add = "2.5"
        let steps: [(logged: String?, next: String)]

        var testDescription: String { "\(sets), add \(add)" }
    }

    private static let cases = [
        // Times are compared as repetitions are.
        Case(
            sets: "60-90s @ 20kg",
            steps: [
                ("90s", "Dip 60–90 s @ 22.5 kg"), ("70s", "Dip 71–90 s @ 22.5 kg"), ("75s", "Dip 76–90 s @ 22.5 kg"),
                (nil, "Dip 77–90 s @ 22.5 kg"), ("89s", "Dip 90 s @ 22.5 kg"), (nil, "Dip 60–90 s @ 25 kg"),
                ("59s", "Chin 5"),
            ]
        ),
        Case(sets: "60-90s", steps: [(nil, "Dip 61–90 s"), (nil, "Dip 62–90 s"), ("61s", "Chin 5")]),
        Case(sets: "2x30-60s", steps: [(nil, "Dip 30–60 s, 31–60 s"), (nil, "Dip 2×31–60 s")]),
        Case(sets: "100m", steps: [("100m", "Dip 100 m"), (nil, "Dip 100 m"), ("90m", "Chin 5")]),
        Case(
            sets: "100-200 total",
            steps: [
                ("150", "Dip 151–200 total"), (nil, "Dip 152–200 total"), ("100 99", "Dip 200 total"),
                (nil, "Dip 200 total"), ("199", "Chin 5"),
            ]
        ),
        // The load grows by less than it is rounded to.
        Case(
            sets: "8-12 @ 80kg",
            add: "1",
            steps: [
                ("12", "Dip 12 @ 80 kg"), (nil, "Dip 8–12 @ 82.5 kg"), (nil, "Dip 9–12 @ 82.5 kg"),
                ("8@82.5kg", "Chin 5"),
            ]
        ),
        Case(
            sets: "8-12 @ 80kg",
            add: "1",
            steps: [("12@80kg", "Dip 12 @ 80 kg"), ("12@80kg", "Dip 8–12 @ 82.5 kg"), (nil, "Dip 9–12 @ 82.5 kg")]
        ),
        Case(sets: "8-12 @ 80kg", add: "1", steps: [("12", "Dip 12 @ 80 kg"), ("11", "Chin 5")]),
        // As many repetitions as possible have no top.
        Case(
            sets: "AMRAP in 7min",
            steps: [("50", "Dip 51+ in 7 min"), ("55", "Dip 56+ in 7 min"), ("50", "Chin 5")]
        ),
        Case(sets: "5+", steps: [("9", "Dip 10+"), (nil, "Dip 11+"), ("10", "Chin 5")]),
        Case(sets: "AMRAP", steps: [(nil, "Dip AMRAP"), (nil, "Dip AMRAP")]),
        // More load is better with the minimum.
        Case(
            sets: "5+ @ 50kg",
            steps: [
                ("9", "Dip 5+ @ 52.5 kg"), ("5", "Dip 5+ @ 55 kg"), ("5@52.5kg", "Chin 5"),
            ]
        ),
        Case(
            sets: "5+ @ 50kg",
            add: "1",
            steps: [("9", "Dip 10+ @ 50 kg"), (nil, "Dip 5+ @ 52.5 kg"), ("4", "Chin 5")]
        ),
    ]

    @Test(arguments: cases)
    func aResultBeatsTheLastOne(example: Case) throws {
        var course = try Course(
            """
            antrain: 1
            id: dips
            name: Dips
            rounding: 2.5
            days:
              a:
                exercises:
                  - exercise: Dip
                    sets: \(example.sets)
                    progression: {type: rotate, add: \(example.add), to: [{exercise: Chin, sets: 5}]}
            schedule: {mode: cycle, cycle: [a]}
            """
        )
        for (index, step) in example.steps.enumerated() {
            let sets = try step.logged.map { try PerformedSet.parse($0, unit: .kilograms) }
            let results = sets.map { ["dip": PerformedWorkout.Result.sets($0)] } ?? [:]
            course.apply(.completed(PerformedWorkout(dayID: "a", week: 1, results: results)))
            let shown = course.shown("a").prefix { $0 != "(" }
            #expect(shown.trimming == step.next, "workout \(index + 1)")
        }
    }
}

extension Substring {
    fileprivate var trimming: String { hasSuffix(" ") ? String(dropLast()) : String(self) }
}
