internal import PrintableText

/// JSON (RFC 8259) text, composed of values that are already JSON.
public enum JSONText {
    public static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

    /// A string without the enclosing quotes.
    ///
    /// - Parameter quotes: whether to escape quotes, which is only needed within quotes.
    public static func escaped(_ text: String, quotes: Bool = true) -> String {
        text.replacingScalars { scalar in
            switch scalar {
            case "\"": quotes ? "\\\"" : nil
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: scalar.isControl ? hexEscape(scalar) : nil
            }
        }
    }

    /// A control character as an escape, such as `\u0007`.
    private static func hexEscape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// An object from names and JSON values.
    public static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { quoted($0.0) + ":" + $0.1 }.joined(separator: ",") + "}"
    }

    public static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }
}
