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
        public let name: String
        /// The ID in the catalogue, or an ID made of the name.
        public let id: String
        public let isKnown: Bool
        public var entries: Int
    }

    public let format: LogFileFormat
    /// The entries, oldest first.
    public let entries: [LogEntry]
    /// The exercises in the order of the file.
    public let exercises: [ImportedExercise]
    /// The rows that cannot be imported.
    public let problems: [Problem]

    /// The size of the largest file, in bytes: some decades of training have less than a tenth.
    public static let largestFile = 128 << 20

    /// - Parameters:
    ///   - unit: the unit of weights without one, which decides on distances without one, too; nil if it is not known.
    ///   - dateOrder: what comes first in dates such as `01/02/2026`; nil if the file has to show it.
    ///   - ids: the IDs that the user gave to names; they decide before the catalogue.
    public init(
        _ bytes: [UInt8],
        unit: WeightUnit? = nil,
        dateOrder: DateOrder? = nil,
        catalog: ExerciseCatalog,
        ids: [String: String] = [:],
        today: CivilDate
    ) throws(LogImportError) {
        guard bytes.count <= LogImport.largestFile else { throw .tooLarge }
        var file = CSVReader(try LogFileText.utf8(bytes))
        let header = try file.next()?.cells.map(LogFileFormat.column) ?? []
        guard header.contains(where: { !$0.isEmpty }) else { throw .empty }
        guard let format = LogFileFormat(header: header) else { throw .unknownFormat(header: header) }
        let missing = format.required.filter { !header.contains($0) }
        guard missing.isEmpty else { throw .missingColumns(missing, format) }
        var names = ImportedNames(catalog, ids: ids)
        var rows: [ImportedRow] = []
        var problems: [Problem] = []
        while let row = try file.next() {
            do throws(RowProblem) {
                if let imported = try RowReader(header, row, format, unit).row(&names) { rows.append(imported) }
            } catch {
                switch error {
                case .invalid(let message): problems.append(Problem(line: row.line, message: message))
                case .unknownUnit(let number, let exercise):
                    throw .unknownUnit(line: row.line, number: number, exercise: exercise)
                }
            }
        }
        let order: DateOrder
        if let dateOrder { order = dateOrder } else { order = try LogImport.dateOrder(of: rows, today) }
        var dated: [(date: CivilDate, row: ImportedRow)] = []
        for row in rows {
            if let date = row.date.date(order), date <= today {
                dated.append((date, row))
            } else {
                problems.append(Problem(line: row.line, message: row.date.problem(order, today)))
            }
        }
        self.format = format
        self.problems = problems.sorted { $0.line < $1.line }
        (entries, exercises) = LogImport.entries(dated)
    }

    /// The order of the numbers in dates without a month's name: that of the dates that exist and have passed in one order only.
    private static func dateOrder(of rows: [ImportedRow], _ today: CivilDate) throws(LogImportError) -> DateOrder {
        func isPast(_ row: ImportedRow, _ order: DateOrder) -> Bool {
            row.date.date(order).map { $0 <= today } ?? false
        }
        let unclear = rows.filter { $0.date.date(.dayFirst) != $0.date.date(.monthFirst) }
        let shown = DateOrder.allCases.filter { order in
            unclear.contains { row in DateOrder.allCases.filter { isPast(row, $0) } == [order] }
        }
        guard let first = unclear.first else { return .dayFirst }
        guard shown.count == 1 else { throw .unknownDateOrder(line: first.line, date: first.key) }
        return shown[0]
    }

    private static func entries(_ rows: [(date: CivilDate, row: ImportedRow)]) -> ([LogEntry], [ImportedExercise]) {
        var exercises: [ImportedExercise] = []
        // antrain's own files may have a name with several ids.
        var places: [String: Int] = [:]
        var entries: [LogEntry] = []
        for group in groups(rows) {
            guard let (date, first) = group.first else { continue }
            let key = first.exercise.id + "\n" + first.exercise.name
            let place = places[key] ?? exercises.count
            if place == exercises.count {
                places[key] = place
                exercises.append(first.exercise)
            }
            exercises[place].entries += 1
            var entry = LogEntry(
                date: date,
                exercise: first.exercise.id,
                name: first.exercise.name,
                workout: first.workout,
                outcome: first.outcome,
                sets: group.compactMap(\.row.set),
                notes: group.lazy.compactMap(\.row.notes).first
            )
            while entry.sets.count > PerformedSet.mostSets {
                var part = entry
                part.sets = Array(entry.sets.prefix(PerformedSet.mostSets))
                entries.append(part)
                entry.sets.removeFirst(PerformedSet.mostSets)
            }
            entries.append(entry)
        }
        let sorted = entries.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
        return (sorted.map(\.element), exercises)
    }

    /// The sets of one entry: rows in a row with the same key.
    private static func groups(_ rows: [(date: CivilDate, row: ImportedRow)]) -> [[(date: CivilDate, row: ImportedRow)]]
    {
        rows.reduce(into: []) { groups, next in
            if let last = groups.last?.last, last.row.key == next.row.key, last.date == next.date,
                last.row.exercise.name == next.row.exercise.name
            {
                groups[groups.count - 1].append(next)
            } else {
                groups.append([next])
            }
        }
    }
}

/// Why a row cannot be imported.
enum RowProblem: Error {
    /// What is wrong, and what is expected.
    case invalid(String)
    /// The unit of a number is neither in the file nor given.
    case unknownUnit(number: String, exercise: String)

    init(_ message: String) { self = .invalid(message) }
}

/// A row with one set.
struct ImportedRow {
    let line: Int
    let date: WrittenDate
    /// What the rows of one entry have in common besides date and exercise; the date as written in other programs' files.
    let key: String
    let exercise: LogImport.ImportedExercise
    var workout: LogEntry.Workout?
    var outcome = LogEntry.Outcome.performed
    /// The set; nil for an exercise that was missed.
    let set: PerformedSet?
    let notes: String?
}
