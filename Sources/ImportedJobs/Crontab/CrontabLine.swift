/// Writes crontab lines (crontab(5)).
public enum CrontabLine {
    /// The maximum length of a command in bytes (`MAX_COMMAND` of Debian's cron, without the final NUL).
    public static let longestCommand = 998

    /// A line that runs a program every minute.
    ///
    /// - Parameter words: the program and its arguments, which are quoted for sh(1) where necessary.
    /// - Returns: nil if a crontab cannot have such a line: a word contains a line break, or the command is too long.
    public static func everyMinute(_ words: [String]) -> String? {
        let command = words.map(quoted).joined(separator: " ")
        // cron ends a command at `%`, and removes a backslash before `%` and before another backslash.
        let escaped = command.replacing("\\", with: "\\\\").replacing("%", with: "\\%")
        let isOneLine = escaped.utf8.allSatisfy { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
        guard isOneLine, escaped.utf8.count <= longestCommand else { return nil }
        return "* * * * * " + escaped
    }

    /// A word as sh(1) reads it back (POSIX.1-2017, Shell Command Language, 2.2.2).
    private static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic && scalar.isASCII || ("0"..."9").contains(scalar)
                || "_@%+=:,./-".unicodeScalars.contains(scalar)
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
