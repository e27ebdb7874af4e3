import Foundation
import TestSupport
import Testing

/// What an answer means where several things are open, and what repeating it changes.
@Suite struct MeantAnswerTests {
    /// Two daily programs with reminders at 12:00 and 19:15.
    private func two(now: String, delivers: [String] = ["12:00", "19:15"]) throws -> Home {
        let home = try Home(now: "2026-11-22T20:00")
        for (id, time) in [("aa", "12:00"), ("bb", "19:15")] {
            try home.folder.write(
                "\(id).yaml",
                """
                antrain: 1
                id: \(id)
                name: \(id.uppercased())
                days: {d: {name: Day \(id), exercises: [{exercise: Squat, sets: 1x5}]}}
                schedule: {mode: cycle, cycle: [d]}
                reminders: [{at: "\(time)"}]

                """
            )
            try home.antrain("program activate \(id).yaml --start 2026-11-23\(Home.addition)")
        }
        try home.antrain("settings --on")
        for time in delivers {
            home.now = "2026-11-23T\(time)"
            #expect(try home.antrain("deliver").output.contains("Day"))
        }
        home.now = "2026-11-23T\(now)"
        return home
    }

    private func follow(_ command: String, _ home: Home) throws -> Finished {
        try home.antrain(arguments: Array(ShellWords.split(command).dropFirst()))
    }

    @Test(arguments: ["done", "skip", "start", "snooze"])
    func `With two open reminders, a bare answer refuses, and each suggested command works`(verb: String) throws {
        let home = try two(now: "19:16")
        let run = try home.antrain(verb)
        #expect(run.status == 64 && run.errors.contains("several"), "\(run)")
        let commands = run.errors.matches(of: /antrain [^;\n]+/).map { String($0.output) }
        #expect(commands.count == 3, "\(run.errors)")
        for command in commands {
            let run = try follow(command, try two(now: "19:16"))
            #expect(run.status == 0, "\(command): \(run)")
        }
        #expect(try home.onTerminal(verb, "2").contains("Which one?"))
    }

