import Foundation
import TestSupport
import Testing

/// Answers between midnight and 04:00: a workout of the evening belongs to the day on which it began.
@Suite struct NightAnswerTests {
    /// A daily program: Run on Sunday and Tuesday, Swim on Monday. Each line of a scene is a time and a command.
    private func home(_ scene: [String], time: String = "09:00") throws -> Home {
        let home = try Home(now: "2026-11-21T20:00")
        try home.folder.write(
            "daily.yaml",
            """
            antrain: 1
            id: daily
            name: Daily
            days:
              run: {name: Run, exercises: [{exercise: Squat, sets: 1x5 @ 60kg}]}
              swim: {name: Swim, exercises: [{exercise: Bench Press, sets: 2x5 @ 40kg}]}
            schedule: {mode: cycle, cycle: [run, swim]}

            """
        )
        try home.antrain("program activate daily.yaml --start 2026-11-22")
        try home.antrain("settings --time \(time)")
        for line in scene { _ = try run(line, home) }
        return home
    }

    /// Runs a command at a time: `24T00:20 done`.
    private func run(_ line: String, _ home: Home) throws -> Finished {
        let parts = line.split(separator: " ", maxSplits: 1)
        home.now = "2026-11-\(parts[0])"
        return try home.antrain(String(parts[1]))
    }

    private static let started = ["23T09:00 deliver", "23T23:00 start"]

    private static let midnight = ["23T00:15 deliver", "23T23:00 start", "24T00:15 deliver"]

    /// The time of reminders, what happened before, the answer, and what it says.
    @Test(arguments: [
        ("09:00", started, "24T00:20 done", "done: Swim (yesterday)"),
        ("09:00", started, "24T00:20 skip", "skipped: Swim (yesterday)"),
        ("09:00", started, "24T00:20 done --all", "done: Swim (yesterday)"),
        ("09:00", started, "24T00:20 done --program daily", "done: Swim (yesterday)"),
        ("09:00", started, "24T00:10 start", "Bench Press"),
        ("09:00", started, "24T03:59 done", "done: Swim (yesterday)"),
        ("09:00", started, "24T04:00 done", "done: Run\n"),
        ("09:00", started + ["24T00:20 done"], "24T00:21 done", "done: Swim (yesterday; it was done before)"),
        ("09:00", started + ["24T00:20 done"], "24T00:21 skip", "skipped: Swim (yesterday; it was done)"),
        ("09:00", started + ["23T23:50 done"], "24T00:20 done", "done: Run\n"),
        ("09:00", started, "24T00:20 log bench 5@45", "logged: Bench Press, 5 @ 45 kg (yesterday)"),
        ("09:00", started, "24T00:20 log bench 5@45 --date today", "logged: Bench Press, 5 @ 45 kg, entry"),
        ("09:00", ["23T09:00 deliver"], "24T00:20 done", "done: Run\n"),
        ("22:00", ["23T22:00 deliver"], "24T00:20 done", "done: Swim (yesterday)"),
        ("22:00", ["23T22:00 deliver"], "24T00:20 snooze --for 15m", "snoozed Yesterday: Swim until"),
        ("22:00", ["23T21:00 schedule-next", "24T00:20 deliver"], "24T00:30 done", "done: Swim (yesterday)"),
        ("22:00", ["23T21:00 schedule-next", "24T00:20 deliver"], "24T18:00 done", "done: Run\n"),
        ("22:00", ["23T21:00 schedule-next", "24T00:20 deliver"], "24T18:00 start", "Squat"),
        ("22:00", ["23T21:00 schedule-next", "24T00:20 deliver"], "24T18:00 snooze", "snoozed Run until"),
        (
            "22:00", ["23T21:00 schedule-next", "24T00:20 deliver", "24T20:00 done --date today"], "24T20:01 done",
            "done: Run (it was done before)\n"
        ),
        ("00:15", midnight, "24T00:20 start", "Bench Press"),
        ("00:15", midnight, "24T00:20 log bench 5@45", "logged: Bench Press, 5 @ 45 kg (yesterday)"),
        ("00:15", midnight + ["24T00:20 done --date yesterday"], "24T00:21 done", "done: Run\n"),
    ])
    func `An answer at night`(time: String, before: [String], line: String, expected: String) throws {
        let home = try home(before, time: time)
        let run = try run(line, home)
        #expect(run.status == 0 && (run.output + run.errors).contains(expected), "\(run)")
    }

    @Test func `Two open workouts of one program are named by their reminders`() throws {
        let refusal = try run("24T00:20 done", home(Self.midnight, time: "00:15"))
        #expect(refusal.status == 64 && refusal.errors.contains("several match"), "\(refusal)")
        let commands = refusal.errors.matches(of: /antrain (done [^;\n]+)/).map { String($0.1) }
        let said = try commands.map { try run("24T00:20 \($0)", home(Self.midnight, time: "00:15")).output }
        #expect(said.map { $0.split(separator: "\n").first } == ["done: Swim (yesterday)", "done: Run"], "\(said)")
    }

    @Test func `An answer for yesterday leaves today's reminder pending`() throws {
        let home = try home(Self.started + ["24T00:20 done"])
        #expect(try home.pending().first == "workout/2026-11-24/0900")
        #expect(try home.antrain("log").output.contains("2026-11-23"))
        #expect(!(try home.antrain("log").output.contains("2026-11-24")))
    }

    /// A guided session that began before midnight continues.
    @Test func `A session continues after midnight`() throws {
        let home = try home(Self.started + ["23T23:30 log bench 5@40"])
        home.now = "2026-11-24T00:10"
        #expect(try home.onTerminal("start", "").contains("done: Swim (yesterday)"))
    }
}
