import CivilTime
import Planning
import Reminders
import Testing
import Training

/// Reminders in one minute are one notification, whatever moved them to that minute.
@Suite struct ReminderGroupTests {
    private func daily(_ id: String, _ reminders: String) throws -> Program {
        try program(id, schedule: "{mode: cycle, cycle: [\(id)]}", reminders: reminders, names: [id])
    }

    private func plan(
        _ reminders: [String],
        quiet: (String, String)? = nil,
        now: String = "2026-11-23T00:00",
        answered: [String] = [],
        delivered: [PlannedNotification] = [],
        horizon: Int = 1
    ) throws -> Plan {
        let programs = try zip(["a", "b", "c"], reminders).map { try daily($0, $1) }
        let hours = try quiet.map { QuietHours(from: try time($0.0), to: try time($0.1)) }
        let chosen = settings {
            $0.horizon = horizon
            $0.quietHours = hours
        }
        let base = try input(programs, settings: chosen, now: now)
        let monday = try date("2026-11-23")
        return Plan(
            PlanInput(
                programs: base.programs,
                settings: chosen,
                zone: base.zone,
                now: base.now,
                answers: Dictionary(
                    answered.map { (OccurrenceKey(.program($0), on: monday), Answer.completed) }
                ) { $1 },
                delivered: delivered.map { DeliveredReminder(notification: $0, deliveredAt: $0.instant) }
            )
        )
    }

    /// Seed 119 of the simulated years: a reminder that joined a delivered one would never be sent.
    @Test(
        arguments: [
            // Quiet hours hold the delivered reminder until the time of another; both are due at the same time.
            (["[{at: \"05:00\"}]", "[{at: \"07:00\"}]"], ["workout/2026-11-23/0500 a", "workout/2026-11-23/0700 b"]),
            (
                ["[{at: \"05:00\"}]", "[{at: \"05:00\"}]"],
                ["workout/2026-11-23/0500 a", "workout/2026-11-23/0500/b b"]
            ),
        ] as [([String], [String])]
    )
    func nothingJoinsADeliveredReminder(reminders: [String], expected: [String]) throws {
        let first = try #require(try plan([reminders[0]]).notifications.first)
        let plan = try plan(reminders, quiet: ("22:00", "07:00"), now: "2026-11-23T05:01", delivered: [first])
        #expect(plan.notifications.map { "\($0.id) \($0.items.map(\.source.subject).joined())" }.sorted() == expected)
        #expect(plan.notifications.allSatisfy { $0.fireAt.description == "2026-11-23T07:00" })
        // What was delivered together stays together, and a plan after the next delivery is the same.
        let again = try self.plan(
            reminders,
            quiet: ("22:00", "07:00"),
            now: "2026-11-23T05:01",
            delivered: [first] + plan.notifications.filter { $0.id != first.id }
        )
        #expect(again.notifications == plan.notifications)
    }

    @Test func deliveredRemindersStayTogether() throws {
        let reminders = ["[{at: \"08:00\"}, {before: 30m}]", "[{at: \"07:30\"}]"]
        let former = try plan(reminders).notifications
        let again = try plan(reminders, now: "2026-11-23T07:45", delivered: [former[0]])
        #expect(again.notifications == former)
    }

    @Test(
        arguments: [
            // held until the same time, or until the time of another; seconds
            (["[{at: \"05:00\"}]", "[{at: \"06:00\"}]"], ("22:00", "07:00"), "workout/2026-11-23/0500", "07:00"),
            (["[{at: \"06:00\"}]", "[{at: \"05:00\"}]"], ("22:00", "07:00"), "workout/2026-11-23/0500", "07:00"),
            (["[{at: \"05:00\"}]", "[{at: \"07:00\"}]"], ("22:00", "07:00"), "workout/2026-11-23/0500", "07:00"),
            (["[{at: \"07:30:15\"}]", "[{at: \"07:30\"}]"], nil, "workout/2026-11-23/0730", "07:30"),
        ] as [([String], (String, String)?, String, String)]
    )
    func remindersInOneMinuteAreOneNotification(reminders: [String], quiet: (String, String)?, id: String, at: String)
        throws
    {
        let plan = try plan(reminders, quiet: quiet)
        #expect(plan.lines.count == 1, "\(plan.lines)")
        let one = try #require(plan.notifications.first)
        #expect(one.id.rawValue == id && one.fireAt.description == "2026-11-23T\(at)")
        #expect(one.body == "Today: A and B" && one.items.map(\.source.subject) == ["a", "b"])
    }

