public import Localization
internal import Reminders
public import Training

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
