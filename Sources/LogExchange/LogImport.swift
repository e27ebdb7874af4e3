public import CivilTime
public import Progress
public import Training

/// The training log in a file of this or another program.
public struct LogImport: Sendable {
    /// A row that cannot be imported.
    public struct Problem: Sendable, Hashable {
        /// The line on which the row begins, from 1.
        public let line: Int
        /// What is wrong, and what is expected.
        public let message: String
    }

    /// An exercise's name in the file and its ID.
    public struct ImportedExercise: Sendable, Hashable {
        /// The name in the file.
        public let name: String
        /// The ID in the catalogue, or an ID made of the name.
        public let id: String
        /// Whether the catalogue has it.
        public let isKnown: Bool
        /// The number of entries.
        public var entries: Int
    }

    /// The format.
    public let format: LogFileFormat
    /// The entries, oldest first.
    public let entries: [LogEntry]
    /// The exercises in the order of the file.
    public let exercises: [ImportedExercise]
    /// The rows that cannot be imported.
    public let problems: [Problem]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the file's contents.
    ///   - unit: the unit of weights without one.
    ///   - catalog: the known exercises.
    ///   - ids: the IDs that the user gave to names; they decide before the catalogue.
    ///   - today: later dates are problems.
    public init(
        _ bytes: [UInt8],
        unit: WeightUnit,
        catalog: ExerciseCatalog,
        ids: [String: String] = [:],
        today: CivilDate
    ) throws(LogImportError) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
        let table = try CSVTable(text)
        guard let format = LogFileFormat(header: table.header) else { throw .unknownFormat(header: table.header) }
        let missing = format.required.filter { !table.header.contains($0) }
        guard missing.isEmpty else { throw .missingColumns(missing, format) }
        var rows: [ImportedRow] = []
        var problems: [Problem] = []
        for row in table.rows {
            let cells = RowReader(table.header, row, format, unit)
            do throws(RowProblem) {
                guard let imported = try cells.row() else { continue }
                guard imported.date <= today else {
                    throw RowProblem("the date \(imported.date) is in the future; expected \(today) or earlier")
                }
                rows.append(imported)
            } catch { problems.append(Problem(line: row.line, message: error.message)) }
        }
        self.format = format
        self.problems = problems
        var exercises: [String: ImportedExercise] = [:]
        var order: [String] = []
        var entries: [LogEntry] = []
        for group in LogImport.groups(rows) {
            guard let first = group.first else { continue }
            // antrain's own files may have a name with several ids.
            let key = (first.exerciseID ?? "") + "\n" + first.exercise
            var exercise = exercises[key] ?? LogImport.exercise(first, catalog, ids)
            if exercise.entries == 0 { order.append(key) }
            exercise.entries += 1
            exercises[key] = exercise
            var entry = LogEntry(
                date: first.date,
                exercise: exercise.id,
                name: first.exercise,
                workout: first.workout,
                outcome: first.outcome,
                sets: group.compactMap(\.set),
                notes: group.lazy.compactMap(\.notes).first
            )
            while entry.sets.count > PerformedSet.mostSets {
                var part = entry
                part.sets = Array(entry.sets.prefix(PerformedSet.mostSets))
                entries.append(part)
                entry.sets.removeFirst(PerformedSet.mostSets)
            }
            entries.append(entry)
        }
        self.entries = entries.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
            .map(\.element)
        self.exercises = order.compactMap { exercises[$0] }
    }

    /// The sets of one entry: rows in a row with the same key.
    private static func groups(_ rows: [ImportedRow]) -> [[ImportedRow]] {
        rows.reduce(into: []) { groups, row in
            if let last = groups.last?.last, last.key == row.key, last.exercise == row.exercise, last.date == row.date {
                groups[groups.count - 1].append(row)
            } else {
                groups.append([row])
            }
        }
    }

    /// The exercise that a name means: other programs put the equipment in brackets, as in `Squat (Barbell)`.
    private static func exercise(_ row: ImportedRow, _ catalog: ExerciseCatalog, _ ids: [String: String])
        -> ImportedExercise
    {
        if let id = row.exerciseID ?? ids[row.exercise] {
            return ImportedExercise(name: row.exercise, id: id, isKnown: catalog[id] != nil, entries: 0)
        }
        var names = [row.exercise]
        if let open = row.exercise.firstIndex(of: "("), row.exercise.hasSuffix(")") {
            let base = String(row.exercise[..<open]).trimmingBlanks
            let equipment = row.exercise[row.exercise.index(after: open)...].dropLast()
            names.append("\(equipment) \(base)")
            // A barbell is what the plain names of the big lifts mean.
            if equipment.lowercased() == "barbell" { names.append(base) }
        }
        if let known = names.lazy.compactMap({ catalog.exercise(named: $0) }).first {
            return ImportedExercise(name: row.exercise, id: known.id, isKnown: true, entries: 0)
        }
        return ImportedExercise(
            name: row.exercise,
            id: NameKey.id(of: row.exercise) ?? "exercise",
            isKnown: false,
            entries: 0
        )
    }
}

/// Why a row cannot be imported.
struct RowProblem: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

/// A row with one set.
struct ImportedRow {
    let date: CivilDate
    /// What the rows of one entry have in common besides date and exercise.
    let key: String
    let exercise: String
    /// The ID in antrain's own files.
    var exerciseID: String?
    var workout: LogEntry.Workout?
    var outcome = LogEntry.Outcome.performed
    /// The set; nil for an exercise that was missed.
    let set: PerformedSet?
    let notes: String?
}
