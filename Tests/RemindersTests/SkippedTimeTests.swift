import CivilTime
import Planning
import Reminders
import Testing

/// Times that the clocks skip, and dates that a time zone skips.
///
/// In Europe/Berlin the clocks go from 02:00 to 03:00 on 2027-03-28.
@Suite struct SkippedTimeTests {
    private func plan(at clock: String, quiet: (String, String)? = nil, policy: QuietHours.Policy = .hold) throws
        -> Plan
    {
        let hours = try quiet.map { QuietHours(from: try time($0.0), to: try time($0.1), policy: policy) }
        let daily = try program(schedule: "{mode: cycle, cycle: [push, pull, legs]}")
        let wanted = try time(clock)
        let chosen = settings {
            $0.time = wanted
            $0.horizon = 1
            $0.quietHours = hours
        }
        return Plan(try input([daily], settings: chosen, now: "2027-03-28T00:00", start: "2027-03-28"))
    }

    @Test func theReminderShowsItsActualTimeAndTheReason() throws {
        let one = try #require(try plan(at: "02:30").notifications.first)
        #expect("\(one.id)" == "workout/2027-03-28/0230")
        #expect("\(one.fireAt)" == "2027-03-28T03:30" && "\(one.instant)" == "2027-03-28T01:30:00Z")
        #expect(one.body == "Today: Push\nThe clocks skip 02:30 that night, so this reminder is sent at 03:30.")
    }

    @Test(
        arguments: [
            // wanted, quiet from, until, delivered
            ("02:15", "02:30", "05:00", "05:00"), ("02:30", "01:00", "02:45", "03:30"),
            ("01:30", "01:00", "02:30", "03:30"), ("02:15", "04:00", "05:00", "03:15"),
        ]
    )
    func quietHoursApplyToTheActualTime(at clock: String, from: String, to: String, comes: String) throws {
        let one = try #require(try plan(at: clock, quiet: (from, to)).notifications.first)
        #expect("\(one.fireAt)" == "2027-03-28T\(comes)")
    }

    @Test func remindersInQuietHoursAreSilenced() throws {
        #expect(try plan(at: "02:15", quiet: ("02:30", "05:00"), policy: .silence).notifications.isEmpty)
    }

    @Test func aUserReminderGivesTheReasonForItsDelay() throws {
        let base = try input([], settings: settings { $0.horizon = 2 }, now: "2027-03-27T12:00")
        let own = UserReminder(
            number: 1,
            title: "Feed the cat",
            notes: "Dry food",
            at: CivilDateTime(date: try date("2027-03-27"), time: try time("02:30")),
            rule: .every(days: 1)
        )
        let plan = Plan(
            PlanInput(programs: [], settings: base.settings, zone: base.zone, now: base.now, reminders: [own])
        )
        #expect(
            plan.notifications.map { "\($0.id) \($0.fireAt) \($0.body)" } == [
                "reminder/1/2027-03-28/0230 2027-03-28T03:30 Dry food\nThe clocks skip 02:30 that night, so this reminder is sent at 03:30."
            ]
        )
    }

    /// A lead is subtracted in local time: its reminder comes at the same time on each day.
    @Test func aLeadIsCountedInLocalTime() throws {
        let daily = try program(
            schedule: "{mode: cycle, cycle: [push, pull, legs]}",
            reminders: "[{at: \"09:00\"}, {before: 12h}, {at: \"07:00\"}]"
        )
        let plan = Plan(
            try input([daily], settings: settings { $0.horizon = 2 }, now: "2027-03-27T12:00", start: "2027-03-28")
        )
        #expect(
            plan.notifications.map { "\($0.id) \($0.fireAt)" } == [
                "workout/2027-03-28/0900-12h 2027-03-27T21:00", "workout/2027-03-28/0700 2027-03-28T07:00",
                "workout/2027-03-28/0900 2027-03-28T09:00", "workout/2027-03-29/0900-12h 2027-03-28T21:00",
            ]
        )
    }
}
