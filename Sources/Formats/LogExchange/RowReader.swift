internal import PrintableText
internal import Progress
internal import Quoting
internal import Training

/// Reads one row of a file.
struct RowReader {
    private let cells: [String: String]
    private let line: Int
    private let format: LogFileFormat
    private let givenUnit: WeightUnit?

    /// - Parameter unit: the unit of weights without one; nil if it is not known.
    init(_ header: [String], _ row: CSVReader.Row, _ format: LogFileFormat, _ unit: WeightUnit?) {
        cells = Dictionary(zip(header, row.cells)) { first, _ in first }
        line = row.line
        self.format = format
        givenUnit = unit
    }

    /// The row; nil for a row that is no set, such as Strong's rest timers.
    func row(_ names: inout ImportedNames) throws(RowProblem) -> ImportedRow? {
        switch format {
        case .antrain: try ownRow(names)
        case .strong: try strongRow(&names)
        case .hevy: try hevyRow(&names)
        case .fitNotes: try fitNotesRow(&names)
        }
    }

    // MARK: Other programs

    private func strongRow(_ names: inout ImportedNames) throws(RowProblem) -> ImportedRow? {
        let order = text("set order")
        let kinds: [String: SetPrescription.Kind] = ["w": .warmUp, "d": .drop, "f": .work]
        guard let kind = kinds[order.lowercased()] ?? (Int(order) == nil ? nil : .work) else {
            // Rest timers and notes, in the language of the app.
            let weights = try weights(isSigned: true)
            if order.count > 1, try amount("reps", 1) ?? 0 == 0, weights.isEmpty { return nil }
            throw RowProblem("unknown set '\(order.shortened(to: 40))'; expected a number, W, D or F")
        }
        return try row(
            &names,
            date: text("date"),
            exercise: text("exercise name"),
            kind,
            toFailure: order.lowercased() == "f",
            seconds: amount("seconds", 1),
            notes: "notes"
        )
    }

    private func hevyRow(_ names: inout ImportedNames) throws(RowProblem) -> ImportedRow? {
        let kinds: [String: SetPrescription.Kind] = [
            "normal": .work, "warmup": .warmUp, "dropset": .drop, "failure": .work,
        ]
        let type = text("set_type").lowercased()
        guard let kind = kinds[type] else {
            throw RowProblem(
                "unknown set type '\(type.shortened(to: 40))'; expected normal, warmup, dropset or failure"
            )
        }
        return try row(
            &names,
            date: text("start_time"),
            exercise: text("exercise_title"),
            kind,
            toFailure: type == "failure",
            seconds: amount("duration_seconds", 1),
            notes: "exercise_notes"
        )
    }

    private func fitNotesRow(_ names: inout ImportedNames) throws(RowProblem) -> ImportedRow? {
        try row(
            &names,
            date: text("date"),
            exercise: text("exercise"),
            .work,
            seconds: time("time"),
            notes: cells["comment"] == nil ? "notes" : "comment"
        )
    }

    private func row(
        _ names: inout ImportedNames,
        date: String,
        exercise: String,
        _ kind: SetPrescription.Kind,
        toFailure: Bool = false,
        seconds: Int?,
        notes: String
    ) throws(RowProblem) -> ImportedRow? {
        guard !exercise.isEmpty, exercise.unicodeScalars.count <= 100 else {
            throw RowProblem("expected the name of an exercise, of at most 100 characters")
        }
        let day = try self.date(date)
        let reps = try amount("reps", 1)
        let metres = try metres(exercise)
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
        let meaning = names.meaning(of: exercise)
        // RPE 10 is what a set to failure is: nothing was left.
        let rpe = try rating() ?? (toFailure ? 100 : nil)
        let set = PerformedSet(kind: kind, amount: counted, load: try load(meaning.load, exercise), rpe: rpe)
        let text = (cells[notes] ?? "").printableLines.trimmingBlanks
        return ImportedRow(
            line: line,
            date: day,
            key: date,
            exercise: meaning.exercise,
            set: set,
            notes: text.isEmpty ? nil : String(text.prefix(500))
        )
    }

    private func load(_ meaning: ImportedLoad, _ exercise: String) throws(RowProblem) -> PerformedSet.Load? {
        guard let (column, typed, stated) = try weights(isSigned: meaning != .external).first else {
            let isBody = meaning == .added || meaning == .assisting
            return isBody ? .bodyweight(plus: Weight(thousandths: 0), .kilograms) : nil
        }
        guard let unit = stated ?? givenUnit else { throw .unknownUnit(number: text(column), exercise: exercise) }
        // Assistance is written as a positive or as a negative weight.
        let weight = Weight(thousandths: meaning == .assisting ? -abs(typed) : typed)
        let load: PerformedSet.Load = meaning == .external ? .weight(weight, unit) : .bodyweight(plus: weight, unit)
        guard let possible = load.ifPossible else {
            throw RowProblem("a weight of \(text(column)) \(unit.rawValue); expected at most 1,000 kg or 2,000 lb")
        }
        return possible
    }

