import CivilTime
import Localization
import Planning
import Reminders
import TestSupport
import Testing

@Suite struct ChannelBudgetTests {
    private func budget(
        limit: Int?,
        schedule: String = "{mode: cycle, cycle: [push]}",
        times: [String] = ["07:30"],
        days: Int = 60,
        now: String = "2026-11-23T06:00",
        snoozes: [Snooze] = [],
        reminders: [UserReminder] = [],
        change: (inout Settings) -> Void = { _ in }
    ) throws -> ChannelBudget {
        let programs = try times.enumerated().map { place, time in
            try program(
                "p\(place)",
                schedule: schedule,
                reminders: "[\(time.hasPrefix("{") ? time : "{at: \"\(time)\"}")]"
            )
        }
        let chosen = settings {
            $0.horizon = days
            change(&$0)
        }
        let plain = try input(programs, settings: chosen, now: now)
        let input = PlanInput(
            programs: plain.programs,
            settings: plain.settings,
            zone: plain.zone,
            now: plain.now,
            snoozes: snoozes,
            reminders: reminders
        )
        let planned = Plan(input, days: days + 1).notifications
        return ChannelBudget(
            channel: "phone",
            limit: limit,
            notifications: planned + input.expectedFollowUps(of: planned),
            days: days,
            now: input.now,
            today: input.today
        )
    }

    /// ⌊(limit − 5) / notifications a day⌋ days.
    @Test(arguments: [
        (64, 1, 59), (64, 2, 29), (64, 3, 19), (64, 8, 7), (64, 20, 2), (64, 60, 0), (8, 1, 3), (5, 1, 0), (1, 1, 0),
        (1000, 1, 60),
    ])
    func theHorizonIsShared(limit: Int, aDay: Int, horizon: Int) throws {
        let times = (0..<aDay).map { TimeOfDay(secondsFromMidnight: 8 * 3600 + $0 * 600).description }
        let budget = try budget(limit: limit, times: times)
        #expect(budget.perDay == Double(aDay))
        #expect(budget.horizon == horizon)
        #expect(budget.coverage == horizon)
        #expect(budget.isShort == (horizon < 3))
        // Today and tomorrow are always planned; notifications over the limit are flagged.
        let planned = max(horizon, 2) * aDay
        #expect(budget.fitting.count == (horizon < 2 ? max(0, min(planned, limit - 5)) : planned))
        #expect(budget.overflow.count == planned - budget.fitting.count)
        #expect(budget.beyond.count == 60 * aDay - planned)
    }

    @Test(arguments: [
        (Language.english, "limited to 1 reminder,", "limited to 8 reminders,"),
        (.german, "auf 1 Erinnerung begrenzt", "auf 8 Erinnerungen begrenzt"),
        (.spanish, "admite como máximo 1 recordatorio,", "admite como máximo 8 recordatorios,"),
        (.french, "accepte au plus 1 rappel,", "accepte au plus 8 rappels,"),
        (.turkish, "en fazla 1 hatırlatma alır", "en fazla 8 hatırlatma alır"),
    ])
    func shortageMessagesArePluralized(language: Language, one: String, several: String) throws {
        #expect(MessageCatalog(language).shortage(of: try budget(limit: 1)).contains(one))
        #expect(MessageCatalog(language).shortage(of: try budget(limit: 8)).contains(several))
    }

    /// The length of a one-week horizon does not depend on the current weekday.
    @Test(arguments: 23...29)
    func aWeeksHorizonIsIndependentOfTheWeekday(day: Int) throws {
        let budget = try budget(
            limit: 8,
            schedule: "{mode: weekdays, monday: push, wednesday: pull, friday: legs}",
            days: 7,
            now: "2026-11-\(day)T12:00"
        )
        #expect(budget.measured == 3 && budget.horizon == 7)
    }

    @Test func withoutALimitEverythingFits() throws {
        let budget = try budget(limit: nil, times: ["07:30", "19:30"])
        #expect(budget.horizon == 60 && budget.fitting.count == 120 && budget.coverage == 60 && !budget.isShort)
    }

    /// On days with more reminders than average, those over the limit are flagged, soonest first.
    @Test func notificationsOverTheLimitWait() throws {
        let budget = try budget(
            limit: 9,
            schedule: "{mode: weekdays, monday: push, tuesday: pull, wednesday: legs}",
            times: ["07:30", "19:30"],
            days: 14
        )
        #expect(budget.measured == 12 && budget.horizon == 4)
        #expect(budget.fitting.map { "\($0.fireAt)" }.last == "2026-11-24T19:30")
        #expect(budget.overflow.map { "\($0.fireAt)" } == ["2026-11-25T07:30", "2026-11-25T19:30"])
        #expect(budget.coverage == 2 && budget.isShort)
    }