    @Test func `Own reminders that are both open are named, and each suggested command works`() throws {
        func home() throws -> Home {
            let home = try Home(now: "2026-11-23T08:00")
            try home.antrain("settings --on")
            for title in ["Tea", "Pills"] {
                try home.antrain(arguments: ["reminder", "add", title, "--at", "2026-11-23 09:00"])
            }
            home.now = "2026-11-23T09:00"
            try home.antrain("schedule-next")
            return home
        }
        let run = try home().antrain("done")
        #expect(run.status == 64 && run.errors.contains("several match; choose one: "), "\(run)")
        let commands = run.errors.matches(of: /antrain [^;\n]+/).map { String($0.output) }
        #expect(commands.count == 3 && commands.last == "antrain done --all", "\(run.errors)")
        for command in commands { #expect(try follow(command, home()).status == 0, "\(command)") }
    }

    @Test(arguments: ["program load squat 65kg --date 2026-11-23", "log squat '5x5 60kg' --date yesterday"])
    func `With an exercise of several programs, each suggested command works`(line: String) throws {
        let home = try two(now: "12:30", delivers: [])
        home.now = "2026-11-24T12:30"
        let run = try follow("antrain \(line)", home)
        #expect(run.status == 64 && run.errors.contains("several match") && !run.errors.contains("all"), "\(run)")
        let commands = run.errors.matches(of: /antrain [^;\n]+/).map { String($0.output) }
        #expect(commands.count == 2, "\(run.errors)")
        for command in commands {
            let run = try follow(command, home)
            #expect(run.status == 0 && command.contains("--date"), "\(command): \(run)")
        }
    }

    @Test func `A started or delivered workout is meant before one that is ahead`() throws {
        #expect(try two(now: "12:30", delivers: ["12:00"]).antrain("done").output.contains("done: Day aa\n"))
        let home = try two(now: "08:00", delivers: [])
        #expect(try home.antrain("done").status == 64)
        try home.antrain("start --program bb")
        #expect(try home.antrain("done").output.contains("done: Day bb\n"))
    }

    @Test func `Several reminders can be snoozed at once, or one of them by its program`() throws {
        let home = try two(now: "19:30")
        #expect(
            try home.antrain("snooze --program aa --for 15m").output.contains("snoozed Day aa until today at 19:45")
        )
        #expect(try home.antrain("snooze --all --for 1h").status == 0)
        let pending = try home.pending()
        #expect(
            pending.prefix(2).sorted() == ["workout/2026-11-23/1200/snooze-2", "workout/2026-11-23/1915/snooze-1"]
        )
        #expect(try home.antrain("undo").status == 0)
        #expect(try home.pending().first == "workout/2026-11-23/1200/snooze-1")
        #expect(try home.antrain("snooze --date today --program bb --for 15m").status == 0)
    }

    /// Push Day, delivered at 07:30 on a Monday.
    private func ready(now: String = "2026-11-23T08:00", follows: Bool = false) throws -> Home {
        let home = try Home.ready()
        if follows { try home.antrain("settings follow-up 30m") }
        home.now = "2026-11-23T07:30"
        try home.antrain("deliver")
        home.now = now
        return home
    }

    @Test(arguments: ["--all", "--all --date today", "workout/2026-11-23/0730 --all"])
    func `With --all, answered workouts stay as they are`(rest: String) throws {
        let home = try ready()
        try home.antrain("done")
        let changes = try home.antrain("undo --list").output
        let run = try home.antrain("skip \(rest)")
        #expect(run.status == 66 && run.errors.contains("already answered"), "\(run)")
        #expect(try home.antrain("done \(rest)").status == 0)
        #expect(try home.antrain("undo --list").output == changes)
    }

    @Test func `A snooze of a pending snooze begins now`() throws {
        let home = try ready()
        #expect(try home.antrain("snooze --for 1h").output.contains("until today at 09:00"))
        home.now = "2026-11-23T08:10"
        #expect(try home.antrain("snooze --for 30m").output.contains("until today at 08:40"))
        #expect(try home.antrain("snooze workout/2026-11-23/0730 --for 30m").output.contains("until today at 08:40"))
    }

    @Test func `A second start changes nothing`() throws {
        let home = try ready()
        for _ in 0..<2 { #expect(try home.antrain("start").output.contains("Bench Press")) }
        #expect(try home.antrain("undo").status == 0)
        #expect(try home.antrain("today --json").output.contains("\"started\"") == false)
        // The remaining changes are of the day before.
        let before = try home.antrain("undo")
        #expect(before.status == 64 && before.errors.contains("was recorded on 2026-11-22, not today"), "\(before)")
    }

    @Test func `A workout that is started before its reminder has no reminder and no follow-up`() throws {
        let home = try Home.ready()
        try home.antrain("settings follow-up 10m")
        home.now = "2026-11-23T06:30"
        let pending = try home.pending()
        #expect(pending.first == "workout/2026-11-23/0730")
        try home.antrain("start")
        #expect(try home.pending().allSatisfy { !$0.contains("2026-11-23") })
        #expect(try home.antrain("today").output.contains("you started it"))
        #expect(try home.antrain("why today").output.contains("you started it"))
        try home.antrain("undo")
        #expect(try home.pending() == pending)
        try home.antrain("start")
        for time in ["07:30", "07:40", "07:50"] {
            home.now = "2026-11-23T\(time)"
            #expect(try home.antrain("schedule-next").output.isEmpty)
        }
        // Unless it is snoozed: from now on, by the same reminder.
        #expect(try home.antrain("snooze --for 30m").output.contains("until today at 08:20"))
        #expect(try home.pending().first == "workout/2026-11-23/0730/snooze-1")
    }

    /// Follow-ups count from the delivery, not from the time of the reminder.
    @Test func `Follow-ups count from the delivery`() throws {
        let home = try Home.ready()
        try home.antrain("settings follow-up 30m")
        home.now = "2026-11-23T08:45"
        #expect(try home.antrain("deliver").output.contains("Push Day"))
        #expect(try home.antrain("pending").output.contains("09:15"))
        #expect(try home.pending().first == "workout/2026-11-23/0730/follow-up-1")
    }

    @Test func `The only candidate is confirmed with Enter`() throws {
        let older = try ready(now: "2026-11-24T10:00")
        for (answer, expected) in [("n", "antrain done workout/2026-11-23/0730"), ("", "done: Push Day (yesterday)")] {
            let text = try older.onTerminal("done", answer)
            #expect(text.contains("Push Day, yesterday: done? [Y/n]") && text.contains(expected), "\(text)")
        }
    }

    @Test func `A workout that was started on another day must be named, also if it had no reminder`() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T06:30"
        try home.antrain("start")
        home.now = "2026-11-24T10:00"
        let run = try home.antrain("done")
        let command = "done --date 2026-11-23 --program push-pull-legs"
        #expect(run.status == 64 && run.errors.contains("Push Day (yesterday): antrain \(command)"), "\(run)")
        #expect(try home.antrain(command).output.contains("done: Push Day (yesterday)"))
    }

    @Test func `An answer says which answer it replaces`() throws {
        let home = try ready()
        #expect(try home.antrain("done").output.hasPrefix("done: Push Day\n"))
        #expect(try home.antrain("skip").output.hasPrefix("skipped: Push Day (it was done)\n"))
        #expect(try home.antrain("skip").output.hasPrefix("skipped: Push Day\n"))
        #expect(try home.antrain("done").output.hasPrefix("done: Push Day (it was skipped)\n"))
    }

    @Test func `Repeating an answer does not answer an own reminder that had already come`() throws {
        let home = try Home.waiting()
        for remark in ["", " (it was done before)"] {
            #expect(try home.antrain("done").output.hasPrefix("done: Push Day\(remark)\n"))
        }
        #expect(try home.antrain("--json").output.contains("\"badge\" : 1"))
        home.now = "2026-11-24T08:00"
        try home.antrain("deliver")
        // It also answers own reminders: without an open workout, the one that came.
        for remark in ["", " (it was done before)"] {
            #expect(try home.antrain("done").output.hasPrefix("done: Drink water\(remark)\n"))
        }
    }

    /// `skip` removes what `done` logged as planned, and keeps what the user entered.
    @Test func `Sets that were entered survive a skip`() throws {
        let home = try Home(now: "2026-11-22T20:00")
        try home.antrain(
            "program activate stronglifts-5x5 --load squat=60kg --load bench-press=40kg --load barbell-row=40kg"
        )
        try home.antrain("settings --time 07:30")
        home.now = "2026-11-23T18:00"
        #expect(try home.antrain("done --set squat=5,5,5,5,3").status == 0)
        #expect(try home.antrain("skip").status == 0)
        let log = try home.antrain("log").output
        #expect(log.contains("3 @ 60 kg") && !log.contains("Bench Press"), "\(log)")
        #expect(try home.antrain("done").status == 0)
        #expect(try home.antrain("done --set squat=").errors.contains("invalid --set 'squat='"))
        // An exercise with sets of its own is corrected in the log.
        let again = try home.antrain("done --set squat=5,5,5,5,5")
        #expect(again.status == 64 && again.errors.contains("antrain log edit 1 SETS"), "\(again)")
        // What was logged as planned is replaced.
        let bench = try home.antrain("done --set bench-press=5,5,5,5,4")
        #expect(bench.status == 0 && bench.output.contains("it replaces 5×5 @ 40 kg, logged as planned"), "\(bench)")
        #expect(try home.antrain("log row 5,5,5,5,2").output.contains("it replaces 5×5 @ 40 kg, logged as planned"))
    }

    @Test func `The log says how many exercises are logged, and how to finish`() throws {
        let home = try Home(now: "2026-11-22T20:00")
        try home.antrain(
            "program activate stronglifts-5x5 --load squat=60kg --load bench-press=40kg --load barbell-row=40kg"
        )
        try home.antrain("settings --time 07:30")
        home.now = "2026-11-23T18:00"
        let first = try home.antrain("log squat 5x5")
        #expect(first.output.contains("1 of 3 exercises logged; to finish: antrain done\n"), "\(first)")
        try home.antrain("log bench 5x5")
        #expect(try home.antrain("log row 4x5").output.contains("3 of 3 exercises logged; to finish: antrain done\n"))
        #expect(!(try home.antrain("log curl 3x10@10").output.contains("to finish")))
        #expect(try home.antrain("done").status == 0)
        #expect(!(try home.antrain("log squat 1@80").output.contains("to finish")))
        home.now = "2026-11-26T10:00"
        let older = try home.antrain("log squat 5x5 --date 2026-11-25")
        #expect(older.output.contains("to finish: antrain done --date 2026-11-25\n"), "\(older)")
    }
}

extension Home {
    /// The option that activates a program next to another one.
    static let addition = " --add"
}
