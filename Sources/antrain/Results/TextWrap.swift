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

    /// A text that stays on one line.
    static func firm(_ text: String) -> String { String(text.map { $0 == " " ? firmBlank : $0 }) }
}
