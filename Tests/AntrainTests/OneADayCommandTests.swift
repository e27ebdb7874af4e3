import Foundation
import Platform
import Testing

/// `one-a-day` and priorities, as commands show them.
@Suite struct OneADayCommandTests {
    /// Both programs train on Monday; the rotation continues on Tuesday. 2026-11-22 is a Sunday.
    private func stage() throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-22T20:00")
        for (id, schedule) in [
            ("fix", "{mode: weekdays, monday: push, thursday: pull}"),
            ("turn", "{mode: rotation, rotation: [push, pull], on: [mon, tue, sat]}"),
        ] {
            try stage.write(
                "\(id).yaml",
                """
                antrain: 1
                id: \(id)
                name: \(id.capitalized)
                days:
                  push: {name: Push \(id), exercises: [{exercise: Press, sets: 5}]}
                  pull: {name: Pull \(id), exercises: [{exercise: Row, sets: 5}]}
                schedule: \(schedule)

                """
            )
        }
        try stage.write(".config/antrain/settings.yaml", "enabled: on\ntime: \"07:30\"\none-a-day: yes\n")
        for line in ["activate fix.yaml --priority 2", "activate turn.yaml --add"] {
            #expect(try stage.run("program \(line)").status == .success)
        }
        return stage
    }

    @Test func allCommandsAgree() throws {
        let stage = try stage()
        let expected = ["Push fix", "Push turn", "Pull fix", "Pull turn"]
        func order(_ text: String) -> [String] {
            expected.compactMap { name in text.range(of: name).map { (name, $0.lowerBound) } }.sorted { $0.1 < $1.1 }
                .map(\.0)
        }
        for line in ["week", "simulate --days 7"] {
            let output = try stage.run(line).output
            #expect(order(output) == expected, "\(line): \(output)")
        }
        #expect(try stage.run("next --weeks 1").output.contains("2026-11-24: Push turn"))
        let reason = "Push turn of Turn: one workout a day; Fix has priority 2"
        let why = try stage.run("why mon").output
        #expect(why.contains(reason) && why.contains("settings.yaml:3:12") && !why.contains("Turn plans"), "\(why)")
        #expect(try stage.run("why mon --json").output.contains("\"one-a-day\""))
        #expect(try stage.run("today --json", now: "2026-11-23T06:00").output.contains("\"name\" : \"Push turn\""))
        #expect(try stage.run("today").output.contains(reason))
        #expect(try stage.run("export ics out.ics").status == .success)
        let events = (stage.contents("out.ics") ?? "").components(separatedBy: "BEGIN:VEVENT")
        #expect(events.count { $0.contains(/DTSTART[^\r\n]*20261123T/) } == 1)
        #expect(
            try stage.run("move 2026-11-24 2026-11-26").messages.contains("another program has a workout on 2026-11-26")
        )
    }

    @Test func prioritiesChangeWithoutLosingProgress() throws {
        let stage = try stage()
        #expect(try stage.run("program list").output.contains("since 2026-11-22, priority 2"))
        #expect(try stage.run("done --program turn", now: "2026-11-24T08:00").status == .success)
        #expect(try stage.run("program priority turn 3").output.contains("Turn has priority 3"))
        #expect(try stage.run("week", now: "2026-11-30T06:00").output.contains("Pull turn"))
        #expect(
            try stage.run("why 2026-11-30").output.contains("Push fix of Fix: one workout a day; Turn has priority 3")
        )
        let list = try stage.run("program list --json").output
        #expect(list.contains("\"priority\" : 3") && list.contains("\"start\" : \"2026-11-22\""))
        #expect(try stage.run("undo 1").output.contains("undid: priority (Turn)"))
        #expect(try stage.run("why 2026-11-30").output.contains("Fix has priority 2"))
        // Activated again, a program keeps its priority.
        #expect(try stage.run("program activate fix.yaml --replace").messages.contains("--priority 2"))
        #expect(try stage.run("settings one-a-day off").status == .success)
        #expect(try stage.run("why 2026-11-30").output.contains("Turn plans"))
    }

    /// A workout that becomes wanted after its time has no reminder.
    @Test func aWorkoutThatIsWantedTooLateIsNotPlanned() throws {
        let stage = try stage()
        #expect(try stage.run("schedule-next", now: "2026-11-23T07:30").status == .success)
        #expect(try stage.run("settings one-a-day off", now: "2026-11-23T08:00").status == .success)
        let why = try stage.run("why").output
        #expect(why.contains("delivered") && why.contains("Turn plans") && !why.contains("planned "), "\(why)")
        // The next one is planned.
        #expect(try stage.run("why 2026-12-14").output.contains("planned "))
    }

    /// The finished workout of a program that was deactivated since was the only one of its day.
    @Test func aFinishedWorkoutKeepsItsDay() throws {
        let stage = try stage()
        #expect(try stage.run("done", now: "2026-11-23T07:00").output.contains("Push fix"))
        #expect(try stage.run("program deactivate fix").status == .success)
        for line in ["today", "why", "week --this"] {
            let run = try stage.run(line)
            #expect(run.output.contains("Push fix") && run.output.contains("already done"), "\(line): \(run)")
        }
        #expect(try stage.run("why").output.contains("Push turn of Turn: one workout a day"))
        #expect(try !stage.run("pending").output.contains("2026-11-23"))
    }

    @Test(arguments: [
        ("program activate fix.yaml --replace --priority 101", "expected 0 to 100"),
        ("program priority fix 101", "expected 0 to 100"),
        ("program priority nothing 1", "nothing"),
    ])
    func mistakesAreReported(line: String, message: String) throws {
        let run = try stage().run(line)
        #expect(run.status != .success && run.messages.contains(message), "\(run)")
    }
}
