import CivilTime
import Ledger
import Progress
import Reminders
import Training
import YAMLSource

/// A program with its days, weeks and exercises.
struct ProgramResult: CommandResult {
    static let kind = "program"

    /// A program day.
    struct Day: Encodable {
        let id: String
        let name: String
        let durationSeconds: Int64?
        let notes: String?
        let optional: Bool
        let exercises: [Line]
        fileprivate let duration: String?

        private enum CodingKeys: String, CodingKey {
            case id, name, durationSeconds = "duration_seconds", notes, optional, exercises
        }
    }

    /// How a program's days fall on dates.
    struct Timetable: Encodable {
        /// `weekdays`, `cycle` or `rotation`.
        let mode: String
        let text: String

        init(_ program: Program) {
            mode = program.schedule.kind
            text = program.schedule.inWords(program.days)
        }
    }

    /// How an exercise's load grows.
    struct Growth: Encodable {
        /// The `type` in program files.
        let type: String
        let text: String

        init(_ progression: Progression) {
            type =
                switch progression {
                case .linear: "linear"
                case .double: "double"
                case .repGoal: "rep-goal"
                case .stages: "stages"
                case .amrapTable: "amrap-table"
                case .perCycle: "per-cycle"
                case .maxTest: "max-test"
                case .topSet: "top-set"
                case .extraReps: "extra-reps"
                case .repByRep: "rep-by-rep"
                case .rpe: "rpe"
                case .rotate: "rotate"
                case .none: "none"
                }
            text = progression.description
        }
    }

    /// A week that replaces set schemes or days.
    struct Week: Encodable {
        let week: Int
        let name: String?
        let phase: String?
        let deload: Bool
        /// The set schemes that it replaces.
        let sets: [String: [SetResult]]
        let days: [Day]
        fileprivate let replaced: [String]

        private enum CodingKeys: String, CodingKey {
            case week, name, phase, deload, sets, days
        }
    }

    /// An exercise with its sets.
    struct Line: Encodable {
        let id: String
        let name: String
        let sets: [SetResult]
        let restSeconds: Int64?
        let superset: String?
        let optional: Bool
        /// The exercises that can be chosen instead.
        let alternatives: [NamedExercise]
        /// The exercises of its rotation in their order, the program's own one first; empty without a rotation.
        let rotation: [NamedExercise]
        /// The program's own exercise, if this is an alternative that was chosen, or another exercise of the rotation.
        let insteadOf: NamedExercise?
        let notes: String?
        let progression: Growth?
        /// How the load changed since the exercise was last performed.
        let change: LoadChangeResult?
        /// Which value of the athlete is missing to compute the load.
        let missing: MissingValueResult?
        private let rest: String?

        private enum CodingKeys: String, CodingKey {
            case id, name, sets, restSeconds = "rest_seconds", superset, optional, alternatives, rotation,
                insteadOf = "instead_of", notes, progression, change, missing
        }

        init(_ item: Workout.Item) {
            self.init(item.exercise, item.sets, item.exercise.alternatives.map(\.exercise), rotationOf: item.exercise)
        }

        init(_ item: PlannedWorkout.Item, units: WeightUnit, _ words: MessageCatalog) {
            self.init(
                item.exercise,
                item.sets,
                item.otherChoices,
                rotationOf: item.own,
                insteadOf: item.isAlternative || item.isRotated ? item.own : nil,
                change: item.change.map { LoadChangeResult($0, units, words) },
                missing: item.missing.map(MissingValueResult.init)
            )
        }

        private init(
            _ exercise: Exercise,
            _ prescribed: [SetPrescription],
            _ alternatives: [Exercise],
            rotationOf first: Exercise,
            insteadOf own: Exercise? = nil,
            change: LoadChangeResult? = nil,
            missing: MissingValueResult? = nil
        ) {
            id = exercise.id
            name = exercise.name
            sets = prescribed.map(SetResult.init)
            self.change = change
            self.missing = missing
            rest = exercise.rest?.description
            restSeconds = exercise.rest?.seconds
            superset = exercise.superset
            optional = exercise.isOptional
            self.alternatives = alternatives.map(NamedExercise.init)
            rotation = first.rotation.isEmpty ? [] : ([first] + first.rotation.map(\.exercise)).map(NamedExercise.init)
            insteadOf = own.map(NamedExercise.init)
            notes = exercise.notes
            progression = exercise.progression.map(Growth.init)
        }

        /// The name, marked if the exercise is optional.
        var titled: String { optional ? "\(name) (optional)" : name }

        /// The sets without warm-ups in the usual notation: `3×5 @ 80 kg, drop 10 @ 60 kg`.
        var setsWithoutWarmUps: String {
            sets.filter { $0.kind != SetPrescription.Kind.warmUp.rawValue }.map { TextWrap.firm($0.titled) }
                .joined(separator: ", ")
        }

