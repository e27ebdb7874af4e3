import Foundation
import TestSupport
import Testing

/// Alternatives to exercises, from the file to the loads.
@Suite struct AlternativeTests {
    private static let program = """
        antrain: 1
        id: mine
        name: Mine
        days:
          full:
            name: Full Body
            exercises:
              - exercise: Squat
                sets: 3x5 @ 60kg
                progression: {type: linear, add: 2.5}
                alternatives: [{exercise: Front Squat, sets: 3x5 @ 40kg}, {exercise: Leg Press, sets: 3x10 @ 100kg}]
              - {exercise: Curl, sets: 3x10 @ 20kg, alternatives: {exercise: Hammer Curl, sets: 3x10 @ 15kg}}
              - {exercise: Press, sets: 3x5 @ 30kg}
          rest-day: {exercises: [{exercise: Plank, sets: 60s}]}
        schedule: {mode: cycle, cycle: [full, rest-day]}

        """

    private func home() throws -> Home {
        let home = try Home(now: "2026-11-23T08:00")
        try home.folder.write("mine.yaml", Self.program)
        #expect(try home.antrain("program activate mine.yaml").status == 0)
        return home
    }

    private func object(_ home: Home, _ line: String) throws -> [String: Any] {
        let run = try home.antrain(line + " --json")
        #expect(run.status == 0, "\(run)")
        return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    /// The first exercise of the coming full-body workouts with its first set.
    private func squats(_ home: Home, _ count: Int = 2) throws -> [String] {
        let workouts = try object(home, "next --workouts \(2 * count)")["workouts"] as? [[String: Any]] ?? []
        return workouts.filter { $0["day"] as? String == "full" }.map { workout in
            let first = (workout["exercises"] as? [[String: Any]])?.first
            let set = (first?["sets"] as? [[String: Any]])?.first
            return "\(first?["id"] ?? "-") \(set?["text"] ?? "-")"
        }
    }

    private func logged(_ home: Home) throws -> [String] {
        let entries = try object(home, "log")["entries"] as? [[String: Any]] ?? []
        return entries.compactMap { $0["name"] as? String }.sorted()
    }

    @Test func aChoiceAppliesFromNowOnUntilItIsUndone() throws {
        let home = try home()
        let run = try home.antrain("program choose mine squat front-squat")
        #expect(run.output.contains("Front Squat instead of Squat, from now on"), "\(run)")
        #expect(try squats(home) == ["front-squat 3×5 @ 40 kg", "front-squat 3×5 @ 42.5 kg"])
        #expect(try home.antrain("today").output.contains("instead of Squat"))
        #expect(try home.antrain("done").errors.isEmpty)
        #expect(try logged(home) == ["Curl", "Front Squat", "Press"])
        // The done workout stays as it was done.
        #expect(try home.antrain("program choose mine squat squat").output.contains("Squat again, from now on"))
        #expect(try home.antrain("today").output.contains("Front Squat"))
        home.now = "2026-11-25T08:00"
        #expect(try squats(home, 1) == ["squat 3×5 @ 60 kg"])
        #expect(try home.antrain("undo --list").output.contains("choice of an exercise: squat"))
        #expect(try home.antrain("undo 1").output.contains("choice of an exercise"))
        #expect(try squats(home, 1) == ["front-squat 3×5 @ 42.5 kg"])
    }

    @Test func aChoiceForOneDay() throws {
        let home = try home()
        #expect(try home.antrain("program choose mine squat leg-press --date 2026-11-25").errors.isEmpty)
        #expect(try squats(home, 3) == ["squat 3×5 @ 60 kg", "leg-press 3×10 @ 100 kg", "squat 3×5 @ 62.5 kg"])
        let choices = try object(home, "program choose mine")
        let list = choices["choices"] as? [[String: Any]] ?? []
        #expect(list.map { "\($0["alternative"] ?? "")" } == ["leg-press"] && list.first?["one_day"] as? Bool == true)
        let text = try home.antrain("program choose mine").output
        #expect(text.contains("or Front Squat (front-squat), Leg Press (leg-press)"), "\(text)")
        #expect(text.contains("Leg Press instead of Squat"), "\(text)")
        #expect(!(try home.antrain("program choose mine curl").output.contains("Squat")))
    }

    /// Naming an alternative in an answer or in the log chooses it for that day.
    @Test(arguments: [
        ("done --set front-squat=5,5,5", ["Curl", "Front Squat", "Press"], "front-squat 3×5 @ 42.5 kg"),
        (
            "done --set hammer-curl=3x10 --missed front-squat", ["Front Squat", "Hammer Curl", "Press"],
            "front-squat 3×5 @ 40 kg"
        ),
        ("log front-squat 5,5,5", ["Curl", "Front Squat", "Press"], "front-squat 3×5 @ 42.5 kg"),
    ])
    func resultsNameTheAlternative(line: String, names: [String], load: String) throws {
        let home = try home()
        let run = try home.antrain(line)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        if line.hasPrefix("log") { #expect(try home.antrain("done").status == 0) }
        #expect(try logged(home) == names)
        home.now = "2026-11-25T08:00"
        #expect(try squats(home, 1) == ["squat 3×5 @ 60 kg"])
        #expect(try home.antrain("program choose mine squat front-squat").status == 0)
        #expect(try squats(home, 1) == [load])
    }

    /// A workout that was logged as planned is corrected, and one 'undo' restores it.
    @Test func aDoneWorkoutIsCorrected() throws {
        let home = try home()
        #expect(try home.antrain("done").status == 0)
        #expect(try home.antrain("done --date today --set leg-press=10,10,10").errors.isEmpty)
        #expect(try logged(home) == ["Curl", "Leg Press", "Press"])
        #expect(try home.antrain("today").output.contains("Leg Press"))
    }

    @Test func undoNamesTheWorkoutThatSwitchedAnExercise() throws {
        let home = try home()
        #expect(try home.antrain("done --set front-squat=5,5,5").status == 0)
        #expect(try home.antrain("undo --list").output.contains("done: Full Body, 2026-11-23\n"))
        let run = try home.antrain("undo")
        #expect(run.output == "undid: done (Full Body, 2026-11-23)\n", "\(run)")
        #expect(try squats(home, 1) == ["squat 3×5 @ 60 kg"])
    }

    /// An alternative belongs to the exercise of one day, although another day has an exercise with the same ID.
    @Test func aDateAllowsTheAlternativesOfItsDay() throws {
        let home = try home()
        let lunge = "{exercise: Lunge, sets: 3x8 @ 20kg}"
        let light = "exercises: [{exercise: Squat, sets: 3x5 @ 50kg, alternatives: \(lunge)}]"
        try home.folder.write(
            "mine.yaml",
            Self.program.replacingOccurrences(of: "exercises: [{exercise: Plank, sets: 60s}]", with: light)
        )
        let run = try home.antrain("program choose mine squat leg-press --date 2026-11-24")
        #expect(run.status == 64)
        #expect(run.errors.contains("on 2026-11-24, the alternatives to squat are: lunge"), "\(run)")
        #expect(try home.antrain("program choose mine squat lunge --date 2026-11-24").status == 0)
    }

    /// The ID of an exercise is exact, although another exercise has it as its name.
    @Test func anIDComesBeforeAName() throws {
        let home = try home()
        let other = "{exercise: Squat, id: pause-squat, sets: 3x5 @ 30kg}"
        try home.folder.write(
            "mine.yaml",
            Self.program.replacingOccurrences(of: "{exercise: Press, sets: 3x5 @ 30kg}", with: other)
        )
        let run = try home.antrain("log squat 5,5,5")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(try logged(home) == ["Squat"])
    }

    @Test(arguments: [
        ("program choose mine sqat front-squat", 64, "did you mean 'squat'?"),
        ("program choose mine squat front-sqat", 64, "did you mean 'front-squat'?"),
        (
            "program choose mine press leg-press", 64,
            "'press' has no alternatives; these exercises have some: squat, curl"
        ),
        ("program choose mine front-squat squat", 64, "this exercise is an alternative to 'squat'"),
        ("program choose mine squat front-squat --date 2026-11-24", 64, "has no squat"),
        ("program choose mine squat front-squat --date 2026-11-22", 64, "expected today (2026-11-23) or a later date"),
        ("program choose mine --date 2026-11-25", 64, "needs an exercise and its alternative"),
        ("program choose mnie", 66, "did you mean 'mine'?"),
        ("done --set front-squat=5,5,5 --set leg-press=10,10", 64, "more than one alternative to squat is given"),
    ])
    func mistakesAreReported(line: String, status: Int32, part: String) throws {
        let home = try home()
        let run = try home.antrain(line)
        #expect(run.status == status && run.errors.contains(part), "\(run)")
        #expect(try object(home, "program choose mine")["choices"] as? [String] == [])
    }

    @Test func aMistakeInTheFileIsReportedWithItsPlace() throws {
        let home = try home()
        let text = Self.program.replacingOccurrences(
            of: "{exercise: Hammer Curl, sets: 3x10 @ 15kg}",
            with: "[hammer-curl]"
        )
        try home.folder.write("mine.yaml", text)
        let all = try home.antrain("program validate mine.yaml")
        let output = all.output + all.errors
        #expect(output.contains("mine.yaml:12:60: error: 'Hammer Curl' has no sets of its own"), "\(output)")
        #expect(output.contains("write {exercise: Hammer Curl, sets: 3x5}"), "\(output)")
    }

    @Test(arguments: [
        (["program", "choose", "mine", ""], "squat curl"),
        (["program", "choose", "mine", "squat", ""], "front-squat leg-press hammer-curl squat curl"),
        (["done", "--set", ""], "open squat= curl= press= plank= front-squat= leg-press= hammer-curl="),
    ])
    func namesAreCompleted(words: [String], expected: String) throws {
        let home = try home()
        let reply = try home.antrain(arguments: ["---complete", "fish", "antrain"] + words)
        let values = reply.output.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
        #expect(values.joined(separator: " ") == expected, "\(reply)")
    }
}
