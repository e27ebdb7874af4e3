internal import PrintableText
internal import SwiftCSV

/// The rows of a CSV file with their line numbers (RFC 4180, with commas or semicolons).
struct CSVTable {
    /// A row and the line on which it begins, from 1.
    struct Row {
        let line: Int
        let cells: [String]
    }

    let header: [String]
    let rows: [Row]

    /// Parses a text; the delimiter is the comma or the semicolon, whichever is more frequent in the header.
    init(_ text: String) throws(LogImportError) {
        let unified = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        let firstLine = unified.prefix { $0 != "\n" }
        let semicolons = firstLine.count { $0 == ";" }
        let delimiter: CSVDelimiter = semicolons > firstLine.count { $0 == "," } ? .semicolon : .comma
        // The parser would accept the rest of the file as one cell.
        guard unified.count(where: { $0 == "\"" }) % 2 == 0 else { throw .unclosedQuote }
        guard let parsed = try? EnumeratedCSV(string: unified, delimiter: delimiter, loadColumns: false) else {
            throw .badQuote(line: CSVTable.badLine(unified, delimiter))
        }
        header = parsed.header.map { $0.printable.trimmingBlanks.lowercased() }
        var line = 1 + CSVTable.lines(parsed.header)
        var rows: [Row] = []
        for cells in parsed.rows {
            if cells.contains(where: { !$0.isEmpty }) { rows.append(Row(line: line, cells: cells)) }
            line += CSVTable.lines(cells)
        }
        self.rows = rows
    }

    /// The number of lines of a row.
    private static func lines(_ cells: [String]) -> Int {
        1 + cells.reduce(0) { $0 + $1.count { $0 == "\n" } }
    }

    /// The first row that cannot be parsed, found by halving.
    private static func badLine(_ text: String, _ delimiter: CSVDelimiter) -> Int {
        func isGood(_ count: Int) -> Bool {
            (try? EnumeratedCSV(string: text, delimiter: delimiter, loadColumns: false, rowLimit: count)) != nil
        }
        var (good, bad) = (0, text.count { $0 == "\n" } + 1)
        while bad - good > 1 {
            let middle = (good + bad) / 2
            if isGood(middle) { good = middle } else { bad = middle }
        }
        return bad + 1
    }
}

extension String {
    /// Without blanks at both ends.
    var trimmingBlanks: String {
        let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex
        return String(self[..<end].drop(while: \.isWhitespace))
    }
}