        /// The exercise as a row of a table.
        ///
        /// - Parameter format: the format of numbers; nil to write them as program files do.
        func text(_ style: Style, _ format: LocaleFormat? = nil) -> [String] {
            var details = [
                optional ? "optional" : nil, rest.map { "rest \($0)" }, superset.map { "superset \($0)" },
            ].compactMap(\.self)
            if let insteadOf {
                details.append("instead of \(insteadOf.name)")
            } else if !alternatives.isEmpty {
                details.append("or \(alternatives.map(\.name).joined(separator: ", "))")
            } else if !rotation.isEmpty {
                details.append("then \(rotation.dropFirst().map(\.name).joined(separator: ", "))")
            }
            if let notes { details.append(notes) }
            let work = sets.map { TextWrap.firm($0.text(format)) }.joined(separator: ", ")
            return ["    " + name, style.cyan(work), style.dim(details.joined(separator: ", "))]
        }
    }

    let id: String
    let name: String
    let author: String?
    let source: String?
    let description: String?
    let goals: [String]
    let levels: [String]
    let units: String
    let schedule: Timetable
    let days: [Day]
    let weeks: [Week]

    private enum CodingKeys: String, CodingKey {
        case id, name, author, source, description, goals, levels, units, schedule, days, weeks
    }

    init(_ program: Program) {
        id = program.id
        name = program.name
        author = program.author
        source = program.source
        description = program.summary
        goals = program.goals.map(\.rawValue)
        levels = program.levels.map(\.rawValue)
        units = program.units.rawValue
        schedule = Timetable(program)
        days = program.days.map { ProgramResult.day($0, program, nil) }
        weeks = program.weeks.enumerated().map { index, week in
            Week(
                week: index + 1,
                name: week.name,
                phase: week.phase,
                deload: week.isDeload,
                sets: week.schemes.mapValues { $0.map(SetResult.init) },
                days: week.schemes.isEmpty && week.exercises.isEmpty
                    ? [] : program.days.map { ProgramResult.day($0, program, week) },
                replaced: ProgramResult.replaced(week)
            )
        }
    }

    /// What a week has in place of exercises: `squat: 3×3 @ 80%`, `squat: Front Squat`.
    private static func replaced(_ week: ProgramWeek) -> [String] {
        week.exercises.sorted { $0.key < $1.key }.map { id, replacement in
            switch replacement {
            case .sets(.own(let sets)): "\(id): \(sets.map { TextWrap.firm($0.description) }.joined(separator: ", "))"
            case .sets(.scheme(let name)): "\(id): \(name)"
            case .exercise(let exercise): "\(id): \(exercise.name)"
            }
        }
    }

    private static func day(_ day: ProgramDay, _ program: Program, _ week: ProgramWeek?) -> Day {
        Day(
            id: day.id,
            name: day.name,
            durationSeconds: day.duration?.seconds,
            notes: day.notes,
            optional: day.isOptional,
            exercises: program.workout(of: day, in: week).items.map(Line.init),
            duration: day.duration?.description
        )
    }

    func text(_ style: Style, columns: Int) -> String {
        var lines = [TextWrap.paragraphs(style.bold(name) + style.dim("  \(id)"), columns: columns)]
        if let author { lines += TextWrap.lines("by \(author)", columns: columns) }
        if let description { lines += TextWrap.lines(description, columns: min(columns, 80)) }
        if let source { lines += TextWrap.lines("Source: \(source)", columns: min(columns, 80)) }
        if !goals.isEmpty { lines += TextWrap.lines("Goal: \(goals.joined(separator: ", "))", columns: columns) }
        if !levels.isEmpty { lines += TextWrap.lines("Level: \(levels.joined(separator: ", "))", columns: columns) }
        lines += TextWrap.lines("Schedule: \(schedule.text)", columns: min(columns, 80))
        for day in days {
            lines.append("")
            let details = [day.duration, day.optional ? "optional" : nil].compactMap(\.self).joined(separator: ", ")
            lines.append("  " + style.bold(day.name) + style.dim(details.isEmpty ? "" : "  \(details)"))
            lines += TextTable.lines(day.exercises.map { $0.text(style) }, columns: columns)
            for exercise in day.exercises {
                if let progression = exercise.progression, progression.type != "none" {
                    lines += TextTable.lines(
                        [["      \(exercise.name):", style.dim(progression.text)]],
                        columns: columns
                    )
                }
            }
        }
        if !weeks.isEmpty {
            lines += ["", "  " + style.bold("Weeks")] + TextTable.lines(weeks.map { row($0, style) }, columns: columns)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func row(_ week: Week, _ style: Style) -> [String] {
        let names = [week.phase, week.name].compactMap { $0 }.joined(separator: ", ")
        let sets = week.sets.sorted { $0.key < $1.key }.map {
            "\($0.key): \($0.value.map { TextWrap.firm($0.notation) }.joined(separator: ", "))"
        }
        return [
            "    \(week.week)", names + (week.deload ? style.yellow(names.isEmpty ? "deload" : " (deload)") : ""),
            style.cyan((sets + week.replaced).joined(separator: "; ")),
        ]
    }
}
