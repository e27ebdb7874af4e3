import Platform
import TestSupport
import Testing

/// `antrain measure`, and what its measurements change.
@Suite struct MeasureCommandTests {
    /// Runs commands that must succeed, and returns the output of the last one.
    private func output(_ stage: CommandStage, _ lines: String...) throws -> String {
        var output = ""
        for line in lines {
            let run = try stage.run(line)
            #expect(run.status == .success, "\(line): \(run.messages)")
            output = run.output
        }
        return output
    }

    private func measured() throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-22T20:00")
        _ = try output(
            stage,
            "measure weight 84kg --date 2026-10-20",
            "measure weight 83kg --date 2026-11-16",
            "measure waist 84.5 cm --date yesterday",
            "measure weight 82.6kg"
        )
        return stage
    }

    @Test func theLatestValuesAndTheirChangesAreShown() throws {
        let stage = try measured()
        #expect(
            try output(stage, "measure weight 82,4")
                == "recorded: weight 82.4 kg; it replaces 82.6 kg from the same date\n"
        )
        #expect(
            try output(stage, "measure") == """
                weight  82.4 kg  2026-11-22  -0.6 kg since 2026-11-16, -1.6 kg since 2026-10-20
                waist   84.5 cm  2026-11-21

                """
        )
        #expect(
            try output(stage, "measure Weight") == """
                2026-11-22  82.4 kg  -0.6 kg
                2026-11-16  83 kg    -1 kg
                2026-10-20  84 kg

                """
        )
        #expect(try output(stage, "measure weight --limit 1") == "2026-11-22  82.4 kg  -0.6 kg\n")
    }

    @Test func undoTakesBackTheLastValue() throws {
        let stage = try measured()
        _ = try output(stage, "measure weight 82.4kg")
        #expect(try output(stage, "undo --list").contains("1  measurement: weight, 2026-11-22\n"))
        #expect(try output(stage, "undo").contains("undid: measurement (weight, "))
        #expect(try output(stage, "measure weight --limit 1") == "2026-11-22  82.6 kg  -0.4 kg\n")
        #expect(try output(stage, "undo", "measure weight --limit 1") == "2026-11-16  83 kg  -1 kg\n")
        #expect(try output(stage, "undo", "measure waist").contains("record one: antrain measure waist"))
    }

    @Test func withoutMeasurementsTheNextStepIsNamed() throws {
        let stage = try CommandStage()
        #expect(
            try output(stage, "measure") == "no measurements yet; record one: antrain measure weight 82.4kg\n"
        )
        #expect(
            try output(stage, "measure hips")
                == "no measurements yet; record one: antrain measure hips 84cm\n"
        )
    }

    @Test func theUsualUnitIsThatOfTheLastMeasurementOrProgram() throws {
        let stage = try measured()
        #expect(try output(stage, "measure hips 99").contains("hips 99 cm"))
        #expect(try output(stage, "measure hips 40in", "measure hips 39.5").contains("hips 39.5 in"))
        let other = try CommandStage()
        #expect(try other.run("measure weight 82.4").messages.contains("the unit is missing; write 82.4kg or 82.4lb"))
        _ = try other.run("program activate push-pull-legs")
        #expect(try output(other, "measure weight 82.4").contains("weight 82.4 kg"))
        #expect(try other.run("measure waist 84").messages.contains("the unit is missing; write 84cm or 84in"))
    }

    @Test(
        arguments: [
            ("measure wiast 84cm", "did you mean 'waist'?"), ("measure bodyfat 15%", "did you mean 'body-fat'?"),
            ("measure mood 5", "expected one of weight, body-fat, neck"), ("measure list", "expected one of weight"),
            ("measure weight 82.4st", "weight is measured in kg or lb"), ("measure weight 500kg", "20 to 400 kg"),
            ("measure weight 82kg --date tomorrow", "expected today (2026-11-22) or an earlier date"),
            ("measure weight 82kg --date 2010-01-01", "of the last ten years"),
            ("measure --date today", "--date needs a value"), ("measure --limit 5", "--limit is for"),
            ("measure weight 82kg --limit 5", "--limit is for"),
            ("measure weight --limit 0", "expected a number from 1"),
        ]
    )
    func mistakesAreNamed(line: String, expected: String) throws {
        let run = try CommandStage(now: "2026-11-22T20:00").run(line)
        #expect(run.status == .usage && run.messages.contains(expected), "\(run.messages)")
    }

    @Test func recordsAndStatisticsUseTheBodyWeight() throws {
        let stage = try CommandStage(now: "2026-11-22T20:00")
        _ = try output(stage, "log pull-up 5@bw+10kg --date 2026-11-20")
        #expect(try !output(stage, "stats records pull-up").contains("estimated max"))
        #expect(try !output(stage, "stats").contains("Body weight"))
        let records = try output(stage, "measure weight 80kg --date 2026-11-20", "stats records pull-up")
        #expect(records.contains("estimated max") && records.contains("105 kg"), "\(records)")
        #expect(records.contains("highest volume in a day") && records.contains("450 kg"), "\(records)")
        let stats = try output(stage, "stats")
        #expect(stats.contains("Body weight by week, with the last value\n    weight  ▄  80 kg\n"), "\(stats)")
        #expect(try output(stage, "stats --csv").contains("\nbody,weight,2026-11-16,weight,80.0,kg\n"))
        #expect(try !output(stage, "undo", "stats records pull-up").contains("estimated max"))
    }

    @Test func measurementsAloneAreStatistics() throws {
        let stats = try output(measured(), "stats")
        #expect(stats.hasPrefix("Training from 2026-08-31 to 2026-11-22\n"), "\(stats)")
        #expect(stats.contains("    weight         █   ▁  82.6 kg\n"), "\(stats)")
    }

    @Test(arguments: ["measure", "stats records", "stats"]) func aDamagedValueIsAnError(line: String) throws {
        let stage = try measured()
        let ledger = stage.path(".local/share/antrain/ledger.sqlite")
        let sql = "UPDATE journal SET value = '9000 kg' WHERE kind = 'measured' AND subject = 'weight'"
        #expect(try run("/usr/bin/sqlite3", ["-cmd", ".timeout 10000", ledger, sql]).status == 0)
        let failed = try stage.run(line)
        #expect(failed.status == .badData && failed.messages.contains("column value: '9000 kg' is not"), "\(failed)")
    }
}
