package import CivilTime
package import Ledger
import Localization
package import Planning
package import Platform
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
                    "the current exercise of this rotation is \(current); enter its result, or make \(name) the current one: antrain program choose \(exercise.workout.program) \(exercise.item.own.id) \(name)"
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
                events.append(
                    try correction(result, exercise, on: occurrence.date, known, replaces: results.isReported)
                )
            } else if !known.isEmpty {
                if !results.isReported { noteMissingSets(exercise, known) }
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
        let planned = exercise.item.following(known.flatMap(\.sets)).setsAsPlanned.count { $0.kind == .work }
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
    ///
    /// - Parameter replaces: whether it also corrects an entry with the sets that the user did.
    private func correction(
        _ result: WorkoutResults.Entry,
        _ exercise: PlannedExercise,
        on date: CivilDate,
        _ known: [LogEntry],
        replaces: Bool
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
        guard known.count == 1, replaces || former.outcome == .planned else {
            throw .alreadyLogged(exercise: exercise.workout.exercise, entries: known.map(\.number))
        }
        entry.keepIdentity(of: former)
        entry.notes = former.notes
        return .relogged(entry)
    }
}

/// What the user did of a workout's exercises, if not as planned.
package struct WorkoutResults {
    /// An exercise as typed, and its sets as typed; nil if its repetitions were not reached.
    package struct Entry {
        package let exercise: String
        package let sets: String?
        /// Whether the user confirmed that unlikely sets are meant as typed.
        package var isMeant = false
    }

    package var entries: [Entry]
    /// Whether a channel reported them: they correct what it reported before, and nobody is there to read warnings.
    package var isReported = false

    package init() { entries = [] }

    /// - Parameters:
    ///   - set: exercises with their sets: `squat=5,5,5,5,3`.
    ///   - missed: exercises whose repetitions were not reached.
    package init(set: [String], missed: [String]) throws(CommandError) {
        var entries: [Entry] = []
        for text in set {
            guard let sign = text.firstIndex(of: "="), sign > text.startIndex,
                !text[text.index(after: sign)...].allSatisfy(\.isWhitespace)
            else {
                throw .badOption(name: "--set", value: text, reason: "expected an exercise and sets: squat=5,5,5,5,3")
            }
            let (name, sets) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
            entries.append(Entry(exercise: name, sets: sets))
        }
        self.entries = entries + missed.map { Entry(exercise: $0, sets: nil) }
    }
}

extension Store {
    /// What lines such as `squat 5,5,5,5,3` say about workouts.
    ///
    /// - Returns: the sets, and the lines that cannot be read, each with the reason.
    package func results(lines: String, _ meant: [Answerable]) -> (WorkoutResults, unread: [String]) {
        var results = WorkoutResults()
        results.isReported = true
        var unread: [String] = []
        for line in lines.split(whereSeparator: \.isNewline) {
            let shown = String(String.UnicodeScalarView(line.unicodeScalars.prefix(60)))
            guard let entry = WorkoutResults.Entry(line: line, session.words) else {
                if !line.allSatisfy(\.isWhitespace) { unread.append("'\(shown)': expected an exercise and sets") }
                continue
            }
            var tried = results
            tried.entries.append(entry)
            do throws(CommandError) {
                _ = try logEvents(meant, tried)
                results = tried
            } catch .badOption(_, let value, let reason) {
                let subject = value == entry.exercise ? "no exercise '\(value)' in the workout" : "'\(value)'"
                unread.append("'\(shown)': \(subject): \(reason)")
            } catch { unread.append("'\(shown)': \(error.message)") }
        }
        return (results, unread)
    }
}

extension WorkoutResults.Entry {
    /// Reads `squat 5,5,5,5,3`, `squat=5,5,5,5,3` or `squat: warm-up 5, 3x5`.
    ///
    /// The sets begin after the last colon that ends a word, otherwise with the first word that begins with a digit.
    fileprivate init?(line: Substring, _ catalog: MessageCatalog) {
        let words = line.split { $0 == "=" || $0.isWhitespace }
        let colon = words.lastIndex { $0.last == ":" }
        guard let start = colon.map({ $0 + 1 }) ?? words.firstIndex(where: { $0.first?.isNumber ?? false }),
            start > 0, start < words.count
        else { return nil }
        let name = words[..<start].joined(separator: " ")
        let typed = catalog.typed(
            name: colon == nil ? name : String(name.dropLast()),
            sets: words[start...].joined(separator: " ")
        )
        self.init(exercise: typed.name, sets: typed.sets)
    }
}
