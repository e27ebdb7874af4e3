internal import PrintableText
internal import Quoting

/// Converts text so that it stays on its line and cannot control a terminal.
public enum PlainText {
    /// Whether a character could end a line or control a terminal.
    public static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.isControl }

    /// The text on one line: control characters become spaces.
    public static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
    }

    /// The text for display on a terminal: on one line, without control characters, in the order in which it is written.
    public static func printable(_ text: String) -> String { text.printable }

    /// The text with HTML characters escaped, so that nothing in it is read as markup.
    public static func withoutMarkup(_ text: String) -> String { MarkupText.content(text) }

    /// The text shortened to a number of bytes, in whole characters; an ellipsis replaces what was cut.
    public static func shortened(_ text: String, bytes limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        let ellipsis = "…"
        var count = ellipsis.utf8.count
        var result = ""
        for character in text {
            count += character.utf8.count
            guard count <= limit else { break }
            result.append(character)
        }
        return result + ellipsis
    }
}
