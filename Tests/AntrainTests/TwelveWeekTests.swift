import CivilTime
import Foundation
import TestSupport
import Testing

@testable import antrain

/// Twelve weeks of shipped programs through the real commands, compared with tables that `TwelveWeeks/rules.py` derives from the
/// published rules.
@Suite struct TwelveWeekTests {
    /// A program, how it is activated, and what the athlete does.
    struct Scenario: Sendable, CustomTestStringConvertible {
        let name: String
        let activation: String
        /// The options of `done` by the number of the workout, from 1; the others go as planned.
        var done: [Int: String] = [:]
        /// The workouts that are skipped.
        var skipped: Set<Int> = []
        /// Corrections of an exercise's last entry after a workout: the exercise and its sets.
        var edits: [Int: (exercise: String, sets: String)] = [:]

        var testDescription: String { name }
    }

    static let scenarios = [
        Scenario(
            name: "stronglifts-5x5",
            activation: "stronglifts-5x5 --load squat=60kg --load bench-press=40kg --load barbell-row=40kg"
                + " --load overhead-press=30kg --load deadlift=80kg",
            // The squat fails three times in a row, and the bench press once.
            done: [
                5: "--set squat=5,5,5,4,4", 6: "--missed squat", 7: "--set squat=5,5,5,5,4 --set bench-press=5,5,5,5,3",
                20: "--missed deadlift",
            ],
            skipped: [13, 14, 15],
            // The missed deadlift is corrected after the next workout.
            edits: [21: ("deadlift", "5")]
        ),
        Scenario(
            name: "gzclp",
            activation: "gzclp --load squat-t1=80kg --load squat-t2=50kg --load bench-t1=60kg --load bench-t2=40kg"
                + " --load press-t1=40kg --load press-t2=25kg --load deadlift-t1=100kg --load deadlift-t2=60kg"
                + " --load pulldown-t3=40kg --load row-t3=20kg",
            // The squat of tier 1 goes through all stages; the third tier adds weight after 25 repetitions.
            done: [
                5: "--set squat-t1=3,3,3,2,2", 9: "--set squat-t1=2,2,2,2,1,1", 13: "--missed squat-t1",
                7: "--set pulldown-t3=15,15,25", 8: "--set press-t2=10,9,8", 16: "--set press-t2=8,8,7",
            ]
        ),
        Scenario(
            name: "531",
            activation: "531 --max overhead-press=60kg --max deadlift=180kg --max bench-press=100kg --max squat=140kg",
            // The second cycle of the squat is not completed.
            done: [1: "--set overhead-press=5,5,9", 24: "--set squat=3,3,2"],
            skipped: [18]
        ),
        Scenario(
            name: "nsuns-4-day",
            activation: "nsuns-4-day --max bench-press=100kg --max squat=140kg --max overhead-press=60kg"
                + " --max deadlift=180kg",
            done: [
                2: "--set squat=5,3,4,3,3,3,5,5,8", 3: "--set bench-press=5,3,2,3,5,3,5,3,7",
                4: "--set deadlift=5,3,7,3,3,3,3,3,6", 6: "--set squat=5,3,1,3,3,3,5,5,5",
                7: "--set bench-press=5,3,0,3,5,3,5,3,5", 10: "--set squat=5,3,6,3,3,3,5,5,9",
            ]
        ),
    ]

    @Test(arguments: scenarios) func loadsFollowThePublishedRules(scenario: Scenario) throws {
        let actual = try table(of: scenario)
        let file = BuildProducts.package + "Tests/AntrainTests/TwelveWeeks/\(scenario.name).txt"
        let expected = try String(contentsOfFile: file, encoding: .utf8)
        for (line, other) in zip(actual, expected.split(separator: "\n").map(String.init)) { #expect(line == other) }
        #expect(actual.joined(separator: "\n") + "\n" == expected)
    }

    /// One line per workout of twelve weeks: its date, day, and the work sets of each exercise.
    private func table(of scenario: Scenario) throws -> [String] {
        let stage = try CommandStage(now: "2026-11-23T06:00")
        let activated = try stage.run("program activate \(scenario.activation) --start 2026-11-23")
        #expect(activated.status == .success, "\(activated.messages)")
        var lines: [String] = []
        var now = "2026-11-23T06:00"
        while true {
            let output = try stage.run("next --workouts 1 --json", now: now).output
            let workout = try #require(try JSONDecoder().decode(Next.self, from: Data(output.utf8)).workouts.first)
            guard workout.date < "2027-02-15" else { return lines }
            lines.append(workout.line)
            let number = lines.count
            now = workout.date + "T19:00"
            let command = scenario.skipped.contains(number) ? "skip" : "done " + (scenario.done[number] ?? "")
            let run = try stage.run("\(command) --date \(workout.date)", now: now)
            #expect(run.status == .success, "\(command): \(run.messages)")
            if let edit = scenario.edits[number] { try correct(edit.exercise, edit.sets, stage) }
        }
    }

    private func correct(_ exercise: String, _ sets: String, _ stage: CommandStage) throws {
        struct Log: Decodable {
            struct Entry: Decodable { let number: Int }
            let entries: [Entry]
        }
        let output = try stage.run("log list --exercise \(exercise) --limit 1 --json").output
        let entry = try #require(try JSONDecoder().decode(Log.self, from: Data(output.utf8)).entries.first)
        #expect(try stage.run("log edit \(entry.number) \(sets)").status == .success)
    }

    private struct Next: Decodable {
        struct Workout: Decodable {
            struct Exercise: Decodable {
                struct Sets: Decodable {
                    let kind: String
                    let text: String
                }
                let name: String
                let sets: [Sets]
            }
            let date: String
            let name: String
            let exercises: [Exercise]

            var line: String {
                let exercises = exercises.map { exercise in
                    exercise.name + " " + exercise.sets.filter { $0.kind == "work" }.map(\.text).joined(separator: ", ")
                }
                return "\(date) \(name): \(exercises.joined(separator: "; "))"
            }
        }
        let workouts: [Workout]
    }
}
