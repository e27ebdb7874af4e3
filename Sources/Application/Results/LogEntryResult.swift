package import CivilTime
import Ledger
package import Localization
package import LogExchange
package import Platform
package import Progress
package import Session
package import Training

/// An entry of the training log, in a result.
package struct LogEntryResult: Encodable {
    /// A performed set.
    struct PerformedSetResult: Encodable {
        let kind: String
        let reps: Int?
        /// Present if the repetitions are those of several sets, or of one with pauses.
        let total: Bool?
        let seconds: Int?
        let meters: Int?
        let load: SetResult.LoadResult?
        /// The planned load, if the equipment did not allow it.
        let exactLoad: SetResult.LoadResult?
        let rpe: Double?

        private enum CodingKeys: String, CodingKey {
            case kind, reps, total, seconds, meters, load, exactLoad = "exact_load", rpe
        }

        init(_ set: PerformedSet) {
            kind = set.kind.rawValue
            reps = set.amount.reps
            total = set.amount.isTotal ? true : nil
            seconds = set.amount.seconds
            meters = set.amount.metres
            load = set.load.map { SetResult.LoadResult($0) }
            exactLoad = set.exactLoad.map { SetResult.LoadResult($0) }
            rpe = set.rpe.map { Double($0) / 10 }
        }
    }

    let number: Int64
    let date: String
    let exercise: String
    package let name: String
    let program: String?
    let day: String?
    /// The exercise's id in the program.
    let programExercise: String?
    /// `planned`, `performed` or `missed`.
    let outcome: String
    let sets: [PerformedSetResult]
    let notes: String?
    /// The sets in the usual notation.
    package let text: String

    private enum CodingKeys: String, CodingKey {
        case number, date, exercise, name, program, day, programExercise = "program_exercise", outcome, sets, notes,
            text
    }

    package init(_ entry: LogEntry, _ names: ExerciseNames, _ words: MessageCatalog) {
        number = entry.number
        date = entry.date.description
        exercise = entry.exercise
        name = names.name(entry.name, of: entry.exercise)
        program = entry.workout?.program
        day = entry.workout?.day
        programExercise = entry.workout?.exercise
        outcome = entry.outcome.rawValue
        sets = entry.sets.map { PerformedSetResult($0) }
        notes = entry.notes
        text = entry.outcome == .missed ? words.text(.entryMissed) : words.notation(entry.sets)
    }
}

extension SetResult.LoadResult {
    init(_ load: PerformedSet.Load) {
        switch load {
        case .weight(let weight, let unit): self.init(Load.weight(weight, unit))
        case .bodyweight(let plus, let unit): self.init(Load.bodyweight(plus: plus.thousandths == 0 ? nil : plus, unit))
        }
    }
}

/// Entries of the training log, latest first.
package struct LogListResult: CommandResult {
    package static let kind = "log"

    let entries: [LogEntryResult]
    private let rows: [[String]]
    private let isFiltered: Bool
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case entries }

    package init(_ store: Store, limit: Int = 20, exercise: String? = nil, since: CivilDate? = nil) throws(CommandError)
    {
        let words = store.session.words
        let names = store.session.exerciseNames
        self.words = words
        isFiltered = exercise != nil || since != nil
        let all = try store.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log(since: since) }
        let keys = exercise.map { name in
            Set([name, store.session.exercises.exercise(named: name)?.id ?? name].map(NameKey.of))
        }
        let matching = all.filter { entry in
            guard let keys else { return true }
            return [entry.exercise, entry.name, entry.workout?.exercise ?? ""].contains {
                keys.contains(NameKey.of($0))
            }
        }
        let latest = matching.sorted { ($0.date, $0.place) > ($1.date, $1.place) }.prefix(limit)
        entries = latest.map { LogEntryResult($0, names, words) }
        rows = zip(latest, entries).map { entry, result in
            let ownNotes = entry.notes?.split(whereSeparator: \.isNewline).joined(separator: " ")
            let notes = [entry.outcome == .planned ? words.text(.loggedAsPlanned) : nil, ownNotes].compactMap { $0 }
            return [
                "\(entry.number)", words.format.statedDate(entry.date, today: store.session.today), result.name,
                result.text,
                notes.joined(separator: "; "),
            ]
        }
    }

    package func text(_ style: Style, columns: Int) -> String {
        guard !rows.isEmpty else {
            return words.text(isFiltered ? .noEntriesMatch : .noEntries, ["command": "antrain log squat 5x5@80kg"])
                + "\n"
        }
        let rows = rows.map { [style.dim($0[0]), $0[1], style.bold($0[2]), style.bold($0[3]), style.dim($0[4])] }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }
}

