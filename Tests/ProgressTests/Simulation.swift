import Foundation
import Progress
import Testing
import Training
import YAMLSource

/// A program carried out workout by workout.
struct Simulation {
    var progress: ProgramProgress
    private(set) var position = 0
    private let order: [(day: String, week: Int)]

    /// - Parameters:
    ///   - id: the name of a shipped program.
    ///   - days: the days of a week in order, or the rotation.
    ///   - perWeek: the number of workouts in a week.
    init(_ id: String, days: [String], perWeek: Int, weeks: Int = 12) throws {
        progress = ProgramProgress(try Simulation.program(id))
        order = (0..<perWeek * weeks).map { (days[$0 % days.count], $0 / perWeek + 1) }
    }

    static func program(_ id: String) throws -> Program {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Programs/\(id).yaml"), encoding: .utf8)
        return try program(text: text)
    }

    static func program(text: String) throws -> Program {
        let source = SourceText(path: "program.yaml", text: text)
        let reading = ProgramReader.read(source)
        return try #require(
            reading.program,
            "\(DiagnosticRenderer(source: source).render(reading.diagnostics))"
        )
    }

    /// The next workout.
    var next: PlannedWorkout? {
        position < order.count ? progress.workout(order[position].day, week: order[position].week) : nil
    }

    /// Completes the next workout, with different results for some exercises.
    mutating func complete(_ results: [String: PerformedWorkout.Result] = [:]) {
        progress.apply(
            .completed(PerformedWorkout(dayID: order[position].day, week: order[position].week, results: results))
        )
        position += 1
    }

    mutating func skip() { position += 1 }

    /// The work sets of an exercise in the next workout: `5×5 @ 60 kg`.
    func sets(_ exercise: String) -> String {
        next?.items.first { $0.exercise.id == exercise }?.sets.filter { $0.kind == .work }.map(\.description)
            .joined(separator: ", ") ?? "-"
    }

    /// The heaviest load of an exercise in the next workout.
    func top(_ exercise: String) -> String {
        next?.items.first { $0.exercise.id == exercise }?.topSet?.load?.description ?? "-"
    }

    func change(_ exercise: String) -> LoadChange? { next?.items.first { $0.exercise.id == exercise }?.change }
}

/// Work sets with these repetitions, at a load in kilograms.
func reps(_ numbers: Int..., kg: Double? = nil) -> PerformedWorkout.Result {
    .sets(
        numbers.map {
            PerformedSet(
                amount: PerformedSet.Amount(reps: $0),
                load: kg.map { .weight(Weight(thousandths: Int($0 * 1000)), .kilograms) }
            )
        }
    )
}

func kg(_ value: Double) -> Weight { Weight(thousandths: Int(value * 1000)) }
