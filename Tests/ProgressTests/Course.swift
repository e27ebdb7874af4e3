import CivilTime
import Progress
import Testing
import Training

/// A short program carried out workout by workout, with the loads before each workout.
struct Course {
    /// A workout: its day, how its exercises went, and what `sets` and `changes` show before it.
    struct Step: Sendable {
        let day: String
        let results: [String: PerformedWorkout.Result]
        let shown: String

        /// - Parameters:
        ///   - day: the ID of the day.
        ///   - shown: the sets and changes before the workout.
        ///   - results: the results; exercises without one are done as planned.
        init(_ day: String, _ shown: String, _ results: [String: PerformedWorkout.Result] = [:]) {
            (self.day, self.shown, self.results) = (day, shown, results)
        }
    }

    private(set) var progress: ProgramProgress
    private var week = 1
    private let perWeek: Int
    private var done = 0

    /// - Parameters:
    ///   - text: the program.
    ///   - perWeek: the number of workouts in a week.
    init(_ text: String, perWeek: Int = .max) throws {
        progress = ProgramProgress(try Simulation.program(text: text))
        self.perWeek = perWeek
    }

    mutating func apply(_ event: ProgressEvent) { progress.apply(event) }

    /// Applies a load that the athlete set on a date.
    mutating func apply(_ exercise: String, _ load: Weight, _ unit: WeightUnit) throws {
        let date = try CivilDate(parsing: "2026-01-01")
        let value = AthleteValue(.load(program: progress.program.id, exercise: exercise), load, unit, on: date)
        apply(try #require(value.event(in: progress.program)))
    }

    /// The work sets of a workout's exercises, each with the change of its load: `Squat 5×5 @ 60 kg (+2.5 all sets completed)`.
    func shown(_ day: String) -> String { Course.shown(progress.workout(day, week: week)) }

    static func shown(_ workout: PlannedWorkout?) -> String {
        (workout?.items ?? []).map { item in
            let sets = item.sets.filter { $0.kind != .warmUp }.map(\.description).joined(separator: ", ")
            let change = item.change.map { " (\($0.by.sign < 0 ? "" : "+")\($0.by) \($0.reason))" } ?? ""
            return "\(item.exercise.name) \(sets)\(change)"
        }.joined(separator: "; ")
    }

    /// Carries out workouts; each is compared with what it should look like before.
    mutating func run(_ steps: [Step]) {
        for (index, step) in steps.enumerated() {
            let shown = shown(step.day)
            #expect(shown == step.shown, "workout \(index + 1)")
            complete(step)
        }
    }

    private mutating func complete(_ step: Step) {
        progress.apply(.completed(PerformedWorkout(dayID: step.day, week: week, results: step.results)))
        done += 1
        week = 1 + (perWeek == .max ? 0 : done / perWeek)
    }
}
