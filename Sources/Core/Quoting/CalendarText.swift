internal import PrintableText

/// Content lines of iCalendar (RFC 5545, 3.1) and their values of the type TEXT (3.3.11).
public enum CalendarText {
    /// A text as a value: control characters become spaces, and a comma, a semicolon, a backslash and a line break are escaped.
    public static func escaped(_ text: String) -> String {
        text.withLineFeeds.printableLines.replacingScalars { scalar in
            switch scalar {
            case "\\": "\\\\"
            case ";": "\\;"
            case ",": "\\,"
            case "\n": "\\n"
            default: nil
            }
        }
    }

    /// The text of a value; a backslash before any other character stands for that character.
    public static func unescaped(_ value: String) -> String {
        guard value.utf8.contains(0x5C) else { return value }
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in value.unicodeScalars {
            guard isEscaped || scalar != "\\" else {
                isEscaped = true
                continue
            }
            result.append(isEscaped && (scalar == "n" || scalar == "N") ? "\n" : scalar)
            isEscaped = false
        }
        return String(result)
    }

    /// The value of a parameter, in quotation marks if it needs them; it cannot contain any itself.
    public static func parameter(_ value: String) -> String {
        let needsQuotes = value.utf8.contains { $0 == 0x2C || $0 == 0x3A || $0 == 0x3B }
        return needsQuotes ? "\"\(value)\"" : value
    }

    /// The maximum length of a line in octets, without its line break.
    private static let longestLine = 75
    private static let lineBreak: [UInt8] = [0x0D, 0x0A]

    /// Appends octets as lines of at most 75 octets; no line ends within a UTF-8 sequence.
    public static func fold(_ line: [UInt8], into bytes: inout [UInt8]) {
        var start = 0
        // The space at the start of a continuation line counts.
        var room = longestLine
        while line.count - start > room {
            var end = start + room
            while end > start, line[end] & 0xC0 == 0x80 { end -= 1 }
            if end == start { end = start + room }
            bytes += line[start..<end]
            bytes += lineBreak
            bytes.append(0x20)
            start = end
            room = longestLine - 1
        }
        bytes += line[start...]
        bytes += lineBreak
    }
}

extension String {
    /// The text with a line feed in place of each CRLF.
    fileprivate var withLineFeeds: String {
        guard utf8.contains(0x0D) else { return self }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar == "\n", result.last == "\r" { result.removeLast() }
            result.append(scalar)
        }
        return String(result)
    }
}
