import CivilTime
import TestSupport
import Testing
import Training

/// Workouts that were answered, missed, skipped, swapped or moved: the decisions that the program guide documents.
///
/// 2026-11-23 is a Monday. An expectation may include the week of a workout: `x2` is day x of week 2.
@Suite struct PolicyTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        var schedule: String
        var top = ""
        /// The user's pauses and moves, in their order.
        var asked: [ScheduleException] = []
        var done: [String] = []
        var skipped: [String] = []
        var start = "2026-11-23"
        let today: String
        var from: String?
        let expected: String

        var testDescription: String { name }
    }

    private static let days = ["x", "y", "z", "c", "o"].map { name in
        "  \(name): {\(name == "o" ? "optional: yes, " : "")exercises: [{exercise: A, sets: 5}]}\n"
    }.joined()
    static let week = "  mode: weekdays\n  monday: x\n  wednesday: y\n  friday: z\n"
    static let rotation = "  mode: rotation\n  rotation: [x, y, z]\n  on: [mon, wed, fri]\n"
    private static let swap = "weeks: [{name: A}, {name: B, swap: {y: rest}}]\n"

    func check(_ one: Case) throws {
        let program = try program(programText(top: one.top, days: Self.days, schedule: one.schedule))
        let start = try date(one.start)
        let calendar = TrainingCalendar(
            program: program,
            start: start,
            trainingDays: .all,
            completions: try one.done.map { Completion(date: try date($0), dayID: "") },
            skipped: Set(try one.skipped.map { try date($0) }),
            exceptions: one.asked,
            today: try date(one.today)
        )
        let first = try date(one.from ?? one.start)
        let expected = one.expected.split(separator: " ")
        let days = calendar.days(first..<first.adding(days: expected.count))
        let words = zip(days, expected).map { day, expected in
            switch day.kind {
            case .workout(let workout):
                (expected.last?.isNumber ?? false) ? "\(workout.dayID)\(workout.week.number)" : workout.dayID
            case .rest: "-"
            case .paused: "p"
            case .taken: "taken"
            case .notStarted: "."
            case .ended: "x!"
            }
        }
        #expect(words.joined(separator: " ") == one.expected)
    }

    @Test(arguments: [
        Case(
            name: "an optional day is not repeated",
            schedule: "  mode: weekdays\n  monday: x\n  wednesday: o\n  friday: z\n  on-missed: repeat\n",
            done: ["2026-11-23"],
            today: "2026-11-26",
            expected: "x - o - z - - x"
        ),
        Case(
            name: "a missed day is repeated in place of an optional one",
            schedule: "  mode: weekdays\n  monday: x\n  wednesday: o\n  friday: z\n  on-missed: repeat\n",
            done: ["2026-11-20"],
            start: "2026-11-16",
            today: "2026-11-24",
            from: "2026-11-20",
            expected: "z - - x - x - z"
        ),
        Case(
            name: "an optional day does not delay the others under `shift`",
            schedule: "  mode: cycle\n  cycle: [x, o, z]\n  on-missed: shift\n",
            done: ["2026-11-23"],
            today: "2026-11-25",
            expected: "x o z x o z"
        ),
        Case(
            name: "a rotation on completion passes an optional day",
            schedule: "  mode: rotation\n  rotation: [x, o, z]\n  on: [mon, wed, fri]\n  advance: on-completion\n",
            done: ["2026-11-23"],
            today: "2026-11-26",
            expected: "x - o - z - - x"
        ),
        Case(
            name: "an optional day that was done counts like any other",
            schedule: "  mode: rotation\n  rotation: [x, o, z]\n  on: [mon, wed, fri]\n  advance: on-completion\n",
            done: ["2026-11-23", "2026-11-25"],
            today: "2026-11-26",
            expected: "x - o - z - - x"
        ),
    ])
    func optionalDays(_ one: Case) throws { try check(one) }

    @Test(arguments: [
        Case(
            name: "a swap for rest does not block `shift`",
            schedule: week + "  on-missed: shift\n",
            top: swap,
            done: ["2026-11-23", "2026-11-25", "2026-11-27", "2026-11-30"],
            today: "2026-12-05",
            expected: "x1 - y1 - z1 - - x2 - - - z2 - - z2 - x3 - y3"
        ),
        Case(
            name: "a swap for rest does not block a rotation on completion",
            schedule: rotation + "  advance: on-completion\n",
            top: swap,
            done: ["2026-11-23", "2026-11-25", "2026-11-27", "2026-11-30"],
            today: "2026-12-04",
            expected: "x1 - y1 - z1 - - x2 - - - z2 - - x3"
        ),
        Case(
            name: "`repeat` skips a rest and repeats the workout missed after it",
            schedule: week + "  on-missed: repeat\n",
            top: swap,
            done: ["2026-11-23", "2026-11-25", "2026-11-27"],
            today: "2026-12-04",
            expected: "x1 - y1 - z1 - - x2 - - - x2 - - x3"
        ),
        Case(
            name: "a missed swapped day is repeated with its swapped workout",
            schedule: week + "  on-missed: repeat\n",
            top: "weeks: [{name: A, swap: {z: c}}, {name: B}]\n",
            done: ["2026-11-23", "2026-11-25"],
            today: "2026-11-28",
            expected: "x1 - y1 - c1 - - c2 - y2"
        ),
        Case(
            name: "days swapped for rest do not count towards a number of workouts",
            schedule: week + "  length: 5 workouts\n",
            top: swap,
            today: "2026-11-23",
            expected: "x1 - y1 - z1 - - x2 - - - z2 x! x! x!"
        ),
        Case(
            name: "days swapped for rest do not count towards a number of workouts under `shift`",
            schedule: week + "  length: 5 workouts\n  on-missed: shift\n",
            top: swap,
            done: ["2026-11-23"],
            today: "2026-11-23",
            expected: "x1 - y1 - z1 - - x2 - - - z2 x! x! x!"
        ),
        Case(
            name: "a rest day that a week swaps in does not block the next workout",
            schedule: "  mode: rotation\n  rotation: [x, y]\n  rest-days-between: 1\n",
            top: "weeks: [{swap: {y: rest}}]\n",
            today: "2026-11-23",
            expected: "x - - x - - x"
        ),
    ])
    func swapsForRest(_ one: Case) throws { try check(one) }

    @Test(arguments: [
        Case(
            name: "the first answer after three weeks does not change them",
            schedule: week + "  on-missed: shift\n",
            done: ["2026-12-14"],
            today: "2026-12-14",
            from: "2026-12-07",
            expected: "x3 - y3 - z3 - - x4 - y4 - z4 - - x5"
        ),
        Case(
            name: "a first answer on the second workout continues with the third",
            schedule: week + "  on-missed: shift\n",
            done: ["2026-11-25"],
            today: "2026-11-25",
            expected: "x1 - y1 - z1 - - x2"
        ),
        Case(
            name: "a workout missed after the first answer delays the following ones",
            schedule: week + "  on-missed: shift\n",
            done: ["2026-11-25"],
            today: "2026-11-28",
            expected: "x1 - y1 - z1 - - z1 - x2 - y2"
        ),
        Case(
            name: "`repeat` starts with the first answer, too",
            schedule: week + "  on-missed: repeat\n",
            done: ["2026-12-02"],
            today: "2026-12-02",
            expected: "x1 - y1 - z1 - - x2 - y2 - z2"
        ),
        Case(
            name: "the first answer after a paused week belongs to the planned workout",
            schedule: week + "  on-missed: shift\n",
            top: "exceptions: [{pause: 2026-11-25, until: 2026-12-06}]\n",
            done: ["2026-12-07"],
            today: "2026-12-07",
            expected: "x1 - p p p p p p p p p p p p x2 - y2"
        ),
        Case(
            name: "a pause under `shift` loses no workout once the user answers",
            schedule: week + "  on-missed: shift\n",
            top: "exceptions: [{pause: 2026-11-25, until: 2026-12-06}]\n",
            done: ["2026-11-23"],
            today: "2026-11-23",
            expected: "x1 - p p p p p p p p p p p p y1 - z1 - x2"
        ),
        Case(
            name: "a rotation on completion waits for answers from its start",
            schedule: rotation + "  advance: on-completion\n",
            today: "2026-11-26",
            expected: "x - x - x - - y"
        ),
    ])
    func firstAnswers(_ one: Case) throws { try check(one) }

    @Test(arguments: [
        ("shift", "x - y - z - - x"), ("repeat", "x - y - z - - x"), ("skip", "x - y - z - - x"),
    ])
    func skippedWorkoutsAreLeftOut(policy: String, expected: String) throws {
        try check(
            Case(
                name: policy,
                schedule: Self.week + "  on-missed: \(policy)\n",
                done: ["2026-11-23"],
                skipped: ["2026-11-25"],
                today: "2026-11-27",
                expected: expected
            )
        )
    }

    @Test func skippedWorkoutsAreLeftOutOfARotationOnCompletion() throws {
        try check(
            Case(
                name: "",
                schedule: Self.rotation + "  advance: on-completion\n  length: 3 workouts\n",
                done: ["2026-11-23", "2026-11-27"],
                skipped: ["2026-11-25"],
                today: "2026-11-28",
                expected: "x - y - z x! x! x!"
            )
        )
    }

    private static func move(_ from: String, _ to: String) -> String {
        "exceptions: [{move: 2026-\(from), to: 2026-\(to)}]\n"
    }

    @Test(arguments: [
        Case(
            name: "a workout done a day early is not missed under `repeat`",
            schedule: week + "  on-missed: repeat\n",
            top: move("11-25", "11-24"),
            done: ["2026-11-23", "2026-11-24"],
            today: "2026-11-26",
            expected: "x y - - z - - x"
        ),
        Case(
            name: "a workout done a day early advances a rotation once",
            schedule: rotation + "  advance: on-completion\n",
            top: move("11-25", "11-24"),
            done: ["2026-11-23", "2026-11-24"],
            today: "2026-11-25",
            expected: "x y - - z - - x"
        ),
        Case(
            name: "a second workout on a date is found past one that was moved and all rests",
            schedule: "  mode: rotation\n  rotation: [x, y, y, y]\n  advance: on-completion\n",
            top: "weeks: [{swap: {y: rest}}]\n" + move("11-27", "11-24"),
            done: ["2026-11-23", "2026-11-24", "2026-11-25"],
            today: "2026-11-26",
            expected: "x x - - - - - x"
        ),
        Case(
            name: "a workout that was delayed is not missed before its new date",
            schedule: week + "  on-missed: shift\n",
            top: move("11-25", "11-28"),
            done: ["2026-11-23", "2026-11-27"],
            today: "2026-11-28",
            expected: "x - - - z y - x - y"
        ),
        Case(
            name: "a workout that was delayed past another and then missed comes next",
            schedule: week + "  on-missed: shift\n",
            top: move("11-25", "11-28"),
            done: ["2026-11-23", "2026-11-27"],
            today: "2026-11-29",
            expected: "x - - - z y - y - x - y"
        ),
        Case(
            name: "of two swapped workouts the missed one comes next",
            schedule: week + "  on-missed: shift\n",
            top: move("11-23", "11-25"),
            done: ["2026-11-23"],
            today: "2026-11-26",
            expected: "y1 - x1 - x1 - - z1 - x2 - y2"
        ),
        Case(
            name: "of two swapped workouts the missed one is repeated",
            schedule: week + "  on-missed: repeat\n",
            top: move("11-23", "11-25"),
            done: ["2026-11-23"],
            today: "2026-11-26",
            expected: "y1 - x1 - x1 - - x2 - y2"
        ),
        Case(
            name: "the last of a number of workouts can be moved later",
            schedule: week + "  length: 3 workouts\n",
            top: move("11-27", "11-30"),
            today: "2026-11-23",
            expected: "x - y - - x! x! z x! x!"
        ),
        Case(
            name: "the last workout of the last week can be moved later",
            schedule: week + "  length: 1 week\n",
            top: move("11-27", "12-02"),
            today: "2026-11-23",
            expected: "x - y - - - - x! x! z x! x!"
        ),
        Case(
            name: "a move from a rest day moves nothing",
            schedule: week,
            top: move("11-24", "11-25"),
            today: "2026-11-23",
            expected: "x - y - z - -"
        ),
        Case(
            name: "a pause after the end is not shown",
            schedule: week + "  length: 1 week\n",
            top: "exceptions: [{pause: 2026-12-02, until: 2026-12-04}]\n",
            today: "2026-11-23",
            expected: "x - y - z - - x! x! x! x! x! x!"
        ),
        Case(
            name: "a cycle's weeks end with the last workout of the last pass",
            schedule: "  mode: cycle\n  cycle: [x, y, rest]\n  length: 2 weeks\n",
            today: "2026-11-23",
            expected: "x y - x y x! x! x!"
        ),
    ])
    func movesAndEnds(_ one: Case) throws { try check(one) }

    /// The calendar ends with the year 9999, and so does each walk.
    @Test(arguments: ["9999-12-30", "9999-12-31"])
    func theCalendarsEndIsReached(start: String) throws {
        let program = try program(programText(days: Self.days, schedule: "  mode: cycle\n  cycle: [x]\n"))
        let first = try date(start)
        let calendar = TrainingCalendar(
            program: program,
            start: first,
            trainingDays: .all,
            completions: [],
            today: first
        )
        #expect(calendar.days(first..<first.adding(days: 10)).count <= 1)
        #expect(calendar.day(on: .latest).date == .latest)
    }
}
