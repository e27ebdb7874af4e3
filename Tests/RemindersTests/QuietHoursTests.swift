import CivilTime
import Planning
import Reminders
import Testing

@Suite struct QuietHoursTests {
    private func plan(_ quiet: QuietHours?, time at: String, delivered: Bool = false) throws -> Plan {
        let chosen = settings {
            $0.quietHours = quiet
            $0.followUp = delivered ? FollowUpPolicy(after: .minutes(30)) : nil
            if let time = try? time(at) { $0.time = time }
        }
        let base = try input([try program()], settings: chosen, now: "2026-11-23T00:00")
        guard delivered else { return Plan(base) }
        let first = try #require(
            Plan(try input([try program()], settings: settings { $0.time = chosen.time }, now: "2026-11-23T00:00"))
                .notifications.first
        )
        return Plan(
            PlanInput(
                programs: base.programs,
                settings: chosen,
                zone: base.zone,
                now: first.instant,
                delivered: [DeliveredReminder(notification: first, deliveredAt: first.instant)]
            )
        )
    }

    private func hours(_ from: String, _ to: String, _ policy: QuietHours.Policy = .hold, urgent: Bool = true) throws
        -> QuietHours
    {
        QuietHours(from: try time(from), to: try time(to), policy: policy, sparesUrgent: urgent)
    }

    @Test(arguments: [
        // held until the end, on the same morning
        ("22:00", "07:00", "06:30", "2026-11-23T07:00"), ("06:00", "08:00", "06:00", "2026-11-23T08:00"),
        // exactly at the end, and outside
        ("22:00", "07:00", "07:00", "2026-11-23T07:00"), ("22:00", "07:00", "21:59", "2026-11-23T21:59"),
        ("06:00", "08:00", "05:59", "2026-11-23T05:59"),
    ])
    func remindersAreHeldBack(from: String, to: String, at: String, expected: String) throws {
        let first = try #require(try plan(try hours(from, to), time: at).notifications.first)
        #expect(first.fireAt.description == expected)
        #expect(first.id.rawValue == "workout/2026-11-23/\(at.filter { $0 != ":" })")
    }

    /// A reminder held until the next day would be about a day that has passed.
    @Test func remindersHeldTooLongAreDropped() throws {
        let late = try plan(try hours("22:00", "07:00"), time: "22:30")
        #expect(late.notifications.isEmpty && late.days[0].absence == .quiet)
        let silent = try plan(try hours("06:00", "08:00", .silence), time: "07:30")
        #expect(silent.notifications.isEmpty && silent.days[0].absence == .quiet)
    }

    @Test(arguments: [(true, 1), (false, 0)])
    func urgentRemindersIgnoreQuietHours(urgent: Bool, count: Int) throws {
        let quiet = try hours("07:45", "12:00", .silence, urgent: urgent)
        let plan = try plan(quiet, time: "07:30", delivered: true)
        #expect(plan.notifications.filter { $0.category == .followUp }.count == count)
    }
}
