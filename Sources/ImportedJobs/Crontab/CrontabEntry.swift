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
    /// The command for the shell.
    let command: String
    /// The command's standard input.
    let input: String
    /// The variables set by the lines above.
    let variables: [String: String]

    /// Parses a line without leading blanks; nil if it has no command.
    init?(_ line: Substring, number: Int, variables: [String: String]) {
        var rest = line
        var fields: [Substring] = []
        for _ in 0..<(line.hasPrefix("@") ? 1 : 5) {
            fields.append(rest.prefix { !CrontabEntry.isBlank($0) })
            rest = rest.drop { !CrontabEntry.isBlank($0) }.drop(while: CrontabEntry.isBlank)
        }
        guard !rest.isEmpty else { return nil }
        self.number = number
        self.variables = variables
        text = String(line)
        schedule = fields.joined(separator: " ")
        (command, input) = CrontabEntry.split(rest)
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

    /// The command before the first `%`, and the input after it, in which each further `%` is a line break.
    ///
    /// Backslashes are handled like in cron (do_command.c): those before `%` and `\` are removed in the command, and those
    /// before `%` in the input.
    private static func split(_ text: Substring) -> (command: String, input: String) {
        var command = ""
        var rest = text
        while let character = rest.popFirst() {
            if character == "%" { return (command, input(rest)) }
            guard character == "\\", let escaped = rest.popFirst() else {
                command.append(character)
                continue
            }
            if escaped != "%", escaped != "\\" { command.append(character) }
            command.append(escaped)
        }
        return (command, "")
    }

    private static func input(_ text: Substring) -> String {
        var result = ""
        var isEscaped = false
        for character in text {
            if isEscaped, character != "%" { result.append("\\") }
            let read = character == "%" && !isEscaped ? "\n" : character
            isEscaped = read == "\\"
            if !isEscaped { result.append(read) }
        }
        if isEscaped { result.append("\\") }
        return result.isEmpty || result.hasSuffix("\n") ? result : result + "\n"
    }
}
