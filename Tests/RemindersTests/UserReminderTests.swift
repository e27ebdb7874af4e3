import CivilTime
import Localization
import Planning
import Reminders
import TestSupport
import Testing

@Suite struct UserReminderTests {
    private func reminder(_ at: String, _ rule: String = "once", number: Int64 = 3) throws -> UserReminder {
        let parts = at.split(separator: "T")
        let civil = CivilDateTime(date: try date(String(parts[0])), time: try time(String(parts[1])))
        return UserReminder(number: number, title: "Water", notes: nil, at: civil, rule: try RepeatRule(parsing: rule))
    }

    private func plan(
        _ reminders: [UserReminder],
        zone: String = "Europe/Berlin",
        now: String,
        answers: [OccurrenceKey: Answer] = [:],
        horizon: Int = 7,
        isEnabled: Bool = true
    ) throws -> Plan {
        let base = try input(
            [],
            settings: settings {
                $0.horizon = horizon; $0.isEnabled = isEnabled
            },
            zone: zone,
            now: now
        )
        return Plan(
            PlanInput(
                programs: [],
                settings: base.settings,
                zone: base.zone,
                now: base.now,
                answers: answers,
                reminders: reminders
            )
        )
    }

    /// A reminder without notes has a general text in the user's language, and its button a short snooze.
    @Test(arguments: [
        (Language.english, "Time for your reminder!"), (.german, "Zeit für deine Erinnerung!"),
        (.french, "C'est l'heure de ton rappel\u{202F}!"), (.spanish, "¡Es hora de tu recordatorio!"),
        (.turkish, "Hatırlatmanın zamanı geldi!"),
    ])
    func aReminderWithoutNotesHasABody(language: Language, body: String) throws {
        let base = try input([], settings: settings { $0.language = language }, now: "2026-11-23T08:00")
        let planned = Plan(
            PlanInput(
                programs: [],
                settings: base.settings,
                zone: base.zone,
                now: base.now,
                reminders: [try reminder("2026-11-23T09:00")]
            )
        )
        #expect(planned.notifications.map(\.body) == [body])
        #expect(planned.notifications.map { base.settings.snooze.of($0) } == [.minutes(15)])
        let snooze = planned.notifications.first?.actions(MessageCatalog(language)).first { $0.id == "snooze" }
        #expect(snooze?.label.contains("15") == true)
    }

    @Test(arguments: [
        ("daily", "daily"), ("Daily", "daily"), ("every 1d", "daily"), ("every 3d", "every 3d"),
        ("every 2w", "every 14d"),
        ("weekdays", "weekly:mon,tue,wed,thu,fri"), ("weekends", "weekly:sat,sun"),
        ("weekly:thu,mon", "weekly:mon,thu"), ("mo,th", "weekly:mon,thu"), ("every friday", "weekly:fri"),
        ("every day", "daily"),
        ("every 2 weeks", "every 14d"), ("every week", "every 7d"), ("weekly:1,4", "weekly:mon,thu"),
        ("weekly:mon-wed", "weekly:mon,tue,wed"), ("once", "once"), ("monthly", "monthly"), ("Every month", "monthly"),
        ("monthly:1", "monthly:1"), ("monthly: 15th", "monthly:15"), ("every 15th", "monthly:15"),
        ("15th of the month", "monthly:15"), ("the 2nd of every month", "monthly:2"),
        ("monthly:31", "monthly:last"), ("monthly:-1", "monthly:last"), ("monthly:last", "monthly:last"),
        ("last day of the month", "monthly:last"),
        ("first day of the month", "monthly:1"), ("2nd mon of the month", "monthly:2nd mon"),
        ("monthly:1st mon", "monthly:1st mon"), ("every 1st monday", "monthly:1st mon"),
        ("Every first Monday of the month", "monthly:1st mon"), ("monthly:4 tues", "monthly:4th tue"),
        ("monthly:last fri", "monthly:last fri"), ("last friday of the month", "monthly:last fri"),
        ("monthly:-1 fr", "monthly:last fri"),
    ])
    func rulesAreReadAndReadBack(text: String, shown: String) throws {
        let rule = try RepeatRule(parsing: text)
        #expect(rule.description == shown)
        #expect(try RepeatRule(parsing: rule.description) == rule)
    }

