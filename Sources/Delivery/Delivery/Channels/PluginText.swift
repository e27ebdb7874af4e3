internal import PrintableText
internal import RunnerProtocol

/// Filters and shortens a plugin's text before it is shown or stored.
///
/// A plugin's process can send any text, regardless of its runner's limits.
package enum PluginText {
    /// The maximum length of a reason or remedy in bytes: it fits in `antrain_result` with its NUL.
    static let reasonBytes = 511
    /// The maximum length of a notification's id or key, in bytes.
    static let idBytes = 512
    /// The maximum length of a plugin's, key's or action's name, in bytes.
    static let nameBytes = 64

    /// The maximum number of bytes that a plugin may print per call.
    ///
    /// Shipped plugins print the reminder itself, however long it is.
    static func printed(ships: Bool) -> Int { ships ? FrameLimit.payloadBytes : 64 << 10 }

    /// The text on one line, without terminal control sequences, cut to a number of bytes.
    static func line(_ text: String, bytes: Int) -> String {
        // The filter does not make text longer: a replaced character takes at least one byte.
        prefix(of: text, bytes: bytes).printable
    }

    /// The longest prefix of a text that fits in a number of bytes, in whole Unicode characters.
    static func prefix(of text: String, bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: max(0, bytes))
        while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        return String(text.unicodeScalars[..<end])
    }

    /// The text as part of a sentence of antrain: in quotes, and with escapes for what could be taken for the rest of the sentence or
    /// is not visible, unless it is a plain name, version or path.
    static func quoted(_ text: String) -> String {
        func isPlain(_ scalar: Unicode.Scalar) -> Bool {
            let isName = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            return isName && !scalar.properties.isDefaultIgnorableCodePoint
                || "/._~$@+-".unicodeScalars.contains(scalar)
        }
        guard text.isEmpty || !text.unicodeScalars.allSatisfy(isPlain) else { return text }
        var quoted = "'"
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            let isText = scalar == " " ? last != " " : (0x21...0x7E).contains(scalar.value) || isPlain(scalar)
            if isText, scalar != "'", scalar != "\\" {
                quoted.unicodeScalars.append(scalar)
            } else {
                quoted += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
            last = scalar
        }
        return quoted + "'"
    }

    /// The text with the channel's name before each row, so that no row can pass for one of antrain's.
    ///
    /// - Parameter columns: the width of the terminal, which starts a new row itself when one is full; nil if it is not for a terminal.
    static func attributed(_ text: String, to channel: String, columns: Int?) -> String {
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        let room = columns.map { max(1, $0 - channel.utf8.count - 2) }
        return lines.flatMap { line in room.map { rows(of: colored(String(line)), room: $0) } ?? [colored(String(line))]
        }
        .map { "\(channel): \($0)\n" }.joined()
    }

    /// The rows of a line of clean text on a terminal, each with its own colours.
    ///
    /// Terminals disagree about the width of characters that are not ASCII: each counts as two columns, the most that any takes.
    private static func rows(of line: String, room: Int) -> [String] {
        var (rows, row, used, isColour) = ([String](), "", 0, false)
        for scalar in line.unicodeScalars {
            isColour = isColour || scalar == "\u{1B}"
            let width = isColour ? 0 : scalar == "\t" ? 8 - used % 8 : scalar.isASCII ? 1 : 2
            if used + width > room, used > 0 {
                rows.append(colored(row))
                (row, used) = ("", 0)
            }
            if scalar == "\t" { row += String(repeating: " ", count: width) } else { row.unicodeScalars.append(scalar) }
            used += width
            if scalar == "m" { isColour = false }
        }
        return rows + [row]
    }

    /// The text with its line feeds, tabs and colours; colours are reset at the end.
    static func colored(_ text: String) -> String {
        let clean = text.terminalText
        return clean.utf8.contains(0x1B) ? clean + "\u{1B}[0m" : clean
    }
}
