/// JSON (RFC 8259) text, composed of values that are already JSON.
public enum JSONText {
    /// A string with quotes.
    public static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

    /// A string without the enclosing quotes.
    ///
    /// - Parameter quotes: whether to escape quotes, which is only needed within quotes.
    public static func escaped(_ text: String, quotes: Bool = true) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"" where quotes: result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if PlainText.isControl(scalar) {
                    result += hexEscape(scalar)
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
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

    /// An array of JSON values.
    public static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }
}
