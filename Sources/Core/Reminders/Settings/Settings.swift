public import CivilTime
public import Localization

/// The time zone of the user's times.
public enum TimezoneChoice: Sendable, Hashable {
    /// The machine's time zone.
    case system
    case named(String)
}

/// The user's settings.
public struct Settings: Sendable, Hashable {
    public var isEnabled = false
    /// When reminders are sent; with `autoTime`, before its first move.
    public var time = TimeOfDay(secondsFromMidnight: 9 * 3600)
    /// How the time follows the workouts; nil if it is fixed.
    public var autoTime: AutoTime?
    public var days = WeekdaySet.all
    public var restDays = false
    /// Whether at most one workout a day is planned, that of the program with the highest priority.
    public var isOneADay = false
    /// The number of days planned ahead, 1 to 60, including today.
    public var horizon = 7
    /// How late a reminder may be delivered.
    public var grace = TimeSpan.hours(4)
    public var snooze = SnoozeLengths.defaults
    /// Whether an unanswered reminder is sent again.
    public var followUp: FollowUpPolicy?
    /// How long after its start an unanswered workout is asked about; nil for never.
    public var unfinished: TimeSpan?
    /// What answers workouts that the user does not; nil for nothing.
    public var evidence: EvidenceSettings? = EvidenceSettings()
    public var quietHours: QuietHours?
    public var reportsRecords = false
    /// When the week is summed up; nil for never.
    public var summary: SummarySchedule?
    /// The lengths of streaks that are reported, in workouts.
    public var milestones: [Int] = []
    /// When antrain warns that a streak would end; nil for never.
    public var streakWarning: TimeOfDay?
    /// How long the details of past reminders are kept; nil for always.
    public var keep: CalendarSpan?
    /// How antrain shows other programs that it runs; nil for not at all.
    public var heartbeat: HeartbeatSettings?
    /// The language of reminders; nil to use the locale's.
    public var language: Language?
    public var texts = UserTexts()
    /// Whether a workout's reminder includes exercises, duration and week.
    public var showsDetails = true
    /// The time zone of the times.
    public var timezone = TimezoneChoice.system
    public var channels = ["console"]
    public var configurations: [ChannelConfiguration] = []
    /// The log of what antrain does; nil for none.
    public var logging: LoggingSettings?
    public var gyms = Gyms()
    /// The calendar file that is kept current; nil for none.
    public var calendarFile: CalendarFile?
    /// The calendar of the days on which the user cannot train: absolute, or in the home folder (`~/calendar.ics`); nil for none.
    public var daysOff: String?

    public static let defaults = Settings()

    public static let horizonRange = 1...60

    /// The shortest time for which details are kept, in days.
    ///
    /// The planner reads up to 47 days of past reminders: those missed in the last 40, and those snoozed in the last 31, which were due
    /// up to 16 days before their dates. The clock may be wrong by up to 31 days without being noticed.
    public static let shortestKeep = 90

    /// The milestones of `milestones: on`: a week, a month, 100 and a year of workouts.
    public static let usualMilestones = [7, 30, 100, 365]
    /// The allowed milestones, in workouts.
    public static let milestoneRange = 2...10_000
    /// The largest number of milestones.
    public static let mostMilestones = 100

    public init() {}

    /// The configurations of the channels in use, in order and without duplicates, followed by their fallback channels.
    public func configurations(of names: [String]) -> [ChannelConfiguration] {
        var names = names
        var result: [ChannelConfiguration] = []
        while !names.isEmpty {
            let name = names.removeFirst()
            guard !result.contains(where: { $0.name == name }) else { continue }
            let channel = configurations.first { $0.name == name } ?? ChannelConfiguration(named: name)
            result.append(channel)
            if let fallback = channel.fallback?.channel { names.append(fallback) }
        }
        return result
    }
}

