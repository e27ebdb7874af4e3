import CivilTime
import Planning
import Reminders
import TestSupport
import Testing
import Training

/// What answers are about, whatever was planned, delivered, started and answered before.
@Suite struct AnswerResolverTests {
    /// Two daily programs of which anything may have been reminded of, started or answered on three days.
    private struct Life {
        var random: SplitMix64
        let programs: [Program]
        var answers: [OccurrenceKey: Answer] = [:]
        var answeredAt: [OccurrenceKey: Instant] = [:]
        var started: [StartedWorkout] = []
        var delivered: [DeliveredReminder] = []
        var now: String

        init(seed: UInt64) throws {
            random = SplitMix64(seed: seed)
            programs = try ["aa", "bb"].map {
                try program($0, schedule: "{mode: cycle, cycle: [push]}", names: ["push"])
            }
            now = "2026-11-24T" + Life.time(&random)
            let base = try RemindersTests.input(programs, now: "2026-11-22T00:00", start: "2026-11-22")
            for notification in Plan(base).notifications where notification.fireAt.date <= (try date("2026-11-24")) {
                // The group of both programs is split, so that each has its own reminder.
                for item in notification.items where Bool.random(using: &random) {
                    let time = try CivilDateTime(date: notification.date, time: RemindersTests.time(Life.time(&random)))
                    let one = PlannedNotification(
                        id: NotificationID(rawValue: "\(notification.id)/\(item.source.subject)"),
                        category: .workout,
                        date: notification.date,
                        fireAt: time,
                        zone: notification.zone,
                        instant: base.zone.instant(of: time),
                        title: "",
                        body: "",
                        items: [item]
                    )
                    delivered.append(DeliveredReminder(notification: one, deliveredAt: one.instant))
                }
            }
            for day in ["2026-11-22", "2026-11-23", "2026-11-24"] {
                for program in programs {
                    let key = OccurrenceKey(.program(program.id), on: try date(day))
                    let at = try Instant(parsing: "\(day)T\(Life.time(&random))", in: base.zone)
                    if Int.random(in: 0..<4, using: &random) == 0 {
                        started.append(StartedWorkout(workout: key, dayID: "push", at: at))
                    }
                    if Int.random(in: 0..<4, using: &random) == 0 {
                        answers[key] = Bool.random(using: &random) ? .completed : .skipped
                        answeredAt[key] = at
                    }
                }
            }
        }

        private static func time(_ random: inout SplitMix64) -> String {
            let hour = Int.random(in: 0..<24, using: &random)
            let minute = Int.random(in: 0..<60, using: &random)
            return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
        }

        func input() throws -> PlanInput {
            let base = try RemindersTests.input(programs, now: now, start: "2026-11-22")
            return PlanInput(
                programs: base.programs,
                settings: base.settings,
                zone: base.zone,
                now: base.now,
                answers: answers,
                delivered: delivered.filter { $0.deliveredAt <= base.now },
                started: started.filter { $0.at <= base.now },
                answeredAt: answeredAt
            )
        }
    }

    private func meant(_ input: PlanInput, _ request: AnswerRequest) -> [OccurrenceKey]? {
        guard case .meant(let candidates)? = try? AnswerResolver(input).meaning(of: request) else { return nil }
        return candidates.flatMap(\.subjects).map(\.key)
    }

    @Test(arguments: 0..<300)
    func `A bare answer is about one day, never about the future, and repeating it changes nothing`(seed: UInt64)
        throws
    {
        var life = try Life(seed: seed)
        let input = try life.input()
        let yesterday = try date("2026-11-23")
        for (verb, all) in [(AnswerVerb.done, false), (.skip, false), (.done, true), (.skip, true), (.start, false)] {
            guard let keys = meant(input, AnswerRequest(verb, all: all)) else { continue }
            #expect(Set(keys.map(\.date)).count == 1 && keys.allSatisfy { $0.date <= input.today }, "\(keys)")
            let isNight = input.zone.civil(at: input.now).time < WorkoutEvidence.endOfNight
            #expect(keys[0].date == input.today || (isNight && keys[0].date == yesterday), "\(keys), \(life.now)")
            if all {
                #expect(keys.allSatisfy { life.answers[$0] == nil || life.answers[$0] == verb.answer }, "\(keys)")
            } else {
                #expect(keys.count == 1 || keys.allSatisfy { life.answers[$0] != nil }, "\(keys)")
            }
        }
        guard let keys = meant(input, AnswerRequest(.done, all: true)) else { return }
        for key in keys where life.answers[key] != .completed {
            life.answers[key] = .completed
            life.answeredAt[key] = input.now
        }
        let after = meant(try life.input(), AnswerRequest(.done, all: true)) ?? []
        #expect(after.allSatisfy { life.answers[$0] == .completed }, "\(keys), then \(after)")
    }

    /// What happened, as lines such as `aa@23 reminded 23T19:00`, and the time of the answer, in November 2026.
    ///
    /// `aa` and `bb` are daily programs with reminders at 07:30, and `own` is a daily reminder of the user's own at 23:30; each exists if a
    /// line mentions it. `planned` says nothing else.
    private struct Scene {
        let input: PlanInput

