public import CivilTime
public import Training

/// An activated program, with the user's choices for it.
public struct ActiveProgram: Sendable {
    /// The program.
    public let program: Program
    /// The first date of its first week.
    public let start: CivilDate
    /// Its completed workouts.
    public let completions: [Completion]
    /// The dates of its skipped workouts.
    public let skipped: Set<CivilDate>
    /// The user's pauses and moves.
    public let exceptions: [ScheduleException]
    /// The time of its reminders; nil for the settings' or the program's own.
    public let time: TimeOfDay?
    /// Its training days; nil for those of the settings.
    public let days: WeekdaySet?
    /// The channels of its reminders; nil for those of the settings.
    public let channels: [String]?

    /// Creates an active program.
    public init(
        program: Program,
        start: CivilDate,
        completions: [Completion],
        skipped: Set<CivilDate> = [],
        exceptions: [ScheduleException] = [],
        time: TimeOfDay? = nil,
        days: WeekdaySet? = nil,
        channels: [String]? = nil
    ) {
        self.program = program
        self.start = start
        self.completions = completions
        self.skipped = skipped
        self.exceptions = exceptions
        self.time = time
        self.days = days
        self.channels = channels
    }

    /// Whether the user trains on a workout's date: it is a training day, or the workout was moved there.
    public func isTrained(_ workout: Occurrence, _ settings: Settings) -> Bool {
        (days ?? settings.days).contains(workout.date.weekday) || workout.isMoved
    }

    /// The training days, if no workout of the coming four weeks falls on one of them; otherwise nil.
    ///
    /// - Parameters:
    ///   - settings: the training days, unless the program has its own.
    ///   - today: the current date.
    public func trainingDaysWithoutWorkouts(_ settings: Settings, today: CivilDate) -> WeekdaySet? {
        let chosen = days ?? settings.days
        let first = max(start, today)
        let workouts = calendar(settings, today: today).days(first..<first.adding(days: 28)).compactMap(\.occurrence)
        let isInVain = !workouts.isEmpty && !workouts.contains { isTrained($0, settings) }
        return isInVain && !chosen.isEmpty ? chosen : nil
    }

    /// The calendar of its workouts.
    ///
    /// - Parameters:
    ///   - settings: the training days, unless the program has its own.
    ///   - today: the current date.
    public func calendar(_ settings: Settings, today: CivilDate) -> TrainingCalendar {
        TrainingCalendar(
            program: program,
            start: start,
            trainingDays: days ?? settings.days,
            completions: completions,
            skipped: skipped,
            exceptions: exceptions,
            today: today
        )
    }
}

/// Everything a plan depends on.
public struct PlanInput: Sendable {
    /// The active programs in the order of their activation.
    public let programs: [ActiveProgram]
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
    /// Recently delivered reminders.
    public let delivered: [DeliveredReminder]
    /// The user's own reminders.
    public let reminders: [UserReminder]
    /// Recently started workouts.
    public let started: [StartedWorkout]
    /// The texts of reminders.
    public let words: MessageCatalog
    /// The language, unless the settings name one.
    public let language: Language
    /// The territory for dates and clocks; nil if unknown.
    public let territory: Territory?
    /// The programs' calendars, in their order.
    let calendars: [TrainingCalendar]
    private let remindersByNumber: [Int64: UserReminder]

    /// Creates the input of a plan.
    public init(
        programs: [ActiveProgram],
        settings: Settings,
        zone: Zone,
        now: Instant,
        cancelled: Set<NotificationID> = [],
        answers: [OccurrenceKey: Answer] = [:],
        snoozes: [Snooze] = [],
        delivered: [DeliveredReminder] = [],
        reminders: [UserReminder] = [],
        started: [StartedWorkout] = [],
        language: Language = .english,
        territory: Territory? = nil
    ) {
        self.programs = programs
        self.settings = settings
        self.zone = zone
        self.now = now
        self.cancelled = cancelled
        self.answers = answers
        self.snoozes = snoozes
        // What a clock that was ahead delivered is still to come.
        self.delivered = delivered.filter { !$0.isPremature(at: now) }
        self.reminders = reminders
        self.started = started
        self.language = language
        self.territory = territory
        words = MessageCatalog(settings.language ?? language, in: territory)
        let today = zone.civil(at: now).date
        calendars = programs.map { $0.calendar(settings, today: today) }
        remindersByNumber = Dictionary(reminders.map { ($0.number, $0) }) { first, _ in first }
    }

