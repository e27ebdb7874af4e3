package import CivilTime
package import Ledger
import Localization
package import Planning
package import Platform
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

extension Store {
    /// Repetitions and loads beyond which a set is probably a typing error.
    private static let unlikely = (reps: 100, kilograms: 500)

    /// The exercise that a name refers to: of a workout on the date, otherwise from the catalogue, otherwise a new one.
    /// - Throws: if a name is similar to a known one and `isNew` is not set, or several exercises match.
    package func loggedExercise(_ name: String, _ sets: String, on date: CivilDate, program: String?, isNew: Bool)
        throws(CommandError) -> LoggedExercise
    {
        try OptionValue.checkPrintable(name, "exercise")
        let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let catalog = session.exercises
        let known = catalog.exercise(named: name)
        let occurrences = session.programs.filter { program == nil || $0.program.id == program }.compactMap {
            session.occurrence(OccurrenceKey(.program($0.program.id), on: date))
        }
        let planned = occurrences.flatMap { session.plannedExercises($0) ?? [] }
        let identified = planned.filter { NameKey.of($0.workout.exercise) == NameKey.of(name) }
        let exact = identified.isEmpty ? planned.filter { $0.isNamed(name) } : identified
        let matching =
            !exact.isEmpty
            ? exact : planned.filter { one in known.map { one.exercise == $0.id } ?? one.hasName(containing: name) }
        guard matching.count <= 1 else {
            let programs = Set(matching.map(\.workout.program))
            throw .ambiguous(
                matching.map {
                    "antrain log \($0.workout.exercise) \(sets)"
                        + (programs.count > 1 ? " --program \($0.workout.program)" : "")
                        + (date == session.today ? "" : " --date \(date)")
                }
            )
        }
        let switches = exact.isEmpty ? session.switches(to: name, in: occurrences) : []
        if switches.count == 1, let found = switches.first {
            return LoggedExercise(
                exercise: found.exercise.exercise,
                name: found.exercise.item.exercise.name,
                workout: found.exercise.workout,
                unit: found.exercise.unit,
                planned: found.exercise,
                events: found.events
            )
        }
        if let one = matching.first {
            noteSkipped(one, on: date)
            return LoggedExercise(
                exercise: one.exercise,
                name: one.item.exercise.name,
                workout: one.workout,
                unit: one.unit,
                planned: one
            )
        }
        if let program {
            throw .badOption(
                name: "--program",
                value: program,
                reason: "its workout on \(date) does not contain \(quoted(name)); to log it anyway, omit --program"
            )
        }
        let unit = session.programs.first?.program.units ?? .kilograms
        if let known {
            let name = known.name(in: session.words.language.ofNames)
            return LoggedExercise(exercise: known.id, name: name, workout: nil, unit: unit)
        }
        // While the user's own exercises have errors, the name may be one of them.
        _ = try workspace.exercises()
        let id = try Self.exerciseID(name)
        let log = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log() }
        if let entry = log.last(where: { $0.exercise == id }) {
            return LoggedExercise(exercise: id, name: entry.name, workout: nil, unit: unit)
        }
        if !isNew, let near = catalog.nearestName(to: name) {
            throw .badOption(
                name: "exercise",
                value: name,
                reason: "it is not in the catalogue; did you mean '\(near)'? To log a new exercise, add --new"
            )
        }
        warn(.logNew, ["exercise": name.printable(upTo: 100), "id": id, "command": "antrain exercise edit"])
        return LoggedExercise(exercise: id, name: name, workout: nil, unit: unit)
    }

    /// The ID of an exercise that is not in the catalogue: its name in lower case, with hyphens.
    private static func exerciseID(_ name: String) throws(CommandError) -> String {
        guard let id = NameKey.id(of: name), name.unicodeScalars.count <= 64, id.utf8.count <= 200 else {
            throw .badOption(
                name: "exercise",
                value: name,
                reason: "expected a name of 1 to 64 letters, digits and blanks"
            )
        }
        return id
    }

    private func noteSkipped(_ exercise: PlannedExercise, on date: CivilDate) {
        let key = OccurrenceKey(.program(exercise.workout.program), on: date)
        guard session.facts.answers[key] == .skipped else { return }
        let command = "antrain done --date \(date) --program \(exercise.workout.program)"
        warn(.logSkipped, ["date": session.words.format.statedDate(date, today: session.today), "command": command])
    }

    /// Warns about a completed workout whose exercise has no entry any more.
    package func noteAsPlanned(_ entry: LogEntry) {
        guard let workout = entry.workout,
            session.facts.answers[OccurrenceKey(.program(workout.program), on: entry.date)] == .completed,
            session.entries(of: workout, on: entry.date).count == 1,
            !session.programs.contains(where: { $0.program.id == workout.program && $0.program.isOptional(workout) })
        else { return }
        let date = session.words.format.statedDate(entry.date, today: session.today)
        let name = session.exerciseNames.name(entry.name, of: entry.exercise)
        warn(.logWithoutEntry, ["exercise": name, "date": date, "command": "antrain undo"])
    }

    /// Warns about sets that are probably typing errors.
    package func noteUnlikely(_ entry: LogEntry) {
        noteTooLight(entry)
        if let reps = entry.sets.compactMap(\.amount.reps).max(), reps > Self.unlikely.reps {
            warnOfMistake(session.words.text(.logManyReps, ["count": "\(reps)"]))
        }
        let heaviest = entry.sets.compactMap(\.load).max { $0.weight(in: .kilograms) < $1.weight(in: .kilograms) }
        if let heaviest, heaviest.weight(in: .kilograms).thousandths > Self.unlikely.kilograms * 1000 {
            warnOfMistake(session.words.text(.logHeavy, ["load": session.words.notation(heaviest)]))
        }
    }

    /// Warns about a value that is probably a typing error.
    func warnOfMistake(_ what: String) { warn(.logMistake, ["what": what, "command": "antrain undo"]) }

    package func logEntry(_ number: Int64) throws(CommandError) -> LogEntry {
        let entry = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.logEntry(number) }
        guard let entry else { throw .noLogEntry(number) }
        return entry
    }
}

extension Program {
    /// Whether a workout's exercise is optional, so that it counts as not done without an entry.
    fileprivate func isOptional(_ workout: LogEntry.Workout) -> Bool {
        let day = days.first { $0.id == workout.day }
        return day?.exercises.first { $0.id == workout.exercise }?.isOptional ?? false
    }
}