        init(_ lines: [String], now: String) throws {
            let events = lines.map { $0.split(separator: " ").map(String.init) }
            func has(_ name: String) -> Bool { lines.contains { $0.hasPrefix(name) } }
            let programs = try ["aa", "bb"].filter(has).map {
                try program($0, schedule: "{mode: cycle, cycle: [push]}", names: ["push"])
            }
            let at = try CivilDateTime(date: date("2026-11-20"), time: time("23:30"))
            let daily = try RepeatRule(parsing: "daily")
            let own = UserReminder(number: 1, title: "Pills", notes: nil, at: at, rule: daily)
            let base = try RemindersTests.input(programs, now: "2026-11-\(now)", start: "2026-11-20")
            func input(
                _ now: Instant,
                _ delivered: [DeliveredReminder] = [],
                _ started: [StartedWorkout] = [],
                _ answers: [OccurrenceKey: (answer: Answer, at: Instant)] = [:]
            ) -> PlanInput {
                PlanInput(
                    programs: base.programs,
                    settings: base.settings,
                    zone: base.zone,
                    now: now,
                    answers: answers.mapValues(\.answer),
                    delivered: delivered,
                    reminders: has("own") ? [own] : [],
                    started: started,
                    answeredAt: answers.mapValues(\.at)
                )
            }
            let plan = Plan(input(try Instant(parsing: "2026-11-22T00:00", in: base.zone)))
            var delivered: [DeliveredReminder] = []
            var started: [StartedWorkout] = []
            var answers: [OccurrenceKey: (answer: Answer, at: Instant)] = [:]
            for event in events where event[1] != "planned" {
                let key = try Scene.key(event[0])
                let instant = try Instant(parsing: "2026-11-\(event[2])", in: base.zone)
                switch event[1] {
                case "reminded":
                    let planned = try #require(plan.notifications.first { $0.occurrences.contains(key) })
                    let one = PlannedNotification(
                        id: NotificationID(rawValue: "\(planned.id)/\(event[0])"),
                        category: planned.category,
                        date: planned.date,
                        fireAt: base.zone.civil(at: instant),
                        zone: planned.zone,
                        instant: instant,
                        title: "",
                        body: "",
                        items: planned.items.filter { $0.source == key.source }
                    )
                    delivered.append(DeliveredReminder(notification: one, deliveredAt: instant))
                case "started": started.append(StartedWorkout(workout: key, dayID: "push", at: instant))
                default: answers[key] = (event[1] == "done" ? .completed : .skipped, instant)
                }
            }
            self.input = input(base.now, delivered, started, answers)
        }

        private static func key(_ text: String) throws -> OccurrenceKey {
            let parts = text.split(separator: "@").map(String.init)
            return OccurrenceKey(
                parts[0] == "own" ? .reminder(1) : .program(parts[0]),
                on: try date("2026-11-\(parts[1])")
            )
        }

        /// What a request means: `aa@23`, `several aa@23 bb@24`, `older own@23` or `error`.
        func meaning(of request: AnswerRequest) -> String {
            func names(_ candidates: [AnswerCandidate]) -> String {
                candidates.flatMap(\.subjects).map(\.key).map { key in
                    let name = key.source.reminderNumber == nil ? key.source.subject : "own"
                    return "\(name)@\(key.date.description.suffix(2))"
                }.sorted().joined(separator: " ")
            }
            switch try? AnswerResolver(input).meaning(of: request) {
            case .meant(let candidates): return names(candidates)
            case .several(let candidates): return "several " + names(candidates)
            case .older(let candidates): return "older " + names(candidates)
            case nil: return "error"
            }
        }
    }

    private static let session = ["aa@23 started 23T23:50", "bb@24 reminded 24T00:15"]
    private static let evening = ["aa@23 reminded 23T19:00", "bb@24 reminded 24T00:10"]
    private static let both = evening + ["bb@24 done 24T00:12", "aa@23 done 24T00:13"]
    private static let tea = ["aa@24 reminded 24T09:00", "aa@24 done 24T09:30", "own@24 reminded 24T12:00"]
    private static let ahead = ["aa@24 reminded 24T09:00", "aa@24 done 24T09:30", "bb@24 planned"]

