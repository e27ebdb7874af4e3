import CivilTime
import Testing
import Training

/// Workouts that were moved to a date before the pause in which they would be.
extension PolicyTests {
    private static func moveThenPause(_ from: String, _ to: String, _ first: String, _ last: String) -> String {
        "exceptions: [{move: 2026-\(from), to: 2026-\(to)}, {pause: 2026-\(first), until: 2026-\(last)}]\n"
    }

    /// The user moves a workout to a later date in November 2026, and then pauses from that date on.
    private static func moveThenPause(_ from: Int, _ to: Int, _ last: Int) -> [ScheduleException] {
        let first = CivilDate.earliest.adding(days: 739_920)
        return [
            .move(first.adding(days: from - 1), to: first.adding(days: to - 1)),
            .pause(from: first.adding(days: to - 1), through: first.adding(days: last - 1)),
        ]
    }

    @Test(arguments: [
        Case(
            name: "no workout moves into a pause of the file, even if another one would take its date",
            schedule: week + "  on-missed: skip\n",
            top: "exceptions: [{pause: 2026-11-26, until: 2026-11-28}, {move: 2026-11-25, to: 2026-11-27}]\n",
            today: "2026-11-23",
            expected: "x - y p p p - x"
        ),
        Case(
            name: "nor if the pause comes later in the list",
            schedule: week + "  on-missed: skip\n",
            top: moveThenPause("11-25", "11-27", "11-26", "11-28"),
            today: "2026-11-23",
            expected: "x - y p p p - x"
        ),
        Case(
            name: "the reverse move brings the workout to a date before the pause",
            schedule: week + "  on-missed: skip\n",
            top: "exceptions: [{pause: 2026-11-26, until: 2026-11-28}, {move: 2026-11-27, to: 2026-11-24}]\n",
            today: "2026-11-23",
            expected: "x z y p p p - x"
        ),
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
            asked: moveThenPause(25, 30, 32),
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

    /// A pause from Monday on, which the user made after the answer.
    private static func pause(through last: Int) -> [ScheduleException] {
        let first = CivilDate.earliest.adding(days: 739_920 + 22)
        return [.pause(from: first, through: first.adding(days: last - 23))]
    }

    @Test(arguments: [
        Case(
            name: "a done workout of a rotation uses its turn",
            schedule: rotation + "  advance: on-completion\n",
            asked: pause(through: 24),
            done: ["2026-11-23"],
            today: "2026-11-23",
            expected: "x p y - z"
        ),
        Case(
            name: "so does a skipped one",
            schedule: rotation + "  advance: on-completion\n",
            asked: pause(through: 24),
            skipped: ["2026-11-23"],
            today: "2026-11-23",
            expected: "x p y - z"
        ),
        Case(
            name: "the pause applies to the days around an answered one",
            schedule: "  mode: cycle\n  cycle: [x, y, z]\n",
            asked: pause(through: 27),
            done: ["2026-11-25"],
            today: "2026-11-26",
            expected: "p p x p p y z"
        ),
        Case(
            name: "fixed weekdays stay as they are",
            schedule: week + "  on-missed: skip\n",
            asked: pause(through: 25),
            done: ["2026-11-23"],
            today: "2026-11-24",
            expected: "x p p - z"
        ),
    ])
    func `An answered day is not paused`(_ one: Case) throws { try check(one) }

    @Test func `A started day is not paused`() throws {
        let monday = try date("2026-11-23")
        let calendar = TrainingCalendar(
            program: try program(programText(schedule: "  mode: cycle\n  cycle: [push]\n")),
            start: monday,
            trainingDays: TrainingDays([], settledAt: [monday: Instant(secondsSinceEpoch: 0)]),
            completions: [],
            exceptions: [.pause(from: monday, through: monday.adding(days: 1))],
            today: monday
        )
        let days = calendar.days(monday..<monday.adding(days: 2))
        #expect(days[0].occurrence != nil && days[1].kind == .paused)
    }
}
