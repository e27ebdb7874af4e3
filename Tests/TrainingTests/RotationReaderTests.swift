import Testing

/// Mistakes in the exercises of rotations.
@Suite struct RotationReaderTests {
    private func text(_ sets: String, _ others: String) -> String {
        programText(
            top: "",
            days:
                "  push: {exercises: [{exercise: Squat, sets: \(sets), progression: {type: rotate, add: 1, to: \(others)}}]}\n",
            schedule: "  mode: cycle\n  cycle: [push]\n"
        )
    }

    @Test(arguments: [
        ("5", "[{exercise: B, optional: yes}]", "unknown key 'optional' in an exercise of a rotation"),
        (
            "5", "[{exercise: B, optional: yes}]",
            "= expected: exercise, lift, id, sets, reps, time, distance, load, warm-up, rest, notes"
        ),
        ("5", "[{sets: 5}]", "missing key 'exercise' in an exercise of a rotation"),
        ("5 @ 60kg", "[Squat]", "the rotation of 'squat' contains the exercise itself"),
        ("5 @ 60kg", "[{exercise: Squat}]", "the rotation of 'squat' contains the exercise itself"),
        (
            "5", "[{exercise: B, sets: 5, progression: none}]",
            "an exercise of a rotation cannot have its own progression"
        ),
    ])
    func eachMistakeIsReportedOnce(sets: String, others: String, part: String) {
        let message = rendered(text(sets, others))
        #expect(message.contains(part), "\(message)")
        #expect(message.count(of: "error:") == 1, "\(message)")
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
