@testable import Progress
import TestSupport
import Testing
import Training

/// How performed sets compare with prescriptions of a changing number of sets.
@Suite struct SetOutcomeTests {
    private func outcome(_ sets: String, _ performed: String) throws -> SetOutcome {
        let program = try Simulation.program(
            text: """
                antrain: 1
                id: mine
                name: Mine
                days: {a: {exercises: [{exercise: Press, sets: \(sets)}]}}
                schedule: {mode: cycle, cycle: [a]}

                """
        )
        let prescribed = program.prescribedSets(of: program.days[0].exercises[0])
        let result: PerformedWorkout.Result =
            performed == "planned" ? .asPlanned : .sets(try PerformedSet.parse(performed, unit: .kilograms))
        return SetOutcome(result, of: prescribed, in: program)
    }

    @Test(
        arguments: [
            // The third set is up to the athlete.
            ("2-3x8", "8 8", true), ("2-3x8", "8 8 8", true), ("2-3x8", "8 8 5", true), ("2-3x8", "8", false),
            ("2-3x8", "8 7 8", false), ("2-3x8", "planned", true),
            ("[2-3x8, 5]", "8 8 5", true), ("[2-3x8, 5]", "8 8 8 5", true), ("[2-3x8, 5]", "8 8", false),
            // The sum counts.
            ("50 total", "20 20 10", true), ("50 total", "20 20 9", false), ("50 total", "50", true),
            ("50 total", "20 0 30", false), ("[50 total, 5]", "20 30 5", true), ("[50 total, 5]", "20 30 4", false),
            ("20 in 10min", "12 8", true), ("20 in 10min", "19", false), ("50 total", "planned", true),
            ("5RM", "5", true), ("5RM", "4", false), ("11-15 rest-pause", "11", true),
            ("11-15 rest-pause", "10", false),
            // The lower end is enough.
            ("60-90s", "60s", true), ("60-90s", "75s", true), ("60-90s", "59s", false), ("60-90s", "planned", true),
            ("2x60-90s", "60s", false), ("60-90s", "60", false),
            ("100-200 total", "50 50", true), ("100-200 total", "50 49", false), ("100-200 total", "60 40 0", true),
            ("100-200 total", "planned", true), ("[100-200 total, 5]", "100 100 5", true),
            ("[100-200 total, 5]", "100 0 5", true), ("[100-200 total, 5]", "100 0 4", false),
            ("AMRAP in 7min", "1", true), ("AMRAP in 7min", "planned", true), ("20+ in 5min", "19", false),
            ("20+ in 5min", "20", true),
            ("10x3 emom", "3 3 3 3 3 3 3 3 3 3", true), ("10x3 emom", "3 3 3 3 3 3 3 3 3", false),
        ]
    )
    func setsAreCompleted(sets: String, performed: String, isCompleted: Bool) throws {
        #expect(try outcome(sets, performed).isCompleted == isCompleted)
    }

    @Test func onlyNeededSetsMustReachTheTop() throws {
        #expect(try outcome("2-3x8-12", "12 12").isAtTop)
        #expect(try outcome("2-3x8-12", "12 12 8").isAtTop)
        #expect(try !outcome("2-3x8-12", "12 8 12").isAtTop)
    }

    /// As planned is the lower end.
    @Test(
        arguments: [
            ("60-90s", "90s", true), ("60-90s", "89s", false), ("60-90s", "planned", false),
            ("2x60-90s", "90s 95s", true), ("2x60-90s", "90s 60s", false),
            ("100-200 total", "100 100", true), ("100-200 total", "199", false), ("100-200 total", "planned", false),
        ]
    )
    func theTopOfARangeIsReached(sets: String, performed: String, isAtTop: Bool) throws {
        #expect(try outcome(sets, performed).isAtTop == isAtTop)
    }

    @Test(arguments: [
        ("AMRAP in 7min", "35", 35, 0), ("20+ in 5min", "25", 25, 20), ("20+ in 5min", "planned", 20, 20),
    ])
    func asManyAsPossibleInATime(sets: String, performed: String, reps: Int, target: Int) throws {
        let outcome = try outcome(sets, performed)
        #expect(outcome.amrapReps == reps && outcome.amrapTarget == target && outcome.totalReps == reps)
    }

    /// A set that was too light neither reaches a top, nor counts as AMRAP set or towards a total.
    @Test func setsThatWereTooLightDoNotCount() throws {
        let range = try outcome("2x8-12 @ 60kg", "12@60 12@50")
        #expect(!range.isAtTop && !range.isCompleted && range.totalReps == 12)
        let amrap = try outcome("[5 @ 60kg, 5+ @ 60kg]", "5@60 12@40")
        #expect(amrap.amrapReps == 0 && !amrap.isCompleted)
        #expect(try !outcome("50 total @ 20kg", "30@20 20@10").isCompleted)
        #expect(try outcome("2-3x8 @ 60kg", "8@60 8@60 8@40").isCompleted)
    }

    @Test func allRepetitionsCount() throws {
        #expect(try outcome("2-3x8", "8 8 8").totalReps == 24)
        #expect(try outcome("50 total", "planned").totalReps == 50)
    }
}
