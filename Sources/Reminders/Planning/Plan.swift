public import CivilTime
public import Training

/// A program that the user activated, as the planner sees it.
public struct ActiveProgram: Sendable {
    /// The program.
    public let program: Program
    /// The date of the first day of its first week.
    public let start: CivilDate
    /// The workouts of it that were completed.
    public let completions: [Completion]
    /// The dates of its workouts that are left out.
    public let skipped: Set<CivilDate>
    /// The pauses and moved dates that the user asked for.
    public let exceptions: [ScheduleException]
    /// When its reminders come, where the user chose that for this program.
    public let time: TimeOfDay?
    /// On which weekdays it is reminded of, where the user chose that for this program.
    public let days: WeekdaySet?
    /// The channels that its reminders go to; nil for those of the settings.
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

    /// Whether the user trains on a workout's date: on their weekdays, and on a date to which a move brought the workout.
    func isTrained(_ workout: Occurrence, _ settings: Settings) -> Bool {
        (days ?? settings.days).contains(workout.date.weekday) || workout.isMoved
    }

    /// The weekdays that the user trains on, where none of the program's workouts of the coming four weeks falls on one of them.
    ///
    /// - Parameters:
    ///   - settings: the weekdays, where the program has none of its own.
    ///   - today: the present date.
    public func daysInVain(_ settings: Settings, today: CivilDate) -> WeekdaySet? {
        let chosen = days ?? settings.days
        let first = max(start, today)
        let workouts = calendar(settings, today: today).days(first..<first.adding(days: 28)).compactMap(\.occurrence)
        let isInVain = !workouts.isEmpty && !workouts.contains { isTrained($0, settings) }
        return isInVain && !chosen.isEmpty ? chosen : nil
    }

    /// Its calendar.
    ///
    /// - Parameters:
    ///   - settings: the weekdays, where the program has none of its own.
    ///   - today: the present date.
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

/// All that a plan depends on.
public struct PlanInput: Sendable {
    /// The active programs in the order of their activation.
    public let programs: [ActiveProgram]
    /// The settings in force.
    public let settings: Settings
    /// The zone that the settings choose.
    public let zone: Zone
    /// The present.
    public let now: Instant
    /// What the user cancelled by hand.
    public let cancelled: Set<NotificationID>
    /// What the user answered to workouts.
    public let answers: [WorkoutKey: Answer]
    /// What the user wants to hear of again.
    public let snoozes: [Snooze]
    /// What was delivered of late.
    public let delivered: [DeliveredReminder]
    /// The user's own reminders.
    public let reminders: [UserReminder]
    /// The workouts that were begun of late.
    public let started: [StartedWorkout]
    /// The words of reminders.
    public let words: Catalogue
    /// The language where the settings name none.
    public let language: Language
    /// The territory whose dates and clocks the user has, where one is known.
    public let territory: Territory?
    private let remindersBySubject: [String: UserReminder]

    /// Creates the input of a plan.
    public init(
        programs: [ActiveProgram],
        settings: Settings,
        zone: Zone,
        now: Instant,
        cancelled: Set<NotificationID> = [],
        answers: [WorkoutKey: Answer] = [:],
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
        self.delivered = delivered
        self.reminders = reminders
        self.started = started
        self.language = language
        self.territory = territory
        words = Catalogue(settings.language ?? language, in: territory)
        remindersBySubject = Dictionary(reminders.map { ($0.subject, $0) }) { first, _ in first }
    }

    /// The user's own reminder with that name in the journal.
    func reminder(_ subject: String) -> UserReminder? { remindersBySubject[subject] }

    /// The date on the user's wall.
    public var today: CivilDate { zone.civil(at: now).date }
}

/// Why a workout has no reminder to come.
public enum ReminderAbsence: Sendable, Hashable {
    /// Reminders are off.
    case off
    /// The settings leave this weekday out.
    case weekdayOff(Weekday)
    /// Its time has passed.
    case past
    /// It came at a time, and has no answer yet.
    case delivered(TimeOfDay)
    /// It came at a time, and asks for no answer.
    case came(TimeOfDay)
    /// The user cancelled it.
    case cancelled
    /// The user answered it already.
    case answered(Answer)
    /// The date's workouts have different answers, or not all have one.
    case mixed([AnsweredWorkout])
    /// Its day is over, and the user did not answer it.
    case unanswered
    /// The user put it off.
    case snoozed
    /// It falls into the quiet hours.
    case quiet
    /// The zone's calendar leaves the date out.
    case noSuchDay
    /// The settings do not ask for reminders of rest days.
    case restDay
    /// All that there would be is paused.
    case paused
    /// Everything is paused by the programs' own files, which `resume` does not change.
    case pausedByProgram
    /// Every program has ended.
    case ended
    /// No program has anything for the date.
    case nothingPlanned
}

extension ReminderAbsence {
    /// A word for programs, which stays the same in every language.
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

/// What a date brings: for people to look at.
public struct DayOutlook: Sendable {
    /// The date.
    public let date: CivilDate
    /// What each program has for it, in the programs' order.
    public let programs: [CalendarDay]
    /// The notifications about it that are still to come.
    public let notifications: [PlannedNotification]
    /// Why there is none, if there is none.
    public let absence: ReminderAbsence?

    /// The workouts of the date.
    public var workouts: [Occurrence] { programs.compactMap(\.occurrence) }

    /// Whether every program that runs on the date rests.
    public var isRestDay: Bool {
        workouts.isEmpty && programs.contains { $0.kind == .rest }
    }
}

/// What is to be reminded of, from today to the horizon.
public struct Plan: Sendable {
    /// The notifications, soonest first.
    public let notifications: [PlannedNotification]
    /// What each date brings, from today on.
    public let days: [DayOutlook]
    /// Those of the notifications that could not be planned before their time: the delivery that they follow was learned of later.
    public let overdue: Set<NotificationID>
    /// What could not be planned before its grace period was over, for the same reason: it is missed.
    public let lapsed: [PlannedNotification]
}
