public import CivilTime

/// Why a home-made reminder stays where it is.
public enum MigrationObstacle: Error, Sendable, Hashable {
    /// It comes when the machine starts.
    case atStart
    /// It comes on some days of the month.
    case daysOfMonth
    /// It comes in some months only.
    case months
    /// It comes that many times a day.
    case tooOften(times: Int)
    /// Its fields are not those of crontab(5).
    case unknownSchedule(String)
    /// A line above it gives it a time zone of its own.
    case ownZone(variable: String)
    /// The clock of cron and at is another than that of the settings.
    case otherZone(system: String, settings: String)
    /// Its text is made when it runs.
    case madeText
    /// Its command does other things, too.
    case doesMore
    /// Its command has an option that may mean anything.
    case unknownOption(String, command: String)
    /// It says nothing.
    case noText
    /// It says more than a title may.
    case longText
    /// Its line is not UTF-8.
    case notUTF8
    /// It goes to several people.
    case severalRecipients
    /// It goes to someone who is not surely the user.
    case otherRecipient(String)
    /// What it prints is mailed to nobody.
    case noRecipient
    /// The job schedules something else than itself.
    case otherJob
    /// The job schedules itself for a time that is no number of days away.
    case unknownTime(String)
    /// The job comes at one time now and at another later.
    case shiftingTime(next: TimeOfDay, then: TimeOfDay)
    /// The job runs at this moment.
    case running

    /// The most times a day at which a reminder is moved: each is a reminder of its own.
    public static let mostTimes = 12
}

extension MigrationObstacle: CustomStringConvertible {
    /// The reason, as what follows "it stays: ".
    public var description: String {
        switch self {
        case .atStart: "it runs when the machine starts, not at a set time"
        case .daysOfMonth: "it runs on days of the month; antrain repeats by days or weekdays"
        case .months: "it runs in some months only; antrain repeats all year"
        case .tooOften(let times):
            "it runs \(times) times a day; antrain imports at most \(MigrationObstacle.mostTimes) times a day"
        case .unknownSchedule(let text): "unsupported schedule '\(text)'"
        case .ownZone(let variable): "\(variable) above it sets a different time zone"
        case .otherZone(let system, let settings):
            "it uses the time zone \(system), but the settings use \(settings); to import it, run: antrain settings --timezone system"
        case .madeText: "its text is generated when it runs"
        case .doesMore: "it does more than show a reminder"
        case .unknownOption(let option, let command): "unknown option '\(option)' of \(command)"
        case .noText: "it has no text"
        case .longText: "its text is longer than \(UserReminder.longestTitle) characters"
        case .notUTF8: "it is not UTF-8"
        case .severalRecipients: "it has several recipients"
        case .otherRecipient(let name): "it is sent to \(name), who may be someone else"
        case .noRecipient: "its output is not mailed to anyone"
        case .otherJob: "it schedules a different job"
        case .unknownTime(let text): "it reschedules itself for '\(text)'; antrain repeats by days"
        case .shiftingTime(let next, let then): "it runs at \(next) next, and at \(then) from then on"
        case .running: "it is running now"
        }
    }
}
