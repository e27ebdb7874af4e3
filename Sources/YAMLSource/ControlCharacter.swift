/// Characters that steer a terminal, and have no place in a text that is shown.
public enum ControlCharacter {
    /// The first in a text, as in `U+001B`; nil where there is none.
    ///
    /// Line breaks and tabs are none.
    public static func first(in text: String) -> String? {
        text.unicodeScalars.first { isOne($0) && $0 != "\n" && $0 != "\r" && $0 != "\t" }.map {
            let digits = String($0.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    /// The text with a blank in place of each.
    public static func blanked(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isOne) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isOne($0) ? " " : $0 }))
    }

    /// Whether a character is of the category Cc of Unicode.
    static func isOne(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
}
