import Testing

/// Workouts that were moved to a date before the pause in which they would be.
extension PolicyTests {
    private static func moveThenPause(_ from: String, _ to: String, _ first: String, _ last: String) -> String {
        "exceptions: [{move: 2026-\(from), to: 2026-\(to)}, {pause: 2026-\(first), until: 2026-\(last)}]\n"
    }

    @Test(arguments: [
        Case(
            name: "a workout that was moved before a pause stays there",
            schedule: week + "  on-missed: skip\n",
            top: moveThenPause("11-27", "11-24", "11-26", "11-29"),
            today: "2026-11-23",
            expected: "x z y p p p p x - y - z"
        ),
        Case(
            name: "a pause drops the workout with which it was swapped, as it drops others",
            schedule: week + "  on-missed: skip\n",
            top: moveThenPause("11-27", "11-25", "11-26", "11-29"),
            today: "2026-11-23",
            expected: "x - z p p p p x - y - z"
        ),
        Case(
            name: "the other workout is missed under `repeat`",
            schedule: week + "  on-missed: repeat\n",
            top: moveThenPause("11-27", "11-25", "11-26", "11-29"),
            today: "2026-11-23",
            expected: "x - z p p p p y - y - z"
        ),
        Case(
            name: "the other workout is missed under `shift`",
            schedule: week + "  on-missed: shift\n",
            top: moveThenPause("11-27", "11-25", "11-26", "11-29"),
            done: ["2026-11-23"],
            today: "2026-11-24",
            expected: "x - z p p p p y - x - y"
        ),
        Case(
            name: "in a cycle, the other workout is on the day to which the pause postponed the first",
            schedule: "  mode: cycle\n  cycle: [x, rest, y, rest, z, rest, rest]\n",
            top: moveThenPause("11-27", "11-25", "11-26", "11-29"),
            today: "2026-11-23",
            expected: "x - z p p p p - y - - x"
        ),
        Case(
            name: "in a cycle, the day to which the pause postponed the workout is a rest day",
            schedule: "  mode: cycle\n  cycle: [x, rest, y, rest, z, rest, rest]\n",
            top: moveThenPause("11-27", "11-24", "11-26", "11-29"),
            today: "2026-11-23",
            expected: "x z y p p p p - - - - x"
        ),
        Case(
            name: "a rotation goes on after the workout that was moved",
            schedule: rotation + "  advance: on-completion\n",
            top: moveThenPause("11-27", "11-24", "11-26", "11-29"),
            done: ["2026-11-23", "2026-11-24", "2026-11-25"],
            today: "2026-11-26",
            expected: "x z y p p p p - - x - y"
        ),
        Case(
            name: "of a swap that was requested from the earlier date, the other workout comes after the pause",
            schedule: "  mode: rotation\n  rotation: [x, y, z, c, o]\n  on: [mon, wed, fri]\n  on-missed: shift\n",
            top: moveThenPause("11-25", "11-30", "11-30", "12-02"),
            done: ["2026-11-23", "2026-11-25"],
            today: "2026-11-26",
            expected: "x - c - z - - p p p - y - - o"
        ),
        Case(
            name: "a workout that moves into a pause without another one stays",
            schedule: week + "  on-missed: skip\n",
            top: moveThenPause("11-25", "11-26", "11-26", "11-29"),
            today: "2026-11-23",
            expected: "x - y p p p p x"
        ),
        Case(
            name: "a workout of a week that a pause postpones is not repeated",
            schedule: week + "  on-missed: skip\n",
            top: "weeks: [{name: A}, {name: B}]\n" + moveThenPause("11-30", "11-28", "11-30", "12-06"),
            today: "2026-11-23",
            expected: "x - y - z x2 - p p p p p p p - - y2 - z2"
        ),
    ])
    func aWorkoutMovedBeforeAPauseStays(_ one: Case) throws { try check(one) }
}
