import ArgumentParser
import CivilTime
import Ledger
import LogExchange
import Progress
import Reminders
import Training
import YAMLSource

/// The command `antrain log import`.
struct LogImportCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a training log from Strong, Hevy, FitNotes or antrain.",
        discussion: """
            The file is a CSV export; its format is detected. antrain shows what it found and asks before it adds the entries; without a \
            terminal, add --apply. Entries that the log already has are left out. 'antrain undo' undoes the whole import.
            """
    )

    @Argument(help: "CSV file.", completion: .file(extensions: ["csv"])) var file: String
    @Option(
        help: ArgumentHelp("Unit of weights without one: kg or lb (default: that of your program).", valueName: "unit"),
        completion: .list(["kg", "lb"])
    )
    var unit: String?
    @Option(
        help: ArgumentHelp(
            "What a name in the file means, such as 'Zercher March=squat'; repeatable.",
            valueName: "name=exercise"
        ),
        completion: .default
    )
    var map: [String] = []
    @Flag(help: "Add the entries without asking.") var apply = false
    @Flag(name: .customLong("skip-bad"), help: "Leave out lines with problems.") var skipBad = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let planning = try PlanningSession(workspace)
        let known = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log() }
        // What a name meant in an earlier import is what it means now.
        var ids = Dictionary(known.map { ($0.name, $0.exercise) }) { $1 }
        for text in map { try LogImportCommand.add(text, to: &ids, workspace) }
        let isAsked = !apply && !data.json && context.ask != nil
        var found = try read(planning, ids)
        if isAsked, found.problems.isEmpty || skipBad, askForNames(found, &ids, workspace) {
            found = try read(planning, ids)
        }
        let entries = LogImportCommand.new(found.entries, known)
        guard found.problems.isEmpty || skipBad else {
            context.show(
                LogImportResult(found, adding: [], isApplied: false, planning),
                asJSON: data.json
            )
            throw .badImport(path: file, lines: found.problems.count)
        }
        if isAsked {
            context.show(LogImportResult(found, adding: entries, isApplied: false, planning), asJSON: false)
        }
        let isAgreed =
            isAsked && !entries.isEmpty && context.agrees(to: "Add \(LogImportCommand.count(entries.count))?") ?? false
        let isApplied = !entries.isEmpty && (apply || isAgreed)
        if isApplied { _ = try planning.commit([.imported(entries)]) }
        if isAsked {
            let added = "added \(LogImportCommand.count(entries.count)); 'antrain undo' removes them"
            workspace.confirm(isApplied ? added : "nothing was added")
        } else {
            context.show(LogImportResult(found, adding: entries, isApplied: isApplied, planning), asJSON: data.json)
        }
        return .success
    }

    /// A number of entries in words.
    static func count(_ entries: Int) -> String { entries == 1 ? "1 entry" : "\(entries) entries" }

    /// Adds a name and an exercise as typed: `Zercher March=zercher-squat`.
    private static func add(_ text: String, to ids: inout [String: String], _ workspace: Workspace)
        throws(CommandError)
    {
        guard let sign = text.lastIndex(of: "="), sign > text.startIndex else {
            throw .badOption(
                name: "--map",
                value: text,
                reason: "expected a name and an exercise: 'Zercher March=squat'"
            )
        }
        let name = String(text[text.index(after: sign)...])
        let catalog = workspace.exercisesForNames
        guard let exercise = catalog.exercise(named: name) else {
            throw .noExercise(name, near: catalog.nearestName(to: name))
        }
        ids[String(text[..<sign])] = exercise.id
    }

    /// Asks for the exercises that unknown names mean; an empty answer keeps a name.
    ///
    /// - Returns: whether the user named any.
    private func askForNames(_ found: LogImport, _ ids: inout [String: String], _ workspace: Workspace) -> Bool {
        let unknown = found.exercises.filter { !$0.isKnown && ids[$0.name] == nil }
        guard let ask = workspace.context.ask, !unknown.isEmpty else { return false }
        let catalog = workspace.exercisesForNames
        var isNamed = false
        for exercise in unknown {
            let question = "Exercise of the catalogue for \(quoted(exercise.name)) (Enter: keep the name): "
            for _ in 0..<3 {
                guard let answer = ask(question), !answer.isEmpty else { break }
                if let known = catalog.exercise(named: answer) {
                    ids[exercise.name] = known.id
                    isNamed = true
                    break
                }
                let near = catalog.nearestName(to: answer).map { "; did you mean \(quoted($0))?" } ?? ""
                workspace.talk("no exercise is named \(quoted(answer))\(near)")
            }
        }
        return isNamed
    }

    private func read(_ planning: PlanningSession, _ ids: [String: String]) throws(CommandError) -> LogImport {
        let workspace = planning.workspace
        let path = Paths.absolute(file, workspace.context)
        let bytes: [UInt8]
        switch workspace.context.files.readWhole(path) {
        case .success(let contents): bytes = contents
        case .failure(let problem): throw .file(problem)
        }
        let units = WeightUnit.allCases.map(\.rawValue)
        if let unit, !units.contains(unit) { throw OptionValue.unknown(unit, "--unit", among: units) }
        let unit = unit.flatMap(WeightUnit.init(rawValue:)) ?? planning.programs.first?.program.units ?? .kilograms
        do throws(LogImportError) {
            return try LogImport(
                bytes,
                unit: unit,
                catalog: workspace.exercisesForNames,
                ids: ids,
                today: planning.today
            )
        } catch { throw .unreadableImport(path: file, reason: error.description) }
    }

    /// The entries that the log does not have yet: a log may have the same entry several times.
    private static func new(_ entries: [LogEntry], _ known: [LogEntry]) -> [LogEntry] {
        struct Key: Hashable {
            let date: CivilDate
            let exercise: String
            let sets: [PerformedSet]
            let workout: LogEntry.Workout?

            init(_ entry: LogEntry) {
                (date, exercise, sets) = (entry.date, entry.exercise, entry.sets)
                workout = entry.workout
            }
        }
        var counts: [Key: Int] = [:]
        for entry in known { counts[Key(entry), default: 0] += 1 }
        return entries.filter { entry in
            guard let count = counts[Key(entry)], count > 0 else { return true }
            counts[Key(entry)] = count - 1
            return false
        }
    }
}

