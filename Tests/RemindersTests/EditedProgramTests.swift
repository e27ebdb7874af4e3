import CivilTime
import Planning
import Progress
import TestSupport
import Testing
import Training
import YAMLSource

/// Programs that are edited between workouts: an edit changes later workouts, never earlier ones.
@Suite struct EditedProgramTests {
    /// A program whose parts can be edited.
    private struct Model: Hashable {
        struct Exercise: Hashable {
            var id: String
            var sets: String
            var progression: String
        }

        struct Day: Hashable {
            var id: String
            var name: String
            var exercises: [Exercise]
        }

        var days: [Day]
        var weeks = 1

        var text: String {
            let days = days.map { day in
                let exercises = day.exercises.map { one in
                    let kind = one.sets.contains("%") ? "lift: squat" : "exercise: \(one.id)"
                    return "{\(kind), id: \(one.id), sets: \(one.sets), progression: {\(one.progression)}}"
                }
                return "  \(day.id): {name: \(day.name), exercises: [\(exercises.joined(separator: ", "))]}\n"
            }
            let weeks = (0..<weeks).map { "{name: W\($0)}" }.joined(separator: ", ")
            let cycle = self.days.map(\.id).joined(separator: ", ")
            return """
                antrain: 1
                id: mine
                name: Mine
                rounding: 2.5
                maxes: {squat: 150}
                weeks: [\(weeks)]
                days:
                \(days.joined())schedule: {mode: cycle, cycle: [\(cycle)]}

                """
        }
    }

    /// The workouts of an athlete, one a day, with what antrain stats records of them.
    private struct Athlete {
        static let start = CivilDate.earliest.adding(days: 739_942)

        var model: Model
        var today = Athlete.start
        var texts: [String] = []
        var editions: [Int64: Program] = [:]
        var completions: [Completion] = []
        var skipped: Set<CivilDate> = []
        var answered: [CivilDate: RecordedWorkout] = [:]
        var log: [LogEntry] = []

        init(_ model: Model) { self.model = model }

        var history: AthleteHistory {
            let values = ["a", "b", "c", "d", "e"].map {
                AthleteValue(.load(program: "mine", exercise: $0), kg(40), .kilograms, on: Athlete.start)
            }
            return AthleteHistory(values: values, log: log)
        }

        func active() throws -> ActiveProgram {
            let reading = ProgramReader.read(SourceText(path: "mine.yaml", text: model.text))
            return ActiveProgram(
                program: try #require(reading.program, "\(model.text)"),
                start: Athlete.start,
                trainingDays: .all,
                completions: completions,
                recorded: answered,
                editions: editions,
                skipped: skipped
            )
        }

        mutating func train(_ random: inout SplitMix64) throws {
            let active = try active()
            let occurrence = try #require(active.calendar(today: today).day(on: today).occurrence)
            if !texts.contains(model.text) { texts.append(model.text) }
            let edition = Int64(texts.firstIndex(of: model.text) ?? 0) + 1
            editions[edition] = active.program
            answered[today] = RecordedWorkout(
                program: active.program,
                edition: edition,
                dayID: occurrence.dayID,
                week: occurrence.week.number
            )
            defer { today = today.adding(days: 1) }
            guard Int.random(in: 0..<8, using: &random) > 0 else {
                skipped.insert(today)
                return
            }
            let workout = try #require(
                active.progress(history, today: today, before: today)
                    .workout(occurrence.dayID, week: occurrence.week.number)
            )
            completions.append(Completion(date: today, dayID: occurrence.dayID))
            for item in workout.items {
                let isMissed = Int.random(in: 0..<4, using: &random) == 0
                log.append(
                    LogEntry(
                        number: Int64(log.count + 1),
                        date: today,
                        exercise: item.exercise.id,
                        name: item.exercise.name,
                        workout: LogEntry.Workout(
                            program: "mine",
                            day: occurrence.dayID,
                            exercise: item.exercise.id
                        ),
                        outcome: isMissed ? .missed : .planned,
                        sets: isMissed ? [] : item.setsAsPlanned,
                        // The ledger keeps the notation only.
                        prescription: Prescription(
                            sets: SetPrescription.parse(recorded: SetPrescription.recorded(item.sets)) ?? [],
                            week: workout.week,
                            stage: item.stage
                        ),
                        edition: edition
                    )
                )
            }
        }

        /// What the past looks like: the answered workouts with their loads.
        func past() throws -> [String] {
            let active = try active()
            return active.calendar(today: today).days(Athlete.start..<today).map { day in
                guard let one = day.occurrence else { return "\(day.date) -" }
                let sets = active.progress(history, today: today, before: day.date, in: answered[day.date]?.program)
                    .workout(one.dayID, week: one.week.number)?.items.map { "\($0.exercise.id) \($0.sets)" }
                return "\(day.date) \(one.dayID) \(one.dayName) \(one.week.number) \(sets ?? [])"
            }
        }

