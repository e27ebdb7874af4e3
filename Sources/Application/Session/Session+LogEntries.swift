import CivilTime
package import Platform
package import Ledger
import Localization
import Planning
import PrintableText
package import Progress
import Reminders
package import Training

/// An exercise that the user logs, as found in a workout or in the catalogue.
package struct LoggedExercise {
    /// Its ID in the catalogue, or an ID made of its name.
    package let exercise: String
    package let name: String
    package let workout: LogEntry.Workout?
    /// The unit of weights without one.
    let unit: WeightUnit
    /// The plan for it, if a workout contains it.
    package var planned: PlannedExercise?
    /// What makes it a part of the workout, if it is an alternative to a planned exercise.
    package var events: [LedgerEvent] = []

    /// Sets as typed; those of a workout that have no load have the planned load, in their place after the known ones.
    package func sets(_ text: String, kind: SetPrescription.Kind, after known: [LogEntry]) throws(CommandError)
        -> [PerformedSet]
    {
        guard let planned else { return try TypedSets.parse(text, "sets", unit, kind: kind) }
        let done = known.filter { $0.outcome == .performed }.flatMap(\.sets).count { $0.kind == .work }
        return try planned.sets(text, "sets", kind: kind, after: done)
    }
}

extension Session {
    /// The unit of weights without one in corrections of an entry: that of its sets, else that of its program.
    package func unit(of entry: LogEntry) -> WeightUnit {
        for set in entry.sets {
            switch set.load {
            case .weight(_, let unit), .bodyweight(_, let unit): return unit
            case nil: continue
            }
        }
        let own = programs.first { $0.program.id == entry.workout?.program } ?? programs.first
        return own?.program.units ?? .kilograms
    }
}
