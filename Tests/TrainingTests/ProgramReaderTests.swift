import CivilTime
import TestSupport
import Testing
import Training
import YAMLSource

@Suite struct ProgramReaderTests {
    @Test func everyElementIsRead() throws {
        let program = try program(
            """
            antrain: 1
            id: all-of-it
            name: All of it
            author: A
            source: S
            description: >
              Two
              lines.
            goal: [strength, general-fitness]
            level: beginner
            units: lb
            rounding: {step: 5, to: down}
            training-max: 85%
            maxes:
              squat: 300
              bench-press: {one-rep-max: 200, training-max: 90%}
              deadlift: {training-max: 350}
            exercises:
              squat: Back Squat
              bench-press: {name: Bench Press, rest: 3m, notes: pause, progression: {type: linear, add: 5, every: week, fails: 3, deload: 10%}}
            sets:
              main: [5 @ 65%, 5+ @ 85%]
            templates:
              core:
                - {exercise: Plank, sets: 3x60s}
              more:
                - use: core
            days:
              a:
                name: Day A
                duration: 1h30m
                notes: belt
                exercises:
                  - {lift: squat, warm-up: 5 @ 40%, sets: main, progression: {type: per-cycle, add: 10}}
                  - {lift: squat, sets: 3, reps: 8, load: 70%}
                  - {exercise: Curl, sets: 3x8, superset: A, progression: none}
                  - {exercise: Curl, sets: 3x8, superset: A, progression: {type: double, add: 5}}
                  - use: more
              b:
                exercises:
                  - {lift: bench-press, sets: main}
                  - {exercise: Deadlift, sets: 5 @ 80%, progression: {type: stages, stages: [5x3, [6x2]], add: 5, reset: 85%}}
                  - {exercise: Row, sets: 5, progression: {type: amrap-table, table: {0-1: 0, 2: 2.5, 3+: 5}}}
            phases:
              - {name: Base, repeat: 2, weeks: [{name: One, sets: {main: 3x3 @ 70%}, swap: {b: rest}}, {deload: yes, repeat: 2}]}
              - {name: Peak, weeks: 2}
            schedule:
              mode: rotation
              rotation: [a, b]
              on: [mon, thu]
              advance: on-completion
              on-missed: shift
              rest-days-between: 1
              length: 8 weeks
            exceptions:
              - {pause: 2026-12-24, until: 2027-01-02}
              - {move: 2026-11-26, to: 2026-11-27}
            reminders:
              - at: "07:00"
              - before: 12h
            """
        )
        #expect(program.units == .pounds)
        #expect(program.rounding == Rounding(step: Weight(thousandths: 5000), direction: .down))
        #expect(program.summary == "Two lines.")
        #expect(program.goals == [.strength, .generalFitness] && program.levels == [.beginner])
        #expect(program.days.map(\.name) == ["Day A", "B"])
        #expect(program.days[0].exercises.map(\.id) == ["back-squat", "back-squat-2", "curl", "curl-2", "plank"])
        #expect(program.days[0].exercises[0].name == "Back Squat")
        #expect(program.days[1].exercises[0].rest == .minutes(3))
        #expect(program.days[1].exercises[1].lift == "deadlift")
        #expect(program.weeks.count == 8)
        #expect(program.weeks[0].swaps == [1: Int?.none])
        #expect(program.weeks.map(\.isDeload) == [false, true, true, false, true, true, false, false])
        #expect(program.weeks.map(\.phase) == Array(repeating: "Base", count: 6) + ["Peak", "Peak"])
        #expect(program.schedule.length == .weeks(8))
        #expect(program.schedule.onMissed == .shift)
        #expect(program.exceptions.count == 2)
        #expect(program.reminders == [.at(try TimeOfDay(parsing: "07:00")), .before(.hours(12))])
        let progressions = program.days.flatMap(\.exercises).compactMap(\.progression)
        #expect(progressions.count == 6)
        let five = Weight(thousandths: 5000)
        let ten = Step.weight(Weight(thousandths: 10_000))
        #expect(
            Array(progressions.prefix(3)) == [
                .perCycle(add: ten, fails: nil, deload: nil), .none,
                .double(add: .weight(five), beatsLast: false, fails: nil, deload: nil),
            ]
        )
        guard case .linear(.weight(five), .week, 3, _) = progressions[3],
            case .stages(let stages, five, let reset, let advance) = progressions[4],
            case .table(let rows, .amrap) = progressions[5]
        else {
            Issue.record("\(progressions)")
            return
        }
        #expect(
            stages.map { $0.map(\.count) } == [[5], [6]] && reset == .share(Percentage(hundredths: 8500))
                && advance.cause == .failure
        )
        #expect(rows.map(\.from) == [0, 2, 3] && rows.map(\.through) == [1, 2, nil])
    }

    @Test func manyErrorsAreReportedAtOnce() {
        let text = """
            antrain: 2
            id: My Program
            nmae: Test
            units: stone
            days:
              push: {exercises: []}
              rest: {exercises: [{exercise: A, sets: 5}]}
            schedule:
              mode: weekdays
              monday: psuh
              funday: push
            """
        let all = rendered(text)
        #expect(
            all == """
                p.yaml:1:10: error: unsupported program version '2'
                  1 | antrain: 2
                    |          ^
                    = expected: antrain: 1
                    = help: write 'antrain: 1', or update antrain if the program is newer

                p.yaml:2:5: error: invalid program ID 'My Program'
                  2 | id: My Program
                    |     ^~~~~~~~~~
                    = expected: up to 64 lowercase letters, digits and hyphens
                    = help: write 'my-program'

                p.yaml:3:1: error: unknown key 'nmae' in the program
                  3 | nmae: Test
                    | ^~~~
                    = help: did you mean 'name'?

                p.yaml:4:8: error: invalid weight unit 'stone'
                  4 | units: stone
                    |        ^~~~~
                    = expected: kg, lb

                p.yaml:6:21: error: day 'push' has no exercises
                  6 |   push: {exercises: []}
                    |                     ^~
                    = help: add an exercise, or use 'rest' in the schedule

                p.yaml:7:3: error: invalid day ID 'rest': it means a rest day
                  7 |   rest: {exercises: [{exercise: A, sets: 5}]}
                    |   ^~~~
                    = expected: up to 64 lowercase letters, digits and hyphens

                p.yaml:10:11: error: unknown day 'psuh'
                  10 |   monday: psuh
                     |           ^~~~
                     = expected: push or rest
                     = help: did you mean 'push'?

                p.yaml:11:3: error: unknown key 'funday' in the schedule
                  11 |   funday: push
                     |   ^~~~~~
                     = help: did you mean 'sunday'?
                """
        )
    }

    @Test(arguments: [
        ("[1, 2]", "the program must be a mapping, not a list"),
        (programText(top: "rounding: {step: 0}\n"), "invalid rounding step '0'"),
        (programText(top: "rounding: {step: 2.5, to: upp}\n"), "did you mean 'up'?"),
        (programText(top: "training-max: 0.9\n"), "invalid percentage '0.9'"),
        (programText(top: "training-max: [1]\n"), "invalid percentage (a list)"),
        (programText(top: "maxes: {squat: heavy}\n"), "invalid one-rep max 'heavy'"),
        (programText(top: "maxes: {squat: 300lb}\n"), "a positive number in kg"),
        (programText(top: "maxes: [squat]\n"), "'maxes' must be a mapping"),
        (programText(top: "exercises: {squat: {rest: 3m}}\n"), "missing key 'name' in a lift"),
        (programText(top: "sets: {3x5: 5}\n"), "a set scheme name must start with a letter"),
        (programText(top: "weeks: []\n"), "'weeks' is an empty list"),
        (
            programText(top: "weeks: [{sets: {main: 5}}]\n"),
            "unknown set scheme 'main' in a week"
        ), (programText(top: "weeks: [{swap: {push: pul}}]\n"), "did you mean 'pull'?"),
        (programText(top: "weeks: 3\n"), "'weeks' must be a list"),
        (
            programText(
                days:
                    "  push: {exercises: [{exercise: A, sets: 5, optional: maybe}]}\n  pull: {exercises: [{exercise: A, sets: 5}]}\n"
            ),
            "error: invalid 'optional' value 'maybe'"
        ),
        (programText(top: "weeks: [{deload: maybe}]\n"), "expected: on or off"),
        (
            programText(top: "weeks: [{name: A}]\nphases: [{name: B, weeks: 2}]\n"),
            "a program cannot have both weeks and phases"
        ), (programText(top: "phases: [{weeks: 2}]\n"), "missing key 'name' in a phase"),
        (programText(top: "exceptions: [{pause: 2026-12-24, until: 2026-12-01}]\n"), "the pause ends before it starts"),
        (programText(top: "exceptions: [{move: 2026-02-30, to: 2026-03-01}]\n"), "no such date '2026-02-30'"),
        (
            programText(top: "exceptions: [{move: 2026-11-25, to: 9999-12-31}]\n"),
            "p.yaml:4:37: error: a workout cannot be moved from 2026-11-25 to 9999-12-31"
        ), (programText(top: "exceptions: [{move: 2037-01-01, to: 2026-11-25}]\n"), "within ten years of 2037-01-01"),
        (programText(top: "exceptions: [{pause: 2026-12-24}]\n"), "missing key 'until' in an exception"),
        (programText(top: "reminders: [{at: 25:00}]\n"), "no such time '25:00"),
        (programText(top: "reminders: [{at: 7:00, before: 1h}]\n"), "cannot have both"),
        (programText(top: "reminders: [{before: 30d}]\n"), "invalid lead time '30d'"),
        (
            programText(
                days:
                    "  push: {time: \"25:00\", exercises: [{exercise: A, sets: 5}]}\n  pull: {exercises: [{exercise: A, sets: 5}]}\n"
            ),
            "p.yaml:5:16: error: no such time '25:00'; expected 00:00 to 23:59"
        ),
        (
            programText(
                days:
                    "  push: {time: [\"18:00\"], exercises: [{exercise: A, sets: 5}]}\n  pull: {exercises: [{exercise: A, sets: 5}]}\n"
            ),
            "p.yaml:5:16: error: "
        ),
        (
            programText(days: "  push: {exercises: [{sets: 5}]}\n", schedule: "  mode: cycle\n  cycle: [push]\n"),
            "missing key 'exercise' in an exercise"
        ),
        (
            programText(days: "  push: {exercises: [{exercise: A}]}\n", schedule: "  mode: cycle\n  cycle: [push]\n"),
            "missing key 'sets' in an exercise"
        ),
        (
            programText(
                days: "  push: {exercises: [{exercise: A, sets: mian}]}\n",
                schedule: "  mode: cycle\n  cycle: [push]\n"
            ), "unknown set scheme 'mian'"
        ),
        (
            programText(
                days: "  push: {exercises: [{lift: sqat, sets: 5}]}\n",
                schedule: "  mode: cycle\n  cycle: [push]\n"
            ), "unknown lift 'sqat'"
        ),
        (
            programText(days: "  push: {exercises: [{use: core}]}\n", schedule: "  mode: cycle\n  cycle: [push]\n"),
            "unknown template 'core'"
        ),
        (
            programText(
                top: "templates: {core: [{use: core}]}\n",
                days: "  push: {exercises: [{use: core}]}\n",
                schedule: "  mode: cycle\n  cycle: [push]\n"
            ), "template 'core' uses itself"
        ),
        (
            programText(
                days: "  push: {exercises: [{exercise: A, id: x, sets: 5}, {exercise: B, id: x, sets: 5}]}\n",
                schedule: "  mode: cycle\n  cycle: [push]\n"
            ), "duplicate exercise ID 'x'"
        ),
        (
            programText(
                days: "  push: {exercises: [{exercise: A, sets: 5, load: 80kg}]}\n",
                schedule: "  mode: cycle\n  cycle: [push]\n"
            ), "'load' requires 'reps'"
        ),
        (
            programText(days: "  push: {exercises: 5}\n", schedule: "  mode: cycle\n  cycle: [push]\n"),
            "'exercises' must be a list"
        ),
        (
            programText(
                days: "  push: {exercises: [{exercise: A, sets: 5, progression: {type: linear}}]}\n",
                schedule: "  mode: cycle\n  cycle: [push]\n"
            ), "missing key 'add' in a progression"
        ),
        (
            programText(
                days:
                    "  push: {exercises: [{exercise: A, sets: 5, progression: {type: amrap-table, table: {0-1: 0, 3+: 5}}}]}\n",
                schedule: "  mode: cycle\n  cycle: [push]\n"
            ), "row '3+' does not continue from the previous row"
        ),
        (
            programText(
                days: "  push: {exercises: [{exercise: A, sets: 5, progression: {type: linear, add: 5 minutes}}]}\n",
                schedule: "  mode: cycle\n  cycle: [push]\n"
            ), "invalid increment '5 minutes'"
        ),
        (
            programText(
                days: "  push: {exercises: [{exercise: A, sets: 3x8, progression: {type: linear, add: 5s}}]}\n",
                schedule: "  mode: cycle\n  cycle: [push]\n"
            ), "expected: a weight or a percentage, or 1 rep"
        ),
        (programText(schedule: "  mode: weekly\n"), "invalid schedule mode 'weekly'"),
        (programText(schedule: "  mode: weekdays\n"), "the schedule has no workout"),
        (
            programText(schedule: "  mode: weekdays\n  monday: push\n  mon: pull\n"),
            "duplicate weekday 'monday' in the schedule"
        ),
        (
            programText(schedule: "  mode: weekdays\n  monday: push\n  cycle: [push]\n"),
            "'cycle' cannot be used in mode 'weekdays'"
        ),
        (programText(schedule: "  mode: cycle\n  cycle: [rest, rest]\n"), "the cycle has no workout"),
        (programText(schedule: "  mode: rotation\n  rotation: [push, rest]\n"), "a rotation cannot contain rest days"),
        (programText(schedule: "  mode: rotation\n  rotation: [push]\n  on: [funday]\n"), "unknown weekday 'funday'"),
        (programText(schedule: "  mode: cycle\n  cycle: [push]\n  length: forever\n"), "invalid length 'forever'"),
        (
            programText(schedule: "  mode: cycle\n  cycle: [push]\n  length: until 2026-02-30\n"),
            "no such date '2026-02-30'"
        ),
        (programText(schedule: "  mode: cycle\n  cycle: [push]\n  on-missed: cry\n"), "expected: skip, shift, repeat"),
        (
            programText(schedule: "  mode: rotation\n  rotation: [push]\n  rest-days-between: 9\n"),
            "expected: a whole number from 0 to 6"
        ),
    ])
    func eachMistakeIsReported(text: String, part: String) {
        #expect(read(text).program == nil)
        #expect(rendered(text).contains(part), "\(rendered(text))")
    }

    @Test(
        arguments: [
            ("2.5", "2.5"), ("-5", "-5"), ("+5", "5"), ("5kg", "5"), ("0", "0"), ("10%", "10%"), ("-2.5%", "-2.5%"),
            ("5s", "5s"), ("1min", "60s"), ("-500m", "-500m"), ("1km", "1000m"), ("1 rep", "1 reps"),
            ("-2reps", "-2 reps"),
            ("5lb", nil), ("101%", nil), ("10% of top", nil), ("0 reps", nil), ("1001 reps", nil), ("--5", nil),
            ("", nil),
            ("5-8", nil), ("5x5", nil), ("1rm", nil), ("99999999999999999999", nil), ("rep", nil),
        ] as [(String, String?)]
    ) func stepsHaveUnitsAndSigns(text: String, step: String?) {
        let days =
            "  push: {exercises: [{exercise: A, sets: [5, 60s, 1km], progression: {type: linear, add: \"\(text)\"}}]}\n"
        let read = read(programText(days: days, schedule: "  mode: cycle\n  cycle: [push]\n"))
        let steps = read.program?.days.first?.exercises.first?.progression?.steps
        #expect(steps?.map(\.description) == step.map { [$0] }, "\(String(describing: steps))")
    }

    @Test func anUnreachableDayIsAWarning() throws {
        let text = programText(schedule: "  mode: weekdays\n  monday: push\n")
        #expect(try program(text).days.count == 2)
        #expect(rendered(text).contains("p.yaml:6:3: warning: the schedule never uses day 'pull'"))
    }

    @Test(arguments: [
        ("3x5", "linear, add: 2.5, deload: 10%", "'deload' has no effect without 'fails'"),
        ("3x5-8", "rotate, advance: success, deload: 10%, to: B", "'deload' has no effect without 'fails'"),
        (
            "3x5", "stages, add: 5, stages: [3x5], deload: 10%",
            "'deload' has no effect if failures bring the next set scheme"
        ),
        ("3x5", "double, add: 5, beat-last: yes", "'beat-last' of 'Press' has no effect, because its sets are fixed"),
        ("3x5 @ 80%", "stages, add: 5, stages: [3x5, 5RM]", "tests the load, but its sets are percentages of a max"),
        (
            "3x5", "amrap-table, table: {0-4: 0, 5+: 5}",
            "'amrap-table' of 'Press' has no effect, because no set is an AMRAP set"
        ),
        ("3x5", "linear, add: 5, fails: 1, deload: [5]", "expected a single value, found a list"),
        ("3x5-8", "rotate, advance: succes, to: B", "did you mean 'success'?"),
        ("3x5-8", "rotate, advance: failure, to: B", "missing key 'add'"),
    ])
    func aMistakeInAProgressionIsReportedOnce(sets: String, progression: String, message: String) {
        let exercise = "{lift: press, exercise: Press, sets: \(sets), progression: {type: \(progression)}}"
        let text = programText(
            top: "maxes: {press: 60}\n",
            days: "  push: {exercises: [\(exercise)]}\n",
            schedule: "  mode: weekdays\n  monday: push\n"
        )
        let all = rendered(text)
        #expect(all.contains(message), "\(all)")
        #expect(all.ranges(of: "error: ").count + all.ranges(of: "warning: ").count == 1, "\(all)")
    }

    /// Two days with the same exercise have the same rotation, because it has one current exercise.
    @Test(arguments: [("to: [B, C]", true), ("to: [B, D]", false), ("to: [B, C], advance: success", false)])
    func anExerciseHasOneRotation(other: String, isValid: Bool) {
        func day(_ rotation: String) -> String {
            "{exercises: [{exercise: A, sets: 5-8, progression: {type: rotate, add: 5, \(rotation)}}]}\n"
        }
        let days = "  push: \(day("to: [B, C]"))  pull: \(day(other))"
        let all = rendered(programText(days: days))
        #expect(all.contains("the rotation of 'A' differs from the one on another day") != isValid, "\(all)")
    }

    @Test(arguments: [
        ("linear, add: 2.5, every: week, fails: 2, deload: 90%", []),
        ("stages, add: 2.5, stages: [5x3], reset: 85%", []),
        ("linear, add: 2.5, reset: 90%", ["'reset'"]), ("double, add: 2.5, reset: 85%", ["'reset'"]),
        ("rpe, add: 2.5, deload: 90%", ["'add'", "'deload'"]), ("top-set, fails: 3, add: 2.5", ["'add'"]),
        ("none, add: 2.5", ["'add'"]), ("rep-goal, add: 2.5, reps: 50, every: week", ["'every'"]),
    ])
    func aKeyWithoutEffectIsAWarning(progression: String, keys: [String]) {
        let text = programText(
            days: "  push: {exercises: [{exercise: Press, sets: 3x5 @ rpe 8, progression: {type: \(progression)}}]}\n",
            schedule: "  mode: weekdays\n  monday: push\n"
        )
        let type = progression.prefix { $0 != "," }
        let lines = rendered(text).split(separator: "\n").filter { $0.contains("warning") }
        #expect(lines.count == keys.count, "\(rendered(text))")
        for (line, key) in zip(lines, keys) { #expect(line.contains("\(key) has no effect with 'type: \(type)'")) }
    }

    /// Day b does not say how the load of its squats grows.
    @Test(arguments: [
        ("sets: 5x5, progression: {type: linear, add: 5}", "sets: 5x5", true),
        ("sets: 5x5 @ 60kg, progression: {type: linear, add: 5}", "sets: 3x8 @ 50kg", true),
        ("sets: 5x5, progression: {type: linear, add: 5}", "sets: 5x5, progression: none", false),
        ("sets: 5x5, progression: {type: linear, add: 5}", "sets: 5x5, progression: {type: linear, add: 5}", false),
        ("sets: 5x5, progression: {type: linear, add: 5}", "sets: 5x5, id: squat-b", false),
        ("sets: 5x5, progression: {type: linear, add: 5}", "sets: 2x5 @ 80% of load", false),
        ("sets: 5 @ 85%, progression: {type: per-cycle, add: 5}", "sets: 5x5 @ 60%", false),
        ("sets: 5x5 @ 60kg, progression: none", "sets: 5x5", false),
    ])
    func aProgressionOnOneOfTwoDaysIsAWarning(first: String, second: String, isWarned: Bool) {
        let text = programText(
            top: "maxes: {squat: 100}\n",
            days: "  a: {exercises: [{exercise: Squat, \(first)}]}\n  b: {exercises: [{exercise: Squat, \(second)}]}\n",
            schedule: "  mode: rotation\n  rotation: [a, b]\n  on: [mon]\n"
        )
        let expected = "p.yaml:7:19: warning: 'Squat' has no progression here, so these workouts never change its load"
        #expect(rendered(text).contains(expected) == isWarned, "\(rendered(text))")
        #expect(isWarned || !rendered(text).contains("warning"), "\(rendered(text))")
    }

    @Test(arguments: [
        ("85%", ""), ("first", ""), ("first + 5kg", ""), ("first +2.5", ""), ("first + x", "invalid reset 'first + x'"),
        ("first 5", "invalid percentage 'first 5'"), ("5kg", "invalid percentage '5kg'"),
    ])
    func stagesRestartWithAShareOrAboveTheirFirst(reset: String, problem: String) {
        let text = programText(
            days:
                "  a: {exercises: [{exercise: Squat, sets: 3x5, progression: {type: stages, add: 5, stages: [3x5, 3x3], reset: \(reset)}}]}\n",
            schedule: "  mode: cycle\n  cycle: [a]\n"
        )
        #expect(problem.isEmpty ? rendered(text).isEmpty : rendered(text).contains(problem), "\(rendered(text))")
    }

    @Test func anUnusedTemplateIsReadAndReported() {
        let spare = "templates:\n  spare: [{exercise: Curl, sets: 3x8}]\n"
        #expect(rendered(programText(top: spare)).contains("p.yaml:5:3: warning: template 'spare' is never used"))
        let wrong = "templates:\n  spare: [{exercise: Curl, stes: 3x8}]\n"
        #expect(rendered(programText(top: wrong)).contains("did you mean 'sets'?"))
    }

    @Test func mutatedProgramsNeverCrashAndReportEachError() {
        let seed = Array(
            programText(
                top:
                    "sets: {main: [5 @ 65%, 3x8-12]}\nweeks: [{sets: {main: 5}}]\nmaxes: {press: 100}\nreminders: [{at: 07:00}]\n"
            ).utf8
        )
        var random = SplitMix64(seed: 3)
        let extra = Array("[]{}:-'\"x@%0123456789 \n#abc".utf8)
        for _ in 0..<3000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                if Bool.random(using: &random) {
                    bytes[place] = extra.randomElement(using: &random) ?? 0
                } else {
                    bytes.remove(at: place)
                }
            }
            let reading = ProgramReader.read(SourceText(path: "fuzz.yaml", bytes: bytes))
            #expect(reading.program != nil || reading.diagnostics.hasErrors)
            if let program = reading.program {
                _ = TrainingCalendar(
                    program: program,
                    start: CivilDate(dayNumber: -9),
                    trainingDays: .all,
                    completions: [],
                    today: .earliest
                ).day(on: CivilDate(dayNumber: 0))
            }
        }
    }
}
