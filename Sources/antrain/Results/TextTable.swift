import PrintableText

/// Lines in columns that line up.
enum TextTable {
    /// Rows as lines; what does not fit into the width goes on below the second column, and nothing is left out.
    static func lines(_ rows: [[String]], columns: Int) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.filter { $0.count > 1 }.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
        }
        return rows.flatMap { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let isLast = column == row.count - 1
                line += isLast ? cell : cell + blanks(max(0, widths[column] - DisplayWidth.of(cell)) + 2)
            }
            return DisplayWidth.of(line) <= columns || row.count < 2 ? [line] : broken(row, widths[0], columns)
        }.map(settled)
    }

    /// A line as it is written: no blanks at its end, and firm blanks as what they look like.
    private static func settled(_ line: String) -> String {
        var line = String(line.map { $0 == TextWrap.firmBlank ? " " : $0 })
        while line.last == " " { line.removeLast() }
        return line
    }

    /// A row over several lines; a first column that would leave the rest too little has a line to itself.
    private static func broken(_ row: [String], _ first: Int, _ columns: Int) -> [String] {
        let isNarrow = first + 2 > columns / 2
        let indent = isNarrow ? 8 : first + 2
        let rest = row.dropFirst().filter { DisplayWidth.of($0) > 0 }.flatMap {
            TextWrap.lines($0, columns: columns - indent)
        }
        if isNarrow { return [row[0]] + rest.map { blanks(indent) + $0 } }
        return rest.enumerated().map { place, line in
            (place == 0 ? row[0] + blanks(indent - DisplayWidth.of(row[0])) : blanks(indent)) + line
        }
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
