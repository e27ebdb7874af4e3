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
        let identified = all.filter { NameKey.of($0.1.workout.exercise) == NameKey.of(name) }
        guard identified.isEmpty else { return identified }
        let named = all.filter { $0.1.isNamed(name) }
        guard named.isEmpty else { return named }
        let known = exercises.exercise(named: name)
        let same = all.filter { known != nil && $0.1.exercise == known?.id }
        return same.isEmpty ? all.filter { $0.1.hasName(containing: name) } : same
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

    /// The entries of an exercise of a workout.
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

/// An exercise of a workout with its loads.
package struct PlannedExercise {
    package let workout: LogEntry.Workout
    /// The exercise's ID in the catalogue; for an exercise that is not in it, the lift's or the exercise's own ID.
    package let exercise: String
    /// The exercise in the catalogue, if it has it.
    package let catalogued: CatalogExercise?
    package let item: PlannedWorkout.Item
    /// The week since the start of the program.
    let week: Int
    /// The number of the program's text in the ledger; nil for the present one.
    package let edition: Int64?
    package let unit: WeightUnit
    /// How the program rounds loads.
    let rounding: Rounding?
    /// The loads that the gym allows; nil if loads are not rounded.
    package let available: AvailableLoads?

    /// Whether a name as typed is the exercise's ID or name.
    func isNamed(_ name: String) -> Bool {
        item.exercise.isNamed(name)
    }

    /// Whether the exercise's name contains a text, such as `row` in Barbell Row.
    func hasName(containing text: String) -> Bool {
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

    /// Sets as typed; a work set without a load gets that of the planned set in its place.
    ///
    /// - Parameter done: the number of work sets before them.
    func sets(_ text: String, _ option: String, kind: SetPrescription.Kind = .work, after done: Int = 0)
        throws(CommandError) -> [PerformedSet]
    {
        var typed = try TypedSets.parse(text, option, unit, kind: kind)
        // Which sets are meant depends on their number, unless some are known already.
        let sets = item.sets.filter { $0.kind == .work }.flatMap { Array(repeating: $0.single, count: $0.count) }
        let planned = done == 0 ? item.workSetsAsPlanned(for: typed) : Array(sets.dropFirst(done))
        for (index, planned) in zip(typed.indices.filter { typed[$0].kind == .work }, planned) {
            if let problem = SessionInput.mismatch(typed[index], planned.target) {
                throw .badOption(name: option, value: text, reason: MessageCatalog.plain.text(problem))
            }
            typed[index] = typed[index].counted(in: planned)
        }
        let others = done == 0 && !planned.isEmpty ? planned.map(\.asPlanned) : item.setsAsPlanned
        let session = WorkoutSession([item], rounding: rounding, available: [available])
        let loaded = done == 0 ? session.withRelativeLoads(typed, of: 0) : typed
        return PerformedSet.sets(loaded, withLoadsOf: others, after: done)
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

/// Performed sets as typed.
package enum TypedSets {
    /// Parses sets; a load also belongs to the repetitions before it that have none, as in `5,5,3@60kg`.
    package static func parse(_ text: String, _ name: String, _ unit: WeightUnit, kind: SetPrescription.Kind = .work)
        throws(CommandError) -> [PerformedSet]
    {
        do { return loaded(try PerformedSet.parse(attached(text), unit: unit, kind: kind)) } catch {
            throw .badOption(name: name, value: text, reason: error.description)
        }
    }

    /// Text in which a load before or after the sets belongs to them: `80kg 5x5` and `5,5,5 60 kg` are `5x5@80kg` and `5,5,5@60kg`.
    static func attached(_ text: String) -> String {
        guard !text.contains("@") else { return text }
        var words: [String] = []
        for word in text.split(separator: " ").map(String.init) {
            if let last = words.last, units.contains(word.lowercased()), isNumber(last) {
                words[words.count - 1] += word
            } else {
                words.append(word)
            }
        }
        guard words.count > 1 else { return text }
        let load: String
        if isLoad(words[words.count - 1]) {
            load = words.removeLast()
        } else if isLoad(words[0]) {
            load = words.removeFirst()
        } else {
            return text
        }
        let end = words.firstIndex { $0.lowercased() == "rpe" } ?? words.count
        guard end > 0 else { return text }
        words[end - 1] += "@" + load
        return words.joined(separator: " ")
    }

    private static let units = ["kg", "lb", "lbs"]

    static func isNumber(_ word: some StringProtocol) -> Bool {
        // With a decimal comma, there is one comma; `5,5,5` are sets.
        !word.isEmpty && word.utf8.count { $0 == UInt8(ascii: ",") } <= 1
            && word.utf8.allSatisfy { (48...57).contains($0) || ".,".utf8.contains($0) }
    }

    static func isLoad(_ word: String) -> Bool {
        units.contains { word.lowercased().hasSuffix($0) && isNumber(word.dropLast($0.count)) }
    }

    static func loaded(_ sets: [PerformedSet]) -> [PerformedSet] {
        var following: PerformedSet?
        let backwards = sets.reversed().map { set in
            if set.load == nil, set.amount.reps != nil, let load = following?.load, following?.kind == set.kind {
                return set.with(load: load)
            }
            following = set
            return set
        }
        return backwards.reversed()
    }
}
