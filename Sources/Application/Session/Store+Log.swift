import CivilTime
package import Platform
package import Ledger
import Localization
package import Planning
import Progress
import Reminders
import Training

extension Store {
    /// The entries of the training log that completed workouts add, and the corrections in `results`.
    ///
    /// Each exercise gets one entry: with the given sets, or with the planned ones unless it already has an entry. An optional one
    /// gets an entry only for given sets.
    package func logEvents(_ meant: [Answerable], _ results: WorkoutResults) throws(CommandError) -> [LedgerEvent] {
        let switches = try session.switches(meant, results)
        let workouts = meant.compactMap(\.occurrence).compactMap { occurrence in
            let choices = switches.filter { $0.workout == occurrence }.map(\.choice)
            return session.plannedExercises(occurrence, choosing: choices).map { (occurrence, $0) }
        }
        let all = workouts.flatMap { workout in workout.1.map { (workout.0, $0) } }
        var given: [LogEntry.Workout: WorkoutResults.Entry] = [:]
        for result in results.entries {
            let name = result.sets == nil ? "--missed" : "--set"
            let matching = session.matching(result.exercise, among: all)
            guard let one = matching.first else {
                try session.checkTurn(of: result.exercise, name, all.map(\.1))
                throw session.unknown(result.exercise, name, among: all.map(\.1.workout.exercise))
            }
            guard matching.count == 1 else {
                throw .badOption(
                    name: name,
                    value: result.exercise,
                    reason:
                        "several exercises match; use one of \(matching.map(\.1.workout.exercise).joined(separator: ", "))"
                )
            }
            if let other = given.updateValue(result, forKey: one.1.workout) {
                let isConflict = (other.sets == nil) != (result.sets == nil)
                throw .badOption(
                    name: name,
                    value: result.exercise,
                    reason: isConflict
                        ? "--set has its sets; give only one of --set and --missed"
                        : "it was given twice; give each exercise once"
                )
            }
        }
        var events = switches.flatMap(\.events)
        for (occurrence, exercise) in all {
            let known = session.entries(of: exercise.workout, on: occurrence.date)
            let key = OccurrenceKey(.program(occurrence.programID), on: occurrence.date)
            if let result = given[exercise.workout] {
                events.append(try correction(result, exercise, on: occurrence.date, known))
            } else if !known.isEmpty {
                noteMissingSets(exercise, known)
            } else if session.facts.answers[key] != .completed, !exercise.item.exercise.isOptional {
                let sets = exercise.item.setsAsPlanned
                if !sets.isEmpty { events.append(.logged(exercise.entry(on: occurrence.date, .planned, sets))) }
            }
        }
        return events
    }

    /// Warns about an exercise with fewer sets in the log than in the plan, which counts as failed.
    private func noteMissingSets(_ exercise: PlannedExercise, _ known: [LogEntry]) {
        let done = known.flatMap(\.sets).count { $0.kind == .work }
        if exercise.item.exercise.isOptional, done == 0 { return }
        let planned = exercise.item.setsAsPlanned.count { $0.kind == .work }
        guard done < planned, let last = known.last, known.allSatisfy({ $0.outcome == .performed }) else { return }
        warn(
            .logMissingSets,
            [
                "exercise": exercise.item.exercise.title, "done": "\(done)", "planned": "\(planned)",
                "command": "antrain log edit \(last.number) SETS",
            ]
        )
    }

    /// A new entry with the sets that the user entered, or a correction of the entry that was logged as planned.
    private func correction(
        _ result: WorkoutResults.Entry,
        _ exercise: PlannedExercise,
        on date: CivilDate,
        _ known: [LogEntry]
    ) throws(CommandError) -> LedgerEvent {
        let outcome: LogEntry.Outcome = result.sets == nil ? .missed : .performed
        var sets: [PerformedSet] = []
        if let text = result.sets {
            if !result.isMeant {
                let command = "antrain done --date \(date) --set \(exercise.workout.exercise)="
                try UnlikelySets.check(text, UnlikelySets.Usual(exercise.item), "--set", command: command)
            }
            sets = try exercise.sets(text, "--set")
        }
        var entry = exercise.entry(on: date, outcome, sets)
        guard let former = known.first else { return .logged(entry) }
        guard known.count == 1, former.outcome == .planned else {
            throw .alreadyLogged(exercise: exercise.workout.exercise, entries: known.map(\.number))
        }
        entry.keepIdentity(of: former)
        entry.notes = former.notes
        return .relogged(entry)
    }
}
