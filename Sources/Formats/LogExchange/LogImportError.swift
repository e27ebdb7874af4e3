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