    /// A workout's own reminder determines the id, so that the group has follow-ups; another workout's lead joins it.
    @Test func aLeadJoinsAReminderInTheSameMinute() throws {
        let plan = try plan(["[{at: \"08:00\"}, {before: 30m}]", "[{at: \"07:30\"}]"])
        #expect(
            plan.notifications.map { "\($0.id) \($0.body)" } == [
                "workout/2026-11-23/0730 Today: A and B", "workout/2026-11-23/0800 Today: A",
            ]
        )
    }

    /// A program with two reminder times in one minute is named once.
    @Test func aProgramIsNamedOnce() throws {
        let plan = try plan(["[{at: \"07:00\"}, {before: 30m}]"], quiet: ("22:00", "07:00"))
        #expect(plan.notifications.map(\.body) == ["Today: A"])
        #expect(plan.ids == ["workout/2026-11-23/0700"])
    }

    /// A reminder that quiet hours move to the day of the workout names that day.
    @Test func aReminderHeldOvernightNamesTheNewDay() throws {
        let plan = try plan(
            ["[{at: \"09:00\"}, {before: 12h}]"],
            quiet: ("20:00", "07:00"),
            now: "2026-11-22T12:00",
            horizon: 2
        )
        #expect(
            plan.notifications.map { "\($0.id) \($0.fireAt) \($0.body)" }.first
                == "workout/2026-11-23/0900-12h 2026-11-23T07:00 Today: A"
        )
    }

    /// The id stays the same after the workout that determined it is answered.
    @Test func theIDSurvivesTheAnswer() throws {
        let reminders = ["[{at: \"05:00\"}]", "[{at: \"06:00\"}]"]
        let plan = try plan(reminders, quiet: ("22:00", "07:00"), answered: ["a"])
        #expect(plan.ids == ["workout/2026-11-23/0500"])
        #expect(plan.notifications.map(\.body) == ["Today: B"])
    }

    /// The clocks go forward over 02:30: both reminders come at 03:30.
    @Test func aGapJoinsTwoReminders() throws {
        let programs = [try daily("a", "[{at: \"02:30\"}]"), try daily("b", "[{at: \"03:30\"}]")]
        let plan = Plan(
            try input(programs, settings: settings { $0.horizon = 1 }, now: "2026-03-29T00:00", start: "2026-03-01")
        )
        #expect(
            plan.notifications.map { "\($0.id) \($0.body)" } == [
                "workout/2026-03-29/0230 Today: A and B\nThe clocks skip 02:30 that night, so this reminder is sent at 03:30."
            ]
        )
    }
}

/// A lead reminder is planned by its own time, even if the workout is beyond the horizon.
@Suite struct LeadTests {
    @Test(arguments: [("7d", 7), ("14d", 7), ("12h", 1), ("36h", 1), ("25h", 3)])
    func aLeadLongerThanTheHorizonComes(lead: String, horizon: Int) throws {
        let program = try program(
            schedule: "{mode: weekdays, monday: push}",
            reminders: "[{at: \"07:00\"}, {before: \(lead)}]",
            names: ["push"]
        )
        let zone = try zones.zone(named: "Europe/Berlin")
        var seen: Set<String> = []
        let first = try date("2026-11-23")
        for day in 0..<35 {
            let today = first.adding(days: day)
            let plan = Plan(
                try input([program], settings: settings { $0.horizon = horizon }, now: "\(today)T00:00")
            )
            #expect(plan.days.count == horizon)
            let end = today.adding(days: horizon)
            #expect(plan.notifications.allSatisfy { $0.fireAt.date < end })
            for notification in plan.notifications {
                #expect(zone.instant(of: notification.fireAt) == notification.instant)
                seen.insert(notification.id.rawValue)
            }
        }
        // The leads of the five Mondays from the second on are within these days.
        for monday in ["2026-12-07", "2026-12-14", "2026-12-21"] {
            let id = "workout/\(monday)/0700-\(try TimeSpan(parsing: lead))"
            #expect(seen.contains(id), "\(id)")
        }
    }

    /// A lead reminder that is due today for a workout beyond the horizon counts towards the channel's limit.
    @Test func aBudgetCountsLeadsByTheirOwnTime() throws {
        let program = try program(
            schedule: "{mode: cycle, cycle: [push]}",
            reminders: "[{at: \"07:00\"}, {before: 7d}]",
            names: ["push"]
        )
        let input = try input([program], settings: settings { $0.horizon = 7 }, now: "2026-11-23T06:00")
        let budget = ChannelBudget(
            channel: "phone",
            limit: nil,
            notifications: Plan(input, days: 8).notifications,
            days: 7,
            now: input.now,
            today: input.today
        )
        #expect(budget.measured == 14 && budget.horizon == 7)
        #expect(budget.fitting.count == 14 && budget.beyond.isEmpty && budget.overflow.isEmpty)
        #expect(budget.coverage == 7)
    }

    /// After a long sleep, reminders that have always been wanted are added late; those of an earlier plan are not added again.
    @Test func plannedLeadsAreComparedByTheirOwnTime() throws {
        let program = try program(
            schedule: "{mode: weekdays, monday: push}",
            reminders: "[{before: 7d}]",
            names: ["push"]
        )
        let input = try input([program], settings: settings { $0.horizon = 2 }, now: "2026-11-23T08:00")
        let plan = Plan(input)
        #expect(plan.ids == ["workout/2026-11-30/0730-7d"])
        for (planned, count) in [("2026-11-23", 1), ("2026-11-24", 0)] {
            let difference = QueueDifference(
                desired: plan.notifications,
                pending: [],
                now: input.now,
                unplannedFrom: try date(planned)
            )
            #expect(difference.added.count == count)
        }
    }
}
