import CivilTime
package import Localization
package import Planning
package import Platform
import Progress
import Reminders
package import Session
package import Training

/// A program with its days, weeks and exercises.
package struct ProgramResult: CommandResult {
    package static let kind = "program"

    /// A program day.
    struct Day: Encodable {
        let id: String
        let name: String
        let durationSeconds: Int64?
        let notes: String?
        let optional: Bool
        let time: String?
        let exercises: [Line]
        fileprivate let details: String

        private enum CodingKeys: String, CodingKey {
            case id, name, durationSeconds = "duration_seconds", notes, optional, time, exercises
        }
    }

    /// How a program's days fall on dates.
    struct Timetable: Encodable {
        /// `weekdays`, `cycle` or `rotation`.
        let mode: String
        let text: String

        init(_ program: Program, _ words: MessageCatalog) {
            mode = program.schedule.kind
            text = words.schedule(program.schedule, program.days)
        }
    }

    /// How an exercise's load grows.
    struct Growth: Encodable {
        /// The `type` in program files.
        let type: String
        let text: String

        init(_ progression: Progression, _ words: MessageCatalog) {
            type =
                switch progression {
                case .linear: "linear"
                case .double: "double"
                case .repGoal: "rep-goal"
                case .stages: "stages"
                case .table: "amrap-table"
                case .perCycle: "per-cycle"
                case .maxTest: "max-test"
                case .topSet: "top-set"
                case .extraReps: "extra-reps"
                case .repByRep: "rep-by-rep"
                case .rpe: "rpe"
                case .rotate: "rotate"
                case .none: "none"
                }
            text = words.progression(progression)
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

        private enum CodingKeys: String, CodingKey { case week, name, phase, deload, sets, days }
    }

    /// An exercise with its sets.
    struct Line: Encodable {
        let id: String
        let name: String
        let sets: [SetResult]
        let restSeconds: Int64?
        let superset: String?
        let optional: Bool
        let alternatives: [NamedExercise]
        /// The exercises of its rotation in their order, the program's own one first; empty without a rotation.
        let rotation: [NamedExercise]
        /// The program's own exercise, if this is an alternative that was chosen, or another exercise of the rotation.
        let insteadOf: NamedExercise?
        let notes: String?
        let progression: Growth?
        /// How the load changed since the exercise was last performed.
        var change: LoadChangeResult?
        /// Which value of the athlete is missing to compute the load.
        let missing: MissingValueResult?
        /// The name, marked if the exercise is optional.
        let titled: String
        /// The sets in words, as lifters write them, each with its kind, rest and notes.
        let shown: [String]
        /// The sets without warm-ups in the usual notation: `3×5 @ 80 kg, drop 10 @ 60 kg`.
        let setsWithoutWarmUps: String
        private let details: String

        private enum CodingKeys: String, CodingKey {
            case id, name, sets, restSeconds = "rest_seconds", superset, optional, alternatives, rotation,
                insteadOf = "instead_of", notes, progression, change, missing
        }

        init(_ item: Workout.Item, _ words: MessageCatalog) {
            let others = item.exercise.alternatives.map(\.exercise)
            self.init(item.exercise, item.sets, others, rotationOf: item.exercise, words)
        }

        init(_ item: PlannedWorkout.Item, units: WeightUnit, _ words: MessageCatalog) {
            self.init(
                item.exercise,
                item.sets,
                item.otherChoices,
                rotationOf: item.own,
                insteadOf: item.isAlternative || item.isRotated ? item.own : nil,
                change: item.change.map { LoadChangeResult($0, units, words) },
                missing: item.missing.map(MissingValueResult.init),
                words
            )
        }

        private init(
            _ exercise: Exercise,
            _ prescribed: [SetPrescription],
            _ alternatives: [Exercise],
            rotationOf first: Exercise,
            insteadOf own: Exercise? = nil,
            change: LoadChangeResult? = nil,
            missing: MissingValueResult? = nil,
            _ words: MessageCatalog
        ) {
            id = exercise.id
            name = exercise.title
            sets = prescribed.map { SetResult($0, words) }
            let merged = SetPrescription.merged(prescribed)
            shown = merged.map { words.described($0) }
            setsWithoutWarmUps =
                merged.filter { $0.kind != .warmUp }.map { TextWrap.firm(words.kind($0.kind) + words.notation($0)) }
                .joined(separator: ", ")
            titled = words.name(exercise)
            self.change = change
            self.missing = missing
            restSeconds = exercise.rest?.seconds
            superset = exercise.superset
            optional = exercise.isOptional
            self.alternatives = alternatives.map(NamedExercise.init)
            rotation = first.rotation.isEmpty ? [] : ([first] + first.rotation.map(\.exercise)).map(NamedExercise.init)
            insteadOf = own.map(NamedExercise.init)
            notes = exercise.notes
            progression = exercise.progression.map { Growth($0, words) }
            func names(_ exercises: some Sequence<NamedExercise>) -> [String: String] {
                ["exercises": exercises.map(\.name).joined(separator: ", ")]
            }
            let others: String? =
                if let own {
                    words.text(.insteadOf, ["exercise": own.title])
                } else if !alternatives.isEmpty {
                    words.text(.orExercises, names(self.alternatives))
                } else { rotation.isEmpty ? nil : words.text(.thenExercises, names(rotation.dropFirst())) }
            let superset = exercise.superset.map { words.text(.superset, ["letter": $0]) }
            details = [
                exercise.isOptional ? words.text(.optional) : nil, exercise.rest.map(words.rest), superset, others,
                notes,
            ].compactMap(\.self).joined(separator: ", ")
        }

        /// The exercise as a row of a table.
        func text(_ style: Style) -> [String] {
            let work = shown.map(TextWrap.firm).joined(separator: ", ")
            return ["    " + name, style.bold(work), style.dim(details)]
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
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey {
        case id, name, author, source, description, goals, levels, units, schedule, days, weeks
    }

    package init(_ program: Program, _ words: MessageCatalog) {
        self.words = words
        id = program.id
        name = program.name
        author = program.author
        source = program.source
        description = program.summary
        goals = program.goals.map(\.rawValue)
        levels = program.levels.map(\.rawValue)
        units = program.units.rawValue
        schedule = Timetable(program, words)
        days = program.days.map { ProgramResult.day($0, program, nil, words) }
        weeks = program.weeks.enumerated().map { index, week in
            Week(
                week: index + 1,
                name: week.name,
                phase: week.phase,
                deload: week.isDeload,
                sets: week.schemes.mapValues { $0.map { SetResult($0, words) } },
                days: week.schemes.isEmpty && week.exercises.isEmpty
                    ? [] : program.days.map { ProgramResult.day($0, program, week, words) },
                replaced: ProgramResult.replaced(week, words)
            )
        }
    }

    /// The set schemes of a week, and what it has in place of exercises: `squat: 3×3 @ 80%`, `squat: Front Squat`.
    private static func replaced(_ week: ProgramWeek, _ words: MessageCatalog) -> [String] {
        func sets(_ sets: [SetPrescription]) -> String {
            SetPrescription.merged(sets).map { TextWrap.firm(words.notation($0)) }.joined(separator: ", ")
        }
        func row(_ id: String, _ value: String) -> String { words.text(.labeled, ["label": id, "value": value]) }
        return week.schemes.sorted { $0.key < $1.key }.map { row($0, sets($1)) }
            + week.exercises.sorted { $0.key < $1.key }.map { id, replacement in
                switch replacement {
                case .sets(.own(let own)): row(id, sets(own))
                case .sets(.scheme(let name)): row(id, name)
                case .exercise(let exercise): row(id, exercise.title)
                }
            }
    }

    private static func day(_ day: ProgramDay, _ program: Program, _ week: ProgramWeek?, _ words: MessageCatalog) -> Day
    {
        Day(
            id: day.id,
            name: day.name,
            durationSeconds: day.duration?.seconds,
            notes: day.notes,
            optional: day.isOptional,
            time: day.time?.description,
            exercises: program.workout(of: day, in: week).items.map { Line($0, words) },
            details: [
                day.time.map(words.format.time), day.duration?.description,
                day.isOptional ? words.text(.optional) : nil,
            ].compactMap(\.self).joined(separator: ", ")
        )
    }

    package func text(_ style: Style, columns: Int) -> String {
        var lines = [TextWrap.paragraphs(style.bold(name) + style.dim("  \(id)"), columns: columns)]
        func line(_ key: MessageKey, _ value: String) -> String {
            words.text(.labeled, ["label": words.text(key), "value": value])
        }
        func names(_ group: String, _ codes: [String]) -> String {
            codes.map { words.word(group, $0) }.joined(separator: ", ")
        }
        if let author { lines += TextWrap.lines(words.text(.programBy, ["author": author]), columns: columns) }
        if let description { lines += TextWrap.lines(description, columns: min(columns, 80)) }
        if let source { lines += TextWrap.lines(line(.programSource, source), columns: min(columns, 80)) }
        if !goals.isEmpty {
            lines += TextWrap.lines(line(.programGoal, names("program.goal", goals)), columns: columns)
        }
        if !levels.isEmpty {
            lines += TextWrap.lines(line(.programLevel, names("program.level", levels)), columns: columns)
        }
        lines += TextWrap.lines(line(.programSchedule, schedule.text), columns: min(columns, 80))
        for day in days {
            lines.append("")
            lines.append("  " + style.bold(day.name) + style.dim(day.details.isEmpty ? "" : "  \(day.details)"))
            lines += TextTable.lines(day.exercises.map { $0.text(style) }, columns: columns)
            for exercise in day.exercises {
                if let progression = exercise.progression, progression.type != "none" {
                    lines += TextTable.lines(
                        [["      " + words.text(.label, ["label": exercise.name]), style.dim(progression.text)]],
                        columns: columns
                    )
                }
            }
        }
        if !weeks.isEmpty {
            lines +=
                ["", "  " + style.bold(words.text(.programWeeks))]
                + TextTable.lines(weeks.map { row($0, style) }, columns: columns)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func row(_ week: Week, _ style: Style) -> [String] {
        let names = [week.phase, week.name].compactMap { $0 }.joined(separator: ", ")
        let deload = words.text(.deload)
        return [
            "    \(week.week)", names + (week.deload ? style.magenta(names.isEmpty ? deload : " (\(deload))") : ""),
            style.bold(week.replaced.joined(separator: "; ")),
        ]
    }
}

extension Schedule {
    /// The schedule's `mode` in program files.
    fileprivate var kind: String {
        switch mode {
        case .weekdays: "weekdays"
        case .cycle: "cycle"
        case .rotation: "rotation"
        }
    }
}

/// The changes of a planning run, and the next day.
package struct ScheduleResult: CommandResult {
    package static let kind = "schedule"

    /// How a program's policy handled a missed workout.
    struct Missed: Encodable {
        let workout: ActionSubject
        let policy: String
        let next: ActionSubject?
        let text: String

        init(_ missed: MissedDay, _ sentence: String) {
            workout = ActionSubject(Answerable(missed.missed))
            policy = missed.policy.rawValue
            next = missed.next.map { ActionSubject(Answerable($0)) }
            text = sentence
        }
    }

    /// The next day, or the one asked for.
    let outlook: DayResult
    let missedWorkouts: [Missed]
    let dryRun: Bool
    let added: [String]
    let cancelled: [String]
    let updated: [String]
    let kept: Int
    private let summary: String?

    package init(_ difference: QueueDifference, day: DayResult, isDryRun: Bool, hasSummary: Bool, _ session: Session) {
        let words = session.words
        missedWorkouts = session.missedDays.map { Missed($0, words.missed($0, today: session.today)) }
        outlook = day
        dryRun = isDryRun
        added = difference.added.map(\.id.rawValue)
        cancelled = difference.cancelled.map(\.id.rawValue)
        updated = difference.updated.map(\.id.rawValue)
        kept = difference.kept.count
        let changes = difference.inWords(words)
        summary = !hasSummary ? nil : isDryRun ? words.text(.wouldBe, ["changes": changes]) : changes
    }

    private enum CodingKeys: String, CodingKey {
        case outlook, missedWorkouts = "missed_workouts", dryRun = "dry_run", added, cancelled, updated, kept
    }

    package func text(_ style: Style, columns: Int) -> String {
        var lines = missedWorkouts.map { style.magenta($0.text) }
        if dryRun {
            lines +=
                added.map { style.green("+ \($0)") } + updated.map { style.magenta("~ \($0)") }
                + cancelled.map { style.red("- \($0)") }
        }
        lines += [summary].compactMap { $0 }
        return ([outlook.headline(style)] + lines).joined(separator: "\n") + "\n"
    }
}
