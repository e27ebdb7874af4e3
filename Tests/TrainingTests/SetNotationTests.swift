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
        // Epley: the load for ten repetitions is 30/40 of the one-rep max, and that for five 30/35.
        ("8 @ 75% 10rm", "8 @ 56.25% of 1RM"), ("8 @ 70-80% of 5rm", "8 @ 60–68.57% of 1RM"),
        ("8 @ 80%+ 10RM", "8 @ ≥ 60% of 1RM"), ("8 @ 80% 10rm + 5kg", "8 @ 60% of 1RM + 5 kg"),
        ("5 @ 75% tm", "5 @ 75% of training max"), ("3x5 @ rpe 8.5", "3×5 @ RPE 8.5"),
        ("3x8-12 @ rir 2", "3×8–12 @ RIR 2"),
        ("4x5 @ bodyweight", "4×5 @ bodyweight"), ("4x5 @ bodyweight+10kg", "4×5 @ bodyweight + 10 kg"), ("3×5", "3×5"),
        ("3 x 5 @ 67.5%", "3×5 @ 67.5%"),
        ("3x5 @ rpe 7-8", "3×5 @ RPE 7–8"), ("3x5 @ RPE 7.5 – 8.5", "3×5 @ RPE 7.5–8.5"),
        ("3x8 @ rir 1-2", "3×8 @ RIR 1–2"), ("3x8 @ rir 0 - 1", "3×8 @ RIR 0–1"),
        ("3x5 @ 70-75%", "3×5 @ 70–75%"), ("3x5 @ 70%-75%", "3×5 @ 70–75%"),
        ("3x5 @ 70-72.5% 1rm", "3×5 @ 70–72.5% of 1RM"), ("5 @ 75%+", "5 @ ≥ 75%"),
        ("1 @ 90%+ 1rm", "1 @ ≥ 90% of 1RM"), ("1 @ 90% tm+", "1 @ ≥ 90% of training max"),
        ("5 @ 70% + 5kg", "5 @ 70% + 5 kg"), ("5 @ 70%+5", "5 @ 70% + 5 kg"), ("5 @ 70% - 10lb", "5 @ 70% - 10 lb"),
        ("5 @ 70% of 1rm + 2.5kg", "5 @ 70% of 1RM + 2.5 kg"), ("5 @ 75% of tm", "5 @ 75% of training max"),
        ("50 total", "50 total"), ("50 total @ bodyweight", "50 total @ bodyweight"), ("1x50 total", "50 total"),
        ("20 in 10min", "20 in 10 min"), ("20 in 90s @ 24kg", "20 in 90 s @ 24 kg"),
        ("60-90s", "60–90 s"), ("3x60-90s", "3×60–90 s"), ("2-3min", "2–3 min"), ("2-3x2-3min", "2–3×2–3 min"),
        ("1-2min", "1–2 min"), ("1.5-2min", "90–120 s"), ("1-1.5min", "60–90 s"), ("90-120sec", "90–120 s"),
        ("1-2h", "60–120 min"), ("60-90s @ bodyweight+10kg", "60–90 s @ bodyweight + 10 kg"),
        ("{sets: 3, time: 60-90s}", "3×60–90 s"), ("3x60-90s every 3min", "3×60–90 s every 3 min"),
        ("100-200 total", "100–200 total"), ("100-200 total @ 16kg", "100–200 total @ 16 kg"),
        ("{reps: 100-200 total}", "100–200 total"), ("1x100-200 total", "100–200 total"),
        ("AMRAP in 7min", "AMRAP in 7 min"), ("max in 90s", "AMRAP in 90 s"),
        ("amrap in 7min @ 24kg", "AMRAP in 7 min @ 24 kg"),
        ("3xAMRAP in 1min", "3×AMRAP in 60 s"), ("20+ in 5min", "20+ in 5 min"),
        ("{reps: AMRAP in 7min}", "AMRAP in 7 min"),
        ("3xAMRAP in 1min every 2min", "3×AMRAP in 60 s every 2 min"),
        ("5RM", "5RM"), ("1rm", "1RM"), ("work up to 5RM", "5RM"), ("work up to a 3rm @ rpe 9", "3RM @ RPE 9"),
        ("amrap @ bodyweight", "AMRAP @ bodyweight"),
        ("2-3x8", "2–3×8"), ("2-3x8-12 @ 60kg", "2–3×8–12 @ 60 kg"), ("2 – 3 × 60s", "2–3×60 s"),
        ("10x3 every 1min", "10×3 every 60 s"), ("10x3 @ 70% every 2min", "10×3 every 2 min @ 70%"),
        ("10x3 emom @ 70", "10×3 every 60 s @ 70 kg"), ("10x3 @ 70 emom", "10×3 every 60 s @ 70 kg"),
        ("6x400m every 3min", "6×400 m every 3 min"),
        ("11-15 rest-pause", "11–15 rest-pause"), ("11-15 @ 60kg rest-pause", "11–15 rest-pause @ 60 kg"),
        ("12-15 myo", "12–15 myo-reps"), ("2x12+ myo-reps @ rpe 8", "2×12+ myo-reps @ RPE 8"),
        ("5 @ 80% cap rpe 8", "5 @ 80% up to RPE 8"), ("5+ cap rpe 8.5 @ 80%", "5+ @ 80% up to RPE 8.5"),
        ("4x2 @ 70-75% cap rpe 8 emom", "4×2 every 60 s @ 70–75% up to RPE 8"), ("5 cap rpe 8", "5 up to RPE 8"),
        ("5 @ 75%+ cap rpe 9", "5 @ ≥ 75% up to RPE 9"),
        ("{sets: 2-3, reps: 50, load: 80%, technique: every 90s, cap: rpe 8}", "2–3×50 every 90 s @ 80% up to RPE 8"),
        ("{reps: 50 total}", "50 total"), ("{reps: work up to 3RM}", "3RM"),
        ("{reps: 12, technique: myo}", "12 myo-reps"),
        ("[3-6 @ 85%, 3-6x1 per rep @ 85%]", "3–6 @ 85%, 3–6×1 per rep @ 85%"),
        ("[6-10, {sets: 4, reps: 3-5, technique: half}]", "6–10, 4×3–5 half"),
        ("[5 @ 80%, 3x5 @ 90% of top]", "5 @ 80%, 3×5 @ 90% of top set"),
        ("[5 @ 80%, 3x5 @ 85-90% of top set]", "5 @ 80%, 3×5 @ 85–90% of top set"),
        (
            "[5 @ 80%, 5 @ 90% of last, 5 @ 90% of last set - 5kg]",
            "5 @ 80%, 5 @ 90% of last set, 5 @ 90% of last set - 5 kg"
        ),
        ("5 @ 60-70kg", "5 @ 60–70 kg"), ("5 @ 60kg-70kg", "5 @ 60–70 kg"), ("5 @ 60 - 70", "5 @ 60–70 kg"),
        ("5 @ 60kg+", "5 @ ≥ 60 kg"), ("5 @ 135lb+", "5 @ ≥ 135 lb"),
        ("3x8 @ bodyweight - 20kg", "3×8 @ bodyweight - 20 kg"), ("3x8 @ bw-45lb", "3×8 @ bodyweight - 45 lb"),
    ])
    func notationReadsAsPeopleWriteIt(text: String, shown: String) throws {
        #expect(try sets(text).map(\.description).joined(separator: ", ") == shown)
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
        ("5x5 @ 151%", "invalid percentage '151%'"), ("5x5 @ heavy", "a load cannot begin with 'h'"),
        ("5x5 @ rpe 11", "invalid RPE '11'"), ("5x5 @ rir", "missing number"),
        ("5x5 @ 80 stone", "unknown weight unit 'stone'"), ("5x5 80kg", "unexpected '80kg'"),
        ("60q", "unknown unit 'q'"), ("25h", "time out of range"),
        ("0.5s", "time out of range"),
        ("0m", "distance out of range"), ("1001km", "distance out of range"),
        ("5x5 @ 9999kg", "weight too large"),
        ("99999999x5", "number too large"), ("5 @ 1.2345kg", "too many decimals"),
        ("-5", "repetitions cannot begin with '-'"),
        ("8-7", "invalid range '8-7'"), ("5 @ rpe 8-7", "invalid range 'rpe 8-7'"),
        ("0 total", "invalid number of repetitions '0'"),
        ("3x50 total", "'50 total' cannot have a number of sets"),
        ("2-3x5RM", "'5RM' cannot have a number of sets"), ("0RM", "invalid number of repetitions '0'"),
        ("90-60s", "invalid range '90-60s'"), ("60-60s", "invalid range '60-60s'"),
        ("3-2min", "invalid range '3-2min'"),
        ("0-60s", "time out of range: '0-60s'"), ("1-25h", "time out of range: '25h'"),
        ("1.2-1.8s", "invalid range '1.2-1.8s'"), ("1.5-2", "a range with decimals needs a unit of time"),
        ("400-800m", "a distance cannot be a range"), ("5-10km", "a distance cannot be a range"),
        ("3-5RM", "unknown unit 'rm'"), ("60-90q", "unknown unit 'q'"), ("60-s", "the range has no end"),
        ("200-100 total", "invalid range '200-100'"), ("100-2000 total", "invalid range '100-2000'"),
        ("3x100-200 total", "'100-200 total' cannot have a number of sets"),
        ("60-90s total", "unexpected 'total'"), ("20-30 in 10min", "unexpected 'in 10min'"),
        ("20 in 60-90s", "'60-90s' is not a time"), ("10x3 every 60-90s", "'every' has no time"),
        ("AMRAP in", "missing time after 'in'"), ("AMRAP in 5km", "'5km' is not a time"),
        ("AMRAP in 25h", "time out of range: '25h'"), ("20+ in 10", "'10' is not a time"),
        ("AMRAP in 7min rest-pause", "rest-pause and myo need"), ("60-90s myo", "rest-pause and myo need"),
        ("20 in 0min", "time out of range: '0min'"), ("20 in", "missing time after 'in'"),
        ("20 in 5km", "'5km' is not a time"), ("20 in 25h", "time out of range: '25h'"),
        ("work up to 5", "missing rep max after 'work up to'"), ("work up to", "missing rep max after 'work up to'"),
        ("3-2x8", "invalid range of sets '3-2'"), ("2-51x8", "invalid number of sets '51'"),
        ("0-3x8", "invalid number of sets '0'"),
        ("5 every 1min", "a single set cannot have an interval"), ("10x3 every", "'every' has no time"),
        ("10x3 every 5km", "'every' has no time"), ("10x3 every 0s", "time out of range: '0s'"),
        ("10x3 emom rest-pause", "the set has two techniques"),
        ("3-6x1 per rep", "does not follow a first work set with repetitions"),
        ("[60s, 6-10, 4x3-5 half]", "does not follow a first work set with repetitions"),
        ("3-6x1 per set", "'per' must be followed by 'rep'"),
        ("[3-6, 6x1 per rep]", "'per rep' needs a range of sets"),
        ("[3-6, 4x3 half]", "'half' needs a range of repetitions"),
        ("60s rest-pause", "rest-pause and myo need a number of repetitions"),
        ("50 total myo", "rest-pause and myo need a number of repetitions"),
        ("5 @ 80% cap", "'cap' has no RPE"), ("5 @ 80% cap 8", "'cap' has no RPE"),
        ("5 @ 80% cap rpe 11", "invalid RPE '11'"),
        ("5 cap rpe 8 @ 80% cap rpe 9", "the set has two caps"),
        ("5 @ rpe 8 cap rpe 9", "a load in RPE or RIR cannot have a cap"),
        ("{sets: 3-2, reps: 8}", "invalid number of sets '3-2'"),
        ("{sets: 51, reps: 8}", "invalid number of sets '51'"),
        ("{sets: 2, reps: 50 total}", "'50 total' cannot have a number of sets"),
        ("{reps: 5, technique: slow}", "unexpected 'slow'"),
        ("{reps: 5, technique: cap rpe 8}", "invalid technique 'cap rpe 8'"),
        ("{reps: 5, cap: 8}", "invalid cap '8'"), ("{reps: 5, cap: rpe 11}", "invalid cap 'rpe 11'"),
        ("{reps: 5, load: rpe 8, cap: rpe 9}", "a load in RPE or RIR cannot have a cap"),
        ("{time: 5s, technique: myo}", "rest-pause and myo need"),
        ("{sets: 3, reps: 5, technique: emom, rest: 3m}", "sets at an interval cannot have a rest"),
        ("5 @ rpe 8-11", "invalid RPE '11'"), ("5 @ rpe 8-", "missing number"),
        ("5 @ rir 2-2", "invalid range 'rir 2-2'"), ("5 @ rir 2-11", "invalid repetitions in reserve '11'"),
        ("5 @ 70-60%", "invalid range '70-60%'"), ("5 @ 70-151%", "invalid percentage '151%'"),
        ("5 @ 70-75%+", "a range of percentages cannot have an added weight or a '+'"),
        ("5 @ 70-75% + 5kg", "a range of percentages cannot have an added weight or a '+'"),
        ("5 @ 70-", "the range has no end"), ("5 @ 70-60kg", "invalid range '70-60kg'"),
        ("5 @ 60kg-135lb", "the range has two units"), ("5 @ 60-3000kg", "weight too large"),
        ("5 @ 5%+kg", "missing weight between '+' and 'kg'"), ("5 @ 5% + lbs", "missing weight between '+' and 'lbs'"),
        ("5 @ 70% + 0kg", "invalid weight '0'"), ("5 @ 70% + 5%", "unexpected '%'"),
        ("5 @ 70% -", "missing number after '-'"), ("5 @ 70% of", "missing base after 'of'"),
        ("5 @ 70% of squat", "unknown base 'squat'"), ("5 @ 0.004%", "invalid percentage '0.004%'"),
        ("5 @ bodyweight - 0kg", "invalid weight '0'"), ("5 @ bodyweight -", "missing number"),
        ("5 @ bodyweight - 20stone", "unknown weight unit 'stone'"), ("5 @ 60kg+5", "unexpected '5'"),
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

    @Test(
        arguments: [
            ("5 @ 70-60%", "19", "the lower percentage first, as in 70-75%"),
            ("90-60s", "15", "the shorter time first, as in 60-90s"), ("60-100000s", "18", "1 second to 24 hours"),
            ("3x400-800m", "17", "one distance, as in 400m"),
            ("8-12q", "19", "s, min or h for a range of times, as in 60-90s"),
            ("200-100 total", "15", "the smaller number first, both from 1 to 1000"),
            ("AMRAP in", "23", "a time, as in AMRAP in 7min"), ("1.5-2", "15", "a range of times, as in 1.5-2min"),
            ("20 in 0min", "21", "1 second to 24 hours"), ("0 total", "15", "1 to 1000 repetitions"),
            ("3-2x8", "15", "the smaller number first, as in 2-3x8"), ("3x50 total", "15", "'50 total' alone"),
            ("5 @ 80% cap rpe 11", "31", "cap rpe 6 to cap rpe 10"),
            ("10x3 emom myo", "25", "only one of rest-pause, myo, emom, every, per rep and half"),
            ("5 emom", "17", "several sets, as in 10x3 every 1min"),
            ("5 @ rpe 11", "23", "rpe 6 to rpe 10, or a range such as rpe 7-8"),
            ("5 @ bw - 0kg", "24", "assistance above 0, as in bodyweight - 20kg"),
            ("5 @ 5%+kg", "21", "a weight such as 70% + 5kg, or 75%+ for 75% or more"),
            ("5 @ 70% + 0kg", "23", "a weight such as 70% + 5kg"),
        ]
    )
    func mistakesInLoadsNameTheColumnAndTheFix(sets: String, column: String, expected: String) {
        let text = programText(
            days:
                "  push:\n    exercises:\n      - exercise: Press\n        sets: \(sets)\n  pull: {exercises: [{exercise: Row, sets: 5}]}\n"
        )
        #expect(rendered(text).hasPrefix("p.yaml:8:\(column): error: "), "\(rendered(text))")
        #expect(rendered(text).hasSuffix("= expected: \(expected)"), "\(rendered(text))")
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
