import PrintableText

/// Breaks text into lines.
enum TextWrap {
    /// A blank at which no line is broken; on the terminal it is a blank like any other.
    static let firmBlank: Character = "\u{A0}"
    /// The blank that French has before some marks; no line is broken there either.
    private static let narrowBlank: Character = "\u{202F}"

    /// The text in lines of at most so many columns, broken at blanks; a longer word has a line to itself.
    static func lines(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: { $0.isWhitespace && $0 != firmBlank && $0 != narrowBlank }) {
            if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > columns {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Lines of running text, each broken at spaces where it is wider than a number of columns; what follows is indented by two.
    ///
    /// Excerpts of files, which have a caret below a certain column, stay as they are.
    static func paragraphs(_ text: String, columns: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard DisplayWidth.of(line) > columns, !isExcerpt(line) else { return String(line) }
            let margin = String(line.prefix { $0 == " " })
            let text = firmQuotations(line.dropFirst(margin.count))
            let pieces = lines(text, columns: columns - margin.count - 2)
            return pieces.enumerated().map { margin + ($0 == 0 ? "" : "  ") + $1.replacing("\(firmBlank)", with: " ") }
                .joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// The text with the spaces within quoted commands firm, so that a command can be copied.
    private static func firmQuotations(_ text: Substring) -> String {
        text.split(separator: "'", omittingEmptySubsequences: false).map { part in
            part.hasPrefix("antrain ") && part.count < 40 ? firm(String(part)) : String(part)
        }.joined(separator: "'")
    }

    /// Whether a line is the source line or the caret of a finding, as in `  3 | name: x`.
    private static func isExcerpt(_ line: Substring) -> Bool {
        let rest = line.drop { $0 == " " }.drop(while: \.isNumber)
        return rest.hasPrefix(" | ") || rest.hasPrefix("| ")
    }

    /// A text that stays on one line.
    static func firm(_ text: String) -> String { String(text.map { $0 == " " ? firmBlank : $0 }) }
}
