package import CivilTime
internal import Foundation
package import GRDB
package import Training

/// A row of the ledger whose values are checked when read; values that violate the schema are errors.
///
/// GRDB's own conversions trap or convert on a wrong type; neither is acceptable for an edited or damaged ledger.
package struct LedgerRow {
    /// The instants that a ledger may contain: the calendar's years 1 to 9999, two days wider for time zone offsets.
    private static let instants =
        Int64(CivilDate.earliest.dayNumber - 2) * 86_400...Int64(CivilDate.latest.dayNumber + 2) * 86_400
    private static let civilTimes =
        Int64(CivilDate.earliest.dayNumber) * 86_400...Int64(CivilDate.latest.dayNumber) * 86_400 + 86_399
    private static let counts: ClosedRange<Int64> = 0...1_000_000_000

    private let row: Row
    private let table: LedgerTable
    private let places: [String: Int]
    private let prefix: String

    /// - Parameters:
    ///   - row: a row with named columns, including those of the table's key.
    ///   - places: the places of the columns, if they are known from other rows of the same query.
    ///   - prefix: the prefix of the table's columns in the row, if the row joins tables.
    package init(_ row: Row, of table: LedgerTable, places: [String: Int]? = nil, prefix: String = "") {
        self.row = row
        self.table = table
        self.places = places ?? LedgerRow.places(of: Array(row.columnNames))
        self.prefix = prefix
    }

    static func places(of columns: [String]) -> [String: Int] {
        var places: [String: Int] = [:]
        for (place, column) in columns.enumerated() where places[column] == nil { places[column] = place }
        return places
    }

    /// The same row as one of a joined table, whose columns are prefixed with the table's name and an underscore:
    /// `delivery_state`.
    package func joined(_ table: LedgerTable) -> LedgerRow {
        LedgerRow(row, of: table, places: places, prefix: table.rawValue + "_")
    }

    // MARK: SQLite's types

    package func integer(
        _ column: String,
        in range: ClosedRange<Int64> = .min ... .max,
        as expected: @autoclosure () -> String = "an integer"
    ) throws(LedgerValueError) -> Int64 {
        guard case .int64(let value) = stored(column), range.contains(value) else {
            throw invalid(column, expected())
        }
        return value
    }

    package func text(_ column: String) throws(LedgerValueError) -> String {
        guard case .string(let text) = stored(column) else { throw invalid(column, "text") }
        return text
    }

    package func bytes(_ column: String) throws(LedgerValueError) -> [UInt8] {
        guard case .blob(let data) = stored(column) else { throw invalid(column, "a BLOB") }
        return [UInt8](data)
    }

    /// A value that may be NULL: `try row.optional("time", row.time)`.
    package func optional<Value>(_ column: String, _ read: (String) throws(LedgerValueError) -> Value)
        throws(LedgerValueError) -> Value?
    {
        if case .null = stored(column) { return nil }
        return try read(column)
    }

    // MARK: antrain's types

    /// Milliseconds since boot.
    package func uptime(_ column: String) throws(LedgerValueError) -> Int64 {
        try integer(column, in: 0...1_000_000_000_000_000, as: "a number of milliseconds since boot")
    }

    /// A count, or a position in an order.
    package func count(_ column: String) throws(LedgerValueError) -> Int {
        Int(try integer(column, in: LedgerRow.counts, as: "a number from 0 to \(LedgerRow.counts.upperBound)"))
    }

    /// The stage of a progression; negative if its sets were lowered below those of the program.
    package func stage(_ column: String) throws(LedgerValueError) -> Int {
        let range = -LedgerRow.counts.upperBound...LedgerRow.counts.upperBound
        return Int(try integer(column, in: range, as: "a number from \(range.lowerBound) to \(range.upperBound)"))
    }

    /// A duration in seconds; negative if something was early.
    package func seconds(_ column: String) throws(LedgerValueError) -> Int64 {
        let longest = LedgerRow.instants.upperBound - LedgerRow.instants.lowerBound
        return try integer(column, in: -longest...longest, as: "a number of seconds within the calendar's range")
    }

    package func instant(_ column: String) throws(LedgerValueError) -> Instant {
        let expected = "a time in seconds since 1970 in the years 1 to 9999"
        return Instant(secondsSinceEpoch: try integer(column, in: LedgerRow.instants, as: expected))
    }

    /// Reads an instant stored as text.
    package static func instant(parsing text: String) -> Instant? {
        Int64(text).flatMap { instants.contains($0) ? Instant(secondsSinceEpoch: $0) : nil }
    }

    /// Reads a half-open range of dates, stored as its two bounds: `2026-11-22 2027-05-01`.
    package static func dates(parsing text: String) -> Range<CivilDate>? {
        let dates = text.split(separator: " ").compactMap { try? CivilDate(parsing: String($0)) }
        guard dates.count == 2, dates[0] < dates[1] else { return nil }
        return dates[0]..<dates[1]
    }

    package func civilTime(_ column: String) throws(LedgerValueError) -> CivilDateTime {
        let expected = "a time in seconds since 1970 in the years 1 to 9999"
        return CivilDateTime(secondsSinceCivilEpoch: try integer(column, in: LedgerRow.civilTimes, as: expected))
    }

    package func date(_ column: String) throws(LedgerValueError) -> CivilDate {
        try parsed(column, as: "a date such as 2026-11-23") { try? CivilDate(parsing: $0) }
    }

    package func time(_ column: String) throws(LedgerValueError) -> TimeOfDay {
        try parsed(column, as: "a time of day such as 07:30") { try? TimeOfDay(parsing: $0) }
    }

    package func number(_ column: String) throws(LedgerValueError) -> Int64 {
        try integer(column, in: RowNumbers.range, as: RowNumbers.expected)
    }

    /// The number of a program's text.
    package func edition(_ column: String) throws(LedgerValueError) -> Int64 {
        try integer(column, in: RowNumbers.range, as: "the number of an edition")
    }

    /// A week since the start of a program, stored as text.
    package func week(_ column: String) throws(LedgerValueError) -> Int {
        try parsed(column, as: "a week from 1") { text in
            Int(text).flatMap { Int64($0) <= LedgerRow.counts.upperBound && $0 >= 1 ? $0 : nil }
        }
    }

    /// A weight in thousandths of its unit, and the unit: `82500 kg`.
    package func weight(_ column: String) throws(LedgerValueError) -> (Weight, WeightUnit) {
        try parsed(column, as: "a weight in thousandths and its unit, such as '82500 kg'") { text in
            let parts = text.split(separator: " ")
            guard parts.count == 2, let number = Int(parts[0]), (0...2_000_000).contains(number),
                let unit = WeightUnit(rawValue: String(parts[1]))
            else { return nil }
            return (Weight(thousandths: number), unit)
        }
    }

    /// How a notification had ended before it was planned again.
    package func formerEnds(_ column: String) throws(LedgerValueError) -> FormerEnds {
        try parsed(column, as: "a time, a state and a reason in each line") { FormerEnds(parsing: $0) }
    }

    /// Comma-separated names.
    package func names(_ column: String) throws(LedgerValueError) -> [String] {
        try text(column).split(separator: ",").map(String.init)
    }

    package func word<Value: RawRepresentable & CaseIterable>(_ column: String, _ type: Value.Type)
        throws(LedgerValueError) -> Value where Value.RawValue == String
    {
        try parsed(column, as: "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))") {
            Value(rawValue: $0)
        }
    }

    /// Text in a specific format.
    package func parsed<Value>(
        _ column: String,
        as expected: @autoclosure () -> String,
        _ parse: (String) -> Value?
    ) throws(LedgerValueError) -> Value {
        guard case .string(let text) = stored(column), let value = parse(text) else {
            throw invalid(column, expected())
        }
        return value
    }

    /// UTF-8 text stored as a BLOB, parsed by `parse`.
    package func encoded<Value>(
        _ column: String,
        as expected: String,
        _ parse: (String) -> Value?
    ) throws(LedgerValueError) -> Value {
        guard case .blob(let data) = stored(column), let text = String(validating: data, as: UTF8.self),
            let value = parse(text)
        else { throw invalid(column, expected) }
        return value
    }

    // MARK: Errors

    package func invalid(_ column: String, _ expected: String) -> LedgerValueError {
        let key = table.key.filter { places[prefix + $0] != nil }.map { "\($0) \(shown(stored($0)))" }
        return LedgerValueError(
            table: table.rawValue,
            row: key.joined(separator: ", "),
            column: column,
            value: shown(stored(column)),
            expected: expected
        )
    }

    /// A value as SQLite stores it.
    package func stored(_ column: String) -> DatabaseValue.Storage {
        // A missing column, for example in a ledger with an earlier schema, is NULL.
        guard let place = places[prefix.isEmpty ? column : prefix + column] else { return .null }
        // GRDB's lookup by name is generic code, which takes four times as long.
        return row[row.startIndex.advanced(by: place)].1.storage
    }

    /// A shortened value: the contents of a damaged file must not flood the terminal.
    private func shown(_ value: DatabaseValue.Storage) -> String {
        switch value {
        case .null: "NULL"
        case .int64(let value): "\(value)"
        case .double(let value): "\(value)"
        case .blob(let data): "a BLOB of \(data.count) bytes"
        case .string(let text):
            "'\(String(String.UnicodeScalarView(text.unicodeScalars.prefix(40).map { $0.isPrintable ? $0 : "?" })))'"
                + (text.unicodeScalars.count > 40 ? "…" : "")
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

/// A value in the ledger that violates its schema: another program edited the file, or it is damaged.
public struct LedgerValueError: Error, Sendable, Hashable {
    public let table: String
    /// The row's key, such as `number 3`; empty if the row has none.
    public let row: String
    public let column: String
    /// The value, shortened and without control characters.
    public let value: String
    /// The expected content of the column.
    public let expected: String
}

extension LedgerValueError: CustomStringConvertible {
    /// The location of the value, and what was expected.
    public var description: String {
        "table \(table)\(row.isEmpty ? "" : ", row \(row)"), column \(column): \(value) is not \(expected)"
    }
}

/// The ledger's tables.
package enum LedgerTable: String, CaseIterable {
    case activation, edition, journal, event, notification
    case item = "notification_item"
    case delivery, fact, reminder, permission, plugin
    case log = "log_entry"
    case deliveryCount = "delivery_count"
    case responseCount = "response_count"

    /// The columns that identify a row to the user.
    package var key: [String] {
        switch self {
        case .activation, .edition, .journal, .event, .reminder, .log: ["number"]
        case .notification: ["number", "id"]
        case .item: ["notification", "position"]
        case .delivery: ["notification", "channel"]
        case .fact: ["name"]
        case .permission: ["channel"]
        case .plugin: ["path"]
        case .deliveryCount: ["month", "channel", "category", "result", "late_seconds"]
        case .responseCount: ["month", "answer", "seconds"]
        }
    }
}
