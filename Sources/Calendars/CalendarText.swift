internal import PrintableText

/// Values of the type TEXT (RFC 5545, 3.3.11).
enum CalendarText {
    /// A text as a value: control characters become spaces, and a comma, a semicolon, a backslash and a line break are escaped.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.replacing("\r\n", with: "\n").printableLines.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case ";": result += "\\;"
            case ",": result += "\\,"
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text of a value; a backslash before any other character stands for that character.
    static func unescaped(_ value: String) -> String {
        guard value.utf8.contains(0x5C) else { return value }
        var result = ""
        var isEscaped = false
        for scalar in value.unicodeScalars {
            guard isEscaped || scalar != "\\" else {
                isEscaped = true
                continue
            }
            result.unicodeScalars.append(isEscaped && (scalar == "n" || scalar == "N") ? "\n" : scalar)
            isEscaped = false
        }
        return result
    }
}
