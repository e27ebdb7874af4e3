import CivilTime
import Planning
import Reminders
import Testing

@Suite struct NotificationTests {
    @Test func idsDescribeTheirNotification() throws {
        let day = try date("2026-11-23")
        #expect(NotificationID(.workout, on: day, at: try time("07:30")).rawValue == "workout/2026-11-23/0730")
        #expect(
            NotificationID(.workout, on: day, at: try time("07:00"), lead: .hours(12)).description
                == "workout/2026-11-23/0700-12h"
        )
        #expect(
            NotificationID(.restDay, on: day, at: try time("09:00"))
                < NotificationID(.workout, on: day, at: try time("09:00"))
        )
    }

    private func notification(_ day: String, body: String = "b", instant: Int64 = 100) throws -> PlannedNotification {
        let date = try date(day)
        return PlannedNotification(
            id: NotificationID(.workout, on: date, at: .midnight),
            category: .workout,
            date: date,
            fireAt: CivilDateTime(date: date, time: .midnight),
            zone: "UTC",
            instant: Instant(secondsSinceEpoch: instant),
            title: "t",
            body: body,
            items: []
        )
    }

    @Test func theDifferenceIsExact() throws {
        let (a, b, c) = (try notification("2026-11-23"), try notification("2026-11-24"), try notification("2026-11-25"))
        let changed = try notification("2026-11-24", body: "other")
        let past = try notification("2026-11-20", instant: 10)
        let now = Instant(secondsSinceEpoch: 70)
        let difference = QueueDifference(desired: [past, changed, c], pending: [a, b], now: now)
        #expect(difference.added == [c])
        #expect(difference.updated == [changed])
        #expect(difference.cancelled == [a])
        #expect(difference.kept.isEmpty && !difference.isEmpty)
        #expect(difference.summary == "1 added, 1 cancelled, 0 kept, 1 updated")
        #expect(QueueDifference(desired: [a, b], pending: [a, b], now: now).summary == "0 added, 0 cancelled, 2 kept")
    }
}
