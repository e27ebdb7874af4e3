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
        case .atStart: "it comes when the machine starts, not at a time"
        case .daysOfMonth: "it comes on some days of the month, and antrain repeats by days and weekdays"
        case .months: "it comes in some months only, and antrain repeats through the year"
        case .tooOften(let times):
            "it comes \(times) times a day, and antrain moves what comes at most \(MigrationObstacle.mostTimes) times"
        case .unknownSchedule(let text): "antrain cannot read when '\(text)' is"
        case .ownZone(let variable): "\(variable) above it sets a time zone of its own"
        case .otherZone(let system, let settings):
            "it goes by the clock of \(system), and the settings say \(settings); to move it: antrain settings --timezone system"
        case .madeText: "its text is made only when it runs"
        case .doesMore: "it does more than remind"
        case .unknownOption(let option, let command): "antrain does not know the option '\(option)' of \(command)"
        case .noText: "it says nothing"
        case .longText: "its text is longer than the \(UserReminder.longestTitle) letters of a title"
        case .notUTF8: "it is not UTF-8"
        case .severalRecipients: "it goes to several people"
        case .otherRecipient(let name): "it goes to \(name), who may be someone else"
        case .noRecipient: "nobody is mailed what it says"
        case .otherJob: "what it schedules is not itself again"
        case .unknownTime(let text): "it schedules itself for '\(text)', and antrain repeats by days"
        case .shiftingTime(let next, let then): "it comes at \(next) next, and at \(then) from then on"
        case .running: "it runs at this moment"
        }
    }
}
