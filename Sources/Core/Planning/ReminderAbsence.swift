public import CivilTime
public import Localization
public import Reminders
public import Training

/// Why a date has no reminder ahead.
public enum ReminderAbsence: Sendable, Hashable {
    case off
    case weekdayOff(Weekday)
    /// Its time had passed when it was first planned.
    case past
    /// It is due, and the next run sends it.
    case due
    /// It could not be sent in time.
    case missed
    /// No channel could send it.
    case failed
    /// It was planned at another time, until something changed.
    case dropped
    /// It was delivered at a time, and is unanswered.
    case delivered(TimeOfDay)
    /// It was delivered at a time, and expects no answer.
    case came(TimeOfDay)
    case cancelled
    /// The user started the workout before the reminder was due.
    case started
    case answered(Answer)
    /// The date's workouts have different reasons.
    case mixed([WorkoutOutlook])
    /// The day is over, and the user did not answer.
    case unanswered
    case snoozed
    /// It falls within the quiet hours.
    case quiet
    /// The time zone skips the date.
    case noSuchDay
    /// The settings have no reminders on rest days.
    case restDay
    case paused
    /// Everything on the past date was paused.
    case wasPaused
    /// Everything is paused by the programs' files, which `resume` does not change.
    case pausedByProgram
    case ended
    /// The workout of another program, which is no longer active, was the only one of the day.
    case oneADay
    /// No program has anything for the date.
    case nothingPlanned

    /// The code in JSON output, the same in every language.
    public var code: String {
        switch self {
        case .off: "off"
        case .weekdayOff: "weekday-off"
        case .past: "past"
        case .due: "due"
        case .missed: "missed"
        case .failed: "failed"
        case .dropped: "dropped"
        case .delivered: "delivered"
        case .came: "came"
        case .cancelled: "cancelled"
        case .started: "started"
        case .answered(let answer): answer.code
        case .mixed: "mixed"
        case .unanswered: "unanswered"
        case .snoozed: "snoozed"
        case .quiet: "quiet-hours"
        case .noSuchDay: "no-such-day"
        case .restDay: "rest-day"
        case .paused, .wasPaused: "paused"
        case .pausedByProgram: "paused-by-program"
        case .ended: "ended"
        case .oneADay: "one-a-day"
        case .nothingPlanned: "nothing-planned"
        }
    }
}

extension [ScheduledDay] {
    /// Why none of the programs has a workout or a rest day.
    var absence: ReminderAbsence {
        let isTaken = contains { day in
            if case .taken = day.kind { true } else { false }
        }
        return isTaken ? .oneADay : .nothingPlanned
    }
}

/// A workout, and what becomes of its own reminders.
public struct WorkoutOutlook: Sendable, Hashable {
    public let workout: Occurrence
    /// Why it has no reminder ahead; nil if it has one.
    public let absence: ReminderAbsence?
}

extension [WorkoutOutlook] {
    /// Why none of the workouts has a reminder ahead: the common reason, or that of each; nil if one has a reminder ahead.
    var absence: ReminderAbsence? {
        guard let first = first?.absence, allSatisfy({ $0.absence != nil }) else { return nil }
        return allSatisfy { $0.absence == first } ? first : .mixed(self)
    }
}

extension MessageCatalog {
    public func reason(_ absence: ReminderAbsence) -> String {
        switch absence {
        case .off: text(.absentOff)
        case .weekdayOff(let weekday): text(.absentWeekday, ["weekday": capitalized(format.name(weekday))])
        case .past: text(.absentPast)
        case .due: text(.absentDue)
        case .missed: text(.absentMissed)
        case .failed: text(.absentFailed)
        case .dropped: text(.absentDropped)
        case .delivered(let time): text(.absentDelivered, ["at": at(time)])
        case .came(let time): text(.absentCame, ["at": at(time)])
        case .paused: text(.absentPaused, ["command": "antrain resume"])
        case .wasPaused: text(.paused)
        case .pausedByProgram: text(.absentPausedByProgram)
        case .cancelled: text(.absentCancelled)
        case .started: text(.absentStarted)
        case .answered(.completed): text(.absentDone)
        case .answered(.skipped): text(.absentSkipped)
        case .mixed(let workouts): reasons(workouts) { _ in "" }
        case .unanswered: text(.absentUnanswered)
        case .snoozed: text(.absentSnoozed)
        case .quiet: text(.absentQuiet)
        case .noSuchDay: text(.absentNoSuchDay)
        case .restDay: text(.absentRestDay)
        case .ended: text(.absentEnded)
        case .oneADay: text(.absentOneADay)
        case .nothingPlanned: text(.absentNothing)
        }
    }

    /// What becomes of the reminders of each workout.
    ///
    /// - Parameter coming: the reminders ahead of a workout, in words.
    public func reasons(_ workouts: [WorkoutOutlook], coming: (Occurrence) -> String) -> String {
        workouts.map { one in
            let summary = one.absence.map(reason) ?? coming(one.workout)
            return text(.headline, ["day": one.workout.dayName, "summary": summary])
        }.joined(separator: "; ")
    }

    /// Capitalizes an English weekday; the names in other languages have the right case.
    private func capitalized(_ name: String) -> String {
        language == .english ? name.prefix(1).uppercased() + name.dropFirst() : name
    }
}
