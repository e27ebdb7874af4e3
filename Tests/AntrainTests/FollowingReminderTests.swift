import Foundation
import Platform
import TestSupport
import Testing

/// `antrain reminder` with reminders that follow the active programs.
@Suite struct FollowingReminderTests {
    private static let program = """
        antrain: 1
        id: mine
        name: Mine
        days:
          a: {name: Push, exercises: [{exercise: Press, sets: 5}]}
          b: {name: Pull, exercises: [{exercise: Row, sets: 5}]}
        schedule: {mode: weekdays, monday: a, wednesday: b, friday: a}

        """

    /// 2026-11-22 is a Sunday.
    private func stage() throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-22T20:00")
        try stage.write("mine.yaml", Self.program)
        try stage.write(".config/antrain/settings.yaml", "enabled: on\ntime: \"07:30\"\n")
        return stage
    }

    private struct Week: Decodable {
        struct Day: Decodable {
            struct Workout: Decodable { let state: String }
            let date: String
            let workouts: [Workout]
        }
        let days: [Day]

        /// The dates with a workout that is trained.
        var trainingDays: [String] {
            days.filter { $0.workouts.contains { !["skipped", "weekday-off"].contains($0.state) } }.map(\.date)
        }
    }
    private struct Pending: Decodable {
        struct Entry: Decodable {
            let id: String
            let date: String
        }
        let notifications: [Entry]
    }

    private func decoded<Value: Decodable>(_ run: CommandStage.Run) throws -> Value {
        #expect(run.status == .success, "\(run)")
        return try JSONDecoder().decode(Value.self, from: Data(run.output.utf8))
    }

    private func pending(_ stage: CommandStage, _ number: Int) throws -> [Pending.Entry] {
        let pending: Pending = try decoded(try stage.run("pending --all --json"))
        return pending.notifications.filter { $0.id.hasPrefix("reminder/\(number)/") }
    }

    /// After each change of the plan, the reminders in the queue are those of the week's training days.
    @Test func remindersFollowEveryChangeOfThePlan() throws {
        let stage = try stage()
        let added = try stage.run("reminder add Stretch --after-workout 1h30m")
        #expect(added.status == .success)
        #expect(added.messages.contains("no program is active, so nothing is sent until you activate one"), "\(added)")
        #expect(try stage.run("reminder add Creatine --on training-days --at 21:00").status == .success)
        #expect(try pending(stage, 1).isEmpty)
        let changes = [
            ("program activate mine.yaml", 3), ("move wed thu", 3), ("skip --date fri", 2), ("undo", 3),
            ("pause --from wed --until sat", 1), ("undo", 3), ("settings --days mon,tue", 2),
            ("settings --days daily", 3), ("program deactivate mine", 0),
            // The move is in force again.
            ("program activate mine.yaml --days fri --time 18:00", 2),
        ]
        for (line, count) in changes {
            #expect(try stage.run(line).status == .success, "\(line)")
            let week: Week = try decoded(try stage.run("week --json"))
            for number in 1...2 {
                let entries = try pending(stage, number)
                #expect(entries.map(\.date) == week.trainingDays && entries.count == count, "\(line): \(entries)")
            }
        }
        #expect(try pending(stage, 1).map(\.id).last == "reminder/1/2026-11-27/1800+1h30m")
    }

    @Test func remindersAreListedAndEdited() throws {
        let stage = try stage()
        #expect(try stage.run("program activate mine.yaml").status == .success)
        let added = try stage.run("reminder add Pack --before-workout 2h")
        #expect(added.output.hasPrefix("reminder 1: Pack, before-workout 2h, next tomorrow at 05:30\n"), "\(added)")
        #expect(try stage.run("reminder list --json").output.contains("\"repeat\" : \"before-workout 2h\""))
        let list = try stage.run("reminder list")
        #expect(list.output == "1  Pack  before-workout 2h, next tomorrow at 05:30  on\n")
        #expect(try stage.run("reminder edit 1 --on rest-days --at 9am").output.contains("rest-days at 09:00"))
        #expect(try pending(stage, 1).map(\.date) == ["2026-11-24", "2026-11-26", "2026-11-28"])
        let edited = try stage.run("reminder edit 1 --repeat after-workout_30m")
        #expect(edited.output.contains("after-workout 30m, next tomorrow at 08:00"), "\(edited)")
        #expect(try stage.run("reminder edit 1 --title Walk").status == .success)
        #expect(try pending(stage, 1).first?.id == "reminder/1/2026-11-23/0730+30m")
        #expect(try stage.run("reminder delete 1 --yes").status == .success)
        #expect(try pending(stage, 1).isEmpty)
        #expect(try stage.run("undo").status == .success)
        #expect(try pending(stage, 1).count == 3)
        let simulated = try stage.run("simulate --days 14 --json")
        #expect(simulated.output.components(separatedBy: "+30m\"").count == 7, "\(simulated.output)")
    }

    @Test func whyNamesTheProgram() throws {
        let stage = try stage()
        #expect(try stage.run("program activate mine.yaml").status == .success)
        #expect(try stage.run("reminder add Pack --before-workout 2h").status == .success)
        #expect(try stage.run("move wed thu").status == .success)
        let why = try stage.run("why reminder/1/2026-11-26/0730-2h")
        for part in [
            "Mine plans Pull", "moved here from 2026-11-25", "your reminder follows your programs: before-workout 2h",
            "reminder time 07:30",
        ] { #expect(why.output.contains(part), "\(part): \(why)") }
        // A skipped workout has no reminder before it.
        #expect(try stage.run("skip --date thu").status == .success)
        #expect(try pending(stage, 1).map(\.date) == ["2026-11-23", "2026-11-27"])
    }

    @Test func anAnswerEndsAReminderBeforeAWorkout() throws {
        let stage = try stage()
        for line in [
            "program activate mine.yaml", "reminder add Pack --before-workout 2h",
            "reminder add Walk --after-workout 2h",
        ] { #expect(try stage.run(line).status == .success) }
        #expect(try stage.run("done --date mon", now: "2026-11-23T05:00").status == .success)
        #expect(try pending(stage, 1).map(\.date) == ["2026-11-25", "2026-11-27"])
        #expect(try pending(stage, 2).map(\.date) == ["2026-11-23", "2026-11-25", "2026-11-27"])
        #expect(try stage.run("reminder done 2").output.contains("done: Walk (today)"))
        #expect(try pending(stage, 2).map(\.date) == ["2026-11-25", "2026-11-27"])
    }

    @Test(arguments: [
        ("add X --on sundays --at 9am", "expected one of training-days, rest-days"),
        ("add X --on training-day --at 9am", "training-days"),
        ("add X --on training-days", "no time given"),
        ("add X --before-workout 0m", "expected a duration from 1m to 7d"),
        ("add X --before-workout 2h --after-workout 2h", "--before-workout and --after-workout cannot be combined"),
        ("add X --repeat daily --on rest-days --at 9am", "--repeat and --on cannot be combined"),
        ("add X --before-workout 2h --at 9am", "so --at has no effect"), ("edit 1 --at 9am", "so --at has no effect"),
        ("edit 1 --on rest-days", "no time given"),
        ("done 1", "reminder 1 has no date, because your programs have no such day"),
    ])
    func mistakesAreReported(line: String, part: String) throws {
        let stage = try stage()
        #expect(try stage.run("reminder add Pack --before-workout 2h").status == .success)
        let run = try stage.run("reminder \(line)")
        #expect(run.status != .success && run.messages.contains(part), "\(run)")
        #expect(try stage.run("reminder list").output.components(separatedBy: "\n").count == 2)
    }
}
