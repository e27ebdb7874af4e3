extension Catalogue {
    /// Why no reminder comes, in words.
    public func reason(_ absence: ReminderAbsence) -> String {
        switch absence {
        case .off: text(.absentOff)
        case .weekdayOff(let weekday): text(.absentWeekday, ["weekday": format.name(weekday)])
        case .past: text(.absentPast)
        case .delivered(let time): text(.absentDelivered, ["time": format.time(time)])
        case .paused: text(.absentPaused, ["command": "antrain resume"])
        case .cancelled: text(.absentCancelled)
        case .answered(.completed): text(.absentDone)
        case .answered(.skipped): text(.absentSkipped)
        case .unanswered: text(.absentUnanswered)
        case .snoozed: text(.absentSnoozed)
        case .quiet: text(.absentQuiet)
        case .noSuchDay: text(.absentNoSuchDay)
        case .restDay: text(.absentRestDay)
        case .nothingPlanned: text(.absentNothing)
        }
    }
}