/// What an import found and added.
package struct LogImportResult: CommandResult {
    package static let kind = "log-import"

    /// An exercise's name in the file.
    struct Exercise: Encodable {
        let name: String
        let id: String
        let known: Bool
        let entries: Int
    }

    /// A line that cannot be imported.
    struct Problem: Encodable {
        let line: Int
        let message: String
    }

    /// The program that wrote the file.
    let format: String
    let entries: Int
    let sets: Int
    /// The dates of the first and the last entry.
    let first: String?
    let last: String?
    let exercises: [Exercise]
    /// The number of entries that the log already has.
    let duplicates: Int
    let problems: [Problem]
    /// The planned workouts that the entries belong to, and those of a day before or after, which they are not attached to.
    let workouts: [ActionSubject]
    let proposals: [ActionSubject]
    /// Whether the entries were added.
    let applied: Bool
    private let name: String
    private let hints: [String]

    private enum CodingKeys: String, CodingKey {
        case format, entries, sets, first, last, exercises, duplicates, problems, workouts, proposals, applied
    }

    package init(_ found: LogImport, adding matching: LogMatching?, isApplied: Bool, _ session: Session) {
        let entries = matching?.entries ?? []
        format = found.format.rawValue
        name = found.format.name
        self.entries = found.entries.count
        sets = found.entries.reduce(0) { $0 + $1.sets.count }
        first = found.entries.first?.date.description
        last = found.entries.last?.date.description
        exercises = found.exercises.map { Exercise(name: $0.name, id: $0.id, known: $0.isKnown, entries: $0.entries) }
        duplicates = found.problems.isEmpty || !entries.isEmpty ? found.entries.count - entries.count : 0
        problems = found.problems.map { Problem(line: $0.line, message: $0.message) }
        workouts = (matching?.workouts ?? []).map { ActionSubject($0) }
        proposals = (matching?.proposals ?? []).map { ActionSubject($0.workout) }
        hints = (matching?.proposals ?? []).map { proposal in
            let (planned, logged) = (proposal.workout.date, proposal.loggedOn)
            return
                "the exercises of \(logged) are those of \(proposal.workout.dayName), planned for \(planned); to mark it as done: antrain done --date \(planned)"
        }
        applied = isApplied
    }

    package static func count(_ entries: Int) -> String { entries == 1 ? "1 entry" : "\(entries) entries" }

    package func text(_ style: Style, columns: Int) -> String {
        var lines = [
            "\(name): \(LogImportResult.count(entries)) with \(sets) \(sets == 1 ? "set" : "sets")"
                + (first.map { ", \($0) to \(last ?? $0)" } ?? "")
        ]
        let unknown = exercises.filter { !$0.known }
        if !unknown.isEmpty {
            lines.append("not in the catalogue, kept under their names (to add them: antrain exercise edit):")
            lines += TextTable.lines(
                unknown.map { ["  " + $0.name, style.dim($0.id), "\($0.entries)"] },
                columns: columns
            )
        }
        if !workouts.isEmpty {
            let names = workouts.map { "\($0.name) (\($0.date ?? ""))" }
            let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
            lines.append("planned workouts: " + names.prefix(5).joined(separator: ", ") + rest)
        }
        lines += hints
        if duplicates > 0 { lines.append("already in the log: \(duplicates)") }
        lines += problems.prefix(20).map { style.red("line \($0.line):") + " \($0.message)" }
        if problems.count > 20 { lines.append("and \(problems.count - 20) more lines with problems") }
        if applied {
            lines.append("added \(LogImportResult.count(entries - duplicates)); 'antrain undo' removes them")
        } else if problems.isEmpty, entries > duplicates {
            lines.append("nothing was added yet; to add the entries: --apply")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
