internal import CivilTime
internal import PrintableText
internal import Progress
internal import Training

/// Reads one row of a file.
struct RowReader {
    private let cells: [String: String]
    private let format: LogFileFormat
    private let unit: WeightUnit

    init(_ header: [String], _ row: CSVTable.Row, _ format: LogFileFormat, _ unit: WeightUnit) {
        cells = Dictionary(zip(header, row.cells)) { first, _ in first }
        self.format = format
        self.unit = unit
    }

    /// The row; nil for a row that is no set, such as Strong's rest timers.
    func row() throws(RowProblem) -> ImportedRow? {
        switch format {
        case .antrain: try ownRow()
        case .strong: try strongRow()
        case .hevy: try hevyRow()
        case .fitNotes: try fitNotesRow()
        }
    }

    // MARK: Other programs

    private func strongRow() throws(RowProblem) -> ImportedRow? {
        let order = text("set order")
        let kind: SetPrescription.Kind
        switch order.lowercased() {
        case "rest timer", "note": return nil
        case "w": kind = .warmUp
        case "d": kind = .drop
        case "f": kind = .work
        default:
            guard Int(order) != nil else { throw RowProblem("unknown set '\(order)'; expected a number, W, D or F") }
            kind = .work
        }
        let metres = try amount(ofFirst: [
            ("distance (meters)", 1), ("distance (km)", 1000), ("distance (miles)", 1609.344),
            ("distance", unit == .kilograms ? 1000 : 1609.344),
        ])
        return try row(
            text("date"),
            text("exercise name"),
            kind,
            metres: metres,
            seconds: amount("seconds", 1),
            "notes"
        )
    }

    private func hevyRow() throws(RowProblem) -> ImportedRow? {
        let kinds: [String: SetPrescription.Kind] = [
            "normal": .work, "warmup": .warmUp, "dropset": .drop, "failure": .work,
        ]
        guard let kind = kinds[text("set_type")] else {
            throw RowProblem("unknown set type '\(text("set_type"))'; expected normal, warmup, dropset or failure")
        }
        let metres = try amount(ofFirst: [("distance_km", 1000), ("distance_miles", 1609.344)])
        let seconds = try amount("duration_seconds", 1)
        return try row(
            text("start_time"),
            text("exercise_title"),
            kind,
            metres: metres,
            seconds: seconds,
            "exercise_notes"
        )
    }

    private func fitNotesRow() throws(RowProblem) -> ImportedRow? {
        let metresByUnit = ["m": 1.0, "km": 1000, "mi": 1609.344, "ft": 0.3048, "": 1000]
        let unit = text("distance unit").lowercased()
        guard let scale = metresByUnit[unit] else {
            throw RowProblem("unknown unit of distance '\(unit)'; expected m, km, mi or ft")
        }
        return try row(
            text("date"),
            text("exercise"),
            .work,
            metres: try amount("distance", scale),
            seconds: try time("time"),
            "comment"
        )
    }

    private func row(
        _ date: String,
        _ exercise: String,
        _ kind: SetPrescription.Kind,
        metres: Int?,
        seconds: Int?,
        _ notes: String
    ) throws(RowProblem) -> ImportedRow? {
        guard !exercise.isEmpty, exercise.unicodeScalars.count <= 100 else {
            throw RowProblem("expected the name of an exercise, of at most 100 characters")
        }
        let day = try RowReader.date(date)
        let reps = try amount("reps", 1)
        let hasOther = (seconds ?? 0) > 0 || (metres ?? 0) > 0
        guard reps != nil || hasOther else { throw RowProblem("the set has no repetitions, time or distance") }
        guard reps ?? 0 <= 1000 else { throw RowProblem("\(reps ?? 0) repetitions; expected at most 1,000") }
        guard seconds ?? 0 <= 86_400 else { throw RowProblem("\(seconds ?? 0) seconds; expected at most 24 hours") }
        guard metres ?? 0 <= 1_000_000 else { throw RowProblem("\(metres ?? 0) metres; expected at most 1,000 km") }
        let counted =
            hasOther && (reps ?? 0) == 0
            ? PerformedSet.Amount(
                seconds: seconds.flatMap { $0 > 0 ? $0 : nil },
                metres: metres.flatMap { $0 > 0 ? $0 : nil }
            ) : PerformedSet.Amount(reps: reps ?? 0)
        let set = PerformedSet(kind: kind, amount: counted, load: try load(), rpe: try rating())
        let text = (cells[notes] ?? "").printableLines.trimmingBlanks
        return ImportedRow(
            date: day,
            key: date,
            exercise: exercise,
            set: set,
            notes: text.isEmpty ? nil : String(text.prefix(500))
        )
    }

    private func load() throws(RowProblem) -> PerformedSet.Load? {
        let units: [(column: String, unit: WeightUnit)] = [
            ("weight (kg)", .kilograms), ("weight (kgs)", .kilograms), ("weight_kg", .kilograms),
            ("weight (lb)", .pounds), ("weight (lbs)", .pounds), ("weight_lbs", .pounds),
            ("weight", weightUnit),
        ]
        for (column, unit) in units {
            guard let thousandths = try amount(column, 1000), thousandths != 0 else { continue }
            let load = PerformedSet.Load.weight(Weight(thousandths: thousandths), unit)
            guard let possible = load.ifPossible else {
                throw RowProblem("a weight of \(text(column)) \(unit.rawValue); expected at most 1,000 kg or 2,000 lb")
            }
            return possible
        }
        return nil
    }

