import CivilTime
import Planning
import Reminders
import Testing
import Training

/// How answers, snoozes and deliveries change a plan.
@Suite struct AnswerTests {
    private static let monday = "workout/2026-11-23/0730"

    private func plan(
        _ now: String,
        programs: [Program]? = nil,
        answers: [(String, String, Answer)] = [],
        snoozes: [(Int, String)] = [],
        delivered: [(String, String)] = [],
        learned: String? = nil,
        _ change: (inout Settings) -> Void = { _ in }
    ) throws -> Plan {
        let chosen = settings(change)
        let base = try input(try programs ?? [try program()], settings: chosen, now: "2026-11-23T00:00")
        let original = try #require(
            Plan(try input(programs ?? [try program()], now: "2026-11-23T00:00")).notifications.first
        )
        func instant(_ text: String) throws -> Instant { try Instant(parsing: text, in: base.zone) }
        let snoozes = try snoozes.map { ordinal, until in
            Snooze(original: original, ordinal: ordinal, until: try instant(until))
        }
        let all = snoozes.map { snooze in
            PlannedNotification(
                id: snooze.id,
                category: original.category,
                date: original.date,
                fireAt: base.zone.civil(at: snooze.until),
                zone: base.zone.identifier,
                instant: snooze.until,
                title: original.title,
                body: original.body,
                items: original.items
            )
        }
        return Plan(
            PlanInput(
                programs: base.programs,
                settings: chosen,
                zone: base.zone,
                now: try instant(now),
                answers: Dictionary(
                    try answers.map { (OccurrenceKey(.program($0), on: try date($1)), $2) }
                ) { $1 },
                snoozes: snoozes,
                delivered: try delivered.map { id, at in
                    DeliveredReminder(
                        notification: try #require((all + [original]).first { $0.id.rawValue == id }),
                        deliveredAt: try instant(at),
                        learnedAt: try learned.map(instant)
                    )
                }
            )
        )
    }

    @Test(arguments: Answer.allCases)
    func answeredWorkoutsGetNoReminder(answer: Answer) throws {
        let plan = try plan("2026-11-23T06:00", answers: [("ppl", "2026-11-23", answer)])
        #expect(plan.ids == ["workout/2026-11-25/0730", "workout/2026-11-27/0730"])
        #expect(plan.days[0].absence == .answered(answer))
    }

    @Test func answeringOneWorkoutKeepsTheGroupsID() throws {
        let both = [try program(), try program("row", schedule: "{mode: weekdays, monday: row}", names: ["row"])]
        let before = try plan("2026-11-23T06:00", programs: both)
        #expect(before.notifications[0].body == "Today: Push and Row")
        let after = try plan("2026-11-23T06:00", programs: both, answers: [("ppl", "2026-11-23", .completed)])
        #expect(after.ids == before.ids)
        #expect(after.notifications[0].body == "Today: Row")
        #expect(after.notifications[0].items.map(\.source.subject) == ["row"])
    }

    @Test(
        arguments: [
            ("2026-11-23T07:31", [(1, "2026-11-23T08:30")], ["\(monday)/snooze-1"]),
            ("2026-11-23T08:31", [(1, "2026-11-23T08:30"), (2, "2026-11-23T09:30")], ["\(monday)/snooze-2"]),
            ("2026-11-23T07:00", [(1, "2026-11-23T08:00")], ["\(monday)/snooze-1"]),
            ("2026-11-23T08:35", [(1, "2026-11-23T08:30")], ["\(monday)/snooze-1"]),
            ("2026-11-23T14:00", [(1, "2026-11-23T08:30")], []),
        ] as [(String, [(Int, String)], [String])]
    )
    func aSnoozeReplacesItsReminder(now: String, snoozes: [(Int, String)], expected: [String]) throws {
        let plan = try plan(now, snoozes: snoozes)
        #expect(plan.ids.filter { $0.hasPrefix("workout/2026-11-23") } == expected)
        for notification in plan.notifications where notification.id.rawValue.contains("snooze") {
            #expect(notification.title == "Workout Time!" && notification.body == "Today: Push")
            #expect(try notification.date == date("2026-11-23"))
        }
    }

    @Test func aSnoozeEndsWithItsAnswerAndWithRemindersOff() throws {
        let snoozes = [(1, "2026-11-23T08:30")]
        let done = try plan("2026-11-23T07:31", answers: [("ppl", "2026-11-23", .completed)], snoozes: snoozes)
        #expect(!done.ids.contains { $0.contains("snooze") })
        let off = try plan("2026-11-23T07:31", snoozes: snoozes) { $0.isEnabled = false }
        #expect(off.ids.isEmpty)
        #expect(try plan("2026-11-23T07:31", snoozes: snoozes).days[0].absence == .snoozed)
    }

    /// A plugin delivered the reminder while antrain was not running: of the follow-ups whose time has passed since, the last is
    /// delivered late, and those whose grace period has ended are recorded as missed.
    @Test(
        arguments: [
            ("2026-11-23T08:15", ["3", "2"], ["2"], []), ("2026-11-23T08:25", ["3"], ["3"], []),
            ("2026-11-23T20:00", [], [], ["3"]),
        ] as [(String, [String], [String], [String])]
    )
    func aFollowUpMissedByThePlannerComesLate(now: String, current: [String], overdue: [String], lapsed: [String])
        throws
    {
        let policy = FollowUpPolicy(after: .minutes(20), every: .minutes(10), atMost: 3)
        let plan = try plan(now, delivered: [(Self.monday, "2026-11-23T07:40")], learned: now) { $0.followUp = policy }
        func ordinals(_ ids: [NotificationID]) -> [String] { ids.map { String($0.rawValue.suffix(1)) } }
        let found = plan.notifications.filter { $0.category == .followUp }
        #expect(Set(ordinals(found.map(\.id))) == Set(current))
        #expect(ordinals(Array(plan.overdue)) == overdue)
        #expect(ordinals(plan.lapsed.map(\.id)) == lapsed)
        let queue = QueueDifference(
            desired: plan.notifications,
            pending: [],
            now: Zone.utc.instant(of: try CivilDateTime(date: date("2026-11-23"), time: TimeOfDay(parsing: "23:00"))),
            overdue: plan.overdue
        ) { _ in .none }
        #expect(ordinals(queue.added.filter { $0.category == .followUp }.map(\.id)) == overdue)
    }

    @Test func followUpsComeAfterTheDelivery() throws {
        let policy = FollowUpPolicy(after: .minutes(30), every: .minutes(10), atMost: 3)
        let plan = try plan("2026-11-23T07:41", delivered: [(Self.monday, "2026-11-23T07:40")]) {
            $0.followUp = policy
        }
        let found = plan.notifications.filter { $0.category == .followUp }
        #expect(found.map(\.fireAt.description) == ["2026-11-23T08:10", "2026-11-23T08:20", "2026-11-23T08:30"])
        #expect(found.map(\.id.rawValue) == (1...3).map { "\(Self.monday)/follow-up-\($0)" })
        #expect(found.allSatisfy { $0.title == "Still to do" && $0.body == "Today: Push" })
    }

    @Test(
        arguments: [
            // answered, snoozed, delivered again, no policy
            (["ppl"], [], [monday], true, 0), ([], [(1, "2026-11-23T09:00")], [monday], true, 0),
            ([], [(1, "2026-11-23T07:50")], [monday, "\(monday)/snooze-1"], true, 1), ([], [], [monday], false, 0),
            ([], [], [], true, 0), ([], [], [monday], true, 1),
        ] as [([String], [(Int, String)], [String], Bool, Int)]
    )
    func followUpsWaitForSnoozesAndEndWithAnswers(
        answered: [String],
        snoozes: [(Int, String)],
        delivered: [String],
        hasPolicy: Bool,
        count: Int
    ) throws {
        let times = ["2026-11-23T07:30", "2026-11-23T07:50"]
        let plan = try plan(
            "2026-11-23T07:55",
            answers: answered.map { ($0, "2026-11-23", .skipped) },
            snoozes: snoozes,
            delivered: zip(delivered, times).map { ($0, $1) }
        ) { $0.followUp = hasPolicy ? FollowUpPolicy(after: .minutes(30)) : nil }
        #expect(plan.notifications.filter { $0.category == .followUp }.count == count)
    }

    @Test(arguments: [
        // settings, started, answered, count
        (true, "push", false, 1), (true, "push", true, 0), (false, "push", false, 0), (true, "gone", false, 0),
    ])
    func anUnfinishedWorkoutIsAskedAboutOnce(isOn: Bool, day: String, isAnswered: Bool, count: Int) throws {
        let base = try input(
            [try program()],
            settings: settings { $0.unfinished = isOn ? .hours(2) : nil },
            now: "2026-11-23T08:00"
        )
        let key = OccurrenceKey(.program("ppl"), on: try date("2026-11-23"))
        let plan = Plan(
            PlanInput(
                programs: base.programs,
                settings: base.settings,
                zone: base.zone,
                now: base.now,
                answers: isAnswered ? [key: .completed] : [:],
                started: [StartedWorkout(workout: key, dayID: day, at: base.now)]
            )
        )
        let found = plan.notifications.filter { $0.id.rawValue.hasPrefix("unfinished/") }
        #expect(found.count == count)
        #expect(found.allSatisfy { $0.fireAt.description == "2026-11-23T10:00" && $0.body == "Push" && $0.isUrgent })
    }

    @Test func leadRemindersHaveNoFollowUp() throws {
        let early = try program(reminders: "[{at: \"07:30\"}, {before: 12h}]")
        let base = try input(
            [early],
            settings: settings { $0.followUp = FollowUpPolicy(after: .hours(1)) },
            now: "2026-11-22T12:00"
        )
        let lead = try #require(Plan(base).notifications.first { $0.id.rawValue.hasSuffix("-12h") })
        let after = PlanInput(
            programs: base.programs,
            settings: base.settings,
            zone: base.zone,
            now: lead.instant,
            delivered: [DeliveredReminder(notification: lead, deliveredAt: lead.instant)]
        )
        #expect(!Plan(after).notifications.contains { $0.category == .followUp })
    }

    /// A workout that the user moves to a Saturday is announced on that Saturday, even if Saturday is not a training day.
    @Test func aMovedWorkoutGetsItsReminderOnTheNewDate() throws {
        let base = try input(
            [try program()],
            settings: settings { $0.days = WeekdaySet([.monday, .wednesday, .friday]) },
            now: "2026-11-23T00:00"
        )
        let moved = ActiveProgram(
            program: try program(),
            start: try date("2026-11-23"),
            trainingDays: TrainingDays(base.settings.days),
            completions: [],
            exceptions: [.move(try date("2026-11-27"), to: try date("2026-11-28"))]
        )
        let plan = Plan(PlanInput(programs: [moved], settings: base.settings, zone: base.zone, now: base.now))
        #expect(plan.ids == ["workout/2026-11-23/0730", "workout/2026-11-25/0730", "workout/2026-11-28/0730"])
    }

    @Test func aProgramMayHaveItsOwnTimeAndDays() throws {
        let base = try input([try program()], now: "2026-11-23T00:00")
        let own = ActiveProgram(
            program: try program(reminders: "[{at: \"06:00\"}]"),
            start: try date("2026-11-23"),
            trainingDays: TrainingDays(WeekdaySet([.monday, .friday])),
            completions: [],
            exceptions: [.pause(from: try date("2026-11-27"), through: try date("2026-11-27"))],
            time: try time("18:00")
        )
        let plan = Plan(PlanInput(programs: [own], settings: base.settings, zone: base.zone, now: base.now))
        #expect(plan.ids == ["workout/2026-11-23/1800"])
        #expect(plan.days[2].absence == .weekdayOff(.wednesday))
    }

    @Test(arguments: [
        ("workout/2026-11-23/0730", "workout/2026-11-23/0730"),
        ("workout/2026-11-23/0730/snooze-2", "workout/2026-11-23/0730"),
        ("workout/2026-11-23/0730/snooze-2/follow-up-1", "workout/2026-11-23/0730"),
        ("workout/2026-11-23/0730-12h/follow-up-1", "workout/2026-11-23/0730-12h"),
    ])
    func anIDLeadsToItsReminder(id: String, root: String) {
        #expect(NotificationID(rawValue: id).root.rawValue == root)
    }

    @Test func actionsAndLinksNameTheReminder() throws {
        let notification = try #require(try plan("2026-11-23T06:00").notifications.first)
        #expect(notification.actions().map(\.id) == ["start", "done", "snooze", "skip"])
        #expect(notification.actions()[1].command == "antrain done \(Self.monday)")
        #expect(NotificationLink.reference(notification.link) == Self.monday)
        #expect(NotificationLink.reference("7") == "7")
        let rest = Plan(
            try input([try program()], settings: settings { $0.restDays = true }, now: "2026-11-24T00:00")
        ).notifications.first
        #expect(rest?.category == .restDay && rest?.actions().isEmpty == true)
        let own = UserReminder(
            number: 1,
            title: "Water",
            notes: nil,
            at: CivilDateTime(date: try date("2026-11-23"), time: try time("09:00")),
            rule: .once
        )
        let base = try input([], now: "2026-11-23T06:00")
        let water = Plan(
            PlanInput(programs: [], settings: base.settings, zone: base.zone, now: base.now, reminders: [own])
        ).notifications.first
        #expect(water?.actions().map(\.id) == ["done", "snooze", "skip"])
    }
}