    @Test(arguments: [
        "", "sometimes", "weekly:", "weekly:funday", "weekly:none", "every", "every 3", "3", "every 0d", "every 5h",
        "every 400d", "monthly:", "monthly:0", "monthly:32", "monthly:-2", "monthly:1,15", "monthly:5th mon",
        "monthly:1st 1", "monthly:first funday", "every 15", "15", "last", "every last", "every 2 months", "monthly 15",
        "of the month", "every of the month", "every ٣rd", "monthly:99999999999999999999", "the 1st mon tue",
        "every second day", "every 3rd day", "every 2nd monday", "every last day", "last of",
    ])
    func invalidRulesAreRefused(text: String) {
        #expect(throws: RepeatRule.Failure.self) { try RepeatRule(parsing: text) }
    }

    @Test(arguments: [
        ("once", ["2026-11-23"]), ("daily", (23...29).map { "2026-11-\($0)" }),
        ("weekdays", (23...27).map { "2026-11-\($0)" }), ("weekly:wed,sun", ["2026-11-25", "2026-11-29"]),
        ("every 3d", ["2026-11-23", "2026-11-26", "2026-11-29"]),
    ])
    func eachOccurrenceIsASeparateNotification(rule: String, dates: [String]) throws {
        let plan = try plan([try reminder("2026-11-23T09:00", rule)], now: "2026-11-23T08:00")
        #expect(plan.ids == dates.map { "reminder/3/\($0)/0900" })
        #expect(plan.notifications.allSatisfy { $0.category == .reminder && $0.title == "Water" })
    }

