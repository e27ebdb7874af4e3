extension ProgramMutationTests {
    /// Mutants of a program that its tests do not find.
    struct Survivors {
        let program: String
        /// The paths of the progressions.
        let places: [String]
        /// The key in each of these progressions, its value and the new value.
        let change: String
        /// Why they are not found.
        let reason: String
        /// Whether no test can find them, because they plan the same as the program; they do not count.
        let isEquivalent: Bool

        var mutants: [String] { places.map { "\($0).progression.\(change)" } }

        fileprivate static func equivalent(_ program: String, _ places: [String], _ change: String, _ reason: String)
            -> Survivors
        {
            Survivors(program: program, places: places, change: change, reason: reason, isEquivalent: true)
        }
    }

    private static let noRow = "no repetitions add nothing, and neither does a number without a row"
    private static let noRange = "without a range, all repetitions are the top of the range"
    private static let oncePerCycle = "the exercise has one workout in each cycle"

    private static let roundedAway =
        "added weight is rounded to 2.5 kg, so that a difference shows only after months, and the test of an active program should be short"

    private static let fiveLifts = [
        "exercises.squat", "exercises.bench-press", "exercises.overhead-press", "exercises.barbell-row",
        "exercises.deadlift",
    ]

    static let survivors: [Survivors] = [
        .equivalent("basic-beginner-routine", fiveLifts, "type: linear → double", noRange),
        .equivalent("basic-beginner-routine", fiveLifts, "type: linear → per-cycle", oncePerCycle),
        .equivalent(
            "building-the-monolith",
            [
                "weeks.2.exercises.deadlift", "weeks.2.exercises.bench-press", "weeks.2.exercises.squat-friday",
                "weeks.2.exercises.press-friday",
            ],
            "type: linear → double",
            noRange
        ),
        .equivalent(
            "german-volume-training",
            ["exercises.decline-dumbbell-press", "exercises.squat", "exercises.leg-curl", "exercises.hammer-curl"],
            "type: linear → double",
            noRange
        ),
        .equivalent(
            "german-volume-training",
            ["exercises.decline-dumbbell-press", "exercises.squat", "exercises.leg-curl", "exercises.hammer-curl"],
            "type: linear → per-cycle",
            oncePerCycle
        ),
        .equivalent(
            "gzclp",
            [
                "days.a1.exercises.pulldown-t3", "days.b1.exercises.row-t3", "days.a2.exercises.pulldown-t3",
                "days.b2.exercises.row-t3",
            ],
            "table.keys: 0-24 → 1-24",
            noRow
        ),
        .equivalent(
            "ice-cream-fitness-5x5",
            [
                "exercises.squat", "exercises.bench-press", "exercises.barbell-row", "exercises.overhead-press",
                "exercises.deadlift", "exercises.barbell-shrug", "exercises.skull-crusher",
                "exercises.close-grip-bench-press", "exercises.barbell-curl", "exercises.back-extension",
                "exercises.cable-crunch",
            ],
            "type: linear → double",
            noRange
        ),
        .equivalent(
            "ice-cream-fitness-5x5",
            [
                "exercises.bench-press", "exercises.overhead-press", "exercises.deadlift", "exercises.barbell-shrug",
                "exercises.skull-crusher", "exercises.close-grip-bench-press", "exercises.back-extension",
            ],
            "type: linear → per-cycle",
            oncePerCycle
        ),
        .equivalent(
            "ivysaur-4-4-8",
            [
                "days.a2.exercises.deadlift", "days.a3.exercises.overhead-press", "days.b2.exercises.squat",
                "days.b3.exercises.bench-press",
            ],
            "type: linear → double",
            noRange
        ),
        .equivalent(
            "ivysaur-4-4-8",
            ["days.b2.exercises.squat", "days.b3.exercises.bench-press"],
            "type: linear → per-cycle",
            oncePerCycle
        ),
        .equivalent(
            "madcow-5x5",
            ["exercises.incline-bench-press", "exercises.deadlift"],
            "type: linear → double",
            noRange
        ),
        .equivalent(
            "madcow-5x5",
            ["exercises.incline-bench-press", "exercises.deadlift"],
            "type: linear → per-cycle",
            oncePerCycle
        ),
        .equivalent(
            "nsuns-4-day",
            [
                "days.squat-and-sumo.exercises.squat", "days.bench-and-close-grip.exercises.bench-press",
                "days.deadlift-and-front-squat.exercises.deadlift",
            ],
            "table.keys: 0-1 → 1-1",
            noRow
        ),
        .equivalent("push-pull-legs-6-day", fiveLifts, "type: linear → double", noRange),
        .equivalent(
            "push-pull-legs-6-day",
            ["exercises.bench-press", "exercises.overhead-press", "exercises.barbell-row", "exercises.deadlift"],
            "type: linear → per-cycle",
            oncePerCycle
        ),
        .equivalent("push-pull-legs", ["days.pull.exercises.Deadlift"], "type: linear → double", noRange),
        .equivalent("push-pull-legs", ["days.pull.exercises.Deadlift"], "type: linear → per-cycle", oncePerCycle),
        Survivors(
            program: "push-pull-legs",
            places: ["days.pull.exercises.Pull-up"],
            change: "add: 2.5 → 2.6",
            reason: roundedAway,
            isEquivalent: false
        ),
        Survivors(
            program: "push-pull-legs",
            places: ["days.pull.exercises.Pull-up"],
            change: "add: 2.5 → 2.4",
            reason: roundedAway,
            isEquivalent: false
        ),
        .equivalent(
            "starting-strength-phase-1",
            ["exercises.squat", "exercises.press", "exercises.bench-press", "exercises.deadlift"],
            "type: linear → double",
            noRange
        ),
        .equivalent(
            "starting-strength-phase-1",
            ["exercises.press", "exercises.bench-press"],
            "type: linear → per-cycle",
            oncePerCycle
        ),
        .equivalent(
            "starting-strength-phase-2",
            [
                "exercises.squat", "exercises.press", "exercises.bench-press", "exercises.deadlift",
                "exercises.power-clean",
            ],
            "type: linear → double",
            noRange
        ),
        .equivalent(
            "starting-strength-phase-2",
            ["exercises.press", "exercises.bench-press", "exercises.deadlift", "exercises.power-clean"],
            "type: linear → per-cycle",
            oncePerCycle
        ),
        .equivalent("stronglifts-5x5", fiveLifts, "type: linear → double", noRange),
        .equivalent(
            "starting-strength-phase-3",
            [
                "exercises.squat", "exercises.press", "exercises.bench-press", "exercises.deadlift",
                "exercises.power-clean",
            ],
            "type: linear → double",
            noRange
        ),
        .equivalent(
            "starting-strength-phase-3",
            ["exercises.deadlift", "exercises.power-clean"],
            "type: linear → per-cycle",
            oncePerCycle
        ),
        .equivalent(
            "stronglifts-5x5",
            ["exercises.bench-press", "exercises.overhead-press", "exercises.barbell-row", "exercises.deadlift"],
            "type: linear → per-cycle",
            oncePerCycle
        ),
        .equivalent(
            "texas-method",
            ["exercises.deadlift", "exercises.power-clean"],
            "type: linear → double",
            noRange
        ),
    ]
}
