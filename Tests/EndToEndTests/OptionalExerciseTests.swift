import Foundation
import TestSupport
import Testing

/// Exercises with `optional: yes`, from the file to the log.
@Suite struct OptionalExerciseTests {
    static let program = """
        antrain: 1
        id: mine
        name: Mine
        days:
          full:
            name: Full Body
            exercises:
              - {exercise: Squat, sets: 3x5 @ 60kg, progression: {type: linear, add: 2.5}}
              - {exercise: Curl, sets: 3x10 @ 20kg, optional: yes, progression: {type: linear, add: 1}}
        schedule: {mode: cycle, cycle: [full]}

        """

    private func home() throws -> Home {
        let home = try Home(now: "2026-11-23T19:00")
        try Self.program.write(toFile: home.folder.path + "/mine.yaml", atomically: true, encoding: .utf8)
        #expect(try home.antrain("program activate mine.yaml").status == 0)
        return home
    }

    /// The logged exercises, oldest first.
    private func logged(_ home: Home) throws -> [String] {
        let output = try home.antrain("log --json").output
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let entries = object?["entries"] as? [[String: Any]] ?? []
        return entries.compactMap { $0["exercise"] as? String }.sorted()
    }

    @Test func anOptionalExerciseIsShownAsOptional() throws {
        let home = try home()
        for line in ["today", "next", "program show mine.yaml"] {
            let run = try home.antrain(line)
            #expect(run.output.contains("optional") && run.errors.isEmpty, "\(line): \(run)")
        }
        let json = try home.antrain("next --workouts 1 --json").output
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let workout = (object?["workouts"] as? [[String: Any]])?.first
        let exercises = workout?["exercises"] as? [[String: Any]] ?? []
        #expect(exercises.map { $0["optional"] as? Bool } == [false, true])
    }

    /// Only what the user logs of it counts.
    @Test(arguments: [
        ("done", ["squat"], "3×10 @ 20 kg"),
        ("done --set curl=3x10", ["curl", "squat"], "3×10 @ 21 kg"),
        ("done --missed curl", ["curl", "squat"], "3×10 @ 20 kg"),
        ("log curl 3x10", ["curl", "squat"], "3×10 @ 21 kg"),
    ])
    func doneLogsItOnlyIfItWasLogged(line: String, expected: [String], next: String) throws {
        let home = try home()
        var run = try home.antrain(line)
        if line.hasPrefix("log") { run = try home.antrain("done") }
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(try logged(home).map { $0.contains("curl") ? "curl" : $0 } == expected)
        home.now = "2026-11-24T08:00"
        let output = try home.antrain("next --workouts 1").output
        #expect(output.contains(next) && output.contains("3×5 @ 62.5 kg"), "\(output)")
    }

    @Test func aWrongValueIsReportedWithItsPlace() throws {
        let home = try home()
        let text = Self.program.replacingOccurrences(of: "optional: yes", with: "optional: perhaps")
        try text.write(toFile: home.folder.path + "/mine.yaml", atomically: true, encoding: .utf8)
        let run = try home.antrain("program validate mine.yaml")
        #expect(run.status != 0)
        let all = run.output + run.errors
        #expect(all.contains("mine.yaml:9:55: error: invalid 'optional' value 'perhaps'"), "\(all)")
        #expect(all.contains("on or off"), "\(all)")
    }
}
