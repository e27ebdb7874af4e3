/// Lines in columns that line up.
enum TextTable {
    /// Rows as lines; the last column is cut to the width, and a row with one cell only stands by itself.
    static func lines(_ rows: [[String]], columns: Int) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.filter { $0.count > 1 }.map { column < $0.count ? width($0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let isLast = column == row.count - 1
                line += isLast ? cell : cell + String(repeating: " ", count: max(0, widths[column] - width(cell)) + 2)
            }
            return cut(line, to: columns)
        }
    }

    /// The columns that a cell takes; colour takes none.
    static func width(_ text: String) -> Int {
        var width = 0
        var isEscape = false
        for character in text {
            if character == "\u{1B}" {
                isEscape = true
            } else if isEscape {
                isEscape = character != "m"
            } else {
                width += 1
            }
        }
        return width
    }

    /// A line that is too long ends with an ellipsis; colour is closed.
    static func cut(_ line: String, to columns: Int) -> String {
        guard width(line) > columns else { return line }
        var result = ""
        var used = 0
        var isEscape = false
        var isPainted = false
        for character in line {
            if character == "\u{1B}" {
                isEscape = true
                isPainted = true
            }
            if isEscape {
                result.append(character)
                if character == "m" { isEscape = false }
                continue
            }
            guard used < columns - 1 else { break }
            result.append(character)
            used += 1
        }
        return result + "…" + (isPainted ? "\u{1B}[0m" : "")
    }
}
