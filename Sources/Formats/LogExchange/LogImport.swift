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

/// Why a file cannot be imported at all.
public enum LogImportError: Error, Hashable {
    case empty
    /// The file is larger than `LogImport.largestFile`.
    case tooLarge
    /// The file is neither UTF-8 nor UTF-16.
    case notText
    /// A quoted cell of the row that begins on this line does not end.
    case unclosedQuote(line: Int)
    /// A quotation mark is out of place in the row that begins on this line.
    case badQuote(line: Int)
    /// The header belongs to no known format; its first columns.
    case unknownFormat(header: [String])
    case missingColumns([String], LogFileFormat)
    /// The file does not say in which unit this number is.
    case unknownUnit(line: Int, number: String, exercise: String)
    /// Nothing in the file shows whether the day or the month comes first in dates such as this one.
    case unknownDateOrder(line: Int, date: String)
}

extension LogImportError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "the file is empty; expected a CSV export with a header"
        case .tooLarge: "it is larger than \(LogImport.largestFile >> 20) MiB; split it, with the header in each part"
        case .notText: "the file is not text in UTF-8 or UTF-16; export it again as CSV in UTF-8"
        case .unclosedQuote(let line):
            "line \(line): a quoted cell does not end; the file may be incomplete; export it again"
        case .badQuote(let line):
            "line \(line): a quotation mark is out of place; write two for one within a quoted cell"
        case .unknownFormat(let header):
            "unknown format with the columns \(header.prefix(5).joined(separator: ", ")); expected an export of Strong, Hevy, FitNotes or antrain; if the app is not in English, German, French or Spanish, set it to English and export again"
        case .missingColumns(let names, let format):
            "this looks like an export of \(format.name), but it has no column \(names.joined(separator: ", ")); export it again"
        case .unknownUnit(let line, let number, let exercise):
            "line \(line): the file does not state the unit of \(number) (\(exercise)); add --unit kg (and kilometres) or --unit lb (and miles)"
        case .unknownDateOrder(let line, let date):
            "line \(line): the dates do not show whether the day or the month comes first, as in '\(date)'; add --date-order dmy or --date-order mdy"
        }
    }
}

/// The text of a file in UTF-8, whatever encoding it has.
enum LogFileText {
    /// The text as UTF-8 without a byte order mark.
    ///
    /// UTF-16 is recognized by its byte order mark, which spreadsheet programs write.
    static func utf8(_ bytes: [UInt8]) throws(LogImportError) -> [UInt8] {
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2)) { low, high in (low, high) } }
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2)) { high, low in (low, high) } }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        // UTF-16 without a byte order mark is valid UTF-8 with a zero after each letter.
        guard !text.contains(0), String(validating: text, as: UTF8.self) != nil else { throw .notText }
        return text
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, _ order: (UInt8, UInt8) -> (low: UInt8, high: UInt8))
        throws(LogImportError) -> [UInt8]
    {
        guard bytes.count.isMultiple(of: 2) else { throw .notText }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
            let (low, high) = order(bytes[index], bytes[index + 1])
            return UInt16(high) << 8 | UInt16(low)
        }
        guard let text = String(validating: units, as: UTF16.self) else { throw .notText }
        return Array(text.utf8)
    }
}
