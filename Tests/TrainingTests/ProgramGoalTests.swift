import Testing
import Training

/// The keys `goal` and `level`.
@Suite struct ProgramGoalTests {
    @Test(
        arguments: [
            ("", [], []), ("goal: strength\n", [.strength], []), ("level: [advanced]\n", [], [.advanced]),
            (
                "goal: [endurance, general-fitness, hypertrophy]\nlevel: [intermediate, beginner]\n",
                [.endurance, .generalFitness, .hypertrophy], [.intermediate, .beginner]
            ),
        ] as [(String, [ProgramGoal], [ProgramLevel])]
    )
    func goalsAndLevelsAreRead(top: String, goals: [ProgramGoal], levels: [ProgramLevel]) throws {
        let program = try program(programText(top: top))
        #expect(program.goals == goals && program.levels == levels)
    }

    @Test(arguments: [
        (programText(top: "goal: hipertrophy\n"), "p.yaml:4:7: error: invalid goal 'hipertrophy'"),
        (programText(top: "goal: hipertrophy\n"), "= help: did you mean 'hypertrophy'?"),
        (programText(top: "goal: [strength, fun]\n"), "p.yaml:4:18: error: invalid goal 'fun'"),
        (programText(top: "goal: [strength, fun]\n"), "= expected: strength, hypertrophy, endurance, general-fitness"),
        (programText(top: "goal: [strength, strength]\n"), "p.yaml:4:18: error: goal 'strength' appears twice"),
        (programText(top: "goal: []\n"), "p.yaml:4:7: error: 'goal' is an empty list"),
        (programText(top: "goal: {strength: yes}\n"), "p.yaml:4:7: error: invalid goal: expected a single value"),
        (programText(top: "level: Beginner\n"), "p.yaml:4:8: error: invalid level 'Beginner'"),
        (programText(top: "level: novice\n"), "= expected: beginner, intermediate, advanced"),
    ])
    func eachMistakeIsReported(text: String, part: String) {
        #expect(read(text).program == nil)
        #expect(rendered(text).contains(part), "\(rendered(text))")
    }
}