/// The settings with their own keys.
public enum SettingKey: String, Sendable, Hashable, CaseIterable {
    case enabled
    /// When reminders are sent.
    case time
    case days
    case restDays = "rest-days"
    /// Whether at most one workout a day is planned.
    case oneADay = "one-a-day"
    /// The number of days planned ahead.
    case horizon
    /// How late a reminder may be delivered.
    case grace
    case snooze
    /// Whether an unanswered reminder is sent again.
    case followUp = "follow-up"
    /// How long after its start a workout is asked about.
    case unfinished
    /// Whether the training log answers workouts.
    case evidence
    case quietHours = "quiet-hours"
    case records
    /// When the week is summed up.
    case summary
    /// The lengths of streaks that are reported.
    case milestones
    /// When antrain warns that a streak would end.
    case streakWarning = "streak-warning"
    /// How long the details of past reminders are kept.
    case keep
    /// How antrain shows that it runs.
    case heartbeat
    case language, texts, details, timezone, channels
    /// The configurations of channels.
    case configure
    case logging
    /// The equipment that loads are rounded to.
    case equipment
    /// Further gyms with their own equipment.
    case gyms
    case gym
    case calendarFile = "calendar-file"
    /// The calendar of the days on which the user cannot train.
    case daysOff = "days-off"
}

/// What answers workouts that the user does not: the training log.
public struct EvidenceSettings: Sendable, Hashable {
    /// The folder with files that are added to the log: absolute, or in the home folder (`~/Sync/activities`); nil for none.
    public let folder: String?

    public init(folder: String? = nil) { self.folder = folder }
}

/// A calendar file that is kept current with the plan.
public struct CalendarFile: Sendable, Hashable {
    /// The number of days that are exported by default, including today.
    public static let usualDays = 90
    public static let dayRange = 1...3660

    /// The path: absolute, or in the home folder (`~/training.ics`).
    public let path: String
    /// The number of days that it covers, including today.
    public let days: Int
    public let hasAlarms: Bool

    public init(path: String, days: Int = usualDays, hasAlarms: Bool = false) {
        (self.path, self.days, self.hasAlarms) = (path, days, hasAlarms)
    }
}

/// When and how often an unanswered reminder is sent again.
public struct FollowUpPolicy: Sendable, Hashable {
    /// The time from the reminder to the first follow-up.
    public let after: TimeSpan
    /// The time from each follow-up to the next one.
    public let every: TimeSpan
    /// The maximum number of follow-ups, 1 … 10.
    public let atMost: Int

    /// The valid maximum numbers of follow-ups.
    public static let countRange = 1...10

    /// Creates a policy, by default with one follow-up; without `every` the interval is `after`.
    public init(after: TimeSpan, every: TimeSpan? = nil, atMost: Int = 1) {
        self.after = after
        self.every = every ?? after
        self.atMost = atMost
    }
}

/// When the week is summed up.
public struct SummarySchedule: Sendable, Hashable {
    public let weekday: Weekday
    public let time: TimeOfDay

    /// Sunday at 18:00.
    public static let usual = SummarySchedule(on: .sunday, at: TimeOfDay(secondsFromMidnight: 18 * 3600))

    public init(on weekday: Weekday, at time: TimeOfDay) {
        self.weekday = weekday
        self.time = time
    }

    /// The seven days that a summary on a date covers: up to that date, or up to the day before if it comes in the morning.
    package func week(on date: CivilDate) -> Range<CivilDate> {
        let end = time.hour < 12 ? date : date.adding(days: 1)
        return end.adding(days: -7)..<end
    }
}

/// Where antrain logs what it does, and how much.
public struct LoggingSettings: Sendable, Hashable {
    /// The destination of a log.
    public enum Target: Sendable, Hashable {
        case journal
        /// A file, by the path in the settings, which may start with `~/`.
        case file(String)
    }

    /// The lowest level of messages that are logged.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        /// Everything, including runs in which nothing happened.
        case debug
        /// Deliveries and changes of the queue.
        case info
        /// Problems that antrain handles by itself, such as a delivery that will be retried.
        case warning
        /// Problems that the user has to solve.
        case error
    }

    public let target: Target
    public let level: Level

    /// The destination as in the settings: `journal` or a path.
    public var place: String {
        switch target {
        case .journal: "journal"
        case .file(let path): path
        }
    }

    public init(target: Target, level: Level = .info) {
        self.target = target
        self.level = level
    }
}
