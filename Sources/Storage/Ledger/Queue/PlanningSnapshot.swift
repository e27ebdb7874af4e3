public import CivilTime
public import Localization
public import Planning
public import Progress
public import Reminders
public import Training

/// The ledger's state that a plan depends on.
public struct PlanningSnapshot: Sendable {
    /// The active programs in order of activation.
    public let activations: [Activation]
    /// The activations that ended since the first of the active programs started, or since an earlier date that was asked for, in their
    /// order.
    public let former: [FormerActivation]
    /// The completed workouts by program ID.
    public private(set) var completions: [String: [Completion]]
    public let cancelled: Set<NotificationID>
    public private(set) var answers: [OccurrenceKey: Answer]
    /// What the answers are about, and the starts of workouts without an answer.
    public private(set) var answered: [OccurrenceKey: GivenWorkout]
    /// The workouts of programs that have entries in the training log and no answer from the user.
    public let logged: [OccurrenceKey: LoggedWorkout]
    /// What the log shows about them, after `judging`.
    public private(set) var evidence: [OccurrenceKey: WorkoutEvidence] = [:]
    /// The texts of the active programs that answers and entries of the log refer to, by number.
    public let editions: [Int64: Edition]
    /// When the user edited programs, in the order of the edits.
    public let edits: [ProgramEdit]
    /// When the answers of the last two days were given.
    public private(set) var answeredAt: [OccurrenceKey: Instant]
    public let snoozes: [Snooze]
    /// The dates of reminders that were snoozed on another machine and have no record here.
    package let unknownSnoozes: [NotificationID: CivilDate]
    /// The recently delivered notifications.
    public let delivered: [DeliveredReminder]
    /// The reminders that were recently found to be missed, because antrain had not run, and that no summary reported.
    public let missed: [MissedReminder]
    /// What became of recent reminders, and of those that are pending today.
    public let fates: [NotificationID: ReminderFate]
    /// The first date that no plan has reached so far; nil if there was no plan yet, or if reminders were off.
    public let unplannedFrom: CivilDate?
    public let started: [StartedWorkout]
    public let reminders: [UserReminder]
    /// The user's pauses and moved dates.
    public let exceptions: UserExceptions
    /// The user's choices among alternative exercises, by program.
    public let choices: [String: ExerciseChoices]
    /// The maxes and loads that the athlete set, in the order in which they were recorded.
    public let values: [AthleteValue]
    /// The entries of the training log since 90 days before the first activation, in the order of their numbers.
    public private(set) var log: [LogEntry]
    /// The part of the training log that was asked for.
    public let recentLog: RecentLog
    /// The moves of the time of reminders that apply, in the order in which they were recorded.
    public let timeMoves: [TimeMove]
    /// The training days in the settings over time; nil if they never changed.
    public let days: TrainingDays?
    /// When workouts were first answered or started.
    public private(set) var settledAt: [OccurrenceKey: Instant]
    /// The time zone of the last planning, if any.
    public let plannedZone: String?
    /// The last known language of the locale: cron has no locale.
    public let language: Language?
    /// The last known territory of the locale.
    public let territory: Territory?
    /// The channels that the user was told cover few days.
    public let shortChannels: [String]
    public let wasAsked: Bool
    /// Whether the ledger exchanges events with other machines, which may send the reminders.
    package let takesPart: Bool
    public let settings: RememberedSettings

    /// What decides the athlete's loads.
    public var athlete: AthleteHistory { AthleteHistory(values: values, log: log) }

    /// When the workouts of a program's dates were first answered or started.
    public func settledAt(_ programID: String) -> [CivilDate: Instant] {
        let own = settledAt.filter { $0.key.source == .program(programID) }
        return Dictionary(own.map { ($0.key.date, $0.value) }) { min($0, $1) }
    }

    /// The state with the answers that the training log gives instead of the user.
    ///
    /// - Parameters:
    ///   - evidence: what the log shows about the logged workouts.
    ///   - now: the present, by which evidence closes workouts; nil if it does not close any.
    public func judging(_ evidence: [OccurrenceKey: WorkoutEvidence], at now: Instant?, in zone: Zone)
        -> PlanningSnapshot
    {
        var result = self
        result.evidence = evidence
        guard let now else { return result }
        for (key, found) in evidence {
            guard answers[key] == nil, let closing = found.closing(on: key.date, in: zone), closing <= now else {
                continue
            }
            result.answers[key] = .completed
            result.answered[key] = GivenWorkout(dayID: found.dayID, week: found.week, edition: found.edition)
            if closing >= now.subtracting(.days(2)) { result.answeredAt[key] = closing }
            let began = found.recorded.lowerBound
            result.settledAt[key] = settledAt[key].map { min($0, began) } ?? began
            result.completions[key.source.subject, default: []].append(
                Completion(date: key.date, dayID: found.dayID)
            )
        }
        for program in Set(evidence.keys.map(\.source.subject)) {
            result.completions[program]?.sort { $0.date < $1.date }
        }
        return result
    }

    /// The state as if entries were logged, and a workout done, if one is given.
    public func assuming(_ entries: [LogEntry], _ done: OccurrenceKey?, dayID: String, week: Int) -> PlanningSnapshot {
        var result = self
        result.log += entries
        guard let done, answers[done] == nil else { return result }
        result.answers[done] = .completed
        result.answered[done] = GivenWorkout(dayID: dayID, week: week, edition: nil)
        let known = completions[done.source.subject] ?? []
        result.completions[done.source.subject] = (known + [Completion(date: done.date, dayID: dayID)]).sorted {
            $0.date < $1.date
        }
        return result
    }

    /// The answers that the log gives, without those of the user.
    public var derivedAnswers: [OccurrenceKey: Answer] {
        let derived = logged.keys.compactMap { key in answers[key].map { (key, $0) } }
        return Dictionary(derived) { first, _ in first }
    }

    public func skipped(_ programID: String) -> Set<CivilDate> {
        Set(answers.filter { $0.key.source == .program(programID) && !$0.value.isDone }.map(\.key.date))
    }
}

/// The entries of the training log that belong to a workout.
public struct LoggedWorkout: Sendable, Hashable {
    /// The entries in the order of their numbers.
    public let entries: [LogEntry]
    /// When the first of them was recorded, and the last; corrections count.
    public let recorded: ClosedRange<Instant>
}