    @Test(arguments: [
        // A session continues after midnight, whatever was reminded of since; any other answer may be about either.
        (session, "24T00:20", AnswerVerb.start, "aa@23"), (session, "24T00:20", .done, "several aa@23 bb@24"),
        (session + ["bb@24 started 24T00:20"], "24T00:21", .start, "several aa@23 bb@24"),
        (session, "24T04:00", .start, "bb@24"),
        // Shortly after midnight, the evening's reminder and that of the new day may both be open.
        (evening, "24T00:12", .done, "several aa@23 bb@24"), (evening, "24T00:12", .skip, "several aa@23 bb@24"),
        (evening, "24T00:12", .snooze, "several aa@23 bb@24"), (evening, "24T00:12", .start, "several aa@23 bb@24"),
        (evening + ["bb@24 done 24T00:12"], "24T00:13", .done, "aa@23"),
        (evening + ["bb@24 done 24T00:12"], "24T00:13", .snooze, "aa@23"),
        (evening + ["aa@23 done 24T00:12"], "24T00:13", .done, "bb@24"),
        (both, "24T00:14", .done, "aa@23"), (both, "24T00:14", .skip, "aa@23"), (both, "24T00:14", .start, "aa@24"),
        (["aa@23 reminded 23T22:00", "aa@24 reminded 24T00:15"], "24T00:20", .done, "several aa@23 aa@24"),
        // A snooze is about an own reminder that came; without one, it is about the next one.
        (["own@23 reminded 23T23:30"], "24T00:10", .snooze, "older own@23"),
        (["own@23 reminded 23T23:30"], "24T00:10", .done, "older own@23"),
        (["own@23 reminded 23T23:30", "own@23 done 23T23:40"], "24T00:10", .snooze, "own@24"),
        // A repeated or corrected answer means what was answered last.
        (tea, "24T12:05", .done, "own@24"), (tea + ["own@24 done 24T12:05"], "24T12:06", .done, "own@24"),
        (tea + ["own@24 done 24T12:05"], "24T12:06", .skip, "own@24"),
        (tea + ["aa@24 skipped 24T12:05"], "24T12:06", .skip, "aa@24"),
        (ahead, "24T09:31", .done, "aa@24"), (ahead, "24T09:31", .skip, "several aa@24 bb@24"),
        (ahead, "24T09:31", .start, "bb@24"),
        (["aa@24 skipped 24T09:30", "bb@24 planned"], "24T09:31", .done, "bb@24"),
        // A started workout can be snoozed, before and after the time of its reminder.
        (["aa@24 started 24T06:00"], "24T06:30", .snooze, "aa@24"),
        (["aa@24 started 24T06:00"], "24T08:00", .snooze, "aa@24"),
    ])
    func `A bare answer`(scene: [String], now: String, verb: AnswerVerb, expected: String) throws {
        #expect(try Scene(scene, now: now).meaning(of: AnswerRequest(verb)) == expected)
    }

    @Test(arguments: [
        (session, "24T00:20", "2026-11-23"), (session + ["bb@24 started 24T00:20"], "24T00:21", "2026-11-24"),
        (evening, "24T00:20", "2026-11-24"), (both, "24T00:20", "2026-11-24"), (session, "24T04:00", "2026-11-24"),
    ])
    func `Sets without a date belong to the session that continues`(scene: [String], now: String, expected: String)
        throws
    {
        #expect(try AnswerResolver(Scene(scene, now: now).input).dayOfSets() == date(expected))
    }

    @Test func `A snooze of a started workout begins now`() throws {
        let input = try Scene(["aa@24 started 24T06:00"], now: "24T06:30").input
        guard case .meant(let found) = try AnswerResolver(input).meaning(of: AnswerRequest(.snooze)) else {
            Issue.record("unclear")
            return
        }
        #expect(AnswerResolver(input).startOfSnooze(of: try #require(found.first?.reminder)) == input.now)
    }

    @Test(arguments: [(AnswerVerb.done, "2026-11-23" as String?), (.skip, nil)])
    func `An own reminder that is ahead cannot be done`(verb: AnswerVerb, latest: String?) throws {
        let input = try Scene(["own@23 reminded 23T23:30"], now: "24T00:10").input
        let next = try #require(Plan(input).notifications.first { $0.date > input.today })
        do throws(AnswerError) {
            _ = try AnswerResolver(input).meaning(of: AnswerRequest(verb, .notification(next)))
            #expect(latest == nil)
        } catch {
            guard case .reminderAhead(_, next.date, let found) = error else { throw error }
            #expect(found?.description == latest)
        }
    }

    /// Monday is 23 November; now is Tuesday.
    @Test(arguments: [
        (AnswerVerb.done, "mon", "2026-11-23"), (.start, "tue", "2026-11-24"), (.done, "wed", "2026-11-18"),
        (.skip, "mon", "2026-11-30"), (.skip, "tue", "2026-11-24"), (.snooze, "wed", "2026-11-25"),
        (.move, "sun", "2026-11-29"), (.done, "last tue", "2026-11-17"),
    ])
    func `A weekday is the latest one for done and start, and the next one for the others`(
        verb: AnswerVerb,
        text: String,
        expected: String
    ) throws {
        let today = try date("2026-11-24")
        #expect(try CivilDate(typed: text, today: today, from: verb.firstOfWeek(today)) == date(expected))
    }

    /// The last instant at which a reminder is delivered, with the default grace period.
    @Test(arguments: [("07:30", "11:30"), ("19:59", "23:59"), ("20:00", "01:00"), ("23:30", "01:00")])
    func `The grace period ends after four hours, or at 01:00 if they reach midnight`(at: String, end: String) throws {
        let zone = try zones.zone(named: "Europe/Berlin")
        let instant = try Instant(parsing: "2026-11-23T\(at)", in: zone)
        let last = DeliveryWindow.end(of: instant, grace: Settings().grace, in: zone)
        #expect(zone.civil(at: last).time == (try time(end)))
    }
}
