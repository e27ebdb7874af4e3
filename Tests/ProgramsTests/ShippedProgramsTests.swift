import CivilTime
import Foundation
import TestSupport
import Testing
import Training
import YAMLSource

/// Compares the programs that ship with antrain with their published versions.
@Suite struct ShippedProgramsTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Programs")
    static let files =
        ((try? FileManager.default.contentsOfDirectory(atPath: BuildProducts.package + "Programs")) ?? []).filter {
            $0.hasSuffix(".yaml")
        }.sorted()

    static func program(_ name: String) throws -> Program {
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
        let source = SourceText(path: name, bytes: bytes)
        let reading = ProgramReader.read(source)
        return try #require(reading.program, "\(DiagnosticRenderer(source: source).render(reading.diagnostics))")
    }

    @Test func thereAreAtLeastThirty() {
        #expect(Self.files.count >= 30)
    }

    @Test(arguments: files)
    func eachIsValidAndNamesItsSource(file: String) throws {
        let text = String(decoding: try Data(contentsOf: Self.folder.appending(path: file)), as: UTF8.self)
        #expect(text.hasPrefix("# yaml-language-server: $schema=program.schema.json\n"))
        let reading = ProgramReader.read(SourceText(path: file, text: text))
        #expect(reading.diagnostics.items.isEmpty)
        let program = try #require(reading.program)
        #expect(program.id + ".yaml" == file)
        #expect(program.source?.isEmpty == false)
        #expect(program.summary?.isEmpty == false)
        #expect(!program.goals.isEmpty && !program.levels.isEmpty)
    }

    /// The number of workouts a week, as published.
    @Test(arguments: [
        ("10000-swings", 4...5), ("10k-novice", 5...5), ("531", 4...4), ("531-boring-but-big", 4...4),
        ("531-for-beginners", 3...3),
        ("arnolds-golden-six", 3...3),
        ("basic-beginner-routine", 3...3),
        ("bodyweight-routine", 3...3),
        ("building-the-monolith", 3...3),
        ("coolcicada-ppl", 6...6),
        ("couch-to-5k", 3...3),
        ("cube-method", 4...4),
        ("doggcrapp", 3...3),
        ("dumbbell-ppl", 3...3),
        ("easy-strength", 5...5),
        ("fierce-5", 3...3),
        ("fighter-pull-ups", 5...6),
        ("generic-bulking-routine", 4...4),
        ("german-volume-training", 4...5),
        ("gzcl-vdip", 5...5),
        ("gzclp", 3...3),
        ("half-marathon-novice", 5...5),
        ("hundred-push-ups", 4...4),
        ("ice-cream-fitness-5x5", 3...3),
        ("ivysaur-4-4-8", 3...3),
        ("jacked-and-tan-2", 4...4),
        ("madcow-5x5", 3...3),
        ("nsuns-4-day", 4...4),
        ("phat", 5...5),
        ("phraks-greyskull-lp", 3...3),
        ("phul", 4...4),
        ("push-pull-legs", 3...3),
        ("push-pull-legs-6-day", 6...6),
        ("smolov", 5...5),
        ("starting-strength-phase-1", 3...3),
        ("starting-strength-phase-2", 3...3),
        ("starting-strength-phase-3", 3...3),
        ("stronglifts-5x5", 3...3),
        ("texas-method", 3...3),
        ("the-rippler", 4...4),
        ("westside-for-skinny-bastards", 4...4),
    ])
    func workoutsAWeek(name: String, expected: ClosedRange<Int>) throws {
        #expect(try Self.program(name + ".yaml").schedule.daysPerWeek == expected)
    }

    private func sets(_ file: String, day: String, exercise: Int, week: Int? = nil) throws -> [String] {
        let program = try Self.program(file)
        let day = try #require(program.days.first { $0.id == day })
        let item = program.workout(of: day, in: week.map { program.weeks[$0 - 1] }).items[exercise]
        return item.sets.filter { $0.kind == .work }.map(\.description)
    }

    @Test(arguments: [
        ("push-pull-legs-6-day.yaml", "pull-deadlift", 0, ["5+"]),
        ("push-pull-legs-6-day.yaml", "pull-row", 0, ["4×5", "5+"]),
        ("push-pull-legs-6-day.yaml", "legs", 0, ["2×5", "5+"]),
        ("push-pull-legs-6-day.yaml", "push-bench", 0, ["4×5", "5+"]),
        ("stronglifts-5x5.yaml", "workout-a", 0, ["5×5"]), ("stronglifts-5x5.yaml", "workout-b", 2, ["5"]),
        ("starting-strength-phase-1.yaml", "workout-a", 0, ["3×5"]),
        ("starting-strength-phase-1.yaml", "workout-b", 2, ["5"]), ("gzclp.yaml", "a1", 0, ["4×3", "3+"]),
        ("gzclp.yaml", "b2", 1, ["3×10"]), ("gzclp.yaml", "a2", 2, ["2×15", "15+"]),
        ("bodyweight-routine.yaml", "full-body", 3, ["3×5–8"]), ("easy-strength.yaml", "easy", 0, ["2×5"]),
        ("basic-beginner-routine.yaml", "workout-a", 0, ["2×5", "5+"]),
        ("basic-beginner-routine.yaml", "workout-b", 2, ["2×5", "5+"]),
        ("starting-strength-phase-2.yaml", "workout-a", 2, ["5"]),
        ("starting-strength-phase-2.yaml", "workout-b", 2, ["5×3"]),
        ("fierce-5.yaml", "workout-a", 2, ["3×8"]), ("fierce-5.yaml", "workout-b", 5, ["2×10"]),
        ("phul.yaml", "upper-power", 0, ["3×3–5"]), ("phul.yaml", "lower-power", 4, ["4×6–10"]),
        ("phul.yaml", "lower-hypertrophy", 2, ["3×10–15"]), ("phat.yaml", "lower-power", 3, ["3×5–8"]),
        ("phat.yaml", "back-and-shoulders", 0, ["6×3 @ 65–70% of load"]), ("phat.yaml", "legs", 7, ["4×10–15"]),
        ("phat.yaml", "chest-and-arms", 9, ["2×15–20"]), ("generic-bulking-routine.yaml", "lower", 0, ["3×6–8"]),
        ("generic-bulking-routine.yaml", "upper", 5, ["12–15"]), ("10000-swings.yaml", "dip", 1, ["2", "3", "5"]),
    ])
    func publishedSets(file: String, day: String, exercise: Int, expected: [String]) throws {
        #expect(try sets(file, day: day, exercise: exercise) == expected)
    }

    @Test(arguments: [
        (1, ["5 @ 65%", "5 @ 75%", "5+ @ 85%"]), (2, ["3 @ 70%", "3 @ 80%", "3+ @ 90%"]),
        (3, ["5 @ 75%", "3 @ 85%", "1+ @ 95%"]), (4, ["5 @ 40%", "5 @ 50%", "5 @ 60%"]),
    ])
    func wendlersWave(week: Int, expected: [String]) throws {
        #expect(try sets("531.yaml", day: "bench", exercise: 0, week: week) == expected)
        #expect(try sets("531-boring-but-big.yaml", day: "bench", exercise: 0, week: week) == expected)
        #expect(try Self.program("531.yaml").weeks[week - 1].isDeload == (week == 4))
    }

    @Test(arguments: [(1, "5×5 @ 65%"), (2, "5×5 @ 70%"), (3, "5×5 @ 75%")])
    func beginnersDoTheFirstSetAgain(week: Int, volume: String) throws {
        let program = try Self.program("531-for-beginners.yaml")
        for day in program.days {
            let sets = program.workout(of: day, in: program.weeks[week - 1]).items.prefix(4).map { item in
                item.sets.filter { $0.kind == .work }.map(\.description)
            }
            let main = try self.sets("531.yaml", day: "bench", exercise: 0, week: week)
            #expect(sets == [main, [volume], main, [volume]])
        }
        #expect(program.weeks.count == 3 && program.weeks.allSatisfy { !$0.isDeload })
    }

    /// Each day adds a repetition to one set, from the last to the first; each week begins with one more.
    @Test func fightersDoOneMoreEachDay() throws {
        let program = try Self.program("fighter-pull-ups.yaml")
        var total = 14
        for week in program.weeks {
            for day in program.days {
                total += 1
                let sets = try #require(program.workout(of: day, in: week).items.first).sets
                let reps = try sets.map { set in try #require(Int(set.description)) }
                #expect(reps.reduce(0, +) == total && reps == reps.sorted(by: >), "\(reps)")
            }
        }
        #expect(total == 39)
    }

    @Test(arguments: ["goblet-squat", "press", "dip", "chin-up"])
    func everyWorkoutHasFiveHundredSwings(day: String) throws {
        let program = try Self.program("10000-swings.yaml")
        let swings = try #require(program.days.first { $0.id == day }).exercises.filter {
            $0.name == "Kettlebell Swing"
        }
        let reps = try (0..<10).filter { $0 % 2 == 0 }.flatMap { exercise in
            try sets("10000-swings.yaml", day: day, exercise: exercise).map { try #require(Int($0)) }
        }
        #expect(
            swings.count == 5
                && reps == [10, 15, 25, 50, 10, 15, 25, 50, 10, 15, 25, 50, 10, 15, 25, 50, 10, 15, 25, 50]
        )
    }

    @Test func theTenKilometresAreRunAfterEightWeeks() throws {
        let program = try Self.program("10k-novice.yaml")
        let start = try CivilDate(parsing: "2026-11-23")
        let calendar = TrainingCalendar(
            program: program,
            start: start,
            trainingDays: .all,
            completions: [],
            today: start
        )
        let occurrences = calendar.days(start..<start.adding(days: 70)).compactMap(\.occurrence)
        #expect(occurrences.count == 39)
        let sundays = occurrences.filter { $0.dayID == "long-run" || $0.dayID == "race" }
        let distances = try sundays.map { run in
            try #require(program.workout(for: run)?.items.first?.sets.first).description
        }
        #expect(distances == ["4.8 km", "5.6 km", "6.4 km", "6.4 km", "7.2 km", "8 km", "8.8 km", "10 km"])
    }

    @Test func boringIsFiveTimesTen() throws {
        #expect(try sets("531-boring-but-big.yaml", day: "squat", exercise: 1, week: 1) == ["5×10 @ 50%"])
    }

    /// Maxes belong to the athlete.
    @Test(arguments: files)
    func noProgramInventsMaxes(file: String) throws {
        let lifts = try Self.program(file).lifts.values
        #expect(lifts.allSatisfy { $0.oneRepMax == nil && $0.trainingMax == nil })
    }

    @Test func nSunsHasNineSetsAndThenEight() throws {
        let program = try Self.program("nsuns-4-day.yaml")
        for day in program.days { #expect(program.workout(of: day).items.map(\.sets.count) == [9, 8]) }
        #expect(
            program.schemes["bench-heavy"]?.map(\.description) == [
                "5 @ 75%", "3 @ 85%", "1+ @ 95%", "3 @ 90%", "5 @ 85%", "3 @ 80%", "5 @ 75%", "3 @ 70%", "5+ @ 65%",
            ]
        )
    }

    @Test func theCouchEndsInHalfAnHourAfterNineWeeks() throws {
        let program = try Self.program("couch-to-5k.yaml")
        let start = try CivilDate(parsing: "2026-11-23")
        let calendar = TrainingCalendar(
            program: program,
            start: start,
            trainingDays: .all,
            completions: [],
            today: start
        )
        let runs = calendar.days(start..<start.adding(days: 80)).compactMap(\.occurrence)
        #expect(runs.count == 27)
        let minutes = try runs.map { run -> Int in
            let items = try #require(program.workout(for: run)).items
            let sets = try #require(items.first { $0.exercise.name == "Run" }).sets
            return sets.reduce(0) { sum, set in
                if case .time(let seconds) = set.target { sum + seconds * set.count } else { sum }
            } / 60
        }
        #expect(
            minutes == [
                8, 8, 8, 9, 9, 9, 9, 9, 9, 16, 16, 16, 15, 16, 20, 18, 20, 25, 25, 25, 25, 28, 28, 28, 30, 30, 30,
            ]
        )
    }

    @Test func pushPullLegsTrainsOnItsThreeDays() throws {
        let program = try Self.program("push-pull-legs.yaml")
        let monday = try CivilDate(parsing: "2026-11-23")
        let calendar = TrainingCalendar(
            program: program,
            start: monday,
            trainingDays: .all,
            completions: [],
            today: monday
        )
        #expect(
            calendar.days(monday..<monday.adding(days: 7)).map { $0.occurrence?.dayName } == [
                "Push Day", nil, "Pull Day", nil, "Leg Day", nil, nil,
            ]
        )
    }
}