    /// The unit of the column `weight`: that of the row, else the given one.
    private var weightUnit: WeightUnit {
        switch text("weight unit").lowercased() {
        case "kg", "kgs": .kilograms
        case "lb", "lbs": .pounds
        default: unit
        }
    }

    private func rating() throws(RowProblem) -> Int? {
        guard let tenths = try amount("rpe", 10), tenths != 0 else { return nil }
        guard (10...100).contains(tenths) else { throw RowProblem("an RPE of \(text("rpe")); expected 1 to 10") }
        return tenths
    }

    // MARK: antrain's own files

    private func ownRow() throws(RowProblem) -> ImportedRow? {
        let date = try RowReader.date(text("date"))
        guard let outcome = LogEntry.Outcome(rawValue: text("outcome")) else {
            throw RowProblem("unknown outcome '\(text("outcome"))'; expected planned, performed or missed")
        }
        var set: PerformedSet?
        if !text("set").isEmpty {
            do { set = try PerformedSet.parse(text("set"), unit: unit).first } catch {
                throw RowProblem("invalid set: \(error.description)")
            }
        }
        guard set != nil || outcome == .missed else { throw RowProblem("the set is missing") }
        var workout: LogEntry.Workout?
        if !text("program").isEmpty {
            workout = LogEntry.Workout(
                program: try identifier("program"),
                day: try identifier("day"),
                exercise: try identifier("program_exercise")
            )
        }
        let notes = unprotected("notes").printableLines
        return ImportedRow(
            date: date,
            key: text("entry"),
            exercise: unprotected("name").printable,
            exerciseID: try identifier("exercise"),
            workout: workout,
            outcome: outcome,
            set: set,
            notes: notes.isEmpty ? nil : notes
        )
    }

    /// A text as it was before it was exported.
    private func unprotected(_ column: String) -> String {
        let text = cells[column] ?? ""
        return text.hasPrefix("'") ? String(text.dropFirst()) : text
    }

    private func identifier(_ column: String) throws(RowProblem) -> String {
        let id = unprotected(column).printable
        guard !id.isEmpty, id.utf8.count <= 200, !id.contains(where: \.isWhitespace) else {
            throw RowProblem(
                "'\(id.shortened(to: 40))' in column '\(column)' is not an id; expected a word without blanks"
            )
        }
        return id
    }

    // MARK: Cells

    /// A cell on one line, without characters that must not reach a terminal.
    private func text(_ column: String) -> String { (cells[column] ?? "").printable.trimmingBlanks }

    /// A decimal number times a scale, rounded; nil if the cell is empty.
    ///
    /// A comma counts as a decimal point.
    private func amount(_ column: String, _ scale: Double) throws(RowProblem) -> Int? {
        let text = text(column)
        guard !text.isEmpty else { return nil }
        let number = Double(text.contains(".") ? text : text.replacing(",", with: "."))
        guard let number, number.isFinite, number >= 0, number <= 10_000_000 else {
            throw RowProblem("'\(text.prefix(40))' in column '\(column)' is not a number from 0 to 10,000,000")
        }
        return Int((number * scale).rounded())
    }

    /// The amount in the first column that has one, each with its scale.
    private func amount(ofFirst columns: [(name: String, scale: Double)]) throws(RowProblem) -> Int? {
        for column in columns {
            if let amount = try amount(column.name, column.scale) { return amount }
        }
        return nil
    }

    /// A time such as `0:27:30`, or seconds.
    private func time(_ column: String) throws(RowProblem) -> Int? {
        let text = text(column)
        guard text.contains(":") else { return try amount(column, 1) }
        var seconds = 0
        for part in text.split(separator: ":", omittingEmptySubsequences: false) {
            guard let number = Int(part), (0...1000).contains(number), seconds <= 1_000_000 else {
                throw RowProblem("'\(text.prefix(40))' in column '\(column)' is not a time such as 0:27:30")
            }
            seconds = seconds * 60 + number
        }
        return seconds
    }

    /// A date such as `2023-08-04 18:05:00` or `4 Aug 2023, 18:05`.
    static func date(_ text: String) throws(RowProblem) -> CivilDate {
        if let date = try? CivilDate(parsing: String(text.prefix(10))) { return date }
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        let words = text.split { $0 == " " || $0 == "," }
        if words.count >= 3, let day = Int(words[0]), let year = Int(words[2]), (1000...9999).contains(year),
            (1...31).contains(day), let month = months.firstIndex(of: words[1].lowercased().prefix(3).description)
        {
            let padded = (day < 10 ? "0" : "") + "\(day)"
            let iso = "\(year)-" + (month < 9 ? "0" : "") + "\(month + 1)-\(padded)"
            if let date = try? CivilDate(parsing: iso) { return date }
        }
        throw RowProblem("'\(text.prefix(40))' is not a date such as 2023-08-04")
    }
}