    @Test func snoozesCountTowardsTheLimit() throws {
        let plain = try budget(limit: 8)
        let now = try Instant(parsing: "2026-11-23T06:00", in: try zones.zone(named: "Europe/Berlin"))
        let snoozes = plain.fitting.prefix(1).flatMap { original in
            [Snooze(original: original, ordinal: 1, until: now.adding(.hours(3)))]
        }
        let budget = try budget(limit: 8, snoozes: Array(snoozes))
        #expect(budget.fitting.map(\.id.rawValue).contains("workout/2026-11-23/0730/snooze-1"))
        #expect(budget.overflow.isEmpty)
    }

    private func daily(_ count: Int, from hour: Int = 8) throws -> [UserReminder] {
        try (0..<count).map { place in
            let at = CivilDateTime(
                date: try date("2026-11-01"),
                time: TimeOfDay(secondsFromMidnight: hour * 3600 + place * 600)
            )
            return UserReminder(
                number: Int64(place + 1),
                title: "Medicine \(place)",
                notes: nil,
                at: at,
                rule: try RepeatRule(parsing: "daily")
            )
        }
    }

    /// Each follow-up is a notification: three medicines with one follow-up each, and a check-in without (a reminder before the workout),
    /// are seven a day, which fit 64 for ⌊59 / 7⌋ = 8 days.
    @Test(arguments: [(nil, 14), (1, 8), (2, 5), (3, 4), (10, 1)] as [(Int?, Int)])
    func followUpsCount(atMost: Int?, horizon: Int) throws {
        let budget = try budget(
            limit: 64,
            times: ["{before: 1h}"],
            reminders: try daily(3)
        ) { $0.followUp = atMost.map { FollowUpPolicy(after: .minutes(10), atMost: $0) } }
        #expect(budget.perDay == Double(4 + 3 * (atMost ?? 0)))
        #expect(budget.horizon == horizon && budget.coverage == horizon)
        #expect(budget.fitting.count <= 59)
        #expect(MessageCatalog(.english).shortage(of: budget).contains("settings follow-up off") == (atMost != nil))
    }

    /// For any settings, the queue stays within the limit, and another reminder never lengthens the horizon.
    @Test(arguments: 0..<60) func followUpsStayWithinTheLimit(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let limit = Int.random(in: 1...80, using: &random)
        let days = Int.random(in: 1...30, using: &random)
        let hours = (6..<22).shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)).sorted()
        let count = Int.random(in: 0...4, using: &random)
        let after = TimeSpan.minutes(Int64.random(in: 1...720, using: &random))
        let every = TimeSpan.minutes(Int64.random(in: 1...720, using: &random))
        let atMost = Int.random(in: 0...10, using: &random)
        let quiet = Bool.random(using: &random)
        func budget(_ reminders: Int, _ followUps: Int) throws -> ChannelBudget {
            try self.budget(
                limit: limit,
                times: hours.map { TimeOfDay(secondsFromMidnight: $0 * 3600).description },
                days: days,
                reminders: try daily(reminders, from: 22)
            ) {
                $0.followUp = followUps > 0 ? FollowUpPolicy(after: after, every: every, atMost: followUps) : nil
                if quiet { $0.quietHours = QuietHours(from: TimeOfDay(secondsFromMidnight: 82_800), to: .midnight) }
            }
        }
        let one = try budget(count, atMost)
        #expect(one.fitting.count <= limit)
        let last = one.fitting.last?.instant
        #expect((one.overflow + one.beyond).allSatisfy { other in last.map { $0 <= other.instant } ?? true })
        #expect(Set(one.fitting.map(\.id)).isDisjoint(with: (one.overflow + one.beyond).map(\.id)))
        let further = try [budget(count + 1, atMost), budget(count, min(10, atMost + 1))]
        #expect(further.allSatisfy { $0.horizon <= one.horizon && $0.measured >= one.measured })
    }

    /// Soonest first, never more than the limit, and nothing is lost, for any limit and program.
    @Test func sharesAreFairForAnyLimit() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<60 {
            let limit = Int.random(in: 1...80, using: &random)
            let hours = (6..<22).shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random)).sorted()
            let days = Int.random(in: 1...60, using: &random)
            let budget = try budget(
                limit: limit,
                times: hours.map { TimeOfDay(secondsFromMidnight: $0 * 3600).description },
                days: days
            )
            #expect(budget.fitting.count <= max(0, limit))
            #expect(budget.horizon <= days && budget.coverage <= days)
            let last = budget.fitting.last?.instant
            #expect((budget.overflow + budget.beyond).allSatisfy { one in last.map { $0 <= one.instant } ?? true })
            #expect(budget.fitting.count + budget.overflow.count + budget.beyond.count == hours.count * days)
        }
    }
}
