/// Commands in a crontab (crontab(5)).
public enum CrontabText {
    /// Words as a command for sh(1) in a crontab.
    ///
    /// - Returns: nil if a word contains a NUL byte or a line break, which no command in a crontab can have.
    public static func command(_ words: [String]) -> String? {
        let isOneLine = words.allSatisfy { $0.utf8.allSatisfy { $0 != 0x0A && $0 != 0x0D && $0 != 0 } }
        return isOneLine ? words.map { escaped(ShellText.word($0)) }.joined(separator: " ") : nil
    }

    /// A word of sh(1), as cron passes it on: a `%` would end the command.
    ///
    /// Every cron reads `\%` as `%`, but only some read `\\` as `\`. So two quotation marks, which add nothing to the word, separate
    /// a backslash from a following backslash or `%`: it is within single quotation marks, where the shell does not interpret it.
    private static func escaped(_ word: String) -> String {
        var isAfterBackslash = false
        return word.replacingScalars { scalar in
            let separator = isAfterBackslash && (scalar == "\\" || scalar == "%") ? "''" : ""
            isAfterBackslash = scalar == "\\"
            return scalar == "%" ? separator + "\\%" : separator + String(scalar)
        }
    }

    /// The command before the first `%` of a crontab line, and its standard input after it, in which each further `%` is a line break.
    ///
    /// Backslashes are handled as in Debian's cron (do_command.c): those before `%` and `\` are removed in the command, and those
    /// before `%` in the input.
    public static func split(_ text: String) -> (command: String, input: String) {
        var command = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "%" { return (String(command), input(rest)) }
            if scalar == "\\", let escaped = rest.popFirst() {
                if escaped != "%", escaped != "\\" { command.append(scalar) }
                command.append(escaped)
            } else {
                command.append(scalar)
            }
        }
        return (String(command), "")
    }

    private static func input(_ text: Substring.UnicodeScalarView) -> String {
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text {
            if isEscaped, scalar != "%" { result.append("\\") }
            let read = scalar == "%" && !isEscaped ? "\n" : scalar
            isEscaped = read == "\\"
            if !isEscaped { result.append(read) }
        }
        if isEscaped { result.append("\\") }
        if let last = result.last, last != "\n" { result.append("\n") }
        return String(result)
    }
}
