internal import Quoting

/// Writes crontab lines (crontab(5)).
public enum CrontabLine {
    /// The maximum length of a command in bytes (`MAX_COMMAND` of Debian's cron, without the final NUL).
    public static let longestCommand = 998

    /// A line that runs a program every minute, as long as the program exists: cron would mail an error every minute after it was
    /// removed.
    /// - Returns: nil if a crontab cannot have such a line: a word contains a line break, or the command is too long.
    public static func everyMinute(_ program: String, _ words: [String]) -> String? {
        guard let test = CrontabText.command(["test", "-x", program]), let command = CrontabText.command(words) else {
            return nil
        }
        let line = "\(test) && \(command)"
        return line.utf8.count <= longestCommand ? "* * * * * " + line : nil
    }
}
