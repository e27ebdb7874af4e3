import Platform
import PrintableText

/// Formats rows as aligned columns.
package enum TextTable {
    /// The minimum width of a column whose cells are wrapped.
    private static let narrowest = 20

    /// Formats rows as lines; a cell that does not fit continues below the second column, and no text is cut off.
    package static func lines(_ rows: [[String]], columns: Int) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        var starts = [0]
        for column in 0..<max(0, count - 1) {
            let width = rows.filter { $0.count > 1 }.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max()
            starts.append(starts[column] + (width ?? 0) + 2)
        }
        return rows.flatMap { row -> [String] in
            var line = ""
            for (column, cell) in row.enumerated() { line = padded(line, to: starts[column]) + cell }
            return DisplayWidth.of(line) <= columns || row.count < 2 ? [line] : broken(row, starts, columns)
        }.map(settled)
    }

    /// Removes trailing spaces and replaces non-breaking spaces by ordinary ones.
    private static func settled(_ line: String) -> String {
        var line = TextWrap.settled(line)
        while line.last == " " { line.removeLast() }
        return line
    }

    /// A row on several lines: each cell in its column if it fits, otherwise below the second; a wide first cell has its own line.
    private static func broken(_ row: [String], _ starts: [Int], _ columns: Int) -> [String] {
        let isNarrow = starts[1] > columns / 2
        let indent = isNarrow ? 8 : starts[1]
        var lines: [String] = isNarrow ? [row[0]] : []
        var line = isNarrow ? "" : row[0]
        for (column, cell) in row.enumerated().dropFirst() where DisplayWidth.of(cell) > 0 {
            let used = DisplayWidth.of(line)
            let start = max(isNarrow ? indent : starts[column], used == 0 ? 0 : used + 2)
            let room = columns - start
            let isLast = column == row.count - 1
            let pieces = isLast && room >= narrowest ? TextWrap.lines(cell, columns: room) : [cell]
            if pieces.allSatisfy({ DisplayWidth.of($0) <= room }) {
                for (index, piece) in pieces.enumerated() {
                    if index > 0 { lines.append(line) }
                    line = padded(index == 0 ? line : "", to: start) + piece
                }
                continue
            }
            if !line.allSatisfy({ $0 == " " }) || (column == 1 && !isNarrow && used > 0) { lines.append(line) }
            let below = TextWrap.lines(cell, columns: columns - indent).map { padded("", to: indent) + $0 }
            lines += below.dropLast()
            line = below.last ?? ""
        }
        return lines + [line]
    }

    private static func padded(_ line: String, to column: Int) -> String {
        line + String(repeating: " ", count: max(0, column - DisplayWidth.of(line)))
    }
}
