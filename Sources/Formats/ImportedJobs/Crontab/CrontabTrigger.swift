internal import CivilTime
internal import Quoting

/// A crontab line that runs antrain to deliver reminders.
public struct CrontabTrigger: Sendable, Hashable {
    /// The line's number, from 1.
    public let line: Int
    public let command: String
    /// The program as the line names it, such as `~/.local/bin/antrain`.
    public let program: String
    /// The variables that the lines above set, such as `MAILTO`.
    public let variables: [String: String]
    /// The longest time between two runs in seconds; nil if the line never runs at a certain time, as with `@reboot`.
    public let longestGap: Int64?

    /// The folders that cron searches for a program without a folder.
    public var path: [String] {
        (variables["PATH"] ?? CrontabTrigger.defaultPath).unicodeScalars.split(separator: ":").map(String.init)
    }

    private static let commands: Set<String> = ["schedule-next", "deliver"]
    /// The `PATH` of Debian's cron.
    private static let defaultPath = "/usr/bin:/bin"

    init?(_ entry: CrontabEntry) {
        let words = CrontabTrigger.words(entry.command)
        let program = words.firstIndex { word in
            word.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init)
                == "antrain" && !CrontabTrigger.isAssignment(word)
        }
        guard let program, CrontabTrigger.delivers(words[program...]) else { return nil }
        command = entry.command
        line = entry.number
        self.program = words[program]
        variables = entry.variables
        longestGap = CrontabTrigger.longestGap(entry.schedule)
    }

    /// Whether one of the commands delivers reminders, and does not only show what it would do.
    private static func delivers(_ words: ArraySlice<String>) -> Bool {
        words.split(omittingEmptySubsequences: false, whereSeparator: commands.contains).dropFirst()
            .contains { !$0.contains("--dry-run") }
    }

    /// Whether a word sets a variable, as in `HOME=/home/antrain`.
    private static func isAssignment(_ word: String) -> Bool {
        guard let equals = word.unicodeScalars.firstIndex(of: "=") else { return false }
        return ShellWord.isName(word[..<equals])
    }

    /// The words of a command without quotes; operators of the shell separate words, too.
    private static func words(_ command: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        var quote: Unicode.Scalar?
        var rest = command.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch (scalar, quote) {
            case ("\\", nil), ("\\", "\""): if let escaped = rest.popFirst() { word.append(escaped) }
            case (_, scalar): quote = nil
            case ("\"", nil), ("'", nil): quote = scalar
            case (" ", nil), ("\t", nil), (";", nil), ("&", nil), ("|", nil), ("(", nil), (")", nil):
                words.append(String(word))
                word = String.UnicodeScalarView()
            default: word.append(scalar)
            }
        }
        return (words + [String(word)]).filter { !$0.isEmpty }
    }

    /// The longest time between two runs in seconds.
    private static func longestGap(_ schedule: String) -> Int64? {
        let fields = (CrontabSchedule.words[schedule] ?? schedule).split(separator: " ")
        guard fields.count == 5, let minutes = CrontabField(fields[0], in: 0...59),
            let hours = CrontabField(fields[1], in: 0...23), let dates = CrontabField(fields[2], in: 1...31),
            let months = CrontabField(fields[3], in: 1...12, names: CrontabSchedule.months),
            let weekdays = CrontabField(fields[4], in: 0...7, names: CrontabSchedule.weekdays)
        else { return nil }
        let times = hours.values.flatMap { hour in minutes.values.map { hour * 60 + $0 } }.sorted()
        guard let first = times.first, let last = times.last else { return nil }
        var longest = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
        var before: Int?
        // Nine years contain a 29 February, even around a year such as 2100.
        for offset in 0..<9 * 366 {
            let date = CivilDate.earliest.adding(days: offset)
            let parts = date.parts
            let isDate = dates.values.contains(parts.day)
            let number = date.weekday.rawValue
            let isWeekday = weekdays.values.contains(number) || (number == 7 && weekdays.values.contains(0))
            // cron(8): if both day fields are restricted, one of them is enough.
            let isDay = dates.hasStar || weekdays.hasStar ? isDate && isWeekday : isDate || isWeekday
            guard months.values.contains(parts.month), isDay else { continue }
            let day = offset * 24 * 60
            if let before { longest = max(longest, day + first - before) }
            before = day + last
        }
        return before == nil || longest == 0 ? nil : Int64(longest) * 60
    }
}

extension Crontab {
    /// The lines that run antrain to deliver reminders.
    public var triggers: [CrontabTrigger] { entries.compactMap(CrontabTrigger.init) }

    /// The lines of a user in a crontab of the system, such as /etc/crontab, whose lines name a user before the command.
    ///
    /// Lines of other users become empty, so that line numbers stay the same.
    public init(system bytes: [UInt8], user: String) {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line -> String in
            let text = String(decoding: line, as: UTF8.self)
            let fields = text.split { $0 == " " || $0 == "\t" }
            let place = fields.first?.hasPrefix("@") == true ? 1 : 5
            guard fields.count > place + 1, fields.first?.hasPrefix("#") == false else { return text }
            // A variable's assignment has fewer words, or its first word is not a field of a schedule.
            guard fields[0].hasPrefix("@") || fields[0].first?.isNumber == true || fields[0].hasPrefix("*") else {
                return text
            }
            guard fields[place] == user else { return "" }
            return (fields[..<place] + fields[(place + 1)...]).joined(separator: " ")
        }
        self.init(Array(lines.joined(separator: "\n").utf8))
    }
}

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
