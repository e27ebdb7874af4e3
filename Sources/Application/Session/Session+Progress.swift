package import CivilTime
import Ledger
import Localization
package import Planning
package import Platform
package import Progress
import Reminders
import SystemPackage
package import Training
import YAMLSource

extension Session {
    /// The loads of an active program's coming workouts.
    package func progress(of active: ActiveProgram) -> ProgramProgress { active.progress(athlete, today: today) }

    /// The active program of a workout, or the former program that was active on its date; nil if the session does not have it.
    package func program(of workout: Occurrence) -> ActiveProgram? { input.program(of: workout) }

    /// The exercises of an active program's first week, and for each missing value that loads depend on, the first exercise that needs it.
    package func openValues(of active: ActiveProgram) -> (all: [PlannedWorkout.Item], open: [PlannedWorkout.Item]) {
        let progress = progress(of: active)
        let items = active.program.days.compactMap { progress.workout($0.id, week: 1) }.flatMap(\.items)
        var seen: Set<PlannedWorkout.MissingValue> = []
        return (items, items.filter { $0.missing.map { seen.insert($0).inserted } ?? false })
    }

    /// The name of an exercise; with its set scheme and its sets if another exercise with a load of its own has the same name.
    package func described(_ item: PlannedWorkout.Item, among items: [PlannedWorkout.Item]) -> String {
        let exercise = item.exercise
        guard items.contains(where: { $0.exercise.name == exercise.name && $0.exercise.id != exercise.id }) else {
            return exercise.title
        }
        var scheme: String?
        if case .scheme(let name) = exercise.sets { scheme = name.replacing("-", with: " ") }
        let sets = SetPrescription.merged(item.sets.filter { $0.kind == .work })
        return ([exercise.title, scheme].compactMap { $0 } + sets.map { words.notation($0) }).joined(separator: ", ")
    }

    /// A workout with its loads; nil if the program no longer has the day.
    ///
    /// A completed workout shows the loads with which it was done; a coming workout shows the loads in its reminder.
    ///
    /// - Parameter choices: choices among alternatives that are not recorded yet.
    package func workout(_ occurrence: Occurrence, choosing choices: [ExerciseChoice] = []) -> PlannedWorkout? {
        let date = occurrence.date
        let answer = facts.answers[OccurrenceKey(.program(occurrence.programID), on: date)]
        let isFormer = !programs.contains { $0.has(occurrence) }
        let isOpen = date >= today && answer == nil && !isFormer
        if isOpen, choices.isEmpty { return input.plannedWorkout(occurrence) }
        guard let own = program(of: occurrence) else { return nil }
        let active = own.with(further: choices)
        if isOpen { return input.plannedWorkout(occurrence, of: active) }
        let week = occurrence.week.number
        let logged = answer == .completed ? loggedExercises(of: occurrence) : []
        let chosen =
            answer == .completed && choices.isEmpty
            ? active.chosen(
                on: date,
                day: occurrence.dayID,
                week: week,
                logged: logged,
                in: active.answered(on: date)?.program
            ) : active.choices.chosen(on: date)
        let recorded = choices.isEmpty ? active.answered(on: date)?.program : nil
        return active.progress(athlete, today: today, before: date, in: recorded)
            .workout(occurrence.dayID, week: week, chosen: chosen, logged: logged)
    }

    private func loggedExercises(of occurrence: Occurrence) -> Set<String> {
        let entries = facts.log.filter {
            $0.date == occurrence.date && $0.workout?.program == occurrence.programID
        }
        return Set(entries.compactMap(\.workout?.exercise))
    }

    /// A weight as typed; without a unit, in that of the program, or of the first active program.
    package func weight(_ text: String, _ name: String, program: Program?) throws(CommandError) -> (Weight, WeightUnit)
    {
        let unit = (program ?? programs.first?.program)?.units ?? .kilograms
        do {
            let typed = try TypedWeight(parsing: text, unit: unit)
            return (typed.weight, typed.unit)
        } catch { throw .badOption(name: name, value: text, reason: error.description) }
    }

    /// The date of an option: today if it was not given, or a date of the past ten years.
    package func pastDate(_ text: String?, _ name: String = "--date") throws(CommandError) -> CivilDate {
        guard let date = try DateOption.parse(text, name: name, today: today) else { return today }
        guard date <= today, date.isWithinTenYears(of: today) else {
            throw .badOption(
                name: name,
                value: text ?? "",
                reason: "expected today (\(today)) or an earlier date of the last ten years"
            )
        }
        return date
    }
}

