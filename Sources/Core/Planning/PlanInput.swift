public import CivilTime
public import Localization
public import Progress
public import Reminders
public import Training

/// Everything a plan depends on.
public struct PlanInput: Sendable {
    /// The active programs in the order of their activation.
    public let programs: [ActiveProgram]
    /// The programs that were deactivated or replaced since the first of the active ones started.
    public let former: [FormerProgram]
    /// The settings in force.
    public let settings: Settings
    /// The time zone, as chosen by the settings.
    public let zone: Zone
    /// The current time.
    public let now: Instant
    /// The notifications that the user cancelled.
    public let cancelled: Set<NotificationID>
    /// The user's answers by workout.
    public let answers: [OccurrenceKey: Answer]
    /// The user's snoozes.
    public let snoozes: [Snooze]
    /// The delivered reminders of today and the two days before.
    public let delivered: [DeliveredReminder]
    /// The reminders that a run of the last days found to be missed, because antrain had not run, and that no summary reported.
    public let missed: [MissedReminder]
    /// What became of recent reminders, and of those that are pending today.
    public let fates: [NotificationID: ReminderFate]
    /// The first date that no plan has reached so far; nil if there was no plan yet, or if reminders were off.
    public let unplannedFrom: CivilDate?
    /// The user's own reminders.
    public let reminders: [UserReminder]
    /// Recently started workouts.
    public private(set) var started: [StartedWorkout]
    /// When recent answers were given.
    public let answeredAt: [OccurrenceKey: Instant]
    /// What the athlete set and logged.
    public let athlete: AthleteHistory
    /// The recent part of the training log, as far as notifications about progress need it.
    public let recentLog: RecentLog
    /// The moves of the time of the settings, in the order in which they were recorded.
    public let timeMoves: [TimeMove]
    /// What logged exercises are called in the user's language.
    let exerciseNames: ExerciseNames
    /// The texts of reminders.
    public let words: MessageCatalog
    /// The language, unless the settings name one.
    public let language: Language
    /// The territory for dates and clocks; nil if unknown.
    public let territory: Territory?
    /// The programs' calendars, in their order.
    let calendars: [TrainingCalendar]
    let loads = ReminderLoads()
    let turns = TextTurns()
    /// The programs in the order in which they get a date, if only one workout a day is planned; otherwise none.
    let ranking: [RankedProgram]
    private let remindersByNumber: [Int64: UserReminder]

    /// Creates the input of a plan.
    ///
    /// - Parameter former: the programs that were deactivated or replaced, in the order in which they had been activated; with one workout a
    ///   day, workouts gave way to theirs.
    public init(
        programs: [ActiveProgram],
        former: [FormerProgram] = [],
        settings: Settings,
        zone: Zone,
        now: Instant,
        cancelled: Set<NotificationID> = [],
        answers: [OccurrenceKey: Answer] = [:],
        snoozes: [Snooze] = [],
        delivered: [DeliveredReminder] = [],
        missed: [MissedReminder] = [],
        fates: [NotificationID: ReminderFate] = [:],
        unplannedFrom: CivilDate? = nil,
        reminders: [UserReminder] = [],
        started: [StartedWorkout] = [],
        answeredAt: [OccurrenceKey: Instant] = [:],
        athlete: AthleteHistory = AthleteHistory(),
        recentLog: RecentLog = RecentLog(),
        timeMoves: [TimeMove] = [],
        exerciseNames: ExerciseNames = .asWritten,
        language: Language = .english,
        territory: Territory? = nil
    ) {
        let today = zone.civil(at: now).date
        (self.programs, ranking) =
            settings.isOneADay
            ? RankedProgram.arranged(programs, former, today: today, in: zone) : (programs, [])
        self.former = former
        self.settings = settings
        self.zone = zone
        self.now = now
        self.cancelled = cancelled
        self.answers = answers
        self.snoozes = snoozes
        // A reminder that was delivered early because the clock was ahead does not count as delivered.
        let first = today.adding(days: -2)
        self.delivered = delivered.filter { !$0.isPremature(at: now) && $0.notification.fireAt.date >= first }
        self.missed = missed
        self.fates = fates
        self.unplannedFrom = unplannedFrom
        self.reminders = reminders
        self.started = started
        self.answeredAt = answeredAt
        self.athlete = athlete
        self.recentLog = recentLog
        self.timeMoves = timeMoves
        self.exerciseNames = exerciseNames
        self.language = language
        self.territory = territory
        words = MessageCatalog(settings.language ?? language, in: territory, snooze: settings.snooze)
        calendars = self.programs.map { $0.calendar(today: today) }
        remindersByNumber = Dictionary(reminders.map { ($0.number, $0) }) { first, _ in first }
    }

    /// The same facts, as if no workout had been started.
    func withoutStarts() -> PlanInput {
        var input = self
        input.started = []
        return input
    }

    /// The user's own reminder with a number.
    public func reminder(_ number: Int64) -> UserReminder? { remindersByNumber[number] }

    /// The current date in the user's zone.
    public var today: CivilDate { zone.civil(at: now).date }
}
