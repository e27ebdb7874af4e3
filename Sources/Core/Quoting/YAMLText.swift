/// Scalars of YAML that read back unchanged (YAML 1.1 and 1.2).
public enum YAMLText {
    /// How a scalar is written.
    public enum Style: Sendable, Hashable {
        case plain, singleQuoted, doubleQuoted
    }

    /// - Parameters:
    ///   - style: the style of the scalar that it replaces, which is kept if it can represent the text; nil for a new scalar.
    ///   - isQuoted: whether a new scalar is always put in double quotes.
    public static func scalar(_ text: String, like style: Style? = nil, isQuoted: Bool = false) -> String {
        switch style {
        case .singleQuoted where !text.unicodeScalars.contains(where: needsEscape):
            "'" + text.replacingScalars { $0 == "'" ? "''" : nil } + "'"
        case .plain where isPlain(text): text
        case nil where !isQuoted && isPlain(text) && !isTakenForAnother(text): text
        default: doubleQuoted(text)
        }
    }

    private static func doubleQuoted(_ text: String) -> String {
        let escaped = text.replacingScalars { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\t": "\\t"
            case "\r": "\\r"
            default: needsEscape(scalar) ? escape(scalar) : nil
            }
        }
        return "\"" + escaped + "\""
    }

    /// Whether a scalar is not printable (YAML 1.1, 5.1) or a line break.
    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x20, 0x7F...0x9F, 0x2028...0x2029, 0xFEFF, 0xFFFE...0xFFFF: true
        default: false
        }
    }

    /// A scalar of the Basic Multilingual Plane as an escape.
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Whether a text is safe without quotes, also within brackets: letters, digits and some punctuation between them.
    private static func isPlain(_ text: String) -> Bool {
        let bytes = text.utf8
        func mayEnd(_ byte: UInt8?) -> Bool { byte.map { isAlphanumeric($0) || $0 == UInt8(ascii: "/") } ?? false }
        guard mayEnd(bytes.first), mayEnd(bytes.last) else { return false }
        let isBeforeBlank = zip(bytes, bytes.dropFirst()).contains { byte, next in
            next == UInt8(ascii: " ") && (byte == UInt8(ascii: ":") || byte == UInt8(ascii: " "))
        }
        return !isBeforeBlank && bytes.allSatisfy { isAlphanumeric($0) || "-_./+@%: ".utf8.contains($0) }
    }

    /// Whether other YAML readers would read the bare text as a number, a time, a boolean or null.
    private static func isTakenForAnother(_ text: String) -> Bool {
        ["true", "false", "yes", "no", "null", "y", "n"].contains(text.lowercased())
            || (text.utf8.contains(UInt8(ascii: ":"))
                && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: ":") })
    }
}