    /// The weights in thousandths other than 0, with their columns and the units that the file states.
    private func weights(isSigned: Bool) throws(RowProblem) -> [(column: String, thousandths: Int, unit: WeightUnit?)] {
        let columns: [(name: String, unit: WeightUnit?)] = [
            ("weight (kg)", .kilograms), ("weight (kgs)", .kilograms), ("weight_kg", .kilograms),
            ("weight (lb)", .pounds), ("weight (lbs)", .pounds), ("weight_lbs", .pounds),
            ("weight", weightUnit),
        ]
        var weights: [(String, Int, WeightUnit?)] = []
        for (column, unit) in columns {
            guard let weight = try amount(column, 1000, isSigned: isSigned), weight != 0 else { continue }
            weights.append((column, weight, unit))
        }
        return weights
    }

    /// The unit of the column `weight` in the row; nil if the row does not state it.
    private var weightUnit: WeightUnit? {
        switch text("weight unit").lowercased() {
        case "kg", "kgs": .kilograms
        case "lb", "lbs": .pounds
        default: nil
        }
    }

    private func metres(_ exercise: String) throws(RowProblem) -> Int? {
        let columns: [(name: String, unit: String)] = [
            ("distance (m)", "m"), ("distance (meters)", "m"), ("distance (metros)", "m"), ("distance (mètres)", "m"),
            ("distance (km)", "km"), ("distance_km", "km"), ("distance (mi)", "mi"), ("distance (miles)", "mi"),
            ("distance_miles", "mi"), ("distance", text("distance unit").lowercased()),
        ]
        for (column, unit) in columns {
            guard let thousandths = try amount(column, 1000), thousandths != 0 else { continue }
            let scale: Double
            switch unit {
            case "m": scale = 1
            case "km": scale = 1000
            case "mi", "mi.", "miles": scale = RowReader.metresOfMile
            case "ft": scale = 0.3048
            case "":
                guard let givenUnit else { throw .unknownUnit(number: text(column), exercise: exercise) }
                scale = givenUnit == .kilograms ? 1000 : RowReader.metresOfMile
            default: throw RowProblem("unknown unit of distance '\(unit)'; expected m, km, mi or ft")
            }
            return try amount(column, scale)
        }
        return nil
    }

    private static let metresOfMile = 1609.344

    private func rating() throws(RowProblem) -> Int? {
        guard let tenths = try amount("rpe", 10), tenths != 0 else { return nil }
        guard (10...100).contains(tenths) else { throw RowProblem("an RPE of \(text("rpe")); expected 1 to 10") }
        return tenths
    }

    // MARK: antrain's own files

    private func ownRow(_ names: ImportedNames) throws(RowProblem) -> ImportedRow? {
        let date = try date(text("date"))
        guard let outcome = LogEntry.Outcome(rawValue: text("outcome")) else {
            throw RowProblem("unknown outcome '\(text("outcome"))'; expected planned, performed or missed")
        }
        var set: PerformedSet?
        if !text("set").isEmpty {
            set = try ownSet(givenUnit ?? .kilograms)
            // Only a file that was edited by hand has weights without a unit.
            if givenUnit == nil, try set != ownSet(.pounds) {
                throw .unknownUnit(number: text("set"), exercise: unprotected("name").printable)
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
            line: line,
            date: date,
            key: text("entry"),
            exercise: names.exercise(try identifier("exercise"), named: unprotected("name").printable),
            workout: workout,
            outcome: outcome,
            set: set,
            notes: notes.isEmpty ? nil : notes
        )
    }

    private func ownSet(_ unit: WeightUnit) throws(RowProblem) -> PerformedSet? {
        do { return try PerformedSet.parse(text("set"), unit: unit).first } catch {
            throw RowProblem("invalid set: \(error.description)")
        }
    }

    /// A text as it was before it was exported.
    private func unprotected(_ column: String) -> String { CSVText.unprotected(cells[column] ?? "") }

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
    private func amount(_ column: String, _ scale: Double, isSigned: Bool = false) throws(RowProblem) -> Int? {
        let text = text(column)
        guard !text.isEmpty else { return nil }
        let number = Double(text.contains(".") ? text : text.replacing(",", with: "."))
        guard let number, number.isFinite, isSigned || number >= 0, abs(number) <= 10_000_000 else {
            throw RowProblem("'\(text.prefix(40))' in column '\(column)' is not a number from 0 to 10,000,000")
        }
        return Int((number * scale).rounded())
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

    private func date(_ text: String) throws(RowProblem) -> WrittenDate {
        guard let date = WrittenDate(text) else {
            throw RowProblem("'\(text.prefix(40))' is not a date such as 2023-08-04")
        }
        return date
    }
}
