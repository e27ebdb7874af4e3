/// A user's crontab, as `crontab -l` shows it (crontab(5) of Debian).
public struct Crontab: Sendable, Hashable {
    private let lines: [[UInt8]]

    /// Reads a crontab.
    public init(_ bytes: [UInt8]) {
        lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    }

    /// The crontab as it is.
    public var bytes: [UInt8] { Array(lines.joined(separator: [0x0A])) }

    /// The crontab with some lines made comments; each is kept behind what the comment begins with, and no other byte changes.
    ///
    /// - Parameter comments: what the comments begin with, by the number of the line; the first is 1.
    public func commenting(_ comments: [Int: String]) -> Crontab {
        var changed = lines
        for (number, comment) in comments where lines.indices.contains(number - 1) {
            changed[number - 1] = Array("# \(comment): ".utf8) + lines[number - 1]
        }
        return Crontab(Array(changed.joined(separator: [0x0A])))
    }

    /// Whether a line runs `antrain schedule-next`, so that reminders come.
    public var runsAntrain: Bool {
        entries.contains { $0.text.contains("antrain") && $0.text.contains("schedule-next") }
    }

    /// The lines that run a command.
    var entries: [CrontabEntry] {
        var variables: [String: String] = [:]
        var result: [CrontabEntry] = []
        for (place, bytes) in lines.enumerated() {
            let text = String(decoding: bytes, as: UTF8.self)
            let line = text.drop { $0 == " " || $0 == "\t" }
            if line.isEmpty || line.hasPrefix("#") { continue }
            if let (name, value) = Crontab.variable(line) {
                variables[name] = value
            } else if var entry = CrontabEntry(line, number: place + 1, variables: variables) {
                entry.isUTF8 = text.utf8.elementsEqual(bytes)
                entry.text = text
                result.append(entry)
            }
        }
        return result
    }

    /// The variable that a line sets: `NAME = value`, either of them in quotes or not.
    private static func variable(_ line: Substring) -> (name: String, value: String)? {
        guard let (name, rest) = word(line, endingAt: "="), rest.first == "=" else { return nil }
        let given = rest.dropFirst().drop(while: \.isWhitespace)
        guard let quote = given.first, quote == "\"" || quote == "'" else {
            return (name, String(given).trimmed)
        }
        guard let (value, rest) = word(given, endingAt: nil), rest.isEmpty else { return nil }
        return (name, value)
    }

    /// A word in quotes, or up to a blank or what ends it; and what follows the blanks behind it.
    private static func word(_ text: Substring, endingAt end: Character?) -> (String, Substring)? {
        guard let quote = text.first, quote == "\"" || quote == "'" else {
            let word = text.prefix { !$0.isWhitespace && $0 != end }
            return (String(word), text[word.endIndex...].drop(while: \.isWhitespace))
        }
        let inside = text.dropFirst()
        guard let close = inside.firstIndex(of: quote) else { return nil }
        return (String(inside[..<close]), inside[inside.index(after: close)...].drop(while: \.isWhitespace))
    }
}
