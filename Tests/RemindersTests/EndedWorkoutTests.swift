import CivilTime
import Localization
import Planning
import Reminders
import Testing
import Training

/// Follow-ups and snoozes of a reminder end with its workout.
@Suite struct EndedWorkoutTests {
    private static let monday = "2026-11-23"

    private func delivered(_ programs: [Program], at now: String = "2026-11-23T07:30") throws -> DeliveredReminder {
        let before = try input(programs, now: "2026-11-23T00:00")
        let first = try #require(Plan(before).notifications.first)
        return DeliveredReminder(notification: first, deliveredAt: try Instant(parsing: now, in: before.zone))
    }

    /// The plan at 07:35, with Monday's reminder delivered at 07:30.
    private func present(
        _ programs: [ActiveProgram],
        after reminder: DeliveredReminder,
        snoozed: Bool = false,
        answers: [OccurrenceKey: Answer] = [:],
        reminders: [UserReminder] = [],
        started: [StartedWorkout] = [],
        _ change: (inout Settings) -> Void = { _ in }
    ) throws -> PlanInput {
        let zone = try zones.zone(named: "Europe/Berlin")
        let now = try Instant(parsing: "2026-11-23T07:35", in: zone)
        let snooze = Snooze(original: reminder.notification, ordinal: 1, until: now.adding(.minutes(15)))
        return PlanInput(
            programs: programs,
            settings: settings {
                $0.followUp = FollowUpPolicy(after: .minutes(30))
                $0.unfinished = .hours(2)
                change(&$0)
            },
            zone: zone,
            now: now,
            answers: answers,
            snoozes: snoozed ? [snooze] : [],
            delivered: [reminder],
            reminders: reminders,
            started: started
        )
    }

    private func active(
        _ program: Program,
        _ exceptions: [ScheduleException] = [],
        start: String = monday,
        on trainingDays: WeekdaySet = .all
    ) throws -> ActiveProgram {
        ActiveProgram(
            program: program,
            start: try date(start),
            trainingDays: TrainingDays(trainingDays),
            completions: [],
            exceptions: exceptions
        )
    }

    private func rescheduled(_ input: PlanInput) -> [PlannedNotification] {
        Plan(input).notifications.filter {
            $0.category == .followUp || $0.id.rawValue.contains("/snooze-")
        }
    }

    /// The user's action on Monday's workout after its reminder was delivered.
    enum Action: CaseIterable {
        case nothing, deactivate, pause, moveToRestDay, startLater, weekdayOff
    }

    @Test(arguments: Action.allCases, [true, false])
    func snoozesAndFollowUpsEndWithTheWorkout(action: Action, snoozed: Bool) throws {
        let program = try program()
        let monday = try date(Self.monday)
        let programs =
            switch action {
            case .nothing: [try active(program)]
            case .weekdayOff: [try active(program, on: WeekdaySet([.wednesday, .friday]))]
            case .deactivate: []
            case .pause: [try active(program, [.pause(from: monday, through: try date("2026-11-30"))])]
            case .moveToRestDay: [try active(program, [.move(monday, to: try date("2026-11-24"))])]
            case .startLater: [try active(program, start: "2026-11-30")]
            } as [ActiveProgram]
        let reminder = try delivered([program])
        let key = OccurrenceKey(.program("ppl"), on: monday)
        let input = try present(
            programs,
            after: reminder,
            snoozed: snoozed,
            started: [StartedWorkout(workout: key, dayID: "push", at: reminder.deliveredAt)]
        )
        // A started workout has no follow-ups but a question once it is unfinished; a snooze stays because the user asked for it.
        #expect(
            rescheduled(input).count == (action != .nothing ? 0 : snoozed ? 2 : 1),
            "\(rescheduled(input).map(\.id))"
        )
        #expect((input.open(reminder.notification) == nil) == (action != .nothing))
    }

    /// If one program of a group is paused, the reminder keeps the other.
    @Test func aGroupKeepsActivePrograms() throws {
        let both = [try program(), try program("row", schedule: "{mode: weekdays, monday: row}", names: ["row"])]
        let left = try present([try active(both[1])], after: try delivered(both))
        #expect(rescheduled(left).map(\.body) == ["Today: Row"])
    }

    /// After two workouts were swapped, the reminder names the workout that is now on its date.
    @Test func theSwappedWorkoutIsNamed() throws {
        let program = try program()
        let swapped = try active(program, [.move(try date(Self.monday), to: try date("2026-11-25"))])
        let input = try present([swapped], after: try delivered([program]))
        #expect(rescheduled(input).map(\.body) == ["Today: Pull"])
        #expect(rescheduled(input).flatMap(\.items).map(\.name) == ["Pull"])
    }

    @Test(arguments: [("2026-11-23T07:30", 1), ("2026-11-24T07:30", 0), (nil, 0)] as [(String?, Int)])
    func snoozesEndWithTheUserReminder(at: String?, count: Int) throws {
        func water(_ at: String) throws -> UserReminder {
            let parts = at.split(separator: "T").map(String.init)
            let civil = CivilDateTime(date: try date(parts[0]), time: try time(parts[1]))
            return UserReminder(number: 3, title: "Water", notes: nil, at: civil, rule: .once)
        }
        let zone = try zones.zone(named: "Europe/Berlin")
        let before = PlanInput(
            programs: [],
            settings: settings(),
            zone: zone,
            now: try Instant(parsing: "2026-11-23T00:00", in: zone),
            reminders: [try water("2026-11-23T07:30")]
        )
        let first = try #require(Plan(before).notifications.first)
        let input = try present(
            [],
            after: DeliveredReminder(notification: first, deliveredAt: first.instant),
            reminders: try at.map { [try water($0)] } ?? []
        )
        #expect(rescheduled(input).count == count)
    }

    /// The reduced group still uses the user's own texts.
    @Test func aReducedGroupKeepsTheUserTexts() throws {
        let both = [try program(), try program("row", schedule: "{mode: weekdays, monday: row}", names: ["row"])]
        let key = OccurrenceKey(.program("ppl"), on: try date(Self.monday))
        let input = try present(
            try both.map { try active($0) },
            after: try delivered(both),
            snoozed: true,
            answers: [key: .completed]
        ) {
            $0.texts.workoutBody = RotatingText(TextTemplate("Go for {workout}: {program}"))
            $0.texts.workoutTitle = RotatingText(TextTemplate("{workout}!"))
        }
        let snooze = try #require(rescheduled(input).first)
        #expect(snooze.body == "Go for Row: row" && snooze.title == "Row!")
    }
}
