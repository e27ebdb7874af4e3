import Platform
import Testing

/// `antrain stats`.
@Suite struct StatsCommandTests {
    /// Three weeks of StrongLifts, from Monday, 2 November 2026, on: one workout missed, one skipped, and a pause.
    private func stage() throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-02T06:00")
        _ = try stage.run(
            "program activate stronglifts-5x5 --load squat=60kg --load bench-press=40 --load barbell-row=40 --load overhead-press=30 --load deadlift=80"
        )
        for day in ["02", "04", "09", "18", "20"] {
            let run = try stage.run("done --date today", now: "2026-11-\(day)T20:00")
            #expect(run.status == .success, "\(run.messages)")
        }
        _ = try stage.run("skip", now: "2026-11-23T20:00")
        _ = try stage.run("pause --from 2026-11-11 --until 2026-11-16")
        _ = try stage.run("log curl 8@12kg 8@12kg 0@14kg")
        return stage
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
    }

    @Test func statisticsAreShown() throws {
        let run = try stage().run("stats")
        let shown = lines(run.output)
        #expect(run.status == .success && shown.first == "Training from 2026-11-02 to 2026-11-23", "\(run.output)")
        for line in [
            "Workouts by week: 5 of 7 done (71%)", "2026-11-02 ██████░░░░ 2 of 3 1 missed",
            "2026-11-23 ░░░░░░░░░░ 0 of 1 1 skipped", "Monday ██████░░░░ 2 of 3 1 skipped",
            "StrongLifts 5×5 now 3 longest 3", "volume █▄█ 3437.5 kg", "volume: █ = ", "below the target: ",
            "glutes █▄█ 9", "strength, 1 to 7 █████████░ 67 97%",
            "Fri ·×·▒",
        ] { #expect(shown.contains { $0.hasPrefix(line) }, "\(line) is missing:\n\(run.output)") }
    }

    /// Without anything to show, the time is not shortened to that of the data.
    @Test func anOldLogHasNothingInTheLastWeeks() throws {
        let stage = try CommandStage(now: "2026-11-23T20:00")
        _ = try stage.run("log squat 5x5@60kg --date 2026-03-02")
        let shown = lines(try stage.run("stats").output)
        #expect(shown.first == "Training from 2026-09-07 to 2026-11-23", "\(shown)")
    }

    @Test(arguments: [50, 80]) func linesFit(columns: Int) throws {
        let stage = try stage()
        stage.columns = columns
        _ = try stage.run("log squat 5@50kg --date 2026-06-01")
        let lines = try stage.run("stats --since 2026-06-01").output.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= columns }, "\(lines.joined(separator: "\n"))")
        // Of 26 weeks, as many are shown as fit beside the names and values.
        for (start, end) in [("  front delts", "0.7"), ("    estimated max", "81.7 kg")] {
            #expect(lines.contains { $0.hasPrefix(start) && $0.hasSuffix(end) }, "\(lines.joined(separator: "\n"))")
        }
    }

    @Test func numbersAreCSV() throws {
        let stage = try stage()
        let csv = try stage.run("stats --csv --since 2026-11-09").output.split(separator: "\n").map(String.init)
        #expect(csv.first == "section,subject,date,measure,value,unit")
        for line in [
            "workouts,,2026-11-09,done,1,workouts", "workouts,monday,,planned,2,workouts",
            "streak,stronglifts-5x5,,current,3,workouts", "muscle,biceps,2026-11-23,sets,2.0,sets",
            "sets,hypertrophy,,sets,2,sets", "day,missed,2026-11-06,sets,0,sets", "day,trained,2026-11-23,sets,2,sets",
        ] { #expect(csv.contains(line), "\(line) is missing:\n\(csv.joined(separator: "\n"))") }
        #expect(csv.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 6 })
    }

    @Test func withoutDataTheNextStepIsNamed() throws {
        let run = try CommandStage().run("stats")
        #expect(run.output.contains("log a workout: antrain done") && run.status == .success)
    }

    @Test(
        arguments: [
            ("stats --json --csv", "give --json or --csv, not both"), ("stats --since tomorrow", "or an earlier date"),
            ("stats --target 20-10", "such as 10-20"), ("stats --target 10", "such as 10-20"),
            ("stats --formula x", "expected one of epley, brzycki"),
        ]
    )
    func mistakesAreNamed(line: String, expected: String) throws {
        let run = try CommandStage().run(line)
        #expect(run.status == .usage && run.messages.contains(expected), "\(run.messages)")
    }
}
