public import CivilTime
public import Localization
public import Planning
public import Progress
public import Reminders
public import Training

/// The workout that an answer or a start is about.
public struct GivenWorkout: Sendable, Hashable {
    /// The ID of the program day.
    public let dayID: String
    /// The week since the start of the program; nil for answers to earlier versions of antrain.
    public let week: Int?
    /// The number of the program's text at that time; nil for the user's own reminders.
    public let edition: Int64?
}

/// The ledger's state that a plan depends on.
public struct PlanningSnapshot: Sendable {
    /// The active programs in order of activation.
    public let activations: [Activation]
    /// The activations that ended since the first of the active programs started, or since an earlier date that was asked for, in their
    /// order.
    public let former: [FormerActivation]
    /// The completed workouts by program ID.
    public let completions: [String: [Completion]]
    /// The notifications cancelled by the user.
    public let cancelled: Set<NotificationID>
    /// The answers.
    public let answers: [OccurrenceKey: Answer]
    /// What the answers are about, and the starts of workouts without an answer.
    public let answered: [OccurrenceKey: GivenWorkout]
    /// The texts of the active programs that answers and entries of the log refer to, by number.
    public let editions: [Int64: Edition]
    /// When the user edited programs, in the order of the edits.
    public let edits: [ProgramEdit]
    /// When the answers of the last two days were given.
    public let answeredAt: [OccurrenceKey: Instant]
    /// The snoozes.
    public let snoozes: [Snooze]
    /// The recently delivered notifications.
    public let delivered: [DeliveredReminder]
    /// The reminders that were recently found to be missed, because antrain had not run, and that no summary reported.
    public let missed: [MissedReminder]
    /// What became of recent reminders, and of those that are pending today.
    public let fates: [NotificationID: ReminderFate]
    /// The first date that no plan has reached so far; nil if there was no plan yet, or if reminders were off.
    public let unplannedFrom: CivilDate?
    /// The recently started workouts.
    public let started: [StartedWorkout]
    /// The user's own reminders.
    public let reminders: [UserReminder]
    /// The user's pauses and moved dates.
    public let exceptions: UserExceptions
    /// The user's choices among alternative exercises, by program.
    public let choices: [String: ExerciseChoices]
    /// The maxes and loads that the athlete set, in the order in which they were recorded.
    public let values: [AthleteValue]
    /// The entries of the training log since 90 days before the first activation, in the order of their numbers.
    public let log: [LogEntry]
    /// The part of the training log that was asked for.
    public let recentLog: RecentLog
    /// The moves of the time of reminders that apply, in the order in which they were recorded.
    public let timeMoves: [TimeMove]
    /// The training days in the settings over time; nil if they never changed.
    public let days: TrainingDays?
    /// When workouts were first answered or started.
    public let settledAt: [OccurrenceKey: Instant]
    /// The time zone of the last planning, if any.
    public let plannedZone: String?
    /// The last known language of the locale: cron has no locale.
    public let language: Language?
    /// The last known territory of the locale.
    public let territory: Territory?
    /// The channels that the user was told cover few days.
    public let shortChannels: [String]
    /// Whether the user was asked whether to turn on reminders.
    public let wasAsked: Bool
    /// The remembered state of the settings file.
    public let settings: RememberedSettings

    /// The state of a ledger in which nothing was recorded.
    public static let empty = PlanningSnapshot(
        activations: [],
        former: [],
        completions: [:],
        cancelled: [],
        answers: [:],
        answered: [:],
        editions: [:],
        edits: [],
        answeredAt: [:],
        snoozes: [],
        delivered: [],
        missed: [],
        fates: [:],
        unplannedFrom: nil,
        started: [],
        reminders: [],
        exceptions: UserExceptions(),
        choices: [:],
        values: [],
        log: [],
        recentLog: RecentLog(),
        timeMoves: [],
        days: nil,
        settledAt: [:],
        plannedZone: nil,
        language: nil,
        territory: nil,
        shortChannels: [],
        wasAsked: false,
        settings: RememberedSettings()
    )

    /// What decides the athlete's loads.
    public var athlete: AthleteHistory { AthleteHistory(values: values, log: log) }

    /// When the workouts of a program's dates were first answered or started.
    public func settledAt(_ programID: String) -> [CivilDate: Instant] {
        let own = settledAt.filter { $0.key.source == .program(programID) }
        return Dictionary(own.map { ($0.key.date, $0.value) }) { min($0, $1) }
    }

    /// The dates of a program's skipped workouts.
    public func skipped(_ programID: String) -> Set<CivilDate> {
        Set(answers.filter { $0.key.source == .program(programID) && !$0.value.isDone }.map(\.key.date))
    }
}

/// The user's pauses and moved dates: those of one program, and those of all programs.
public struct UserExceptions: Sendable, Hashable {
    private struct Entry: Hashable {
        let programID: String?
        var exception: ScheduleException
        /// The programs that continue while the others are paused, each with its first date.
        var resumed: [String: CivilDate] = [:]

        func exception(of id: String) -> ScheduleException? {
            guard programID == nil || programID == id else { return nil }
            return resumed[id].map { exception.ending(before: $0) } ?? exception
        }
    }

    private var entries: [Entry] = []

    /// The exceptions of a program.
    public func of(_ programID: String) -> [ScheduleException] {
        entries.compactMap { $0.exception(of: programID) }
    }

    /// Whether a program is paused on a date.
    func pauses(_ programID: String, on date: CivilDate) -> Bool {
        of(programID).contains { exception in
            if case .pause(let from, let through) = exception { from <= date && date <= through } else { false }
        }
    }

    mutating func add(_ exception: ScheduleException, to programID: String?) {
        // Of two pauses without an end, the later one counts: setting an end refers to the current pause.
        if case .pause(let from, _) = exception {
            entries = entries.compactMap { entry in
                guard entry.programID == programID, case .pause(_, .latest) = entry.exception else { return entry }
                guard let remaining = entry.exception.ending(before: from) else { return nil }
                return Entry(programID: programID, exception: remaining, resumed: entry.resumed)
            }
        }
        entries.append(Entry(programID: programID, exception: exception))
    }

    /// The pauses and moved dates that remain when the pauses covering or following a date end, for one program or, without one,
    /// for all.
    public func resumed(_ programID: String?, on date: CivilDate) -> UserExceptions {
        var result = self
        result.entries = entries.compactMap { entry in
            var entry = entry
            guard let programID, entry.programID == nil else {
                guard programID == nil || entry.programID == programID else { return entry }
                guard let remaining = entry.exception.ending(before: date) else { return nil }
                entry.exception = remaining
                return entry
            }
            // The others stay paused.
            if let own = entry.exception(of: programID), own.ending(before: date) != own {
                entry.resumed[programID] = date
            }
            return entry
        }
        return result
    }
}

extension ScheduleException {
    /// The remaining part of a pause that ends before a date; a move is unchanged.
    fileprivate func ending(before date: CivilDate) -> ScheduleException? {
        guard case .pause(let from, let through) = self, through >= date else { return self }
        return from < date ? .pause(from: from, through: date.adding(days: -1)) : nil
    }
}