extension Program {
    /// The IDs of the exercises of all days, each once, in file order, and then of those in some weeks.
    package var exerciseIDs: [String] {
        var seen: Set<String> = []
        return allExercises.map(\.id).filter { seen.insert($0).inserted }
    }
}

extension Store {
    /// A lift as typed; a name close to a known lift but not equal to it is an error.
    package func lift(_ name: String) throws(CommandError) -> String {
        let id = name.lowercased().split(whereSeparator: { $0 == " " || $0 == "_" }).joined(separator: "-")
        let shipped = workspace.installation.programs.compactMap { try? workspace.programFile($0.path.string) }
            .compactMap { ProgramReader.read($0.source).program }
        let known = Set((session.programs.map(\.program) + shipped).flatMap(\.lifts.keys))
            .union(session.facts.values.map(\.subject.exercise))
        if known.contains(id) { return id }
        if let other = session.exercises.exercise(named: name)?.id, known.contains(other) { return other }
        if let help = Suggestion.help(for: id, among: known.sorted()) {
            throw .badOption(name: "lift", value: name, reason: "no program has this lift; \(help)")
        }
        guard id.utf8.count <= 64, id.utf8.first.map({ (0x61...0x7A).contains($0) }) ?? false,
            id.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
        else {
            throw .badOption(
                name: "lift",
                value: name,
                reason: "expected an id of lower-case letters, digits and hyphens, such as bench-press"
            )
        }
        workspace.warn("no program uses the lift '\(id)' yet")
        return id
    }
}

extension Session {
    /// The name of a lift or of a program's exercise in the user's language; its ID if it has none.
    package func title(of subject: AthleteValue.Subject) -> String {
        if case .load(let id, let exercise) = subject,
            let own = programs.first(where: { $0.program.id == id })?.program.exercise(exercise), own.title != own.name
        {
            return own.title
        }
        return exerciseNames.name(subject.exercise, of: subject.exercise)
    }
}

extension Program {
    /// Checks that a load that the athlete sets for an exercise has an effect.
    package func checkTakesLoad(_ exercise: String, option: String, value: String) throws(CommandError) {
        guard let lift = liftDecidingLoads(of: exercise) else { return }
        throw .badOption(
            name: option,
            value: value,
            reason: "its loads are percentages of a max; set the max instead: antrain program max set \(lift) 100kg"
        )
    }
}

/// Warns about loads below the lightest one of the equipment, such as the bar: they are probably typing errors.
extension Session {
    func isTooLight(_ weight: Weight, _ unit: WeightUnit, _ loads: AvailableLoads?) -> Bool {
        guard let loads, let lightest = loads.lightest else { return false }
        return weight.converted(from: unit, to: loads.unit) < lightest
    }

    func tooLight(_ weight: Weight, _ unit: WeightUnit, _ loads: AvailableLoads) -> String {
        let lightest = loads.lightest.map { words.weight($0, loads.unit) } ?? ""
        return words.text(.logTooLight, ["load": words.weight(weight, unit), "lightest": lightest])
    }
}

/// Warns about loads below the lightest one of the equipment, such as the bar: they are probably typing errors.
extension Store {
    /// Warns about the sets of an entry.
    func noteTooLight(_ entry: LogEntry) {
        guard let equipment = session.settings.gyms.currentEquipment else { return }
        let known = session.exercises.exercise(named: entry.exercise)
        let names = [entry.exercise, entry.name] + (known?.allNames ?? [])
        let loads = equipment.loads(of: names, with: known?.equipment)
        let weights = entry.sets.compactMap { set -> (Weight, WeightUnit)? in
            if case .weight(let weight, let unit)? = set.load { (weight, unit) } else { nil }
        }
        if let (weight, unit) = weights.first(where: { session.isTooLight($0, $1, loads) }), let loads {
            warnOfMistake(session.tooLight(weight, unit, loads))
        }
    }

    /// Warns about loads that the athlete set; workouts use the lightest load instead.
    package func noteTooLight(_ values: [AthleteValue], in program: Program) {
        for value in values {
            guard case .load(program.id, let id) = value.subject,
                let exercise = program.allExercises.first(where: { $0.id == id })
            else { continue }
            let loads = session.athlete.equipment?.loads(of: exercise, in: program)
            guard let loads, session.isTooLight(value.weight, value.unit, loads) else { continue }
            let what = session.tooLight(value.weight, value.unit, loads)
            warn(.logLightestUsed, ["what": what, "command": "antrain program load \(id) 40kg"])
        }
    }
}
