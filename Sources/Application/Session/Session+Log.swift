package import CivilTime
package import Platform
package import Ledger
import Localization
package import Planning
package import Progress
import Reminders
package import Training

extension Session {
    /// The deletions of what completed workouts logged as planned, for workouts that were skipped after all.
    package func planRemovals(_ meant: [Answerable]) -> [LedgerEvent] {
        let keys = Set(meant.map(\.key))
        return facts.log.filter { entry in
            guard entry.outcome == .planned, let program = entry.workout?.program else { return false }
            return keys.contains(OccurrenceKey(.program(program), on: entry.date))
        }.map(LedgerEvent.unlogged)
    }

    /// The exercises with an ID; else those with a name; else the catalogue's exercise of that name; else the exercises whose names
    /// contain it.
    func matching(_ name: String, among all: [(Occurrence, PlannedExercise)]) -> [(Occurrence, PlannedExercise)] {
        let catalog = exercises
        return catalog.matching(name, among: all, exercise: \.1.item.exercise) { $0.1.exercise }
    }

    /// The exercises of a program that a name means, by the same rule, each ID once.
    package func exercises(named name: String, of program: Program) -> [Exercise] {
        var seen: Set<String> = []
        return exercises(named: name, among: program.allExercises.filter { seen.insert($0.id).inserted }, of: program)
    }

    /// Those of some exercises of a program that a name means, by the same rule.
    package func exercises(named name: String, among some: [Exercise], of program: Program) -> [Exercise] {
        let catalog = exercises
        return catalog.matching(name, among: some, exercise: \.self) { catalog.exercise(for: $0, in: program)?.id }
    }

    /// Throws if a name belongs to an exercise of a rotation that is not current.
    func checkTurn(of name: String, _ option: String, _ planned: [PlannedExercise]) throws(CommandError) {
        for exercise in planned where exercise.item.isWaiting(name) {
            let current = exercise.workout.exercise
            throw .badOption(
                name: option,
                value: name,
                reason:
                    "the current exercise of this rotation is \(current); enter its result, or log other sets with 'antrain log'"
            )
        }
    }

    func unknown(_ name: String, _ option: String, among ids: [String]) -> CommandError {
        guard !ids.isEmpty else { return .misused("\(option): none of these workouts has exercises") }
        return OptionValue.unknown(name, option, among: ids)
    }

    package func entries(of workout: LogEntry.Workout, on date: CivilDate) -> [LogEntry] {
        facts.log.filter { $0.date == date && $0.workout == workout }
    }

    /// The exercises of a workout with their loads; nil if the program no longer has the day.
    ///
    /// - Parameter choices: choices among alternatives that are not recorded yet.
    package func plannedExercises(_ occurrence: Occurrence, choosing choices: [ExerciseChoice] = [])
        -> [PlannedExercise]?
    {
        guard let active = program(of: occurrence),
            let planned = workout(occurrence, choosing: choices)
        else { return nil }
        let catalog = exercises
        // The workout of an answered date is that of the program as it was then.
        let recorded = choices.isEmpty ? active.answered(on: occurrence.date) : nil
        let program = recorded?.program ?? active.program
        return planned.items.map { item in
            let catalogued = catalog.exercise(for: item.exercise, in: program)
            return PlannedExercise(
                workout: LogEntry.Workout(program: program.id, day: occurrence.dayID, exercise: item.exercise.id),
                exercise: catalogued?.id ?? item.exercise.lift ?? item.exercise.id,
                catalogued: catalogued,
                item: item,
                week: planned.week,
                edition: recorded?.edition,
                unit: program.units,
                rounding: program.rounding,
                available: athlete.equipment?.loads(of: item.exercise, in: program)
            )
        }
    }
}

extension PlannedWorkout.Item {
    /// Whether a typed name belongs to an exercise of the rotation that is not current.
    fileprivate func isWaiting(_ name: String) -> Bool {
        !own.rotation.isEmpty
            && ([own] + own.rotation.map(\.exercise)).contains { $0.id != exercise.id && $0.isNamed(name) }
    }
}

extension PlannedExercise {
    /// Sets as typed; a work set without a load gets that of the planned set in its place.
    ///
    /// - Parameter done: the number of work sets before them.
    func sets(_ text: String, _ option: String, kind: SetPrescription.Kind = .work, after done: Int = 0)
        throws(CommandError) -> [PerformedSet]
    {
        let typed = try TypedSets.parse(text, option, unit, kind: kind)
        do { return try sets(typed, after: done) } catch {
            throw .badOption(name: option, value: text, reason: MessageCatalog.plain.text(error.expected))
        }
    }
}

extension LogEntry {
    /// Makes the entry a correction of another one: it is judged by what was planned then.
    package mutating func keepIdentity(of former: LogEntry) {
        number = former.number
        if former.workout == workout, former.edition != nil {
            (prescription, edition) = (former.prescription, former.edition)
        }
    }
}

extension TypedSets {
    /// Parses sets that the user entered as an option or argument.
    package static func parse(_ text: String, _ name: String, _ unit: WeightUnit, kind: SetPrescription.Kind = .work)
        throws(CommandError) -> [PerformedSet]
    {
        do { return try parse(text, unit, kind: kind) } catch {
            throw .badOption(name: name, value: text, reason: error.description)
        }
    }
}
