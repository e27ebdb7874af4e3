/// JSON (RFC 8259) as text, put together from members that are JSON already.
public enum JSONText {
    /// A string with its quotes.
    public static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

    /// A string as it stands between quotes.
    ///
    /// - Parameter quotes: whether quotes in it are escaped, too; where none stand around it, they need not be.
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

    /// A control character by its number, as in `\u0007`.
    private static func hexEscape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// An object of names and what is JSON.
    public static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { quoted($0.0) + ":" + $0.1 }.joined(separator: ",") + "}"
    }

    /// An array of what is JSON.
    public static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }
}
