internal import PrintableText
internal import RunnerProtocol

/// Filters and shortens a plugin's text before it is shown or stored.
///
/// A plugin's process can send any text, regardless of its runner's limits.
enum PluginText {
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

    /// The text with the channel's name before each line, so that no line can pass for one of antrain's.
    static func attributed(_ text: String, to channel: String) -> String {
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { "\(channel): \(colored(String($0)))\n" }.joined()
    }

    /// The text with its line feeds, tabs and colours; colours are reset at the end.
    static func colored(_ text: String) -> String {
        let clean = text.terminalText
        return clean.utf8.contains(0x1B) ? clean + "\u{1B}[0m" : clean
    }
}
