internal import PrintableText

/// Text that stays where it is put: on its line, and harmless on a terminal.
public enum PlainText {
    /// Whether a character could end a line or control a terminal.
    public static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || (0x2028...0x2029).contains(scalar.value)
    }

    /// The text on one line: each control character is a space.
    public static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
    }

    /// The text as a terminal may display it: on one line, without control characters, in the order in which it is written.
    public static func printable(_ text: String) -> String { text.printable }

    /// The text where HTML, or what is like it, is understood: nothing of it is read as markup.
    public static func withoutMarkup(_ text: String) -> String {
        // A character of Swift's may be a sign of markup with an accent on it.
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// As much of a text as fits into so many bytes, in whole characters; what was cut off leaves an ellipsis.
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
