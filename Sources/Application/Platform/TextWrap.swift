import PrintableText

package enum TextWrap {
    /// A non-breaking space; it is printed as an ordinary space.
    package static let firmBlank: Character = "\u{A0}"
    /// The narrow non-breaking space that French puts before some punctuation.
    private static let narrowBlank: Character = "\u{202F}"

    /// Wraps text at spaces; a word that is wider than a line gets its own line.
    ///
    /// Non-breaking spaces become ordinary ones.
    package static func lines(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: { $0.isWhitespace && $0 != firmBlank && $0 != narrowBlank }) {
            if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > columns {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        return (line.isEmpty ? lines : lines + [line]).map(settled)
    }

    /// Replaces non-breaking spaces, with which a shell would not run a copied command.
    package static func settled(_ line: String) -> String {
        line.utf8.contains(0xC2) ? String(line.map { $0 == firmBlank ? " " : $0 }) : line
    }

    /// Wraps each line of a text and indents continuation lines by two, or to the last column of a table; without a width, lines
    /// stay whole.
    ///
    /// Source excerpts are not wrapped, because the caret below them marks a column.
    package static func paragraphs(_ text: String, columns: Int?) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if isExcerpt(line) { return String(line) }
            guard let columns, DisplayWidth.of(line) > columns else {
                return settled(String(line))
            }
            let (head, rest) = columnsBefore(line, columns)
            let pieces = lines(
                firmQuotations(rest),
                columns: columns - DisplayWidth.of(head) - (isMargin(head) ? 2 : 0)
            )
            let margin = isMargin(head) ? head + "  " : String(repeating: " ", count: DisplayWidth.of(head))
            return pieces.enumerated()
                .map { settled($0 == 0 ? head : margin) + $1 }
                .joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static func isMargin(_ head: String) -> Bool { head.allSatisfy { $0 == " " } }

    /// A line's margin, or what precedes its last column, which begins after two blanks and has at least a third of the width.
    private static func columnsBefore(_ line: Substring, _ columns: Int) -> (head: String, rest: Substring) {
        let text = line.drop { $0 == " " }
        guard let gap = text.ranges(of: "  ").last else { return (String(line[..<text.startIndex]), text) }
        let rest = text[gap.upperBound...].drop { $0 == " " }
        let head = line[..<rest.startIndex]
        guard DisplayWidth.of(head) <= columns * 2 / 3 else { return (String(line[..<text.startIndex]), text) }
        return (String(head), rest)
    }

    /// Keeps quoted commands on one line, so that they can be copied.
    private static func firmQuotations(_ text: Substring) -> String {
        text.split(separator: "'", omittingEmptySubsequences: false).map { part in
            part.hasPrefix("antrain ") && part.count < 40 ? firm(String(part)) : String(part)
        }.joined(separator: "'")
    }

    /// Whether a line is the source line or the caret of a diagnostic, as in `  3 | name: x`.
    private static func isExcerpt(_ line: Substring) -> Bool {
        let content = line.drop { $0 == " " }.drop(while: \.isNumber)
        return content.hasPrefix(" | ") || content.hasPrefix("| ")
    }

    /// Makes all spaces non-breaking, so that the text stays on one line.
    package static func firm(_ text: String) -> String { String(text.map { $0 == " " ? firmBlank : $0 }) }
}