    /// The user's own reminder with a subject as recorded in the journal.
    public func reminder(_ subject: String) -> UserReminder? {
        UserReminder.number(ofSubject: subject).flatMap(reminder)
    }

    /// The user's own reminder with a subject as recorded in the journal.
    public func reminder(_ number: Int64) -> UserReminder? { remindersByNumber[number] }

    /// The current date in the user's zone.
    public var today: CivilDate { zone.civil(at: now).date }
}

/// Why a date has no reminder ahead.
public enum ReminderAbsence: Sendable, Hashable {
    /// Reminders are off.
    case off
    /// The weekday is not a training day.
    case weekdayOff(Weekday)
    /// Its time has passed.
    case past
    /// It was delivered at a time, and is unanswered.
    case delivered(TimeOfDay)
    /// It was delivered at a time, and expects no answer.
    case came(TimeOfDay)
    /// The user cancelled it.
    case cancelled
    /// The user has answered it.
    case answered(Answer)
    /// The date's workouts have different answers, or some have none.
    case mixed([AnsweredWorkout])
    /// The day is over, and the user did not answer.
    case unanswered
    /// The user snoozed it.
    case snoozed
    /// It falls within the quiet hours.
    case quiet
    /// The time zone skips the date.
    case noSuchDay
    /// The settings have no reminders on rest days.
    case restDay
    /// Everything on the date is paused.
    case paused
    /// Everything is paused by the programs' files, which `resume` does not change.
    case pausedByProgram
    /// Every program has ended.
    case ended
    /// No program has anything for the date.
    case nothingPlanned
}

extension ReminderAbsence {
    /// The code in JSON output, the same in every language.
    public var code: String {
        switch self {
        case .off: "off"
        case .weekdayOff: "weekday-off"
        case .past: "past"
        case .delivered: "delivered"
        case .came: "came"
        case .cancelled: "cancelled"
        case .answered(.completed): "done"
        case .answered(.skipped): "skipped"
        case .mixed: "mixed"
        case .unanswered: "unanswered"
        case .snoozed: "snoozed"
        case .quiet: "quiet-hours"
        case .noSuchDay: "no-such-day"
        case .restDay: "rest-day"
        case .paused: "paused"
        case .pausedByProgram: "paused-by-program"
        case .ended: "ended"
        case .nothingPlanned: "nothing-planned"
        }
    }
}

/// A workout's name, and the answer to it if there is one.
public struct AnsweredWorkout: Sendable, Hashable {
    /// The program day's name.
    public let name: String
    /// The answer.
    public let answer: Answer?
}

/// The workouts and reminders of a date, for display.
public struct DayPlan: Sendable {
    /// The date.
    public let date: CivilDate
    /// Each program's day, in the order of the programs.
    public let programs: [ScheduledDay]
    /// The notifications about the date that are pending or may still be delivered.
    public let notifications: [PlannedNotification]
    /// Why there is no reminder ahead; nil if there is one.
    public let absence: ReminderAbsence?

    /// The workouts of the date.
    public var workouts: [Occurrence] { programs.compactMap(\.occurrence) }

    /// Whether the date is a rest day: a program has a rest day, and none has a workout.
    public var isRestDay: Bool {
        workouts.isEmpty && programs.contains { $0.kind == .rest }
    }
}

/// The planned notifications from today to the horizon.
public struct Plan: Sendable {
    /// The notifications, soonest first.
    public let notifications: [PlannedNotification]
    /// The days from today on.
    public let days: [DayPlan]
    /// The follow-ups among the notifications that could not be planned in time, because antrain learned of the delivery later.
    public let overdue: Set<NotificationID>
    /// The follow-ups whose grace period ended before they could be planned, for the same reason; they are missed.
    public let lapsed: [PlannedNotification]
}
