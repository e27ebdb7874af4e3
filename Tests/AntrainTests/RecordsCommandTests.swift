import Platform
import TestSupport
import Testing

/// `antrain stats records`.
@Suite struct RecordsCommandTests {
    private func lines(_ stage: CommandStage, _ line: String = "stats records") throws -> [String] {
        stage.columns = 200
        return try stage.run(line).output.split(separator: "\n").map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
    }

    private func logged(_ lines: [String]) throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        for line in lines {
            let run = try stage.run("log " + line)
            #expect(run.status == .success, "\(run.messages)")
        }
        return stage
    }

    @Test func recordsHaveDatesAndEntries() throws {
        let stage = try logged(["squat 5x5@80kg --date 2026-11-20", "squat 3@90kg 8@70kg", "run 5km_27:30"])
        #expect(
            try lines(stage) == [
                "Run run", "longest distance 5 km in 27:30 2026-11-23, entry 3",
                "best time 5 km in 27:30 2026-11-23, entry 3",
                "Squat squat", "heaviest load 90 kg 2026-11-23, entry 2",
                "most repetitions 3 @ 90 kg, 5 @ 80 kg, 8 @ 70 kg 2026-11-23, entry 2",
                "estimated max 99 kg 2026-11-23, entry 2, from 3 @ 90 kg",
                "highest volume in a day 2000 kg 2026-11-20, entry 1",
            ]
        )
        let squat = try lines(stage, "stats records Kniebeuge --formula brzycki").joined(separator: " ")
        for row in [
            "heaviest load 90 kg 2026-11-23, entry 2, before: 80 kg (2026-11-20)",
            "estimated max 95.3 kg 2026-11-23, entry 2, from 3 @ 90 kg, before: 90 kg (2026-11-20)",
        ] { #expect(squat.contains(row), "\(squat)") }
        #expect(!(try stage.run("stats records run").output.contains("before")))
    }

    @Test func withoutRecordsTheNextStepIsNamed() throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        #expect(
            try stage.run("stats records").output == "no records yet; log an exercise: antrain log squat 5x5@80kg\n"
        )
        #expect(
            try stage.run("stats records Kniebeuge").output
                == "no records for Squat yet; log it: antrain log squat 5x5@80kg\n"
        )
    }

    @Test(
        arguments: [
            ("stats records sqat", "no such exercise 'sqat'; did you mean 'squat'?"),
            ("stats records zercher_marhc", "did you mean 'zercher-march'?"),
            ("stats records squat --formula eply", "did you mean 'epley'?"),
        ]
    )
    func mistakesAreNamed(line: String, expected: String) throws {
        let run = try logged(["Zercher_march 20m@60kg"]).run(line)
        #expect(run.status != .success && run.messages.contains(expected), "\(run.messages)")
    }

    @Test func aWorkoutThatIsNoLongerDoneLeavesNoRecords() throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        _ = try stage.run(
            "program activate stronglifts-5x5 --load squat=60kg --load bench-press=40 --load barbell-row=40"
        )
        _ = try stage.run("done")
        #expect(try lines(stage).contains("heaviest load 60 kg 2026-11-23, entry 1"))
        _ = try stage.run("skip")
        #expect(try lines(stage) == ["no records yet; log an exercise: antrain log squat 5x5@80kg"])
    }

    /// What was undone or deleted leaves no trace, whatever else happened.
    @Test(arguments: 0..<3 as Range<UInt64>) func undoneEntriesLeaveNoTrace(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let stage = try logged(["squat 5x5@80kg", "squat 8@70kg --date yesterday"])
        let before = try stage.run("stats records squat --json").output
        for _ in 0..<4 {
            let sets = "\(Int.random(in: 1...12, using: &random))@\(Int.random(in: 60...200, using: &random))kg"
            let number = try #require(try lines(stage, "log list").first?.split(separator: " ").first).description
            switch Int.random(in: 0..<4, using: &random) {
            case 0: for line in ["log squat \(sets)", "undo"] { _ = try stage.run(line) }
            case 1: for line in ["log edit \(number) \(sets)", "undo"] { _ = try stage.run(line) }
            case 2: for line in ["log delete \(number)", "undo"] { _ = try stage.run(line) }
            default:
                _ = try stage.run("log squat \(sets)")
                let added = try #require(try lines(stage, "log list").first?.split(separator: " ").first)
                _ = try stage.run("log delete \(added)")
            }
            #expect(try stage.run("stats records squat --json").output == before)
        }
    }
}
