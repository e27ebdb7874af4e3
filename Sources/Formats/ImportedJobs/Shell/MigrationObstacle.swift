public import CivilTime
internal import Reminders

/// Why an existing reminder cannot be imported.
public enum MigrationObstacle: Error, Sendable, Hashable {
    /// It runs when the machine starts.
    case atStart
    case daysOfMonth
    /// It runs only in some months.
    case months
    /// It runs too many times a day.
    case tooOften(times: Int)
    /// Its fields are not those of crontab(5).
    case unknownSchedule(String)
    /// A line above it sets a different time zone.
    case ownZone(variable: String)
    /// cron and at(1) use another time zone than the settings.
    case otherZone(system: String, settings: String)
    /// Its text is generated when it runs.
    case madeText
    /// Its command does other things, too.
    case doesMore
    /// Its command has an unknown option.
    case unknownOption(String, command: String)
    case noText
    /// Its text is too long for a title.
    case longText
    /// Its line is not UTF-8.
    case notUTF8
    case severalRecipients
    /// Its recipient may not be the user.
    case otherRecipient(String)
    /// Its output is not mailed to anyone.
    case noRecipient
    /// It sends its text to a message service over the network.
    case messageService(String)
    case otherJob
    /// The job reschedules itself for a time that is not a whole number of days away.
    case unknownTime(String)
    /// The job's time changes after its next run.
    case shiftingTime(next: TimeOfDay, then: TimeOfDay)
    case running

    /// The maximum number of times a day for import: each becomes a separate reminder.
    public static let mostTimes = 12

    /// The reason as a word for programs, which stays the same.
    public var code: String {
        switch self {
        case .atStart: "at-start"
        case .daysOfMonth: "days-of-month"
        case .months: "months"
        case .tooOften: "too-often"
        case .unknownSchedule: "unknown-schedule"
        case .ownZone: "own-zone"
        case .otherZone: "other-zone"
        case .madeText: "made-text"
        case .doesMore: "does-more"
        case .unknownOption: "unknown-option"
        case .noText: "no-text"
        case .longText: "long-text"
        case .notUTF8: "not-utf-8"
        case .severalRecipients: "several-recipients"
        case .otherRecipient: "other-recipient"
        case .noRecipient: "no-recipient"
        case .messageService: "message-service"
        case .otherJob: "other-job"
        case .unknownTime: "unknown-time"
        case .shiftingTime: "shifting-time"
        case .running: "running"
        }
    }
}

extension MigrationObstacle: CustomStringConvertible {
    /// The reason, to follow "it stays: ".
    public var description: String {
        switch self {
        case .atStart: "it runs when the machine starts, not at a set time"
        case .daysOfMonth:
            "it runs on several days of the month, or on a day that some months lack; antrain repeats on one day of every month"
        case .months: "it runs in some months only; antrain repeats all year"
        case .tooOften(let times):
            "it runs \(times) times a day; antrain imports at most \(MigrationObstacle.mostTimes) times a day"
        case .unknownSchedule(let text): "unsupported schedule '\(text)'"
        case .ownZone(let variable): "\(variable) above it sets a different time zone"
        case .otherZone(let system, let settings):
            "it uses the time zone \(system), but the settings use \(settings); to import it, run: antrain settings timezone system"
        case .madeText: "its text is generated when it runs"
        case .doesMore: "it does more than show a reminder"
        case .unknownOption(let option, let command): "unknown option '\(option)' of \(command)"
        case .noText: "it has no text"
        case .longText: "its text is longer than \(UserReminder.longestTitle) characters"
        case .notUTF8: "it is not UTF-8"
        case .severalRecipients: "it has several recipients"
        case .otherRecipient(let name): "it is sent to \(name), who may be someone else"
        case .noRecipient: "its output is not mailed to anyone"
        case .messageService(let host):
            "it sends a message to \(host), and antrain sends only through your channels; set up the channel webhook for \(host), add the reminder with 'antrain reminder add', and remove the line"
        case .otherJob: "it schedules a different job"
        case .unknownTime(let text): "it reschedules itself for '\(text)'; antrain repeats by days"
        case .shiftingTime(let next, let then): "it runs at \(next) next, and at \(then) from then on"
        case .running: "it is running now"
        }
    }
}

extension String {
    /// The text without leading and trailing blanks.
    var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    /// Whether the text mentions antrain; a folder such as `~/antrain/` or `/tmp/antrain.d/` does not count.
    var mentionsAntrain: Bool {
        let words = lowercased().split { !($0.isLetter || $0.isNumber || "-_/.".contains($0)) }
        return words.contains { word in
            // A sentence may end with the name.
            let name = word.prefix(through: word.lastIndex { $0 != "." } ?? word.startIndex)
            return name == "antrain" || name.hasSuffix("/antrain")
        }
    }
}
