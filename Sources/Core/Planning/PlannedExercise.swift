package import CivilTime
package import Localization
package import Progress
package import Training

/// An exercise of a workout with its loads.
package struct PlannedExercise {
    package let workout: LogEntry.Workout
    /// The exercise's ID in the catalogue; for an exercise that is not in it, the lift's or the exercise's own ID.
    package let exercise: String
    package let catalogued: CatalogExercise?
    package let item: PlannedWorkout.Item
    /// The week since the start of the program.
    package let week: Int
    /// The number of the program's text in the ledger; nil for the present one.
    package let edition: Int64?
    package let unit: WeightUnit
    /// How the program rounds loads.
    package let rounding: Rounding?
    /// The loads that the gym allows; nil if loads are not rounded.
    package let available: AvailableLoads?

    package init(
        workout: LogEntry.Workout,
        exercise: String,
        catalogued: CatalogExercise?,
        item: PlannedWorkout.Item,
        week: Int,
        edition: Int64?,
        unit: WeightUnit,
        rounding: Rounding?,
        available: AvailableLoads?
    ) {
        self.workout = workout
        self.exercise = exercise
        self.catalogued = catalogued
        self.item = item
        self.week = week
        self.edition = edition
        self.unit = unit
        self.rounding = rounding
        self.available = available
    }

    package func isNamed(_ name: String) -> Bool { item.exercise.isNamed(name) }

    /// Whether the exercise's name contains a text, such as `row` in Barbell Row.
    package func hasName(containing text: String) -> Bool {
        let key = NameKey.of(text)
        guard key.utf8.count > 2 else { return false }
        return [item.exercise.name, item.exercise.title].contains { NameKey.of($0).contains(key) }
    }

    package func entry(on date: CivilDate, _ outcome: LogEntry.Outcome, _ sets: [PerformedSet]) -> LogEntry {
        LogEntry(
            date: date,
            exercise: exercise,
            name: item.exercise.name,
            workout: workout,
            outcome: outcome,
            sets: sets,
            prescription: prescription,
            edition: edition
        )
    }

    /// What is planned, for the entry to record.
    package var prescription: Prescription { Prescription(sets: item.sets, week: week, stage: item.stage) }

    /// The typed sets, in which each work set without a load gets the load of the planned set at the same position.
    ///
    /// - Parameter done: the number of work sets that are already done.
    /// - Throws: `SetMismatch` if a set does not count what the planned set at its position counts.
    package func sets(_ typed: [PerformedSet], after done: Int = 0) throws(SetMismatch) -> [PerformedSet] {
        var typed = typed
        // Which sets are meant depends on their number, unless some are known already.
        let sets = item.sets.filter { $0.kind == .work }.flatMap { Array(repeating: $0.single, count: $0.count) }
        let planned = done == 0 ? item.workSetsAsPlanned(for: typed) : Array(sets.dropFirst(done))
        for (index, planned) in zip(typed.indices.filter { typed[$0].kind == .work }, planned) {
            if let mismatch = typed[index].mismatch(planned.target) { throw mismatch }
            typed[index] = typed[index].counted(in: planned)
        }
        let others = done == 0 && !planned.isEmpty ? planned.map(\.asPlanned) : item.setsAsPlanned
        let session = WorkoutSession([item], rounding: rounding, available: [available])
        let loaded = done == 0 ? session.withRelativeLoads(typed, of: 0) : typed
        return PerformedSet.sets(loaded, withLoadsOf: others, after: done)
    }
}

/// A set that cannot complete its target, for example repetitions where the target is a time.
package struct SetMismatch: Error, Equatable {
    /// What the target counts.
    package let expected: MessageKey
}

extension PerformedSet {
    /// Why the set could not complete a target; nil if it could.
    package func mismatch(_ target: SetTarget) -> SetMismatch? {
        switch target {
        case .time, .timeRange:
            amount.seconds == nil || amount.metres != nil ? SetMismatch(expected: .guidedExpectsTime) : nil
        case .distance: amount.metres == nil ? SetMismatch(expected: .guidedExpectsDistance) : nil
        case .reps, .range, .amrap, .total, .totalRange, .within, .amrapWithin, .repMax:
            amount.reps == nil ? SetMismatch(expected: .guidedExpectsReps) : nil
        }
    }
}
