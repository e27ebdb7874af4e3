import CivilTime
import Testing
import Training
import YAMLSource

@Suite struct SetNotationTests {
    private func sets(_ text: String) throws -> [SetPrescription] {
        let program = try program(
            programText(
                days:
                    "  push: {exercises: [{exercise: Press, sets: \(text)}]}\n  pull: {exercises: [{exercise: Row, sets: 5}]}\n"
            )
        )
        guard case .own(let sets) = program.days[0].exercises[0].sets else { return [] }
        return sets
    }

    @Test(arguments: [
        ("5x5", "5×5"), ("3x8-12", "3×8–12"), ("1x5+", "5+"), ("5", "5"), ("3xAMRAP", "3×AMRAP"), ("max", "AMRAP"),
        ("1+ @ 95%", "1+ @ 95%"),
        ("3x60s", "3×60 s"), ("2min", "2 min"), ("90s", "90 s"), ("5km", "5 km"), ("400m", "400 m"),
        ("1.5km", "1.5 km"), ("1h", "60 min"), ("1mi", "1.609 km"), ("3mi", "4.828 km"),
        ("3x5 @ 80kg", "3×5 @ 80 kg"), ("3x5@175lb", "3×5 @ 175 lb"), ("5 @ 82.5", "5 @ 82.5 kg"),
        ("5 @ 75%", "5 @ 75%"), ("5 @ 75% 1rm", "5 @ 75% of 1RM"),
        ("5 @ 75% tm", "5 @ 75% of training max"), ("3x5 @ rpe 8.5", "3×5 @ RPE 8.5"),
        ("3x8-12 @ rir 2", "3×8–12 @ RIR 2"),
        ("4x5 @ bodyweight", "4×5 @ bodyweight"), ("4x5 @ bodyweight+10kg", "4×5 @ bodyweight + 10 kg"), ("3×5", "3×5"),
        ("3 x 5 @ 67.5%", "3×5 @ 67.5%"),
    ])
    func notationReadsAsPeopleWriteIt(text: String, shown: String) throws {
        #expect(try sets(text).map(\.description) == [shown])
    }

    @Test func listsAndLongFormsAreRead() throws {
        let all = try sets(
            "[5 @ 65%, {sets: 2, reps: 8-12, load: rpe 8, rest: 90s, kind: drop, notes: slow}, {time: 60s}, {distance: 5km}]"
        )
        #expect(all.map(\.description) == ["5 @ 65%", "2×8–12 @ RPE 8", "60 s", "5 km"])
        #expect(all[1].kind == .drop)
        #expect(all[1].rest == .seconds(90))
        #expect(all[1].notes == "slow")
    }

    @Test func theSameTextWithAnotherAnchorIsReadAgain() throws {
        let days =
            "  push:\n    exercises:\n"
            + "      - {exercise: A, sets: [&s 3x5, *s]}\n      - {exercise: B, sets: [*s]}\n"
            + "      - {exercise: C, sets: [&s 2x8, 1x2]}\n      - {exercise: D, sets: [*s]}\n"
        let exercises = try program(programText(days: days, schedule: "  mode: cycle\n  cycle: [push]\n")).days[0]
            .exercises
        let shown = exercises.map { exercise in
            if case .own(let sets) = exercise.sets { sets.map(\.description).joined(separator: " ") } else { "" }
        }
        #expect(shown == ["3×5 3×5", "3×5", "2×8 2", "2×8"])
    }

    @Test func wrongSetsAreReportedInEachContext() {
        let days = "  push: {exercises: [{exercise: A, sets: 3x}, {exercise: B, sets: 3x}]}\n"
        #expect(read(programText(days: days, schedule: "  mode: cycle\n  cycle: [push]\n")).diagnostics.errorCount == 2)
    }

    @Test(arguments: [
        ("0x5", "invalid number of sets '0'"), ("51x5", "invalid number of sets '51'"), ("5x", "missing repetitions"),
        ("5x0", "invalid number of repetitions '0'"), ("12-8", "invalid range '12-8'"),
        ("8-", "the range has no end"), ("5x5 @", "missing load"), ("5x5 @ 0%", "invalid percentage '0%'"),
        ("5x5 @ 151%", "invalid percentage '151%'"), ("5x5 @ heavy", "expected a load, found 'h'"),
        ("5x5 @ rpe 11", "invalid RPE '11'"), ("5x5 @ rir", "missing number"),
        ("5x5 @ 80 stone", "unknown weight unit 'stone'"), ("5x5 80kg", "unexpected '80kg'"),
        ("60q", "unknown unit 'q'"), ("25h", "time out of range"),
        ("0.5s", "time out of range"),
        ("0m", "distance out of range"), ("1001km", "distance out of range"),
        ("5x5 @ 9999kg", "weight too large"),
        ("99999999x5", "number too large"), ("5 @ 1.2345kg", "too many decimals"),
        ("-5", "expected repetitions, found '-'"),
        ("[]", "the list has no sets"), ("[[5]]", "a set cannot be a list"),
        ("{sets: 3}", "these sets have no reps, time or distance"),
        ("{reps: 5, time: 5s}", "have more than one of reps"),
        ("{reps: 5, kind: warmup}", "did you mean 'warm-up'?"),
    ])
    func invalidNotationIsReported(text: String, part: String) {
        let text = programText(
            days:
                "  push: {exercises: [{exercise: Press, sets: \(text)}]}\n  pull: {exercises: [{exercise: Row, sets: 5}]}\n"
        )
        #expect(rendered(text).contains(part), "\(rendered(text))")
    }

    @Test func theCaretPointsAtTheExactCharacter() {
        let text = programText(
            days:
                "  push:\n    exercises:\n      - exercise: Press\n        sets: 5x5 @ 80stone\n  pull: {exercises: [{exercise: Row, sets: 5}]}\n"
        )
        #expect(
            rendered(text) == """
                p.yaml:8:23: error: unknown weight unit 'stone'
                  8 |         sets: 5x5 @ 80stone
                    |                       ^~~~~
                    = expected: kg or lb
                """
        )
    }
}
