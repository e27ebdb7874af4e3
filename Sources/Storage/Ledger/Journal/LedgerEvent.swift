public import CivilTime
public import Localization
public import Progress
public import Reminders
public import Training

/// An event that the ledger records.
public enum LedgerEvent: Sendable, Hashable {
    /// A program was activated; this replaces an earlier activation of the same program.
    case activated(Activation)
    case deactivated(programID: String)
    /// The user gave a program a priority, within `ActiveProgram.priorityRange`.
    case prioritized(programID: String, Int)
    /// A program file was read without errors.
    case programRead(programID: String, source: [UInt8])
    /// The settings file was read without errors.
    case settingsRead([UInt8])
    case settingsChanged(keys: [String], SettingsRevision)
    /// The settings that the person's machines share were compared with those in the file.
    ///
    /// - Parameters:
    ///   - changes: what was changed in the file since the last time.
    ///   - text: all shared settings in the file.
    case settingsShared(changes: [SettingsExchange.Change], text: String)
    /// A change of the settings file was undone: the last explicit value of `enabled` is the former one, and if there was no file, there
    /// are no last good settings.
    case settingsReverted(isEnabled: Bool?, isMissing: Bool)
    /// The settings file explicitly turns reminders on or off.
    case remindersSwitched(on: Bool)
    /// A workout was started, with its week if that is known.
    case started(OccurrenceKey, dayID: String, week: Int? = nil)
    /// A workout was answered, with its week if that is known; has no effect if it already has this answer.
    case answered(OccurrenceKey, dayID: String, week: Int? = nil, Answer)
    /// A channel's plugin reported an answer, which the other events record unless it was refused; has no effect if it is known.
    case reported(ReportedAnswer)
    /// The answer to a workout or reminder was withdrawn.
    case unanswered(OccurrenceKey)
    /// The training log does not answer a workout, whatever was logged.
    case declined(OccurrenceKey)
    case cancelled(id: String, date: CivilDate)
    /// An action refers to a reminder, which may never have had a row in the queue.
    case reminderSeen(PlannedNotification)
    case snoozed(id: NotificationID, date: CivilDate, until: Instant)
    /// A program, or all programs if none is given, is paused from one date through another.
    case paused(programID: String?, from: CivilDate, through: CivilDate)
    /// A program, or all programs if none is given, continues from a date; pauses that would cover it end.
    case resumed(programID: String?, on: CivilDate)
    /// The workouts of two dates were swapped.
    case moved(programID: String?, from: CivilDate, to: CivilDate)
    /// A program continues at another place from a date on, whatever was recorded about later dates before; without a place, the repetition
    /// after the failed workout of the date is withdrawn.
    case jumped(programID: String, to: ProgramPlace?, on: CivilDate)
    case valueSet(AthleteValue)
    /// The settings make the time of reminders follow the workouts; earlier moves of it no longer apply.
    case timeRuled(AutoTime)
    /// The training days in the settings changed; the new ones apply from a date on.
    case daysChanged(from: WeekdaySet, to: WeekdaySet, on: CivilDate)
    /// The athlete chose an alternative to an exercise of a program, or the exercise itself again.
    case chosen(programID: String, ExerciseChoice)
    /// The athlete set the load of an exercise's next sets in a guided workout.
    case sessionLoad(LogEntry.Workout, on: CivilDate, PerformedSet.Load)
    /// The athlete measured their body; a later measurement of the same kind and date replaces it.
    case measured(BodyMeasurement)
    /// The athlete performed an exercise; an exercise of a workout that is logged as planned is recorded once.
    case logged(LogEntry)
    /// The athlete corrected an entry of the training log.
    case relogged(LogEntry)
    /// The athlete deleted an entry of the training log.
    case unlogged(LogEntry)
    /// The entries of another training log, as one action; those that the ledger has are left out.
    case imported([LogEntry])
    /// The files of recorded activities that were read, by name.
    case activityFilesRead([String: ReadActivityFile])
    /// The user decided about a channel; nil withdraws the decision.
    case decided(channel: String, PermissionDecision?)
    /// A machine was named to send the reminders.
    case delivererNamed(Deliverer)
    /// The locale's language.
    case languageSeen(Language)
    /// The locale's territory, which determines date and time formats.
    case territorySeen(Territory)
    /// The user was told that these channels cover few days; empty if that no longer applies.
    case toldOfShortage([String])
    case askedForReminders
    /// A user's own reminder was created; the ledger assigns its number.
    case reminderAdded(UserReminder)
    /// A user's own reminder was imported from a calendar, in which it has a UID; reminders of one commit are undone together.
    case reminderImported(UserReminder, uid: String)
    /// The reminders of a preset were created; the ledger assigns their numbers.
    case presetAdded(name: String, [UserReminder])
    case reminderEdited(UserReminder)
    /// The user deleted a reminder of their own; they can undo that.
    case reminderDeleted(number: Int64)
    /// A reminder that was just added is removed, because the entry that it replaces stays.
    case reminderWithdrawn(number: Int64)
    /// Everything that one action recorded was undone; has no effect if it is not in force.
    case undone(batch: Int64)
    /// An action was redone; has no effect unless it was the last one undone and no new action followed.
    case redone(batch: Int64)

    /// The workouts whose results may be others after the event.
    public var workoutsWithResults: [OccurrenceKey] {
        func workout(_ entry: LogEntry) -> [OccurrenceKey] {
            entry.workout.map { [OccurrenceKey(.program($0.program), on: entry.date)] } ?? []
        }
        return switch self {
        case .answered(let workout, _, _, _): [workout]
        case .logged(let entry), .relogged(let entry), .unlogged(let entry): workout(entry)
        case .imported(let entries): entries.flatMap(workout)
        default: []
        }
    }

    /// Whether other machines get a setting.
    public var isShared: Bool { if case .settingsShared(let changes, _) = self { !changes.isEmpty } else { false } }

    public var isUndoOrRedo: Bool {
        switch self {
        case .undone, .redone: true
        default: false
        }
    }
}
