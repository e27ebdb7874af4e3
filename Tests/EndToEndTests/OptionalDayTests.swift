import Foundation
import TestSupport
import Testing

/// Days with `optional: yes`, from the file to the statistics.
@Suite struct OptionalDayTests {
    private static let program = """
        antrain: 1
        id: mine
        name: Mine
        days:
          push: {name: Push, exercises: [{exercise: Press, sets: 3x5}]}
          run: {name: Run, optional: yes, exercises: [{exercise: Run, sets: 5km}]}
        schedule: {mode: weekdays, monday: push, wednesday: run, friday: push, on-missed: repeat}

        """

    private func home() throws -> Home {
        let home = try Home(now: "2026-11-23T06:00")
        try home.folder.write("mine.yaml", Self.program)
        #expect(try home.antrain("program activate mine.yaml").status == 0)
        try home.antrain("settings --on --time 07:30")
        #expect(try home.antrain("done").status == 0)
        return home
    }

    @Test func theReminderSaysThatItIsOptional() throws {
        let home = try home()
        home.now = "2026-11-25T07:30"
        #expect(try home.antrain("deliver").output.contains("Run (optional)"))
        for line in ["today", "next", "week", "program show mine.yaml"] {
            let run = try home.antrain(line)
            #expect(run.output.contains("optional") && run.errors.isEmpty, "\(line): \(run)")
        }
    }

    /// What follows on Friday after a Wednesday with a command, or without one.
    @Test(arguments: [
        ("", "done 1", "not-done"), ("done", "done 2", "done"), ("skip", "done 1", "skipped"),
    ])
    func onlyDoingItCounts(line: String, count: String, state: String) throws {
        let home = try home()
        home.now = "2026-11-25T07:30"
        #expect(try home.antrain("deliver").output.contains("Run (optional)"))
        home.now = "2026-11-25T18:00"
        if !line.isEmpty { #expect(try home.antrain(line).status == 0) }
        home.now = "2026-11-27T06:00"
        // Under `repeat`, a missed run would take the place of Friday's push.
        #expect(try home.antrain("today").output.contains("Push"))
        #expect(!(try home.antrain("schedule-next --verbose").output.contains("missed")))
        let stats = try JSONSerialization.jsonObject(with: Data(try home.antrain("stats --json").output.utf8))
        let workouts = (stats as? [String: Any])?["workouts"] as? [String: Any]
        #expect("done \(workouts?["done"] ?? "-")" == count && workouts?["missed"] as? Int == 0, "\(stats)")
        #expect(workouts?["skipped"] as? Int == 0)
        let week = try JSONSerialization.jsonObject(with: Data(try home.antrain("week --this --json").output.utf8))
        let days = (week as? [String: Any])?["days"] as? [[String: Any]] ?? []
        let run = days.flatMap { $0["workouts"] as? [[String: Any]] ?? [] }.first { $0["day"] as? String == "run" }
        #expect(run?["state"] as? String == state && run?["optional"] as? Bool == true, "\(week)")
    }

    @Test func aWrongValueIsReportedWithItsPlace() throws {
        let home = try home()
        try home.folder.write("mine.yaml", Self.program.replacingOccurrences(of: "optional: yes", with: "optional: 2"))
        let run = try home.antrain("program validate mine.yaml")
        let all = run.output + run.errors
        #expect(run.status != 0 && all.contains("mine.yaml:6:30: error: invalid 'optional' value '2'"), "\(all)")
    }
}
