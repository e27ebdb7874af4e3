public import CivilTime
public import Reminders
public import Training

/// A reason for the reminders of a date, or for their absence.
public enum ReminderCause: Sendable, Hashable {
    case workout(Occurrence)
    case restDay(program: String)
    case notStarted(program: String, on: CivilDate)
    case ended(program: String)
    /// The user paused a program, or all programs; without a last date, until further notice.
    case paused(program: String?, from: CivilDate, through: CivilDate?, at: CivilDateTime)
    case pausedByProgram(program: String)
    /// Another program has the date of a workout; its priority, or nil if it has the same and was activated first.
    case taken(Occurrence, by: String, priority: Int?)
    /// The user moved the workout from another date.
    case movedHere(from: CivilDate, at: CivilDateTime)
    /// The user moved the workout of the date to another one.
    case movedAway(to: CivilDate, at: CivilDateTime)
    /// The program's file moves the workout to the date.
    case movedByProgram(program: String)
    /// The user answered a workout or reminder.
    case answered(String, Answer, at: CivilDateTime)
    case cancelled(at: CivilDateTime)
    case snoozed(until: CivilDateTime, at: CivilDateTime)
    /// A setting, the zone or the plan leaves no reminder.
    case absence(ReminderAbsence)
    /// The program's own training days, chosen when it was activated, leave the weekday out.
    case weekdayOff(program: String, Weekday)
    /// The reminder is due at this time of day.
    case time(TimeOfDay)
    /// The reminder is due at a time that follows the workouts, within a range and since the last move, if there was one.
    case autoTime(TimeOfDay, AutoTime, TimeMove?)
    /// A program has its own time of day.
    case programTime(program: String, TimeOfDay)
    /// The user's own reminder follows the active programs.
    case follows(PlanRelation)
    /// The quiet hours move the reminder to another time.
    case held(until: CivilDateTime)
    /// The clock skips the reminder's time in its zone.
    case skippedByClock(TimeOfDay, until: CivilDateTime)
    /// It follows another reminder if that reminder has no answer by then.
    case followsUp(from: CivilDateTime, at: CivilDateTime)
    /// It follows the start of a workout, which is unanswered.
    case unfinished(String, at: CivilDateTime)
    /// The reminder that was due at a time was about a workout of a program that the date no longer has.
    case former(String, program: String, at: CivilDateTime)
    /// The date is too far ahead to be in the queue, which it enters on another date.
    case beyondHorizon(days: Int, queuedOn: CivilDate)
    /// Nothing ran from the reminder's time until the grace period was over.
    case notRun(from: CivilDateTime, until: CivilDateTime, grace: TimeSpan)
    /// A change removed the reminder from the plan; the name is that of its program.
    case changed(PlanChange, name: String?, at: CivilDateTime)
    /// The reminder was no longer planned after earlier answers, or as time passed.
    case replanned(at: CivilDateTime)
    /// It sums up the reminders of several days that were missed because antrain did not run.
    case missedDays(from: CivilDate, through: CivilDate)
    /// The last workout of a program is on a date; the end of the program is reported once.
    case lastWorkout(program: String, on: CivilDate)
    case denied(channel: String)
    /// There is no record of a reminder on a past date.
    case noRecord
    /// The details of reminders before a date were replaced by counts.
    case compacted(before: CivilDate)
}

extension ReminderCause {
    /// The code in JSON output, the same in every language.
    public var code: String {
        switch self {
        case .workout: "workout"
        case .restDay: "rest-day"
        case .notStarted: "not-started"
        case .ended: "ended"
        case .paused: "paused"
        case .pausedByProgram: "paused-by-program"
        case .taken: "one-a-day"
        case .movedHere: "moved-here"
        case .movedAway: "moved-away"
        case .movedByProgram: "moved-by-program"
        case .answered(_, let answer, _): answer.code
        case .cancelled: "cancelled"
        case .snoozed: "snoozed"
        case .absence(.restDay): "no-rest-day-reminders"
        case .absence(let absence): absence.code
        case .weekdayOff: "weekday-off"
        case .time, .autoTime, .programTime: "time"
        case .follows: "follows-programs"
        case .held: "held"
        case .skippedByClock: "skipped-by-clock"
        case .followsUp: "no-answer"
        case .unfinished: "unfinished"
        case .former: "former-workout"
        case .beyondHorizon: "beyond-horizon"
        case .notRun: "not-run"
        case .changed(let change, _, _): change.code
        case .replanned: "plan-changed"
        case .missedDays: "missed-days"
        case .lastWorkout: "last-workout"
        case .denied: "channel-denied"
        case .noRecord: "no-record"
        case .compacted: "compacted"
        }
    }
}
