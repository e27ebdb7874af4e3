import Foundation
import TestSupport
import Testing

/// `program list` with conditions, and `program search`.
@Suite struct ProgramChoiceTests {
    /// The number of shipped programs.
    private static let shipped =
        ((try? FileManager.default.contentsOfDirectory(atPath: BuildProducts.package + "Programs")) ?? []).count {
            $0.hasSuffix(".yaml")
        }

    private struct Listed: Decodable {
        struct Program: Decodable {
            struct Properties: Decodable {
                let fewestDays: Int
                let mostDays: Int
                let goals: [String]
                let levels: [String]

                private enum CodingKeys: String, CodingKey {
                    case fewestDays = "fewest_days", mostDays = "most_days", goals, levels
                }
            }
            let id: String
            let properties: Properties?
        }
        let active: [Program]
        let shipped: [Program]
    }

    private func listed(_ home: Home, _ line: String) throws -> Listed {
        let run = try home.antrain(line + " --json")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        return try JSONDecoder().decode(Listed.self, from: Data(run.output.utf8))
    }

    @Test(
        arguments: [
            (
                "program list --days 3 --goal strength --level beginner",
                [
                    "531-for-beginners", "arnolds-golden-six", "basic-beginner-routine", "bodyweight-routine",
                    "dumbbell-ppl", "fierce-5", "gzclp", "ice-cream-fitness-5x5", "ivysaur-4-4-8",
                    "phraks-greyskull-lp", "starting-strength-phase-1", "starting-strength-phase-2",
                    "starting-strength-phase-3", "stronglifts-5x5",
                ]
            ),
            ("program list --days 6", ["coolcicada-ppl", "fighter-pull-ups", "push-pull-legs-6-day"]),
            (
                "program list --level advanced",
                ["building-the-monolith", "cube-method", "doggcrapp", "easy-strength", "phat", "smolov"]
            ),
            (
                "program list --goal Endurance --days 5",
                ["10000-swings", "10k-novice", "fighter-pull-ups", "half-marathon-novice"]
            ),
            ("program list --days 7", []),
            ("program search wendler", ["531", "531-boring-but-big", "531-for-beginners", "building-the-monolith"]),
            ("program search WENDLER boring", ["531-boring-but-big"]),
            ("program search kettlebell swings", ["10000-swings", "easy-strength"]),
            ("program search 5x5", ["ice-cream-fitness-5x5", "madcow-5x5", "stronglifts-5x5"]),
            ("program search 10,000", ["10000-swings"]),
            ("program search lauf --days 3", ["couch-to-5k"]),
            ("program search squat --goal endurance", ["10000-swings"]),
            ("program search squat kettlebell wendler", []),
        ]
    )
    func programsAreChosen(line: String, expected: [String]) throws {
        let home = try Home()
        #expect(try listed(home, line).shipped.map(\.id) == expected)
        let text = try home.antrain(line).output
        for id in expected { #expect(text.contains("  \(id) "), "\(text)") }
        // Nothing is written.
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path).isEmpty)
    }

    @Test(
        arguments: [
            ("program list --days 7", "no program matches; without --days 7, \(shipped) programs match"),
            (
                "program list --days 4 --goal endurance --level advanced",
                "no program matches; without --level advanced, 2 programs match\n"
            ),
            (
                "program list --days 1 --goal endurance --level advanced",
                "no program matches; list all programs: antrain program list"
            ),
            ("program search sqat", "no program contains 'sqat'; did you mean 'squat'?"),
            ("program search wendler --days 5", "no program matches 'wendler'; without --days 5, 4 programs match"),
            ("program search zzzzzz", "no program matches 'zzzzzz'; list all programs: antrain program list"),
        ]
    )
    func anEmptyResultNamesTheNextStep(line: String, expected: String) throws {
        let run = try Home().antrain(line, environment: ["COLUMNS": "200"])
        #expect(run.status == 0 && run.errors.isEmpty && run.output.hasPrefix(expected), "\(run)")
    }

    @Test(arguments: [
        ("program list --days 0", "invalid --days '0': expected a number from 1 to 7"),
        ("program list --days 8", "expected a number from 1 to 7"),
        ("program list --goal strenght", "invalid --goal 'strenght': did you mean 'strength'?"),
        ("program list --goal fun", "expected one of strength, hypertrophy, endurance, general-fitness"),
        ("program list --level expert", "expected one of beginner, intermediate, advanced"),
        ("program search", "missing expected argument"),
        ("program search --days 3", "missing expected argument"),
        ("program search !?", "'!?' has no letter or digit to search for"),
    ])
    func wrongValuesAreErrors(line: String, expected: String) throws {
        let run = try Home().antrain(line)
        #expect(run.status == 64 && run.output.isEmpty && run.errors.contains(expected), "\(run)")
    }

    @Test func activeProgramsAreChosenToo() throws {
        let home = try Home()
        try home.folder.write(
            "mine.yaml",
            """
            antrain: 1
            id: mine
            name: Mine
            goal: general-fitness
            level: [intermediate, advanced]
            days: {a: {exercises: [{exercise: Zercher March, sets: 3x40m}]}}
            schedule: {mode: rotation, rotation: [a], rest-days-between: 1}

            """
        )
        #expect(try home.antrain("program activate mine.yaml").status == 0)
        let found = try listed(home, "program search zercher")
        #expect(found.active.map(\.id) == ["mine"] && found.shipped.isEmpty)
        let properties = try #require(found.active.first?.properties)
        #expect(properties.goals == ["general-fitness"] && properties.levels == ["intermediate", "advanced"])
        #expect(properties.fewestDays == 1 && properties.mostDays == 4)
        #expect(try listed(home, "program list --days 4 --level advanced").active.map(\.id) == ["mine"])
        #expect(try listed(home, "program list --days 5").active.isEmpty)
        let text = try home.antrain("program search zercher").output
        #expect(text.contains("Active\n") && !text.contains("Shipped"), "\(text)")
        #expect(try home.antrain("program show mine").output.contains("Level: intermediate, advanced"))
        // Without conditions, a program whose file has errors is listed, too.
        try home.folder.write("mine.yaml", "nonsense: 1\n")
        #expect(try home.antrain("program list").output.contains("mine"))
    }
}
