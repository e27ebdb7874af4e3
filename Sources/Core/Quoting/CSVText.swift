/// Tables as CSV (RFC 4180, with line feeds).
public enum CSVText {
    public static func row(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\n" }

    /// A cell, in quotation marks if a reader needs them; some readers separate cells at semicolons.
    private static func cell(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            !scalar.properties.isWhitespace && scalar != "\"" && scalar != "," && scalar != ";"
        }
        return isPlain ? text : "\"" + text.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
    }

    /// A text that no spreadsheet takes for a formula (OWASP, *CSV Injection*): one that could be gets an apostrophe in front.
    public static func protected(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, "=+-@\t\r\n'".unicodeScalars.contains(first) else { return text }
        return "'" + text
    }

    /// The text that `protected` was applied to.
    public static func unprotected(_ text: String) -> String {
        text.utf8.first == UInt8(ascii: "'") ? String(text.unicodeScalars.dropFirst()) : text
    }
}
