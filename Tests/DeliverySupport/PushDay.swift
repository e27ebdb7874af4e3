public import CivilTime
public import Reminders

/// A Monday.
public let monday = CivilDate(dayNumber: 20_780)
private let fireAt = CivilDateTime(date: monday, time: TimeOfDay(secondsFromMidnight: 27_000))

/// 07:30 on that Monday, when the reminder of Push Day is due.
public let due = Zone.utc.instant(of: fireAt)

/// The reminder of Push Day, or another reminder derived from it.
///
/// - Parameters:
///   - minute: how many minutes later it is due.
///   - again: the suffix of a follow-up or snooze, such as `snooze-1`.
public func reminder(
    _ minute: Int = 0,
    _ category: NotificationCategory = .workout,
    again: String? = nil,
    title: String = "Workout Time!",
    body: String = "Today: Push Day"
) -> PlannedNotification {
    let at = fireAt.adding(seconds: Int64(minute) * 60)
    let first = NotificationID(.workout, on: monday, at: fireAt.time)
    return PlannedNotification(
        id: again.map { NotificationID(rawValue: "\(first.rawValue)/\($0)") }
            ?? NotificationID(category, on: monday, at: at.time),
        category: category,
        date: monday,
        fireAt: at,
        zone: "UTC",
        instant: Zone.utc.instant(of: at),
        title: title,
        body: body,
        items: [
            .workout(WorkoutItem(programID: "ppl", programName: "PPL", dayID: "push", dayName: "Push Day", week: 1))
        ]
    )
}
