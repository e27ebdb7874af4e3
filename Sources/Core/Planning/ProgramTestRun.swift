public import Localization
internal import CivilTime
internal import Progress
public import Training
public import YAMLSource

/// Runs a test of a program: plans one workout after another, compares it with what is expected, and applies its result.
public struct ProgramTestRun: Sendable {
    /// How many days a test looks ahead for the next workout.
    private static let reach = 400

    private let test: ProgramTest
    private let program: Program
    private let words: MessageCatalog
    private var progress: ProgramProgress
    private var today: CivilDate
    private var completions: [Completion] = []
    private var skipped: Set<CivilDate> = []
    /// The repetitions of failed workouts.
    private var jumps: [ScheduleException] = []
    private var number = 0
    private var diagnostics = Diagnostics()

    /// The differences between a test and the program; empty if it passes.
    ///
    /// The test ends with the first workout that differs, because those after it follow from it.
    ///
    /// - Parameter words: words the planned sets.
    public static func failures(of test: ProgramTest, in program: Program, _ words: MessageCatalog) -> Diagnostics {
        var run = ProgramTestRun(test, program, words)
        for workout in test.workouts {
            for _ in 0..<workout.times where !run.diagnostics.hasErrors { run.perform(workout) }
        }
        if let end = test.end, !run.diagnostics.hasErrors { run.checkEnd(at: end) }
        return run.diagnostics
    }

    private init(_ test: ProgramTest, _ program: Program, _ words: MessageCatalog) {
        (self.test, self.program, self.words) = (test, program, words)
        today = test.start
        progress = ProgramProgress(program)
        for (id, max) in test.maxes.sorted(by: { $0.key < $1.key }) {
            if let weight = max.oneRepMax { progress.apply(.oneRepMax(lift: id, weight)) }
            if let weight = max.trainingMax { progress.apply(.trainingMax(lift: id, weight)) }
        }
        for (id, load) in test.loads.sorted(by: { $0.key < $1.key }) {
            progress.apply(.load(exercise: id, load))
        }
    }

    private mutating func checkEnd(at span: SourceSpan) {
        number += 1
        guard let (_, occurrence) = next() else { return }
        diagnostics.error("\(place(occurrence)) follows", at: span, expected: "the end of the program")
    }

    private mutating func perform(_ expected: ProgramTest.Workout) {
        number += 1
        guard let (active, occurrence) = next() else {
            diagnostics.error("there is no workout \(number): the program has ended", at: expected.span)
            return
        }
        for jump in active.jumps(after: today.adding(days: -1), before: occurrence.date.adding(days: 1)) {
            progress.apply(.jumped(toWeek: jump.week))
        }
        let day = program.days.first { $0.id == occurrence.dayID }
        let week = occurrence.week.number
        let chosen = day?.choices([:], in: program.week(week), logged: Set(expected.results.keys)) ?? [:]
        guard let workout = progress.workout(occurrence.dayID, week: week, chosen: chosen) else { return }
        compare(workout, on: occurrence, with: expected)
        switch expected.outcome {
        case .done:
            completions.append(Completion(date: occurrence.date, dayID: occurrence.dayID))
            let results = results(expected, of: workout, on: occurrence)
            let result = PerformedWorkout(dayID: occurrence.dayID, week: week, results: results, chosen: chosen)
            progress.apply(.completed(result))
            if workout.hasFailed(result, in: program), let jump = active.repetition(of: occurrence, today: today) {
                jumps = jumps.jumping(jump)
            }
        case .skipped: skipped.insert(occurrence.date)
        case .missed: break
        }
        today = occurrence.date.adding(days: 1)
    }

