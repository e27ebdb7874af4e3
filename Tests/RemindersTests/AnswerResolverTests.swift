import CivilTime
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
            let isNight = input.zone.civil(at: input.now).time < AnswerResolver.endOfNight
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