/// What an import found and added.
struct LogImportResult: CommandResult {
    static let kind = "log-import"

    /// An exercise's name in the file.
    struct Exercise: Encodable {
        let name: String
        let id: String
        /// Whether the catalogue has it.
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
    /// Whether the entries were added.
    let applied: Bool
    private let name: String

    private enum CodingKeys: String, CodingKey {
        case format, entries, sets, first, last, exercises, duplicates, problems, applied
    }

    init(_ found: LogImport, adding entries: [LogEntry], isApplied: Bool, _ planning: PlanningSession) {
        format = found.format.rawValue
        name = found.format.name
        self.entries = found.entries.count
        sets = found.entries.reduce(0) { $0 + $1.sets.count }
        first = found.entries.first?.date.description
        last = found.entries.last?.date.description
        exercises = found.exercises.map { Exercise(name: $0.name, id: $0.id, known: $0.isKnown, entries: $0.entries) }
        duplicates = found.problems.isEmpty || !entries.isEmpty ? found.entries.count - entries.count : 0
        problems = found.problems.map { Problem(line: $0.line, message: $0.message) }
        applied = isApplied
    }

    func text(_ style: Style, columns: Int) -> String {
        var lines = [
            "\(name): \(LogImportCommand.count(entries)) with \(sets) \(sets == 1 ? "set" : "sets")"
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
        if duplicates > 0 { lines.append("already in the log: \(duplicates)") }
        lines += problems.prefix(20).map { style.red("line \($0.line):") + " \($0.message)" }
        if problems.count > 20 { lines.append("and \(problems.count - 20) more lines with problems") }
        if applied {
            lines.append("added \(LogImportCommand.count(entries - duplicates)); 'antrain undo' removes them")
        } else if problems.isEmpty, entries > duplicates {
            lines.append("nothing was added yet; to add the entries: --apply")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
