import Foundation
import TestSupport
import Testing

/// Edits of an active program's file between workouts change the future, but not the past.
@Suite struct EditedProgramTests {
    private static let head = "antrain: 1\nid: mine\nname: Mine\nrounding: 2.5\n"

    private func home(_ program: String) throws -> Home {
        let home = try Home(now: "2026-11-22T20:00")
        try edit(home, program)
        let activated = try home.antrain("program activate mine.yaml")
        #expect(activated.status == 0, "\(activated.errors)")
        return home
    }

    private func edit(_ home: Home, _ program: String) throws {
        try home.folder.write("mine.yaml", Self.head + program)
    }

    /// Completes the workouts of days of November 2026.
    private func done(_ home: Home, _ days: ClosedRange<Int>, _ options: String = "") throws {
        for day in days {
            home.now = "2026-11-\(day)T18:00"
            let done = try home.antrain("done \(options)")
            #expect(done.status == 0, "\(done.errors)")
        }
    }

    /// The exercises of the next workout with their sets and changes.
    private func next(_ home: Home) throws -> String {
        let output = try home.antrain("next --workouts 1", environment: ["COLUMNS": "200"]).output
        let lines = output.split(separator: "\n").dropFirst()
        return lines.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: "; ")
    }

    private static func daily(_ exercises: String) -> String {
        "days:\n  a: {name: Legs, exercises: [\(exercises)]}\nschedule: {mode: cycle, cycle: [a]}\n"
    }
    private static func squat(_ sets: String, add: String = "2.5") -> String {
        "{exercise: Squat, sets: \(sets), progression: {type: linear, add: \(add), fails: 3}}"
    }

    @Test func aNewExerciseHasNoResults() throws {
        let home = try home(Self.daily(Self.squat("5x5 @ 60kg")))
        try done(home, 23...27)
        #expect(try next(home) == "Squat 5×5 @ 72.5 kg +2.5 kg: all sets completed")
        let press = "{exercise: Leg Press, sets: 3x12 @ 100kg, progression: {type: linear, add: 5}}"
        try edit(home, Self.daily(Self.squat("5x5 @ 60kg") + ", " + press))
        #expect(
            try next(home) == "Squat 5×5 @ 72.5 kg +2.5 kg: all sets completed; Leg Press 3×12 @ 100 kg"
        )
        try done(home, 28...28)
        #expect(try next(home).hasSuffix("Leg Press 3×12 @ 105 kg +5 kg: all sets completed"))
    }

    @Test func otherSetsDoNotMakeFailuresOfResults() throws {
        let home = try home(Self.daily(Self.squat("3x5 @ 60kg")))
        try done(home, 23...25, "--set squat=5,5,5")
        #expect(try next(home) == "Squat 3×5 @ 67.5 kg +2.5 kg: all sets completed")
        try edit(home, Self.daily(Self.squat("5x5 @ 60kg", add: "5")))
        #expect(try next(home) == "Squat 5×5 @ 67.5 kg +2.5 kg: all sets completed")
        try done(home, 26...26)
        #expect(try next(home) == "Squat 5×5 @ 72.5 kg +5 kg: all sets completed")
        // A correction is judged by what was planned then: 3x5.
        try home.antrain("log edit 3 5,5,5@70")
        try home.antrain("log edit 4 5,5,5")
        #expect(try next(home) == "Squat 5×5 @ 67.5 kg same load: failed once; deload after 3 failures")
    }

    @Test(arguments: ["add: 2.5", "add: 5}}]}\nweeks: [{name: A}, {name: B}]\n#"]) func theTrainingMaxStays(
        edited: String
    )
        throws
    {
        func program(_ add: String) -> String {
            "maxes: {squat: {one-rep-max: 140, training-max: 126}}\ndays:\n"
                + "  a: {exercises: [{lift: squat, sets: 5 @ 100%, progression: {type: per-cycle, \(add)}}]}\n"
                + "schedule: {mode: weekdays, monday: a}\n"
        }
        let home = try home(program("add: 5").replacing("rounding: 2.5", with: ""))
        for date in ["2026-11-23", "2026-11-30", "2026-12-07"] {
            home.now = "\(date)T18:00"
            #expect(try home.antrain("done").status == 0)
        }
        #expect(try next(home) == "Squat 5 @ 140 kg +5 kg: cycle completed")
        try edit(home, program(edited))
        #expect(try next(home) == "Squat 5 @ 140 kg +5 kg: cycle completed")
        home.now = "2026-12-14T18:00"
        #expect(try home.antrain("done").status == 0)
        try edit(home, program("add: 5"))
        try home.antrain("undo")
        #expect(try next(home) == "Squat 5 @ 140 kg +5 kg: cycle completed")
    }

    @Test func aNewDayIDKeepsTheResults() throws {
        let program = Self.daily(Self.squat("5x5 @ 60kg"))
        let home = try home(program)
        try done(home, 23...23)
        try edit(home, program.replacing("a: {name: Legs", with: "x: {name: Heavy").replacing("[a]", with: "[x]"))
        #expect(try next(home) == "Squat 5×5 @ 62.5 kg +2.5 kg: all sets completed")
        // The answered day keeps its name.
        #expect(try home.antrain("week --this").output.contains("Legs"))
        #expect(try home.antrain("today").output.contains("Legs"))
        try done(home, 24...24)
        let week = try home.antrain("week --this").output
        #expect(week.contains("Legs") && week.contains("Heavy"), "\(week)")
        #expect(try next(home) == "Squat 5×5 @ 65 kg +2.5 kg: all sets completed")
    }

    @Test func anAnsweredDayShowsTheWorkoutThatWasAnswered() throws {
        func program(_ order: String) -> String {
            "days:\n  a: {name: Alpha, exercises: [\(Self.squat("5x5 @ 60kg"))]}\n"
                + "  b: {name: Beta, exercises: [{exercise: Row, sets: 5x5}]}\n"
                + "schedule: {mode: rotation, rotation: [\(order)], on: [mon, tue, wed, thu, fri, sat, sun]}\n"
        }
        let home = try home(program("a, b"))
        try done(home, 23...23)
        home.now = "2026-11-24T18:00"
        #expect(try home.antrain("skip").status == 0)
        let before = try home.antrain("week --this --json").output
        try edit(home, program("b, a"))
        let after = try home.antrain("week --this --json").output
        func answered(_ text: String) throws -> [String] {
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            let days = object?["days"] as? [[String: Any]] ?? []
            return days.prefix(2).map { "\(($0["workouts"] as? [[String: Any]])?.first?["name"] ?? "-")" }
        }
        #expect(try answered(before) == ["Beta", "Alpha"])
        #expect(try answered(after) == ["Beta", "Alpha"])
    }

    /// A set is judged by what was planned when it was logged, although the workout is completed after an edit.
    @Test func anEntryBeforeAnEditIsJudgedByItself() throws {
        let home = try home(Self.daily(Self.squat("3x5 @ 60kg")))
        home.now = "2026-11-23T17:00"
        #expect(try home.antrain("log squat 5,5,5").status == 0)
        try edit(home, Self.daily(Self.squat("5x5 @ 60kg")))
        try done(home, 23...23)
        #expect(try next(home) == "Squat 5×5 @ 62.5 kg +2.5 kg: all sets completed")
    }
}
