import Progress
import Testing
import Training
import YAMLSource

/// The Bridge: the RPE of the top set estimates the max, from which the next loads follow.
@Suite struct RPEProgressionTests {
    private static let text = """
        antrain: 1
        id: bridge
        name: Bridge
        rounding: 2.5
        maxes: {squat: 150}
        days:
          a:
            exercises: [{lift: squat, sets: [5 @ rpe 7, 2x5 @ rpe 8], progression: {type: rpe}}]
        schedule: {mode: cycle, cycle: [a]}
        """

    /// Five repetitions are 78.6% at RPE 7 and 81.1% at RPE 8; three are 92.2% at RPE 10.
    private static let steps: [Course.Step] = [
        // 122.5 kg ⁄ 78.6% is 155.9 kg.
        .init("a", shown("117.5", "122.5", ""), ["squat": rated((5, 117.5, nil), (5, 122.5, 70), (5, 122.5, 80))]),
        .init("a", shown("122.5", "127.5", " (+4.8 rpe(70, of: 80))")),
        // 127.5 kg ⁄ 92.2% is 138.3 kg.
        .init("a", shown("122.5", "127.5", " (+0 unrated)"), ["squat": reps(5, 3, 3)]),
        .init("a", shown("107.5", "112.5", " (-14.3 rpe(100, of: 80))"), ["squat": .missed]),
        // 115 kg ⁄ 81.1% is 141.8 kg.
        .init(
            "a",
            shown("107.5", "112.5", " (+0 failed(times: 1, of: nil))"),
            ["squat": rated((5, 110, 75), (5, 115, 80), (5, 115, 90))]
        ),
        // Without an RPE, the planned one counts: 117.5 kg ⁄ 81.1% is 144.9 kg.
        .init(
            "a",
            shown("112.5", "115", " (+2.8 rpe(80, of: 80))"),
            ["squat": attempts((5, 112.5), (5, 117.5), (5, 117.5))]
        ),
        .init("a", shown("115", "117.5", " (+2.5 rpe(80, of: 80))"), ["squat": reps(5, 5, 5)]),
        .init("a", shown("115", "117.5", " (+0 unrated)")),
    ]

    private static func shown(_ first: String, _ top: String, _ change: String) -> String {
        "Squat 5 @ \(first) kg up to RPE 7, 2×5 @ \(top) kg up to RPE 8\(change)"
    }

    @Test func loadsFollowTheRPE() throws {
        var course = try Course(Self.text)
        course.run(Self.steps)
        course.apply(.oneRepMax(lift: "squat", kg(160)))
        #expect(course.shown("a") == Self.shown("125", "130", " (+0 unrated)"))
        // 100 kg for the heaviest sets are 123.3 kg.
        course.apply(.load(exercise: "squat", kg(100)))
        #expect(course.shown("a") == Self.shown("97.5", "100", ""))
    }

    @Test func aCorrectedResultChangesWhatFollows() throws {
        var course = try Course(Self.text)
        course.run([
            // 122.5 kg ⁄ 83.7% is 146.4 kg.
            .init("a", Self.steps[0].shown, ["squat": rated((5, 117.5, nil), (5, 122.5, 90), (5, 122.5, 90))]),
            .init("a", Self.shown("115", "117.5", " (-2.9 rpe(90, of: 80))")),
            .init("a", Self.shown("115", "117.5", " (+0 unrated)")),
        ])
    }

    @Test func withoutAMaxTheFirstLoadsAreTheAthletes() throws {
        var course = try Course(Self.text.replacing("maxes: {squat: 150}", with: "exercises: {squat: Squat}"))
        course.run([
            .init("a", "Squat 5 @ RPE 7, 2×5 @ RPE 8"),
            .init(
                "a",
                "Squat 5 @ RPE 7, 2×5 @ RPE 8 (+0 unrated)",
                ["squat": rated((5, 95, 70), (5, 100, 80), (5, 100, 85))]
            ),
            .init("a", Self.shown("97.5", "100", "")),
        ])
    }

    @Test(
        arguments: [
            (1, 100, 10_000), (1, 95, 9780), (1, 90, 9550), (5, 80, 8110), (5, 100, 8630), (3, 85, 8780), (8, 75, 7230),
            (10, 100, 7390), (12, 65, 5860), (11, 60, 5990), (5, 83, 8240), (5, 82, 8110), (5, 78, 8110), (12, 60, nil),
            (13, 100, nil), (0, 100, nil), (5, 59, nil), (5, 101, nil),
        ] as [(Int, Int, Int?)]
    )
    func sharesAreThoseOfTheChart(reps: Int, rpe: Int, share: Int?) {
        #expect(RPEChart.share(reps: reps, rpe: rpe)?.hundredths == share)
    }

    @Test(
        arguments: [
            ("5 @ rir 2", "5 @ 122.5 kg up to RPE 8"), ("5 @ rpe 7-9", "5 @ 122.5 kg up to RPE 8"),
            ("5 @ rir 1-3", "5 @ 122.5 kg up to RPE 8"), ("4-5 @ rpe 8", "4–5 @ 122.5 kg up to RPE 8"),
            ("1 @ rpe 8", "1 @ 137.5 kg up to RPE 8"),
            ("[5 @ rpe 8, 15 @ rpe 8]", "5 @ 122.5 kg up to RPE 8, 15 @ RPE 8"),
            ("[5 @ rpe 8, 5 @ 90% of top]", "5 @ 122.5 kg up to RPE 8, 5 @ 110 kg"),
        ]
    )
    func loadsFollowTheMax(sets: String, expected: String) throws {
        let course = try Course(Self.text.replacing("[5 @ rpe 7, 2x5 @ rpe 8]", with: sets))
        #expect(course.shown("a") == "Squat " + expected)
    }

    @Test(arguments: [(OutcomeAssumption.success, "unrated"), (.failEvery(1), "failed(times: 1, of: nil)")])
    func assumedWorkoutsKeepTheLoad(assumption: OutcomeAssumption, reason: String) throws {
        var course = try Course(Self.text)
        var count: [String: Int] = [:]
        let workout = try #require(course.progress.workout("a", week: 1))
        course.apply(.completed(assumption.result(of: workout, counting: &count)))
        #expect(course.shown("a") == Self.shown("117.5", "122.5", " (+0 \(reason))"))
    }

    @Test(arguments: ["3x5 @ 80kg", "3xAMRAP @ rpe 8", "3x15 @ rpe 8"])
    func mistakesAreReported(sets: String) throws {
        let text = Self.text.replacing("[5 @ rpe 7, 2x5 @ rpe 8]", with: sets)
        let source = SourceText(path: "program.yaml", text: text)
        let message = DiagnosticRenderer(source: source).render(ProgramReader.read(source).diagnostics)
        #expect(message.contains("'rpe' of 'Squat' has no set") && message.contains("5 @ rpe 8"), "\(message)")
        #expect(message.contains("program.yaml:8:\(52 + sets.count):"), "\(message)")
    }
}

/// Work sets with repetitions, loads in kilograms, and RPEs in tenths.
private func rated(_ sets: (reps: Int, kg: Double, rpe: Int?)...) -> PerformedWorkout.Result {
    .sets(
        sets.map {
            PerformedSet(
                amount: PerformedSet.Amount(reps: $0.reps),
                load: .weight(Weight(thousandths: Int($0.kg * 1000)), .kilograms),
                rpe: $0.rpe
            )
        }
    )
}
