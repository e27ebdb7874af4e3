import Platform
import Testing

/// Records, summaries, milestones and warnings, from the log to the queue.
@Suite struct ProgressNewsTests {
    private func stage() throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-01T10:00")
        try stage.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            time: "07:30"
            records: on
            summary: on
            milestones: [3]
            streak-warning: "19:00"
            """
        )
        _ = try stage.run(
            "program activate stronglifts-5x5 --start 2026-11-02 --load squat=60kg --load bench-press=50 --load barbell-row=40 --load overhead-press=30 --load deadlift=80"
        )
        for day in ["02", "04", "06"] {
            let run = try stage.run("done --date today", now: "2026-11-\(day)T20:00")
            #expect(run.status == .success, "\(run.messages)")
        }
        return stage
    }

    private func pending(_ stage: CommandStage) throws -> String { try stage.run("pending").output }

    @Test func newsArePending() throws {
        let stage = try stage()
        let shown = try pending(stage)
        for part in [
            "milestone/2026-11-02/stronglifts-5x5/3", "record/2026-11-06/", "Squat: heaviest load 65 kg",
            "summary/2026-11-08/week",
            "Workout B is still to do after 3 workouts in a row", "streak-warning/2026-11-09/1900",
        ] { #expect(shown.contains(part), "\(part) is missing:\n\(shown)") }
        // An undone workout takes its news with it.
        _ = try stage.run("undo")
        let after = try pending(stage)
        #expect(!after.contains("milestone/") && !after.contains("record/2026-11-06"), "\(after)")
    }

    /// What is next is a reminder, not a report.
    @Test func newsAreNotTheNextReminder() throws {
        let stage = try stage()
        _ = try stage.run("log deadlift 5@200kg", now: "2026-11-08T17:00")
        let run = try stage.run("settings --time 07:45")
        #expect(run.output.contains("Next reminder: Workout B, tomorrow at 07:45"), "\(run.output)")
        #expect(try pending(stage).contains("summary/2026-11-08/week"))
        #expect(try stage.run("").output.contains("Workout B, tomorrow"))
    }

    /// The plan of the day before does not know the records of the week.
    @Test func aSummaryIsPlannedAgainOnItsDay() throws {
        let stage = try stage()
        #expect(try !stage.run("pending --json").output.contains("Records: "))
        _ = try stage.run("deliver", now: "2026-11-08T17:59")
        let json = try stage.run("pending --json").output
        #expect(
            json.contains("3 of 3 workouts done") && json.contains("Records: Barbell Row, Bench Press and Squat"),
            "\(json)"
        )
    }

    @Test func aMilestoneCanBeCancelled() throws {
        let stage = try stage()
        let run = try stage.run("cancel milestone/2026-11-02/stronglifts-5x5/3")
        #expect(run.status == .success, "\(run.messages)")
        #expect(try !pending(stage).contains("milestone/"))
    }

    @Test func theSettingsAreShown() throws {
        let stage = try stage()
        let shown = try stage.run("settings").output
        for part in ["records", "sunday, 18:00", "milestones", "19:00"] { #expect(shown.contains(part), "\(shown)") }
        let json = try stage.run("settings --json").output
        #expect(json.contains("\"weekday\":\"sunday\"") || json.contains("\"weekday\" : \"sunday\""), "\(json)")
    }
}
