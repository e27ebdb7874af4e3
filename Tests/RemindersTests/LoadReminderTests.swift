import CivilTime
import Localization
import Planning
import Progress
import Reminders
import Testing
import Training

/// Reminders follow what was done and set.
@Suite struct LoadReminderTests {
    private static let linear = "{lift: squat, sets: 5x5, progression: {type: linear, add: 2.5, fails: 3, deload: 10%}}"

    private func load(_ kilograms: Int, on day: String = "2026-11-20", program: String = "p") throws -> AthleteValue {
        AthleteValue(
            .load(program: program, exercise: "squat"),
            Weight(thousandths: kilograms * 1000),
            .kilograms,
            on: try date(day)
        )
    }

    /// The second lines of a plan's reminders.
    private func details(_ input: PlanInput) -> [String] {
        Plan(input).notifications.map { $0.body.split(separator: "\n").dropFirst().joined(separator: "\n") }
    }

    @Test func comingWorkoutsAreAssumedToSucceed() throws {
        let program = try liftProgram(Self.linear)
        #expect(
            try details(loadInput(program, values: [try load(60)])) == [
                "Squat 5×5 at 60 kg, 1 exercise", "Squat 5×5 at 62.5 kg, 1 exercise", "Squat 5×5 at 65 kg, 1 exercise",
            ]
        )
    }

    @Test func theTextFollowsWhatWasDoneAndSet() throws {
        let program = try liftProgram(Self.linear)
        let text: (inout Settings) -> Void = {
            $0.texts.workoutBody = RotatingText(TextTemplate("{top_set} ({change})"))
        }
        func bodies(now: String, values: [AthleteValue], done: [String]) throws -> [String] {
            Plan(try loadInput(program, now: now, values: values, done: done, text)).notifications.prefix(2).map(\.body)
        }
        #expect(
            try bodies(now: "2026-11-24T06:00", values: [load(60)], done: ["2026-11-23"]) == [
                "Squat 5×5 at 62.5 kg (+2.5 kg: all sets completed)",
                "Squat 5×5 at 65 kg (+2.5 kg: all sets completed)",
            ]
        )
        // Monday's workout was missed.
        #expect(try bodies(now: "2026-11-24T06:00", values: [load(60)], done: [])[0] == "Squat 5×5 at 60 kg")
        // A load that was set applies from the next workout on.
        let both = [try load(60), try load(70, on: "2026-11-24")]
        #expect(try bodies(now: "2026-11-24T06:00", values: both, done: ["2026-11-23"])[0] == "Squat 5×5 at 70 kg")
    }

    /// A changed load changes pending texts, and neither adds a reminder nor cancels one.
    @Test func aChangedTextIsAnUpdate() throws {
        let program = try liftProgram(Self.linear)
        let before = Plan(try loadInput(program, values: [load(60)])).notifications
        let input = try loadInput(program, values: [load(60), load(70, on: "2026-11-23")])
        let difference = QueueDifference(desired: Plan(input).notifications, pending: before, now: input.now)
        #expect(difference.updated.map(\.id) == before.map(\.id))
        #expect(difference.added.isEmpty && difference.cancelled.isEmpty && difference.kept.isEmpty)
        let done = try loadInput(program, now: "2026-11-23T19:00", values: [load(60)], done: ["2026-11-23"])
        let after = QueueDifference(
            desired: Plan(done).notifications.filter { $0.date < done.today.adding(days: 7) },
            pending: Array(before.dropFirst()),
            now: done.now
        )
        #expect(after.kept == Array(before.dropFirst()) && after.updated.isEmpty)
    }

    @Test(arguments: [
        "{lift: squat, sets: 5x5, progression: {type: linear, add: 2.5}}", "{lift: squat, sets: 5+ @ 85%}",
        "{lift: squat, sets: 3x8 @ bodyweight}", "{lift: squat, sets: 3x60s}", "{lift: squat, sets: 3x5 @ rpe 8}",
    ])
    func withoutAWeightTheDetailsAreAsBefore(exercise: String) throws {
        #expect(try details(loadInput(liftProgram(exercise))) == ["1 exercise", "1 exercise", "1 exercise"])
    }

    @Test func aMaxMakesPercentagesLoads() throws {
        let program = try liftProgram("{lift: squat, sets: 5+ @ 85%}")
        let max = AthleteValue(
            .oneRepMax(lift: "squat"),
            Weight(thousandths: 140_000),
            .kilograms,
            on: try date("2026-11-20")
        )
        #expect(try details(loadInput(program, values: [max])).first == "Squat 5+ at 119 kg, 1 exercise")
    }

    @Test func severalWorkoutsAreJoined() throws {
        let squat = try liftProgram("{lift: squat, sets: 5x5 @ 60kg}")
        let press = try liftProgram("{lift: press, sets: 3x8 @ 40kg}", id: "q", lifts: "press: Press")
        let run = try liftProgram("{exercise: Run, sets: 5km}", id: "r")
        let one = try loadInput(squat)
        func body(_ template: String?) throws -> String? {
            let input = PlanInput(
                programs: try [squat, press, run].map {
                    ActiveProgram(program: $0, start: try date("2026-11-23"), trainingDays: .all, completions: [])
                },
                settings: settings {
                    $0.showsDetails = true
                    $0.texts.workoutBody = template.map { RotatingText(TextTemplate($0)) }
                },
                zone: one.zone,
                now: one.now
            )
            return Plan(input).notifications.first?.body
        }
        #expect(
            try body(nil) == "Today: Push, Push and Push\nSquat 5×5 at 60 kg and Press 3×8 at 40 kg, 3 exercises"
        )
        #expect(try body("{top_set}") == "Squat 5×5 at 60 kg, Press 3×8 at 40 kg and Run 5 km")
    }

    /// A follow-up and a snooze name the load that applies when they are planned, not that of the first reminder.
    @Test func aRepeatedReminderNamesTheCurrentLoad() throws {
        let program = try liftProgram(Self.linear)
        let original = try #require(Plan(try loadInput(program, values: [load(60)])).notifications.first)
        #expect(original.body.contains("60 kg"))
        let later = original.instant.adding(.minutes(5))
        let input = try loadInput(
            program,
            now: "2026-11-23T07:36",
            values: [load(60), load(70, on: "2026-11-23")],
            delivered: [DeliveredReminder(notification: original, deliveredAt: original.instant)]
        ) {
            $0.showsDetails = true
            $0.followUp = FollowUpPolicy(after: .hours(1))
        }
        let followUp = Plan(input).notifications.first { $0.category == .followUp }
        #expect(followUp?.body == "Today: Push\nSquat 5×5 at 70 kg, 1 exercise")
        let snoozed = try loadInput(
            program,
            now: "2026-11-23T07:36",
            values: [load(60), load(70, on: "2026-11-23")],
            snoozes: [Snooze(original: original, ordinal: 1, until: later.adding(.hours(1)))]
        )
        #expect(Plan(snoozed).notifications.first?.body == "Today: Push\nSquat 5×5 at 70 kg, 1 exercise")
        let plain = try loadInput(program, now: "2026-11-23T07:36", values: [load(60), load(70, on: "2026-11-23")]) {
            $0.followUp = FollowUpPolicy(after: .hours(1))
        }
        #expect(!Plan(plain).notifications.contains { $0.body.contains("kg") })
    }

    /// After midnight, yesterday's reminder names the load of yesterday's workout although today's would come after it.
    @Test func yesterdaysReminderNamesYesterdaysLoad() throws {
        let program = try liftProgram("\(Self.linear.dropLast()), notes: n}")
        let original = try #require(Plan(try loadInput(program, values: [load(60)])).notifications.first)
        let input = try loadInput(
            program,
            now: "2026-11-25T20:00",
            values: [load(60)],
            done: ["2026-11-25"],
            snoozes: [Snooze(original: original, ordinal: 1, until: original.instant.adding(.hours(62)))]
        )
        let again = try #require(Plan(input).notifications.first { $0.date == original.date })
        #expect(again.body.hasSuffix("Squat 5×5 at 60 kg, 1 exercise"))
    }
}
