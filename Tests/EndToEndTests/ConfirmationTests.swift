import Foundation
import TestSupport
import Testing

/// The confirmation of a change: the effect for the user on standard output, and the counts of the queue only on request.
@Suite struct ConfirmationTests {
    @Test(arguments: [
        ("done", "done: Push Day", "Pull Day, Wed 25 Nov at 07:30"),
        ("skip", "skipped: Push Day", "Pull Day, Wed 25 Nov at 07:30"),
        ("snooze --for 15m", "snoozed Push Day", "Push Day, tomorrow at 07:45"),
        ("pause --until tue", "all programs paused", "Pull Day, Wed 25 Nov at 07:30"),
        ("move mon tue", "moved Push Day", "Push Day, Tue 24 Nov at 07:30"),
        ("cancel workout/2026-11-23/0730", "cancelled workout/2026-11-23/0730", "Pull Day, Wed 25 Nov at 07:30"),
        ("reminder add Tea --in 45m", "reminder 1: Tea, Sun 22 Nov at 20:45", "Tea, today at 20:45"),
        ("settings --time 9am", "set time: 09:00", "Push Day, tomorrow at 09:00"),
        (
            "program activate push-pull-legs --replace --time 6pm", "activated Push Pull Legs",
            "Push Day, tomorrow at 18:00"
        ),
    ])
    func confirmationsNameTheNextReminder(line: String, first: String, next: String) throws {
        // 'skip' and 'snooze' are about tomorrow's workout, as nothing is open today; 'done' is not about a day ahead.
        let named = ["skip", "snooze --for 15m"].contains(line) ? line + " workout/2026-11-23/0730" : line
        let now = line == "done" ? "2026-11-23T06:00" : "2026-11-22T20:00"
        let run = try Home.ready(now: now).antrain(named)
        let lines = run.output.split(separator: "\n")
        #expect(
            run.status == 0 && lines.first?.contains(first) == true && lines.last == "Next reminder: \(next)",
            "\(run)"
        )
        for word in ["added", "kept", "updated"] { #expect(!(run.output + run.errors).contains(word), "\(run)") }
        // The counts are shown with --verbose, and always in JSON.
        let verbose = try Home.ready(now: now).antrain("\(named) --verbose")
        #expect((verbose.output + verbose.errors).contains(" kept"), "\(verbose)")
        let data = try Home.ready(now: now).antrain("\(named) --json").output
        #expect(line.hasPrefix("settings") || data.contains("\"kept\" : "), "\(data)")
    }

    @Test(arguments: ["reminder add Tea --in 300d", "log squat 5x5@80kg"])
    func confirmationsOfOtherChangesDoNotRepeatTheNextReminder(line: String) throws {
        let run = try Home.ready().antrain(line)
        #expect(run.status == 0 && !run.output.isEmpty && !run.output.contains("Next reminder"), "\(run)")
    }

    @Test func confirmationsSayThatNoReminderIsPlanned() throws {
        let home = try Home()
        #expect(
            try home.antrain("settings --time 07:30").output.hasSuffix("reminders are now on\nNo reminder is planned\n")
        )
        // A deactivated program has no next reminder.
        #expect(try home.antrain("settings --off").output == "set enabled: off\n")
    }

    @Test func dataHasNothingElseOnStandardOutput() throws {
        let home = try Home.ready()
        for line in ["settings --time 08:00 --json", "skip --date mon --json", "undo --json"] {
            let run = try home.antrain(line)
            #expect(run.output.hasPrefix("{") && run.output.hasSuffix("}\n"), "\(line): \(run)")
        }
    }
}
