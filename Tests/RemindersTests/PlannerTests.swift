import CivilTime
import Planning
import Reminders
import TestSupport
import Testing
import Training

@Suite struct PlannerTests {
    @Test func aWeekOfPushPullLegs() throws {
        let plan = Plan(try input([try program()], now: "2026-11-22T20:00", start: "2026-11-22"))
        #expect(
            plan.lines == [
                "workout/2026-11-23/0730 2026-11-23T06:30:00Z Workout Time! Today: Push",
                "workout/2026-11-25/0730 2026-11-25T06:30:00Z Workout Time! Today: Pull",
                "workout/2026-11-27/0730 2026-11-27T06:30:00Z Workout Time! Today: Legs",
            ]
        )
        #expect(plan.days.count == 7)
        #expect(plan.days[0].absence == .restDay)
        #expect(plan.days[1].absence == nil)
        #expect(
            plan.notifications[0].items == [
                .workout(WorkoutItem(programID: "ppl", programName: "ppl", dayID: "push", dayName: "Push", week: 1))
            ]
        )
    }

    @Test func restDaysAreTheDaysNotTrained() throws {
        let all = Plan(try input([try program()], settings: settings { $0.restDays = true }, now: "2026-11-23T00:00"))
        #expect(
            all.ids.filter { $0.hasPrefix("rest-day") } == [
                "rest-day/2026-11-24/0730", "rest-day/2026-11-26/0730", "rest-day/2026-11-28/0730",
                "rest-day/2026-11-29/0730",
            ]
        )
        #expect(all.notifications.first { $0.category == .restDay }?.title == "Rest Day")
        #expect(
            all.notifications.first { $0.category == .restDay }?.body == "Recovery is progress. Take it easy today!"
        )
        // a rest day's reminder is also sent on a weekday that the settings leave out
        let some = Plan(
            try input(
                [try program()],
                settings: settings {
                    $0.restDays = true; $0.days = WeekdaySet([.monday, .wednesday, .friday])
                },
                now: "2026-11-23T00:00"
            )
        )
        #expect(some.ids == all.ids)
    }

    @Test func aWeekdayWithoutTrainingIsNoRestDay() throws {
        let plan = Plan(
            try input(
                [try program()],
                settings: settings {
                    $0.restDays = true; $0.days = WeekdaySet([.monday])
                },
                now: "2026-11-23T00:00"
            )
        )
        #expect(!plan.ids.contains { $0.contains("2026-11-25") })
        #expect(plan.days[2].absence == .weekdayOff(.wednesday))
        #expect(plan.days[2].workouts.map(\.dayID) == ["pull"])
    }

    @Test func disabledRemindersPlanNothing() throws {
        let plan = Plan(try input([try program()], settings: Settings(), now: "2026-11-23T00:00"))
        #expect(plan.notifications.isEmpty)
        #expect(plan.days[0].absence == .off)
        #expect(Plan(try input([], now: "2026-11-23T00:00")).days[0].absence == .nothingPlanned)
    }

    @Test func programsInOneMinuteShareAReminder() throws {
        let other = try program("run", schedule: "{mode: cycle, cycle: [evening-run]}", names: ["evening-run"])
        let plan = Plan(
            try input([try program(), other], settings: settings { $0.horizon = 1 }, now: "2026-11-23T00:00")
        )
        #expect(
            plan.lines == ["workout/2026-11-23/0730 2026-11-23T06:30:00Z Workout Time! Today: Push and Evening Run"]
        )
        let third = try program(
            "swim",
            schedule: "{mode: cycle, cycle: [swim]}",
            reminders: "[{at: 18:00}]",
            names: ["swim"]
        )
        let three = Plan(
            try input([try program(), other, third], settings: settings { $0.horizon = 1 }, now: "2026-11-23T00:00")
        )
        #expect(three.ids == ["workout/2026-11-23/0730", "workout/2026-11-23/1800"])
    }

    @Test func aProgramMayHaveSeveralLeads() throws {
        let program = try program(reminders: "[{at: 07:00}, {at: 12:00}, {before: 12h}, {before: 2d}]")
        let plan = Plan(
            try input([program], settings: settings { $0.horizon = 3 }, now: "2026-11-20T00:00", start: "2026-11-20")
        )
        #expect(plan.lines.filter { $0.contains("2026-11-20/") }.count == 2)
        let monday = Plan(
            try input([program], settings: settings { $0.horizon = 2 }, now: "2026-11-22T00:00", start: "2026-11-20")
        )
        #expect(
            monday.lines == [
                "workout/2026-11-23/0700-12h 2026-11-22T18:00:00Z Workout Time! Tomorrow: Push",
                "workout/2026-11-23/0700 2026-11-23T06:00:00Z Workout Time! Today: Push",
                // the reminder is within the two days, though its workout is not
                "workout/2026-11-25/0700-2d 2026-11-23T06:00:00Z Workout Time! 2026-11-25: Pull",
                "workout/2026-11-23/1200 2026-11-23T11:00:00Z Workout Time! Today: Push",
            ]
        )
    }

    @Test(arguments: [
        // zone, now, time, the moment of the first reminder
        ("America/New_York", "2026-03-07T12:00", "02:30", "2026-03-08T07:30:00Z"),  // in the gap
        ("America/New_York", "2026-10-31T12:00", "01:30", "2026-11-01T05:30:00Z"),  // ambiguous: the first
        ("Europe/Berlin", "2026-03-28T12:00", "02:30", "2026-03-29T01:30:00Z"),
        ("Australia/Lord_Howe", "2026-10-03T12:00", "02:15", "2026-10-03T15:45:00Z"),
        ("Asia/Kathmandu", "2026-11-22T12:00", "07:30", "2026-11-23T01:45:00Z"),
        ("Africa/Casablanca", "2026-02-14T12:00", "02:30", "2026-02-15T01:30:00Z"),
        ("Pacific/Apia", "2026-11-22T12:00", "00:00", "2026-11-22T11:00:00Z"),
        ("America/Sao_Paulo", "2018-11-03T12:00", "00:00", "2018-11-04T03:00:00Z"),
    ])
    func localTimesInRealZones(zone: String, now: String, clock: String, moment: String) throws {
        let daily = try program(schedule: "{mode: cycle, cycle: [push]}", names: ["push"])
        let plan = Plan(
            try input(
                [daily],
                settings: settings { $0.time = (try? TimeOfDay(parsing: clock)) ?? .midnight },
                zone: zone,
                now: now,
                start: "2018-01-01"
            )
        )
        #expect(
            plan.notifications.first { $0.instant > (try! Instant(parsing: now, in: zones.zone(named: zone))) }?.instant
                .description == moment
        )
    }

    @Test func aDateThatTheZoneSkipsHasNoReminder() throws {
        let daily = try program(schedule: "{mode: cycle, cycle: [push]}", names: ["push"])
        let plan = Plan(
            try input(
                [daily],
                settings: settings { $0.horizon = 3 },
                zone: "Pacific/Apia",
                now: "2011-12-29T06:00",
                start: "2011-12-01"
            )
        )
        #expect(plan.ids == ["workout/2011-12-29/0730", "workout/2011-12-31/0730"])
        #expect(plan.days[1].absence == .noSuchDay)
    }

    @Test(arguments: [
        ("2026-12-30T08:00", ["2026-12-31", "2027-01-01", "2027-01-02"]),
        ("2028-02-27T08:00", ["2028-02-28", "2028-02-29", "2028-03-01"]),
        ("2026-02-26T08:00", ["2026-02-27", "2026-02-28", "2026-03-01"]),
    ])
    func monthAndYearEnds(now: String, dates: [String]) throws {
        let daily = try program(schedule: "{mode: cycle, cycle: [push]}", names: ["push"])
        let plan = Plan(
            try input(
                [daily],
                settings: settings {
                    $0.horizon = 4; $0.grace = .seconds(0)
                },
                now: now,
                start: "2026-01-01"
            )
        )
        #expect(plan.notifications.map(\.date.description) == dates)
    }

    @Test func westOfGreenwichTheDateIsLocal() throws {
        let plan = Plan(
            try input([try program()], zone: "America/Los_Angeles", now: "2026-11-22T21:00", start: "2026-11-22")
        )
        #expect(plan.days[0].date.description == "2026-11-22")
        #expect(plan.ids.first == "workout/2026-11-23/0730")
    }

    @Test func travellersAreRemindedAtTheSameLocalTime() throws {
        let berlin = Plan(try input([try program()], now: "2026-11-22T12:00", start: "2026-11-22"))
        let tokyo = Plan(try input([try program()], zone: "Asia/Tokyo", now: "2026-11-22T20:00", start: "2026-11-22"))
        let difference = QueueDifference(
            desired: tokyo.notifications,
            pending: berlin.notifications,
            now: try Instant(parsing: "2026-11-22T11:00Z", in: .utc)
        )
        #expect(difference.summary == "0 added, 0 cancelled, 0 kept, 3 updated")
        #expect(difference.updated.map(\.id) == berlin.notifications.map(\.id))
        #expect(tokyo.notifications[0].instant.description == "2026-11-22T22:30:00Z")
    }

    @Test func pastRemindersAreNotAddedAndDueOnesNotRemoved() throws {
        let program = try program()
        let before = Plan(try input([program], now: "2026-11-23T07:00"))
        for (now, kept, absence) in [
            ("2026-11-23T07:30", 3, ReminderAbsence.due), ("2026-11-23T07:30:59", 3, .due),
            ("2026-11-23T07:31", 3, .past), ("2026-11-23T11:29", 3, .past),
            ("2026-11-23T11:30", 3, .past), ("2026-11-23T11:30:01", 2, .past),
        ] {
            let request = try input([program], now: now)
            let plan = Plan(request)
            let difference = QueueDifference(
                desired: plan.notifications,
                pending: before.notifications,
                now: request.now
            )
            #expect(difference.kept.count == kept, "\(now)")
            #expect(plan.days[0].absence == absence)
            // A reminder is on time during its minute.
            let added = QueueDifference(desired: plan.notifications, pending: [], now: request.now).added
            #expect(added.count == (absence == .due ? 3 : 2))
        }
    }

    @Test func manualCancellationsPersist() throws {
        let id = NotificationID(rawValue: "workout/2026-11-25/0730")
        let plan = Plan(try input([try program()], now: "2026-11-23T00:00", cancelled: [id]))
        #expect(!plan.ids.contains(id.rawValue))
        #expect(plan.days[2].absence == .cancelled)
    }

    @Test func namesAreJoinedNaturally() throws {
        let names = ["a", "b", "c"].map { name in
            try? program(name, schedule: "{mode: cycle, cycle: [\(name)]}", names: [name])
        }.compactMap { $0 }
        let plan = Plan(try input(names, settings: settings { $0.horizon = 1 }, now: "2026-11-23T00:00"))
        #expect(plan.notifications.map(\.body) == ["Today: A, B and C"])
    }

    @Test func planningAgainChangesNothing() throws {
        var random = SplitMix64(seed: 2026)
        let names = [
            "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca", "UTC",
        ]
        for _ in 0..<300 {
            let zone = try zones.zone(named: names.randomElement(using: &random) ?? "UTC")
            let now = Instant(secondsSinceEpoch: Int64.random(in: 1_300_000_000...2_100_000_000, using: &random))
            let chosen = settings { settings in
                settings.time = TimeOfDay(secondsFromMidnight: Int.random(in: 0..<86_400, using: &random))
                settings.horizon = Int.random(in: 1...20, using: &random)
                settings.restDays = Bool.random(using: &random)
            }
            let start = zone.civil(at: now).date.adding(days: -Int.random(in: 0..<30, using: &random))
            let programs = [
                ActiveProgram(program: try program(), start: start, trainingDays: .all, completions: []),
                ActiveProgram(
                    program: try program(
                        "x",
                        schedule: "{mode: cycle, cycle: [push, rest, pull]}",
                        reminders: "[{at: 23:30}, {before: 25h}]",
                        names: ["push", "pull"]
                    ),
                    start: start,
                    trainingDays: .all,
                    completions: []
                ),
            ]
            func plan(_ now: Instant) -> Plan {
                Plan(PlanInput(programs: programs, settings: chosen, zone: zone, now: now))
            }
            let first = plan(now)
            #expect(Set(first.ids).count == first.ids.count)
            var queue = QueueDifference(desired: first.notifications, pending: [], now: now).added
            let again = QueueDifference(desired: plan(now).notifications, pending: queue, now: now)
            #expect(again.isEmpty)
            // Later, within the grace period, nothing that is due is removed.
            let later = now.adding(.seconds(Int64.random(in: 0..<Int64(chosen.horizon) * 80_000, using: &random)))
            queue = queue.filter { !DeliveryWindow.hasEnded($0.instant, now: later, grace: chosen.grace, in: zone) }
            let then = QueueDifference(desired: plan(later).notifications, pending: queue, now: later)
            #expect(then.cancelled.isEmpty)
            // A reminder that is still due after midnight names its day again; no other reminder changes.
            let dayThen = zone.civil(at: later).date
            #expect(then.updated.allSatisfy { $0.fireAt.date < dayThen })
        }
    }
}
