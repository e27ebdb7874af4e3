public import CivilTime
public import Reminders

/// Something that happened, which the ledger remembers.
public enum LedgerFact: Sendable, Hashable {
    /// A program was activated; an activation of the same program ends.
    case activated(Activation)
    /// A program was deactivated.
    case deactivated(programID: String)
    /// A program's file was read and is good.
    case programRead(programID: String, source: [UInt8])
    /// The settings file was read and is good.
    case settingsRead([UInt8])
    /// The settings file turns reminders on or off explicitly.
    case remindersSwitched(on: Bool)
    /// A workout was begun.
    case started(WorkoutKey, dayID: String)
    /// A workout was answered; without effect where that is its answer already.
    case answered(WorkoutKey, dayID: String, Answer)
    /// The answer to a workout or reminder does not hold any more.
    case unanswered(WorkoutKey)
    /// A notification was cancelled by hand.
    case cancelled(id: String, date: CivilDate)
    /// An action refers to a reminder, for which there may never have been a row in the queue.
    case reminderSeen(PlannedNotification)
    /// A reminder comes again at a moment.
    case snoozed(id: NotificationID, date: CivilDate, until: Instant)
    /// A program, or all where none is named, rests from one date through another.
    case paused(programID: String?, from: CivilDate, through: CivilDate)
    /// A program, or all where none is named, goes on from a date; what would pause it then has ended.
    case resumed(programID: String?, on: CivilDate)
    /// What falls on one date happens on another.
    case moved(programID: String?, from: CivilDate, to: CivilDate)
    /// The user decided about a channel; nil takes the decision back.
    case decided(channel: String, PermissionDecision?)
    /// The locale asks for a language.
    case languageSeen(Language)
    /// The locale asks for the dates and clocks of a territory.
    case territorySeen(Territory)
    /// The user was told that these channels cover few days; none where that is over.
    case toldOfShortage([String])
    /// The user was asked whether reminders are wanted.
    case askedForReminders
    /// A reminder of the user's own is new; its number is given by the ledger.
    case reminderAdded(UserReminder)
    /// A reminder of the user's own is another now.
    case reminderEdited(UserReminder)
    /// A reminder of the user's own is no more.
    case reminderDeleted(number: Int64)
    /// All that one action did is taken back.
    case undone(batch: Int64)
}
