import Testing

/// Pauses that were requested after a workout moved to or from one of their dates.
extension PolicyTests {
    private static func moveThenPause(_ from: String, _ to: String, _ first: String, _ last: String) -> String {
        let pause = "{pause: 2026-\(first), until: 2026-\(last)}"
        return "exceptions: [{move: 2026-\(from), to: 2026-\(to)}, \(pause)]\n"
    }

    @Test(arguments: [
        Case(
            name: "a pause drops the workout that moved into it, as it drops others",
            schedule: week + "  on-missed: skip\n",
            top: moveThenPause("11-23", "11-25", "11-25", "11-26"),
            done: ["2026-11-20"],
            today: "2026-11-24",
            expected: "- - p p z - - x"
        ),
        Case(
            name: "a workout that moved into a pause comes after it under `shift`",
            schedule: week + "  on-missed: shift\n",
            top: moveThenPause("11-25", "11-26", "11-26", "11-27"),
            done: ["2026-11-23"],
            today: "2026-11-26",
            expected: "x - - p p - - y - z - x"
        ),
        Case(
            name: "a workout that moved into a pause replaces the next under `repeat`",
            schedule: week + "  on-missed: repeat\n",
            top: moveThenPause("11-25", "11-26", "11-26", "11-26"),
            done: ["2026-11-23"],
            today: "2026-11-26",
            expected: "x - - p y - - x"
        ),
        Case(
            name: "a workout that moved into a pause comes after it in a rotation",
            schedule: rotation + "  advance: on-completion\n",
            top: moveThenPause("11-25", "11-26", "11-26", "11-29"),
            done: ["2026-11-23"],
            today: "2026-11-26",
            expected: "x - - p p p p y - z"
        ),
        Case(
            name: "a workout cannot move to an earlier date in a pause",
            schedule: week + "  on-missed: skip\n",
            top: moveThenPause("11-27", "11-24", "11-24", "11-24"),
            today: "2026-11-23",
            expected: "x p y - z"
        ),
        Case(
            name: "a pause after the end is shown if a workout moved into it",
            schedule: week + "  on-missed: skip\n  length: 1 weeks\n",
            top: moveThenPause("11-23", "12-02", "12-01", "12-03"),
            today: "2026-11-23",
            expected: "- - y - z - - x! x! p x!"
        ),
        Case(
            name: "the answer on a date that was paused later counts",
            schedule: rotation + "  advance: on-completion\n",
            top: moveThenPause("11-25", "11-26", "11-26", "11-29"),
            done: ["2026-11-23", "2026-11-26"],
            today: "2026-11-26",
            expected: "x - - p p p p z - x"
        ),
        Case(
            name: "a workout that moved out of a pause earlier than planned stays moved",
            schedule: week + "  on-missed: skip\n",
            top: "exceptions: [{move: 2026-11-23, to: 2026-11-24}, {move: 2026-11-24, to: 2026-11-26}, "
                + "{pause: 2026-11-24, until: 2026-11-24}]\n",
            today: "2026-11-23",
            expected: "- p y x z"
        ),
    ])
    func pausedMoves(_ one: Case) throws { try check(one) }
}