        /// The next sets of each exercise, with its definition, in a week.
        func next(in week: Int) throws -> [Model.Exercise: String] {
            let progress = try active().progress(history, today: today)
            var result: [Model.Exercise: String] = [:]
            for day in model.days {
                for (one, item) in zip(day.exercises, progress.workout(day.id, week: week)?.items ?? []) {
                    result[one] = item.sets.map(\.description).joined(separator: ", ")
                }
            }
            return result
        }

        /// The coming days.
        func future() throws -> [String] {
            let active = try active()
            return active.comingWorkouts(
                history,
                today: today,
                before: today.adding(days: 20),
                atMost: 20,
                assuming: .success,
                isAnswered: { _ in false }
            ).map { "\($0.occurrence) \($0.workout.items.map { "\($0.sets) \(String(describing: $0.change))" })" }
        }
    }

    private static let progressions = [
        ("3x5", "type: linear, add: 2.5, fails: 2"), ("3x8-10", "type: double, add: 2.5"),
        ("3x10", "type: stages, stages: [3x10, 3x8, 3x6], add: 2.5, reset: first + 5"),
        ("8x2", "type: rep-by-rep, reps: 3, add: 5"), ("5x5", "type: linear, add: 1, every: week"),
        ("3x5 @ 75%", "type: per-cycle, add: 5"),
    ]

    private func exercise(_ id: String, _ random: inout SplitMix64) -> Model.Exercise {
        let (sets, progression) = Self.progressions[Int.random(in: 0..<Self.progressions.count, using: &random)]
        return Model.Exercise(id: id, sets: sets, progression: progression)
    }

    private func edit(_ model: Model, _ random: inout SplitMix64) -> Model {
        var model = model
        let day = Int.random(in: 0..<model.days.count, using: &random)
        let place = Int.random(in: 0..<model.days[day].exercises.count, using: &random)
        let id = "x\(Int.random(in: 0..<1000, using: &random))"
        switch Int.random(in: 0..<9, using: &random) {
        case 0: model.days[day].exercises.append(exercise(id, &random))
        case 1 where model.days[day].exercises.count > 1: model.days[day].exercises.remove(at: place)
        case 2: model.days[day].exercises[place].id = id
        case 3: model.days[day].exercises[place] = exercise(model.days[day].exercises[place].id, &random)
        case 4: model.days[day].id = id
        case 5: model.days[day].name = "Day \(id)"
        case 6: model.weeks = Int.random(in: 1...4, using: &random)
        case 7: model.days.shuffle(using: &random)
        default:
            let sets = model.days[day].exercises[place].sets
            if !sets.contains("%") {
                model.days[day].exercises[place].sets = "\(Int.random(in: 2...6, using: &random))x5"
                model.days[day].exercises[place].progression = "type: linear, add: 5"
            }
        }
        return model
    }

    @Test(arguments: Share.of(0..<40, 4, "edited programs")) func anEditChangesNothingThatHappened(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let days = (0..<3).map { index in
            Model.Day(
                id: "day\(index)",
                name: "Day \(index)",
                exercises: ["a", "b", "c", "d", "e"][index...(index + 2)].map { exercise($0, &random) }
            )
        }
        // An ID that several days have is one exercise.
        var known: [String: Model.Exercise] = [:]
        var athlete = Athlete(
            Model(
                days: days.map { day in
                    var day = day
                    day.exercises = day.exercises.map { one in
                        defer { known[one.id] = known[one.id] ?? one }
                        return known[one.id] ?? one
                    }
                    return day
                }
            )
        )
        for _ in 0..<12 {
            for _ in 0..<Int.random(in: 1...4, using: &random) { try athlete.train(&random) }
            let (before, past, future) = (athlete.model, try athlete.past(), try athlete.future())
            let week = 1 + Int.random(in: 0..<8, using: &random)
            let loads = try athlete.next(in: week)
            athlete.model = edit(before, &random)
            #expect(try athlete.past() == past, "\(before.text)\n\(athlete.model.text)")
            let kinds = { (model: Model) in
                Dictionary(grouping: model.days.flatMap(\.exercises), by: \.id).mapValues(Set.init)
            }
            // An exercise that is as it was has the load that it had.
            let (former, present) = (kinds(before), kinds(athlete.model))
            for (one, sets) in try athlete.next(in: week) where former[one.id] == present[one.id] {
                #expect(loads[one] == sets, "\(one.id)\n\(before.text)\n\(athlete.model.text)")
            }
            let edited = athlete.model
            athlete.model = before
            #expect(try athlete.future() == future)
            athlete.model = edited
        }
    }
}

private func kg(_ value: Double) -> Weight { Weight(thousandths: Int(value * 1000)) }
