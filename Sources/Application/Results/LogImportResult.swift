import CivilTime
package import Platform
package import LogExchange
package import Progress
package import Session

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
    /// Whether the entries were added.
    let applied: Bool
    private let name: String

    private enum CodingKeys: String, CodingKey {
        case format, entries, sets, first, last, exercises, duplicates, problems, applied
    }

    package init(_ found: LogImport, adding entries: [LogEntry], isApplied: Bool, _ session: Session) {
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
