import Foundation
import TestSupport
import Testing

/// Answered and started workouts stay on their days, whatever happens to their program. 23 November 2026 is a Monday.
@Suite struct AnsweredDayTests {
    private static let exercises = "exercises: [{exercise: Squat, sets: 3x5}]"

    private func edit(_ home: Home, _ schedule: String) throws {
        try home.folder.write(
            "fix.yaml",
            """
            antrain: 1
            id: fix
            name: Fix
            days: {a: {name: A, \(Self.exercises)}, b: {name: B, \(Self.exercises)}, c: {name: C, \(Self.exercises)}}
            schedule: {mode: weekdays, \(schedule)}

            """
        )
    }

    /// A program with workouts on Mondays, Wednesdays and Fridays, reminded of at 09:00.
    private func home() throws -> Home {
        let home = try Home(now: "2026-11-22T20:00")
        try edit(home, "monday: a, wednesday: b, friday: c")
        try home.folder.write(
            "cyc.yaml",
            """
            antrain: 1
            id: cyc
            name: Cyc
            days: {x: {name: X, \(Self.exercises)}, y: {name: Y, \(Self.exercises)}}
            schedule: {mode: cycle, cycle: [x, y, rest]}

            """
        )
        for command in ["program activate fix.yaml --start 2026-11-23", "settings --time 09:00", "settings --on"] {
            #expect(try home.antrain(command).status == 0)
        }
        home.now = "2026-11-23T09:00"
        #expect(try home.antrain("schedule-next").output.contains("A"))
        return home
    }

    private func json(_ command: String, _ home: Home) throws -> String {
        try home.antrain("\(command) --json").output.filter { !$0.isWhitespace }
    }

    private func line(_ date: String, _ home: Home) throws -> String {
        let lines = try home.antrain("week --this").output.split(separator: "\n")
        return lines.first { $0.contains(date) }.map { $0.split(separator: " ").joined(separator: " ") } ?? "\(lines)"
    }

    @Test(arguments: [
        "program activate cyc.yaml --replace", "program activate fix.yaml --replace", "program deactivate fix",
    ])
    func `Answered days remain when programs are switched`(change: String) throws {
        let home = try home()
        #expect(try home.antrain("done").output.contains("done: A"))
        home.now = "2026-11-23T10:00"
        #expect(try home.antrain(change).status == 0)
        #expect(try line("23 Nov", home).contains("A"))
        let today = try json("today", home)
        #expect(today.contains(#""day":"a""#) && today.contains(#""state":"done""#), "\(today)")
        home.now = "2026-11-24T10:00"
        #expect(try line("23 Nov", home).contains("already done"))
        let calendar = try json("calendar", home)
        #expect(calendar.contains(#""day":"a","name":"A","program":"fix","state":"done""#), "\(calendar)")
        let why = try home.antrain("why 2026-11-23").output
        #expect(why.contains("23 Nov: ") && !why.contains("nothing planned"), "\(why)")
    }

    @Test(arguments: ["edit", "pause --until tomorrow"])
    func `A started workout stays open after an edit or a pause`(change: String) throws {
        let home = try home()
        #expect(try home.antrain("start").status == 0)
        home.now = "2026-11-23T09:10"
        if change == "edit" {
            try edit(home, "tuesday: a, wednesday: b, friday: c")
        } else {
            #expect(try home.antrain(change).status == 0)
        }
        #expect(try home.antrain("today").output.contains(": A ("))
        #expect(try home.antrain("done").output.contains("done: A"))
        #expect(try json("stats", home).contains(#""current":1"#))
    }

    @Test func `A started workout stays open when another program gets a higher priority`() throws {
        let home = try home()
        for command in ["settings one-a-day on", "program activate cyc.yaml --add --start 2026-11-23", "start"] {
            #expect(try home.antrain(command).status == 0)
        }
        #expect(try home.antrain("program priority cyc 20").status == 0)
        #expect(try home.antrain("today").output.contains("Mon 23 Nov: A"))
        #expect(try home.antrain("done").output.contains("done: A"))
    }

    @Test func `An edit changes no past day`() throws {
        let home = try home()
        try home.antrain("done")
        home.now = "2026-11-25T09:00"
        #expect(try home.antrain("done").status == 0)
        home.now = "2026-11-26T10:00"
        func views() throws -> [String] {
            try ["23", "24", "25"].map { try line("\($0) Nov", home) } + [home.antrain("stats").output]
        }
        let before = try views()
        try edit(home, "tuesday: a, thursday: b, friday: c")
        #expect(try views() == before)
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try views() == before)
        home.now = "2026-11-27T10:00"
        // Thursday follows the new text.
        #expect(try line("26 Nov", home).contains("unanswered"))
        #expect(try line("24 Nov", home) == before[1])
    }

    @Test func `A reminder that was sent today is named after a change of the time`() throws {
        let home = try home()
        home.now = "2026-11-23T09:10"
        try home.antrain("settings --time 08:00")
        #expect(try home.antrain("today").output.contains("sent at 09:00, unanswered"))
        try home.antrain("program activate cyc.yaml --replace")
        #expect(try home.antrain("today").output.contains("its time has passed"))
    }

    @Test func `A workout that was done before a change of days in the same second stays done`() throws {
        let home = try home()
        try home.antrain("done")
        #expect(try home.antrain("settings --days tue,thu,sat").status == 0)
        #expect(try json("stats", home).contains(#""current":1"#))
    }
}