    /// A reminder at nine stays at nine before and after each clock change.
    @Test(arguments: [
        ("America/New_York", "2026-03-06"), ("America/New_York", "2026-10-30"), ("Australia/Lord_Howe", "2026-04-03"),
        ("Europe/Berlin", "2026-03-27"),
    ])
    func aRepetitionDoesNotDriftAtDaylightSaving(zone: String, from: String) throws {
        let plan = try plan([try reminder("\(from)T09:00", "daily")], zone: zone, now: "\(from)T00:00")
        #expect(plan.notifications.count == 7)
        #expect(plan.notifications.allSatisfy { $0.fireAt.time.description == "09:00" })
        #expect(
            try plan.notifications.allSatisfy {
                try zones.zone(named: zone).civil(at: $0.instant).time.description == "09:00"
            }
        )
    }

    @Test func answeringOneOccurrenceKeepsTheOthers() throws {
        let water = try reminder("2026-11-23T09:00", "daily")
        let today = OccurrenceKey(water.source, on: try date("2026-11-23"))
        for answer in Answer.allCases {
            let plan = try plan([water], now: "2026-11-23T08:00", answers: [today: answer])
            #expect(plan.ids.first == "reminder/3/2026-11-24/0900" && plan.ids.count == 6)
        }
    }

    @Test func pastAndDisabledRemindersAreNotPlanned() throws {
        #expect(try plan([try reminder("2026-11-22T09:00")], now: "2026-11-23T08:00").ids.isEmpty)
        #expect(
            try plan([try reminder("2026-11-23T09:00")], now: "2026-11-23T08:00", isEnabled: false).ids.isEmpty
        )
        #expect(try plan([try reminder("2026-12-24T09:00")], now: "2026-11-23T08:00").ids.isEmpty)
        #expect(try plan([try reminder("2026-12-24T09:00")], now: "2026-11-23T08:00", horizon: 60).ids.count == 1)
    }

    /// A workout reminder and a user reminder in one minute are two notifications: a group has one kind.
    @Test func groupsDoNotMixKinds() throws {
        let base = try input([try program()], now: "2026-11-23T00:00")
        let plan = Plan(
            PlanInput(
                programs: base.programs,
                settings: base.settings,
                zone: base.zone,
                now: base.now,
                reminders: [try reminder("2026-11-23T07:30")]
            )
        )
        #expect(plan.ids.prefix(2) == ["reminder/3/2026-11-23/0730", "workout/2026-11-23/0730"])
        #expect(plan.notifications.prefix(2).allSatisfy { $0.items.count == 1 })
    }

    /// The next date is in the future and not answered.
    @Test(
        arguments: [
            ("2026-11-23T08:00", [], "2026-11-23"), ("2026-11-23T09:00", [], "2026-11-24"),
            ("2026-11-23T08:00", ["2026-11-23"], "2026-11-24"),
            ("2026-11-23T09:30", ["2026-11-24", "2026-11-25"], "2026-11-26"), ("2026-11-20T08:00", [], "2026-11-23"),
        ] as [(String, [String], String)]
    )
    func theNextDateIsAheadAndOpen(now: String, answered: [String], next: String) throws {
        let water = try reminder("2026-11-23T09:00", "daily")
        let base = try input([], now: now)
        let answers: [OccurrenceKey: Answer] = Dictionary(
            uniqueKeysWithValues: try answered.map {
                (OccurrenceKey(water.source, on: try date($0)), Answer.completed)
            }
        )
        let input = PlanInput(
            programs: [],
            settings: base.settings,
            zone: base.zone,
            now: base.now,
            answers: answers,
            reminders: [water]
        )
        #expect(try input.nextDate(of: water) == date(next))
    }

    @Test func theNextDateIsKnown() throws {
        let water = try reminder("2026-11-23T09:00", "weekly:fri")
        #expect(try water.next(from: try date("2026-11-20")) == date("2026-11-27"))
        #expect(try water.next(from: try date("2026-11-28")) == date("2026-12-04"))
        #expect(try reminder("2026-11-23T09:00").next(from: try date("2026-11-24")) == nil)
    }

    /// The next date is found without trying each date; the reference is the rule itself.
    @Test(arguments: [
        "once", "daily", "every 3d", "every 2w", "every 366d", "weekly:mon,thu", "weekends", "monthly", "monthly:30",
        "monthly:last", "monthly:1st mon",
        "monthly:4th wed", "monthly:last fri",
    ])
    func theNextDateIsTheFirstOfTheRule(rule: String) throws {
        let reminder = try reminder("2026-11-26T09:00", rule)
        for day in -10..<740 {
            let start = try date("2026-11-26").adding(days: day)
            let first = max(start, try date("2026-11-26"))
            #expect(reminder.next(from: start) == (first..<first.adding(days: 367)).first(where: reminder.comes))
        }
        #expect(reminder.next(from: .latest) == nil)
    }

    /// Planning four times as many reminders and comparing them with the queue takes about four times as long, not sixteen times.
    @Test(arguments: ["once", "daily", "weekly:mon,thu"])
    func planningTimeIsLinear(rule: String) throws {
        func cost(_ count: Int) throws -> Duration {
            let reminders = try (0..<count).map { number in
                try reminder(
                    "2026-11-\(23 + number % 7)T\(10 + number % 8):\(10 + number % 50)",
                    rule,
                    number: Int64(number + 1)
                )
            }
            return try (0..<3).map { _ in
                try processorTime {
                    let plan = try plan(reminders, now: "2026-11-23T08:00")
                    let queue = Array(plan.notifications.dropLast(count / 2))
                    let difference = QueueDifference(desired: plan.notifications, pending: queue, now: try evening())
                    #expect(difference.kept.count == queue.count)
                }
            }.min() ?? .zero
        }
        let (few, many) = try (cost(500), cost(2000))
        #expect(many < few * 10, "500 take \(few), 2000 take \(many)")
    }

    private func evening() throws -> Instant {
        try Instant(parsing: "2026-11-22T20:00", in: zones.zone(named: "Europe/Berlin"))
    }
}
