public import CivilTime
public import Localization
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
    /// An event of the user's calendar leaves no time to train; its title.
    case dayOff(String)
    /// The program's file moves the workout to the date.
    case movedByProgram(program: String)
    /// The user made a program continue with another week on a date.
    case jumped(program: String, week: Int, on: CivilDate)
    /// A program repeats what came before from a date on, because the workout of another date failed.
    case repeated(program: String, after: CivilDate, on: CivilDate)
    /// The user answered a workout or reminder.
    case answered(String, Answer, at: CivilDateTime)
    /// The training log has entries of an unanswered workout: how many of its exercises they are, and when they count as done, if they do.
    case logged(String, count: Int, total: Int, doneAt: CivilDateTime?)
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
    case ownTime(of: String, TimeOfDay)
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
        case .dayOff: "day-off"
        case .movedByProgram: "moved-by-program"
        case .jumped: "jumped"
        case .repeated: "repeated"
        case .answered(_, let answer, _): answer.code
        case .logged: "logged"
        case .cancelled: "cancelled"
        case .snoozed: "snoozed"
        case .absence(.restDay): "no-rest-day-reminders"
        case .absence(let absence): absence.code
        case .weekdayOff: "weekday-off"
        case .time, .autoTime, .ownTime: "time"
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

extension MessageCatalog {
    public func reason(_ cause: ReminderCause, today: CivilDate) -> String {
        func date(_ date: CivilDate) -> String { format.statedDate(date, today: today) }
        func moment(_ moment: CivilDateTime) -> String { format.statedMoment(moment, today: today) }
        switch cause {
        case .workout(let one):
            return text(
                .whyWorkout,
                ["program": one.programName, "day": name(one), "week": text(.week, ["week": "\(one.week.shown)"])]
            )
        case .restDay(let program): return text(.whyRestDay, ["program": program])
        case .notStarted(let program, let start):
            return text(.whyNotStarted, ["program": program, "date": date(start)])
        case .ended(let program): return text(.whyEnded, ["program": program])
        case .paused(let program, let first, let last, let at):
            var values = ["what": program ?? text(.allPrograms), "from": date(first), "at": moment(at)]
            values["until"] = last.map(date)
            return text(last == nil ? .whyPausedOpen : .whyPausedUntil, values)
        case .pausedByProgram(let program): return text(.whyPausedByProgram, ["program": program])
        case .taken(let workout, let other, let priority):
            var values = ["day": name(workout), "program": workout.programName, "other": other]
            values["priority"] = priority.map(String.init)
            return text(priority == nil ? .whyTakenEarlier : .whyTaken, values)
        case .movedHere(let from, let at): return text(.whyMovedHere, ["date": date(from), "at": moment(at)])
        case .movedAway(let to, let at): return text(.whyMovedAway, ["date": date(to), "at": moment(at)])
        case .repeated(let program, let failure, let since):
            return text(.whyRepeated, ["program": program, "failure": date(failure), "date": date(since)])
        case .jumped(let program, let week, let since):
            return text(.whyJumped, ["program": program, "week": "\(week)", "date": date(since)])
        case .dayOff(let event): return text(.whyDayOff, ["event": event])
        case .movedByProgram(let program): return text(.whyMovedByProgram, ["program": program])
        case .answered(let name, let answer, let at):
            let key: MessageKey =
                switch answer {
                case .completed: .whyDone
                case .skipped: .whySkipped
                }
            return text(key, ["what": name, "at": moment(at)])
        case .logged(let name, let count, let total, let doneAt):
            var values = ["what": name, "count": "\(count)", "total": "\(total)"]
            values["at"] = doneAt.map(moment)
            return text(doneAt == nil ? .whyPartlyLogged : .whyLogged, values)
        case .cancelled(let at): return text(.whyCancelled, ["at": moment(at)])
        case .snoozed(let until, let at): return text(.whySnoozed, ["until": moment(until), "at": moment(at)])
        case .absence(let absence): return reason(absence)
        case .time(let time): return text(.whyTime, ["time": format.time(time)])
        case .autoTime(let time, let auto, let move):
            return move.map { since($0, today: today) } ?? text(.whyTime, ["time": self.time(time, auto)])
        case .weekdayOff(let program, let weekday):
            return text(.whyWeekdayOff, ["program": program, "weekday": format.name(weekday)])
        case .ownTime(let program, let time):
            return text(.whyProgramTime, ["program": program, "time": format.time(time)])
        case .follows(let relation): return text(.whyFollows, ["rule": rule(.following(relation))])
        case .held(let until): return text(.whyHeld, ["at": moment(until)])
        case .skippedByClock(let time, let until):
            return text(.whySkippedByClock, ["time": format.time(time), "shown": format.time(until.time)])
        case .followsUp(let from, let at): return text(.whyFollowsUp, ["from": moment(from), "until": moment(at)])
        case .unfinished(let name, let at): return text(.whyUnfinished, ["what": name, "at": moment(at)])
        case .former(let day, let program, let at):
            return text(.whyFormer, ["day": day, "program": program, "at": moment(at)])
        case .beyondHorizon(let days, let queued):
            let horizon = text(days, one: .oneDay, other: .countOfDays)
            return text(.whyBeyondHorizon, ["days": horizon, "date": date(queued)])
        case .notRun(let from, let until, let grace):
            return text(.whyNotRun, ["from": moment(from), "until": moment(until), "grace": grace.description])
        case .changed(let change, let name, let at):
            var values = ["at": moment(at), "program": name ?? change.program ?? ""]
            if case .settings(let keys) = change { values["keys"] = keys.map(\.rawValue).joined(separator: ", ") }
            let key: MessageKey =
                switch change {
                case .settings: .whySettingsChanged
                case .activated: .whyActivated
                case .deactivated: .whyDeactivated
                case .edited: .whyProgramChanged
                case .reminder: .whyReminderChanged
                case .jumped: .whyProgramJumped
                case .moved, .paused: .whyReplanned
                }
            return text(key, values)
        case .replanned(let at): return text(.whyReplanned, ["at": moment(at)])
        case .missedDays(let first, let last):
            return text(first == last ? .whyMissedDay : .whyMissedDays, ["from": date(first), "until": date(last)])
        case .lastWorkout(let program, let last):
            return text(.whyLastWorkout, ["program": program, "date": date(last)])
        case .denied(let channel):
            return text(.whyDenied, ["channel": channel, "command": "antrain channel allow \(channel)"])
        case .noRecord: return text(.whyNoRecord)
        case .compacted(let limit): return text(.whyCompacted, ["date": date(limit)])
        }
    }
}
