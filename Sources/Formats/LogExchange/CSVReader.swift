/// Reads the rows of a CSV file one after another (RFC 4180), with commas, semicolons or tabs.
///
/// It compares bytes: for Swift, a quotation mark with a combining mark is another character.
struct CSVReader {
    /// A row and the line on which it begins, from 1.
    struct Row {
        let line: Int
        let cells: [String]
    }

    private static let quote = UInt8(ascii: "\"")

    private let bytes: [UInt8]
    private let delimiter: UInt8
    private var position = 0
    private var line = 1

    /// Reads a text in UTF-8; the delimiter is the most frequent one in the first line.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let header = bytes.prefix { !CSVReader.isNewline($0) }
        let delimiters = [",", ";", "\t"].map(UInt8.init(ascii:))
        let counts = delimiters.map { delimiter in header.count { $0 == delimiter } }
        delimiter = zip(delimiters, counts).first { $0.1 == counts.max() }?.0 ?? UInt8(ascii: ",")
    }

    /// The next row that has a cell with text; nil at the end.
    mutating func next() throws(LogImportError) -> Row? {
        while position < bytes.count {
            let row = try row()
            if row.cells.contains(where: { !$0.isEmpty }) { return row }
        }
        return nil
    }

    private mutating func row() throws(LogImportError) -> Row {
        let first = line
        var cells: [String] = []
        repeat { cells.append(try cell(ofRowAt: first)) } while take(delimiter)
        if take(UInt8(ascii: "\r")) { _ = take(UInt8(ascii: "\n")) } else { _ = take(UInt8(ascii: "\n")) }
        line += 1
        return Row(line: first, cells: cells)
    }

    private mutating func cell(ofRowAt first: Int) throws(LogImportError) -> String {
        guard take(CSVReader.quote) else {
            let start = position
            while position < bytes.count, !isEndOfCell(bytes[position]) {
                guard bytes[position] != CSVReader.quote else { throw .badQuote(line: first) }
                position += 1
            }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }
        var cell: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == CSVReader.quote {
                guard take(CSVReader.quote) else {
                    guard position == bytes.count || isEndOfCell(bytes[position]) else { throw .badQuote(line: first) }
                    return String(decoding: cell, as: UTF8.self)
                }
            } else if byte == UInt8(ascii: "\r") {
                // Notes have one kind of line break, whatever system wrote the file.
                _ = take(UInt8(ascii: "\n"))
                cell.append(UInt8(ascii: "\n"))
                line += 1
                continue
            } else if byte == UInt8(ascii: "\n") {
                line += 1
            }
            cell.append(byte)
        }
        throw .unclosedQuote(line: first)
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private func isEndOfCell(_ byte: UInt8) -> Bool { byte == delimiter || CSVReader.isNewline(byte) }

    private static func isNewline(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}

extension String {
    /// Without blanks at both ends.
    var trimmingBlanks: String {
        let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex
        return String(self[..<end].drop(while: \.isWhitespace))
    }
}
