import Foundation
import TestSupport
import Testing

/// `pause`, `resume` and `move`, and their errors.
@Suite struct ScheduleChangeTests {
    private func refused(_ home: Home, _ line: String, _ reason: String, _ status: Int32 = 64) throws {
        let before = try home.antrain("week --json").output
        let run = try home.antrain(line)
        #expect(run.status == status && run.errors.contains(reason), "\(line): \(run.status) \(run.errors)")
        #expect(try home.antrain("week --json").output == before)
    }

    @Test func oneProgramResumesDuringAPauseOfAll() throws {
        let home = try Home.ready()
        try home.antrain("program activate bodyweight-routine --add")
        try home.antrain("pause --until 2026-12-01")
        #expect(try home.pending().isEmpty)
        #expect(try home.antrain("resume --program push-pull-legs --verbose").output.contains("3 added"))
        #expect(try home.antrain("pending").output.contains("Push Day"))
        #expect(!(try home.antrain("pending").output.contains("Full Body")))
        try refused(home, "resume --program push-pull-legs", "no program is paused", 66)
        try home.antrain("undo")
        #expect(try home.pending().isEmpty)
    }

    @Test func onlyPausedProgramsCanResume() throws {
        let home = try Home.ready()
        try refused(home, "resume", "no program is paused on 2026-11-22", 66)
        try refused(home, "resume --program push-pull-legs", "no program is paused on 2026-11-22", 66)
        try home.antrain("pause --from 2026-11-23 --until 2026-11-24")
        try refused(home, "resume --on 2026-11-25", "no program is paused on 2026-11-25", 66)
        #expect(try home.antrain("resume").status == 0)
        #expect(try home.antrain("undo").status == 0)
    }

    /// Chosen days that a program cannot use are reported.
    @Test func daysWithoutWorkoutsAreReported() throws {
        let home = try Home()
        try home.antrain("settings --time 07:30")
        let close = try home.antrain("program activate stronglifts-5x5 --days sat,sun")
        let warning = "StrongLifts 5×5 requires rest days between workouts, so there are usually no workouts on sun"
        #expect(close.status == 0 && close.errors.contains("warning: \(warning)"), "\(close.errors)")
        let fine = try home.antrain("program activate stronglifts-5x5 --days mon,sat --replace")
        #expect(!fine.errors.contains("warning:"), "\(fine.errors)")
        // Activated again it would keep its own days; after deactivation it uses those of the settings.
        try home.antrain("program deactivate stronglifts-5x5")
        try home.antrain("program activate stronglifts-5x5")
        #expect(try home.antrain("settings --days tue,wed").errors.contains("usually no workouts on wed"))
    }

    /// A pause without an end, followed by one with an end, is one pause.
    @Test func aRepeatedPauseUsesTheLastEnd() throws {
        let home = try Home.ready()
        try home.antrain("pause")
        #expect(try home.antrain("week").output.contains("to resume: antrain resume"))
        #expect(try home.antrain("pause --until 2026-11-23").status == 0)
        #expect(try home.pending() == ["workout/2026-11-25/0730", "workout/2026-11-27/0730"])
        try home.antrain("undo")
        #expect(try home.pending().isEmpty)
        try home.antrain("pause --program push-pull-legs --until 2026-11-24")
        #expect(try home.pending().isEmpty)
    }

    /// Reminders that were delivered are not reported as missed.
    @Test func deliveredRemindersAreReportedAsDelivered() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T07:32"
        try home.antrain("schedule-next")
        let today = try home.antrain("today").output
        #expect(
            today.hasPrefix("Today, Mon 23 Nov: Push Day (sent at 07:32, unanswered)\n"),
            "\(today)"
        )
        #expect(try home.antrain("week").output.contains("sent at 07:32"))
    }

    /// A pause of all programs stays in effect, and can be ended, while no program is active.
    @Test func aPauseWithoutProgramsCanBeEnded() throws {
        let home = try Home()
        try home.antrain("pause")
        #expect(try home.antrain("resume").status == 0)
        try refused(home, "resume", "no program is paused", 66)
    }

    @Test func aPauseInTheFileIsEndedInTheFile() throws {
        let home = try Home()
        let text = try String(contentsOfFile: BuildProducts.package + "Programs/push-pull-legs.yaml", encoding: .utf8)
        try home.folder.write("mine.yaml", text + "exceptions: [{pause: 2026-11-20, until: 2026-12-20}]\n")
        try home.antrain("program activate mine.yaml --start 2026-11-16")
        try home.antrain("settings --time 07:30")
        try refused(home, "resume", "mine.yaml; to change that, edit 'exceptions' there", 66)
        try home.antrain("pause --until 2026-11-30")
        try refused(home, "resume --program push-pull-legs", "mine.yaml; to change that, edit 'exceptions' there", 66)
    }

    @Test(arguments: [
        ("pause --from 2026-11-28 --until 2026-11-30", "2026-11-28", "push-pull-legs is paused on 2026-11-28"),
        ("", "2026-11-27", "the same date"),
        (
            "program activate push-pull-legs.yaml --replace --start 2026-11-27", "2026-11-26",
            "does not start until 2026-11-27"
        ),
    ])
    func impossibleMovesAreRefused(setting: String, target: String, reason: String) throws {
        let home = try Home.ready()
        #expect(try home.antrain(setting).status == 0)
        try refused(home, "move 2026-11-27 \(target)", reason)
        #expect(try home.antrain("move 2026-11-27 2026-12-03").output.contains("moved"))
    }

    /// An `until` date ends the program; a number of weeks only limits the number of workouts.
    @Test func aMoveBeyondTheLastDateIsRefused() throws {
        let home = try Home()
        let text = try String(contentsOfFile: BuildProducts.package + "Programs/push-pull-legs.yaml", encoding: .utf8)
        try home.folder.write(
            "mine.yaml",
            text.replacing("  mode: weekdays\n", with: "  mode: weekdays\n  length: until 2026-11-29\n")
        )
        #expect(try home.antrain("program activate mine.yaml --start 2026-11-23").status == 0)
        try refused(home, "move 2026-11-27 2026-12-03", "push-pull-legs has ended by 2026-12-03")
    }

    /// If only some programs can be changed, these are reported, and there is a warning for the others.
    @Test func unchangedProgramsAreReported() throws {
        let home = try Home.ready()
        try home.antrain("program activate bodyweight-routine --add")
        try home.antrain("pause --program push-pull-legs --from 2026-11-28 --until 2026-11-30")
        let run = try home.antrain("move 2026-11-27 2026-11-28")
        #expect(run.status == 0 && run.output.contains("moved Full Body"), "\(run.errors)")
        #expect(run.errors.contains("push-pull-legs is paused on 2026-11-28"), "\(run.errors)")
    }
}
