/// Why a file cannot be imported at all.
public enum LogImportError: Error, Hashable {
    /// The file is empty.
    case empty
    /// The file is not UTF-8.
    case notText
    /// A quoted cell does not end.
    case unclosedQuote
    /// A quotation mark is out of place in the row that begins on this line.
    case badQuote(line: Int)
    /// The header belongs to no known format; its first columns.
    case unknownFormat(header: [String])
    /// The header lacks columns.
    case missingColumns([String], LogFileFormat)
}

extension LogImportError: CustomStringConvertible {
    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .empty: "the file is empty; expected a CSV export with a header"
        case .notText: "the file is not UTF-8 text; export it again as CSV in UTF-8"
        case .unclosedQuote: "a quoted cell does not end; the file may be incomplete; export it again"
        case .badQuote(let line):
            "line \(line): a quotation mark is out of place; write two for one within a quoted cell"
        case .unknownFormat(let header):
            "unknown format with the columns \(header.prefix(5).joined(separator: ", ")); expected an export of Strong, Hevy, FitNotes or antrain"
        case .missingColumns(let names, let format):
            "this looks like an export of \(format.name), but it has no column \(names.joined(separator: ", ")); export it again"
        }
    }
}

/// The program that wrote a file.
public enum LogFileFormat: String, Sendable, Hashable, CaseIterable {
    /// antrain's own.
    case antrain
    /// Strong for Android and iOS.
    case strong
    /// Hevy.
    case hevy
    /// FitNotes for Android and iOS.
    case fitNotes = "fitnotes"

    /// The program's name.
    public var name: String {
        switch self {
        case .antrain: "antrain"
        case .strong: "Strong"
        case .hevy: "Hevy"
        case .fitNotes: "FitNotes"
        }
    }

    /// The format of a header in lower case; nil if it is unknown.
    init?(header: [String]) {
        func has(_ names: String...) -> Bool { names.allSatisfy(header.contains) }
        if has("program_exercise", "outcome") {
            self = .antrain
        } else if has("exercise_title", "set_index") {
            self = .hevy
        } else if has("exercise name", "set order") {
            self = .strong
        } else if has("exercise", "category", "reps") {
            self = .fitNotes
        } else {
            return nil
        }
    }

    /// The columns that a file must have.
    var required: [String] {
        switch self {
        case .antrain: LogExport.columns
        case .strong: ["date", "exercise name", "set order", "reps"]
        case .hevy: ["start_time", "exercise_title", "set_type", "reps"]
        case .fitNotes: ["date", "exercise", "reps"]
        }
    }
}
