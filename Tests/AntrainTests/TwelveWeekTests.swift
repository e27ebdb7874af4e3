import Foundation
import Platform
import TestSupport
import Testing

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
        /// Whether `done` alone is less than the success that `next` assumes: it claims neither the top of a range nor further
        /// repetitions.
        var isBelowSuccess = false

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
            ],
            isBelowSuccess: true
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
            ],
            isBelowSuccess: true
        ),
        Scenario(
            name: "basic-beginner-routine",
            activation: "basic-beginner-routine --load barbell-row=40kg --load bench-press=40kg --load squat=60kg"
                + " --load overhead-press=30kg --load deadlift=80kg",
            done: [
                7: "--set squat=5,5,4", 9: "--missed squat --set barbell-row=5,4,3", 12: "--set overhead-press=5,5,4",
                17: "--set bench-press=5,5,9", 26: "--missed deadlift",
            ],
            skipped: [20]
        ),
        Scenario(
            name: "starting-strength-phase-2",
            activation: "starting-strength-phase-2 --load squat=70kg --load press=35kg --load bench-press=50kg"
                + " --load deadlift=100kg --load power-clean=40kg",
            // Without a rule for failures, the load stays until it succeeds.
            done: [
                9: "--missed deadlift", 10: "--set squat=5,5,4 --set power-clean=3,3,3,2,2", 11: "--missed squat",
                12: "--set squat=5,4,3", 30: "--missed bench-press",
            ],
            skipped: [4]
        ),
        Scenario(
            name: "fierce-5",
            activation: "fierce-5 --load squat=60kg --load bench-press=40kg --load pendlay-row=40kg"
                + " --load front-squat=40kg --load overhead-press=30kg --load romanian-deadlift=60kg",
            done: [
                7: "--set squat=5,5,4", 9: "--missed squat", 11: "--set bench-press=5,5,3",
                13: "--set bench-press=5,4,4 --set pendlay-row=8,8,6", 14: "--missed overhead-press",
                16: "--set romanian-deadlift=8,8,7",
            ],
            skipped: [22]
        ),
        Scenario(
            name: "531-for-beginners",
            activation: "531-for-beginners --max squat=140kg --max bench-press=100kg --max deadlift=180kg"
                + " --max overhead-press=60kg",
            // The second cycle of the bench press is not completed.
            done: [5: "--set deadlift-main=3,3,8", 16: "--set bench-press-main=5,3,0"]
        ),
        Scenario(
            name: "531-boring-but-big",
            activation: "531-boring-but-big --max overhead-press=60kg --max deadlift=180kg --max bench-press=100kg"
                + " --max squat=140kg",
            done: [
                10: "--set deadlift-main=5,3,0", 21: "--missed overhead-press-main",
                23: "--set bench-press-boring=10,10,8,8,6",
            ]
        ),
        Scenario(
            name: "push-pull-legs",
            activation: "push-pull-legs --load bench-press=60kg --load overhead-press=35kg --load deadlift=100kg"
                + " --load barbell-row=50kg --load squat=80kg --load romanian-deadlift=70kg",
            // Only what reached the top of its range grows.
            done: [
                4: "--set bench-press=8,8,8,8 --set overhead-press=10,10,9",
                6: "--set squat=8,8,8,8 --set romanian-deadlift=10,10,10",
                7: "--set bench-press=8,8,8,7", 8: "--set barbell-row=10,10,10",
                10: "--set bench-press=9,8,8,8 --set overhead-press=10,10,10", 13: "--set overhead-press=10,10,10",
                14: "--set deadlift=5,5,4", 18: "--set squat=5,4,4,3", 21: "--set squat=8,8,8,8",
            ],
            isBelowSuccess: true
        ),
    ]

    @Test(arguments: Share.of(scenarios + furtherScenarios, 3, "twelve weeks"))
    func loadsFollowThePublishedRules(scenario: Scenario) throws {
        let actual = try table(of: scenario)
        let file = BuildProducts.package + "Tests/AntrainTests/TwelveWeeks/\(scenario.name).txt"
        let expected = try String(contentsOfFile: file, encoding: .utf8)
        for (line, other) in zip(actual, expected.split(separator: "\n").map(String.init)) { #expect(line == other) }
        #expect(actual.joined(separator: "\n") + "\n" == expected)
    }

    /// One line per workout of twelve weeks: its date, day, and the work sets of each exercise.
    ///
    /// `next` projects the coming weeks, so it is asked again only after a workout that differs from the projection, and every six.
    private func table(of scenario: Scenario) throws -> [String] {
        let stage = try CommandStage(now: "2026-11-23T06:00")
        let activated = try stage.run("program activate \(scenario.activation) --start 2026-11-23")
        #expect(activated.status == .success, "\(activated.messages)")
        var lines: [String] = []
        var now = "2026-11-23T06:00"
        var coming: ArraySlice<Next.Workout> = []
        while true {
            if coming.isEmpty {
                let output = try stage.run("next --workouts \(scenario.isBelowSuccess ? 1 : 6) --json", now: now).output
                coming = try JSONDecoder().decode(Next.self, from: Data(output.utf8)).workouts[...]
            }
            let next = coming.popFirst()
            let workout = try #require(next)
            guard workout.date < "2027-02-15" else { return lines }
            lines.append(workout.line)
            let number = lines.count
            now = workout.date + "T19:00"
            let isSkipped = scenario.skipped.contains(number)
            let command = isSkipped ? "skip" : "done " + (scenario.done[number] ?? "")
            let run = try stage.run("\(command) --date \(workout.date)", now: now)
            #expect(run.status == .success, "\(command): \(run.messages)")
            let edit = scenario.edits[number]
            if let edit { try correct(edit.exercise, edit.sets, stage) }
            if scenario.isBelowSuccess || isSkipped || scenario.done[number] != nil || edit != nil { coming = [] }
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
