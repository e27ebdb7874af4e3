/// Text that stays where it is put: on its line, and harmless on a terminal.
public enum PlainText {
    /// Whether a character could end a line or steer a terminal.
    public static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
    }

    /// The text on one line: every control character is a blank.
    public static func oneLine(_ text: String) -> String { blanked(text, where: isControl) }

    /// The text without anything that a terminal would act on: on one line, and in the order that it is written in.
    public static func printable(_ text: String) -> String { blanked(text) { isControl($0) || turnsText($0) } }

    /// Whether a character turns the direction of what follows, perhaps beyond its own line.
    private static func turnsText(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    private static func blanked(_ text: String, where isBlank: (Unicode.Scalar) -> Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars { result.unicodeScalars.append(isBlank(scalar) ? " " : scalar) }
        return result
    }

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
