internal import Quoting

/// A user's crontab, as printed by `crontab -l` (crontab(5) of Debian).
public struct Crontab: Sendable, Hashable {
    let lines: [[UInt8]]

    public init(_ bytes: [UInt8]) {
        lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    }

    public var bytes: [UInt8] { Array(lines.joined(separator: [0x0A])) }

    /// The text of a line, counted from 1; empty if there is no such line.
    public func line(_ number: Int) -> String {
        lines.indices.contains(number - 1) ? String(decoding: lines[number - 1], as: UTF8.self) : ""
    }

    /// The crontab with some lines commented out; their text is kept after the comment, and no other byte changes.
    ///
    /// - Parameter comments: the comments by line number; the first line is 1.
    public func commenting(_ comments: [Int: String]) -> Crontab {
        var changed = lines
        for (number, comment) in comments where lines.indices.contains(number - 1) {
            changed[number - 1] = Array("# \(comment): ".utf8) + lines[number - 1]
        }
        return Crontab(Array(changed.joined(separator: [0x0A])))
    }

    /// Whether a line runs `antrain schedule-next`.
    public var runsAntrain: Bool {
        entries.contains { $0.text.contains("antrain") && $0.text.contains("schedule-next") }
    }

    /// The variables that lines above a line set for it.
    public func variables(before number: Int) -> [String: String] {
        var variables: [String: String] = [:]
        for bytes in lines.prefix(max(0, number - 1)) {
            guard let line = Crontab.content(String(decoding: bytes, as: UTF8.self)) else { continue }
            if let (name, value) = Crontab.variable(line) { variables[name] = value }
        }
        return variables
    }

    /// The lines that run a command.
    var entries: [CrontabEntry] {
        var variables: [String: String] = [:]
        var result: [CrontabEntry] = []
        for (place, bytes) in lines.enumerated() {
            let text = String(decoding: bytes, as: UTF8.self)
            guard let line = Crontab.content(text) else { continue }
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

    /// A line without blanks at its start; nil if it is empty or a comment.
    ///
    /// By scalars: with a combining mark, a blank and a number sign are other characters.
    private static func content(_ line: String) -> Substring? {
        let rest = line.unicodeScalars.drop { $0 == " " || $0 == "\t" }
        return rest.isEmpty || rest.first == "#" ? nil : Substring(rest)
    }

    /// The variable set by a line: `NAME = value`, each optionally in quotes.
    private static func variable(_ line: Substring) -> (name: String, value: String)? {
        guard let (name, rest) = word(line.unicodeScalars, endingAt: "="), rest.first == "=" else { return nil }
        let given = rest.dropFirst().drop(while: isBlank)
        guard let quote = given.first, quote == "\"" || quote == "'" else {
            return (name, String(given).trimmed)
        }
        guard let (value, rest) = word(given, endingAt: nil), rest.isEmpty else { return nil }
        return (name, value)
    }

    /// A word in quotes, or up to a blank or a delimiter, and the text after the following blanks.
    private static func word(
        _ text: Substring.UnicodeScalarView,
        endingAt end: Unicode.Scalar?
    ) -> (String, Substring.UnicodeScalarView)? {
        guard let quote = text.first, quote == "\"" || quote == "'" else {
            let word = text.prefix { !isBlank($0) && $0 != end }
            return (String(word), text[word.endIndex...].drop(while: isBlank))
        }
        let inside = text.dropFirst()
        guard let close = inside.firstIndex(of: quote) else { return nil }
        return (String(inside[..<close]), inside[inside.index(after: close)...].drop(while: isBlank))
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}

/// The lines that antrain turned into comments because reminders replace them.
extension Crontab {
    private static let moved = "moved to antrain, reminder"

    /// The crontab with lines commented out that reminders replace; their text is kept after the comment.
    ///
    /// - Parameter reminders: the numbers of the reminders by line number; the first line is 1.
    public func commenting(movedTo reminders: [Int: [Int64]]) -> Crontab {
        commenting(
            reminders.mapValues { numbers in
                Crontab.moved + (numbers.count == 1 ? " " : "s ") + numbers.map(String.init).joined(separator: ", ")
            }
        )
    }

    /// The crontab in which the lines that some reminders replaced are no comments any more, and the numbers of these lines.
    ///
    /// - Parameter reminders: the numbers of the reminders; a line needs all of its reminders.
    public func restoring(movedTo reminders: Set<Int64>) -> (crontab: Crontab, lines: [Int]) {
        var changed = lines
        var numbers: [Int] = []
        for (place, line) in lines.enumerated() {
            let prefix = Array("# \(Crontab.moved)".utf8)
            guard line.starts(with: prefix) else { continue }
            let rest = line.dropFirst(prefix.count)
            let list = rest.prefix { $0 != UInt8(ascii: ":") }
            let named = String(decoding: list, as: UTF8.self).split { !$0.isNumber }.compactMap { Int64($0) }
            guard !named.isEmpty, reminders.isSuperset(of: named) else { continue }
            changed[place] = Array(rest.dropFirst(list.count + ": ".utf8.count))
            numbers.append(place + 1)
        }
        return (Crontab(Array(changed.joined(separator: [0x0A]))), numbers)
    }
}

/// A crontab line that runs a command.
struct CrontabEntry: Hashable {
    /// The line's number, from 1.
    let number: Int
    /// The text of the line.
    var text: String
    /// Whether the line is UTF-8.
    var isUTF8 = true
    /// Its schedule: five fields, or a word such as `@daily`.
    let schedule: String
    let command: String
    /// The command's standard input.
    let input: String
    /// The variables set by the lines above.
    let variables: [String: String]

    /// Parses a line without leading blanks; nil if it has no command.
    init?(_ line: Substring, number: Int, variables: [String: String]) {
        var rest = line.unicodeScalars
        var fields: [String] = []
        for _ in 0..<(rest.first == "@" ? 1 : 5) {
            fields.append(String(rest.prefix { !CrontabEntry.isBlank($0) }))
            rest = rest.drop { !CrontabEntry.isBlank($0) }.drop(while: CrontabEntry.isBlank)
        }
        guard !rest.isEmpty else { return nil }
        self.number = number
        self.variables = variables
        text = String(line)
        schedule = fields.joined(separator: " ")
        (command, input) = CrontabText.split(String(rest))
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}
