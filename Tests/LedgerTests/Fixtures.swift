import CivilTime
import Ledger
import Planning
import Reminders

let monday = CivilDate(dayNumber: 20_780)  // 2026-11-23
let evening = Instant(secondsSinceEpoch: Int64(20_779) * 86_400 + 72_000)

func notification(_ day: Int, hour: Int = 7, body: String = "Today: Push Day") -> PlannedNotification {
    let date = monday.adding(days: day)
    let fireAt = CivilDateTime(date: date, time: TimeOfDay(secondsFromMidnight: hour * 3600))
    return PlannedNotification(
        id: NotificationID(.workout, on: date, at: fireAt.time),
        category: .workout,
        date: date,
        fireAt: fireAt,
        zone: "UTC",
        instant: Zone.utc.instant(of: fireAt),
        title: "Workout Time!",
        body: body,
        items: [
            .workout(WorkoutItem(programID: "ppl", programName: "PPL", dayID: "push", dayName: "Push Day", week: 1))
        ]
    )
}

func request(
    _ notifications: [PlannedNotification],
    channels: [String] = ["console"],
    zone: Zone = .utc,
    changes: [PlanChange]? = []
) -> (PlanningSnapshot) -> QueueRequest {
    { _ in
        QueueRequest(
            notifications: notifications,
            routes: ChannelRoutes(channels: channels),
            zone: zone,
            grace: .hours(4),
            changes: changes
        )
    }
}

extension Ledger {
    func plan(
        _ notifications: [PlannedNotification],
        channels: [String] = ["console"],
        now: Instant = evening,
        facts: [LedgerEvent] = [],
        changes: [PlanChange]? = []
    ) throws -> QueueDifference {
        try commit(
            facts,
            now: now,
            today: Zone.utc.civil(at: now).date,
            plan: request(notifications, channels: channels, changes: changes)
        )
    }
}

/// A time some minutes after the notification's time.
func fires(_ day: Int, hour: Int = 7, after minutes: Int64 = 0) -> Instant {
    notification(day, hour: hour).instant.adding(.minutes(minutes))
}
