internal import Quoting

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