    /// The results as `antrain done` logs them: sets without a load have the planned one.
    private mutating func results(
        _ expected: ProgramTest.Workout,
        of workout: PlannedWorkout,
        on occurrence: Occurrence
    ) -> [String: PerformedWorkout.Result] {
        var results: [String: PerformedWorkout.Result] = [:]
        for item in workout.items {
            let id = item.exercise.id
            guard case .sets(let sets)? = expected.results[id] else {
                results[id] = expected.results[id] == .missed ? .missed : nil
                continue
            }
            let exercise = PlannedExercise(
                workout: LogEntry.Workout(program: program.id, day: occurrence.dayID, exercise: id),
                exercise: id,
                catalogued: nil,
                item: item,
                week: workout.week,
                edition: nil,
                unit: program.units,
                rounding: program.rounding,
                available: nil
            )
            do { results[id] = .sets(try exercise.sets(sets)) } catch {
                diagnostics.error(
                    "\(place(occurrence)): the result of \(id) does not fit its sets, \(shown(item))",
                    at: expected.span,
                    expected: words.text(error.expected)
                )
            }
        }
        return results
    }

    /// The next workout that is neither over nor answered.
    private func next() -> (ActiveProgram, Occurrence)? {
        let active = ActiveProgram(
            program: program,
            start: test.start,
            trainingDays: TrainingDays(test.days),
            completions: completions,
            skipped: skipped,
            exceptions: jumps
        )
        let range = today..<today.adding(days: ProgramTestRun.reach)
        let workouts = active.calendar(today: today).days(range).lazy.compactMap(\.occurrence)
        return workouts.first(where: active.isTrained).map { (active, $0) }
    }

    // MARK: Comparing

    private mutating func compare(
        _ workout: PlannedWorkout,
        on occurrence: Occurrence,
        with expected: ProgramTest.Workout
    ) {
        let place = place(occurrence)
        check(expected.date, "\(place): the date", occurrence.date)
        check(expected.day, "\(place): the day", occurrence.dayID)
        check(expected.week, "\(place): the week", occurrence.week.shown)
        for (id, expected) in expected.sets {
            guard let item = workout.items.first(where: { $0.exercise.id == id }) else {
                diagnostics.error(
                    "\(place): the workout has no '\(id)'",
                    at: expected.span,
                    help: "its exercises are \(workout.items.map(\.exercise.id).joined(separator: ", "))"
                )
                continue
            }
            guard !isAsExpected(item, expected.value) else { continue }
            diagnostics.error("\(place): \(id) has \(shown(item))", at: expected.span, expected: expected.text)
        }
    }

    private func place(_ occurrence: Occurrence) -> String {
        "workout \(number) (\(occurrence.date), \(occurrence.dayID))"
    }

    private mutating func check<Value: Equatable>(
        _ expected: ProgramTest.Expected<Value>?,
        _ what: String,
        _ value: Value
    ) {
        guard let expected, expected.value != value else { return }
        diagnostics.error("\(what) is \(value)", at: expected.span, expected: expected.text)
    }

    private func isAsExpected(_ item: PlannedWorkout.Item, _ expectation: ProgramTest.Expectation) -> Bool {
        switch expectation {
        case .load(let load): item.heaviestSets?.load.map(normal) == normal(load)
        case .sets(let sets): singles(item.sets) == singles(sets)
        }
    }

    /// The sets one by one, without warm-ups and without what is no part of the notation.
    private func singles(_ sets: [SetPrescription]) -> [SetPrescription] {
        sets.filter { $0.kind != .warmUp }.flatMap { set -> [SetPrescription] in
            let plain = SetPrescription(
                count: set.count,
                mostCount: set.mostCount,
                target: set.target,
                technique: set.technique,
                load: set.load.map(normal),
                rpeCap: set.rpeCap
            )
            return set.count == set.mostCount ? Array(repeating: plain.single, count: set.count) : [plain]
        }
    }

    /// A load with its weight in the program's unit.
    private func normal(_ load: Load) -> Load {
        let units = program.units
        return switch load {
        case .weight(let weight, let unit): .weight(weight.converted(from: unit, to: units), units)
        case .bodyweight(let plus, let unit): .bodyweight(plus: plus?.converted(from: unit, to: units), units)
        default: load
        }
    }

    private func shown(_ item: PlannedWorkout.Item) -> String {
        SetPrescription.merged(item.sets.filter { $0.kind != .warmUp }).map { words.notation($0) }
            .joined(separator: ", ")
    }
}
