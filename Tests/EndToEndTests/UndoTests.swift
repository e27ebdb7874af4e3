import Foundation
import TestSupport
import Testing

/// `undo` and `redo` with deliveries, and on a terminal.
@Suite struct UndoTests {
    private static let monday = "workout/2026-11-23/0730"

    /// A reminder whose time is still ahead is pending again; a delivered reminder is not sent again.
    @Test func nothingIsDeliveredTwice() throws {
        let home = try Home.waiting()
        try home.antrain("schedule-next")
        let deliveries = try home.antrain("history --json").output
        for line in ["program deactivate push-pull-legs", "reminder delete 1", "done", "settings --time 08:30"] {
            let before = try (home.pending(), home.antrain("history --json").output, home.antrain("today").output)
            #expect(try home.antrain(line).status == 0)
            let after = try home.pending()
            let isDone = try home.antrain("today").output
            #expect(after != before.0 || isDone != before.2, "\(line)")
            try home.antrain("schedule-next")
            #expect(try home.antrain("undo").status == 0)
            try home.antrain("schedule-next")
            #expect(try home.pending() == before.0, "\(line)")
            #expect(try home.antrain("today").output == before.2, "\(line)")
            #expect(try home.antrain("redo").status == 0)
            try home.antrain("schedule-next")
            #expect(try home.pending() == after, "\(line)")
            #expect(try home.antrain("undo").status == 0)
            #expect(try home.antrain("history --json").output == before.1, "\(line)")
        }
        #expect(try home.antrain("deliver").output.isEmpty)
        #expect(try home.antrain("history --json").output == deliveries)
        home.now = "2026-11-24T08:00"
        #expect(try home.antrain("deliver").output.contains("Drink water"))
    }

    /// The time was 07:30 before, so that `history` shows its reminders as replaced until it is 07:30 again.
    @Test func undoRestoresHowRemindersHadEnded() throws {
        let home = try Home.ready()
        func history() throws -> String { try home.antrain("history --json").output }
        for time in ["19:00", "07:30", "19:00"] { try home.antrain("settings --time \(time)") }
        var earlier: [String] = []
        for time in ["07:30", "19:00", "07:30"] {
            earlier.append(try history())
            try home.antrain("settings --time \(time)")
            let present = try history()
            try home.antrain("undo")
            #expect(try history() == earlier.last)
            try home.antrain("redo")
            #expect(try history() == present)
        }
        #expect(earlier[0].contains("/1900") == false && earlier[0].contains("/0730"))
        for (count, history) in earlier.reversed().enumerated() {
            try home.antrain("undo")
            let restored = try home.antrain("history --json").output
            #expect(restored == history, "undone \(count + 1)")
        }
    }

    /// Commands with their times; the test undoes the last one.
    struct Story: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The part of the date that precedes each time.
        var date = "2026-11-23T"
        var settings: String?
        let commands: [(time: String, line: String)]
    }

    /// After the undo of the last command, every view is what it was before it.
    @Test(arguments: [
        Story(
            testDescription: "a channel that was removed before the reminder was dropped",
            commands: [
                ("07:00", "settings --time 07:30 --channels console,log"), ("07:00", "program activate push-pull-legs"),
                ("07:05", "settings --channels log"), ("07:10", "pause"), ("07:15", "resume"),
            ]
        ),
        Story(
            testDescription: "a reminder that was dropped once, and cancelled later",
            date: "2026-10-2",
            commands: [
                ("7T07:37", "settings --time 07:30 --channels log"),
                ("7T07:37", "program activate push-pull-legs --load squat=60kg --start 2026-10-24"),
                ("7T07:37", "program activate gzclp --add"), ("7T17:37", "pause --until 2026-11-08"),
                ("7T17:37", "resume --program gzclp"), ("8T03:37", "start"), ("8T05:47", "resume"),
            ]
        ),
        Story(
            testDescription: "settings that never said whether reminders are on",
            settings: "time: \"07:30\"\nchannels: [log]\n",
            commands: [("07:00", "program activate gzclp"), ("07:00", "settings --on")]
        ),
        Story(
            testDescription: "reminders that a command turned on with another time",
            commands: [
                ("07:00", "program activate gzclp"), ("07:00", "settings --channels console"),
                ("07:00", "settings --time 18:00"),
            ]
        ),
        Story(
            testDescription: "a missed reminder that is ahead in another time zone",
            commands: [
                ("07:00", "settings --time 12:00 --channels log"), ("07:00", "program activate gzclp"),
                ("18:07", "schedule-next"), ("18:08", "schedule-next"),
                ("18:10", "settings timezone America/New_York"),
            ]
        ),
        Story(
            testDescription: "a reminder that was taken back before its time",
            commands: [
                ("07:00", "settings grace 10m --time 07:30 --days all --channels console"),
                ("07:00", "reminder add Daily --at 07:10 --repeat daily"), ("07:00", "undo"), ("10:30", "redo"),
                ("10:30", "schedule-next"), ("10:30", "settings grace 4h"),
            ]
        ),
        Story(
            testDescription: "a missed reminder within another grace period",
            commands: [
                ("07:00", "settings --time 12:00 --channels log"), ("07:00", "program activate gzclp"),
                ("18:07", "schedule-next"), ("18:08", "schedule-next"), ("18:10", "settings grace 12h"),
            ]
        ),
    ])
    func `An undo leaves no trace`(story: Story) throws {
        let home = try Home()
        if let settings = story.settings { try home.folder.write(".config/antrain/settings.yaml", settings) }
        func views() throws -> String {
            try ["pending", "history", "why", "today"].map { try home.antrain($0 + " --json").output }.joined()
        }
        var before = ""
        for (time, line) in story.commands {
            home.now = story.date + time
            before = try views()
            #expect(try home.antrain(line).status == 0, "\(line)")
        }
        #expect(try views() != before)
        #expect(try home.antrain("undo").status == 0)
        #expect(try views() == before)
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try views() == before)
    }

    /// Two commands at once are recorded in the order in which they wrote the file.
    @Test func `Changes at the same time can be undone`() async throws {
        let home = try Home()
        try home.antrain("settings --time 07:30 --channels console")
        func settings() throws -> String { try home.folder.read(".config/antrain/settings.yaml") }
        let before = try settings()
        for _ in 0..<4 {
            await withTaskGroup(of: Void.self) { group in
                for line in ["settings horizon 5", "settings grace 2h"] {
                    let environment = home.environment
                    let folder = home.folder.path
                    group.addTask {
                        _ = try? run(
                            BuildProducts.path("antrain"),
                            line.split(separator: " ").map(String.init),
                            environment: environment,
                            in: folder
                        )
                    }
                }
            }
            #expect(try settings().contains("horizon: 5") && settings().contains("grace: 2h"))
            for _ in 0..<2 { #expect(try home.antrain("undo").status == 0) }
            #expect(try settings() == before)
        }
    }

    /// A channel's plain values are undone, and a secret that was added is removed.
    @Test(arguments: [
        ["channel add ntfy my-gym-7f3a"], ["channel add log ~/f --name l", "channel remove l --settings"],
        ["settings grace 2h", "settings configure.mail.to x@example.org"],
    ])
    func `Changes of channels can be undone`(lines: [String]) throws {
        let home = try Home()
        try home.antrain("settings --time 07:30 --channels console")
        var texts: [String] = []
        for line in lines {
            texts.append(try home.folder.read(".config/antrain/settings.yaml"))
            let run = try home.antrain(line.replacing("~", with: home.folder.path))
            #expect(run.status == 0 || line.contains("ntfy"), "\(run)")
        }
        for text in texts.reversed() {
            #expect(try home.antrain("undo").status == 0)
            #expect(try home.folder.read(".config/antrain/settings.yaml") == text)
        }
    }

    @Test func `The output of undoing a language change is in one language`() throws {
        let home = try Home.ready()
        try home.antrain("settings language de")
        #expect(try home.antrain("undo").output.hasPrefix("undid: settings (language)"))
        #expect(try home.antrain("redo").output.contains("Einstellungen (language)"))
    }

    /// Commands that read the user's files again after a change report what is wrong with them once.
    @Test(arguments: ["undo", "program activate 531 --add", "settings gym list"])
    func `A problem is reported once`(line: String) throws {
        let home = try Home()
        try home.antrain("settings --time 07:30 --channels log")
        try home.antrain("program copy gzclp")
        try home.antrain("program activate gzclp.yaml")
        try home.antrain("done")
        try home.folder.write(".config/antrain/settings.yaml", "time: 25:00\n")
        try FileManager.default.removeItem(atPath: home.folder.path + "/gzclp.yaml")
        let errors = try home.antrain(line).errors
        #expect(errors.components(separatedBy: "gzclp.yaml").count <= 2, "\(errors)")
        #expect(errors.components(separatedBy: "settings stay in force").count <= 2, "\(errors)")
    }

    /// If the ledger cannot be written, the settings file has the text to which the ledger belongs.
    @Test func aFailedUndoChangesNoSettings() throws {
        let home = try Home.ready()
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        func settings() throws -> String { try home.folder.read(".config/antrain/settings.yaml") }
        try home.antrain("settings --time 19:00")
        for command in ["undo", "redo"] {
            let before = try (settings(), home.pending())
            let trigger = "CREATE TRIGGER stop BEFORE INSERT ON journal BEGIN SELECT RAISE(ABORT, 'stop'); END"
            #expect(try run("/usr/bin/sqlite3", [ledger, trigger]).status == 0)
            #expect(try home.antrain(command).status != 0)
            #expect(try settings() == before.0)
            #expect(try run("/usr/bin/sqlite3", [ledger, "DROP TRIGGER stop"]).status == 0)
            #expect(try home.pending() == before.1)
            #expect(try home.antrain(command).status == 0)
            #expect(try settings() != before.0 && home.pending() != before.1)
        }
    }

    /// A program's file gets another name and other days, and is activated again.
    @Test func `Each change is listed with the name that its program had`() throws {
        let home = try Home()
        func write(_ name: String, _ weekday: String) throws {
            let days = "days: {a: {name: A, exercises: [{exercise: Squat, sets: 3x5}]}}"
            let text = "antrain: 1\nid: mine\nname: \(name)\n\(days)\nschedule: {mode: weekdays, \(weekday): a}\n"
            try home.folder.write("mine.yaml", text)
        }
        try write("First", "monday")
        try home.antrain("program activate mine.yaml")
        home.now = "2026-11-23T08:00"
        #expect(try home.antrain("skip").status == 0)
        home.now = "2026-11-24T08:00"
        try write("Second", "friday")
        #expect(try home.antrain("program activate mine.yaml --replace").status == 0)
        let list = try home.antrain("undo --list").output.split(separator: "\n")
        let names = list.map { $0.split(separator: ",")[0].split(separator: " ").dropFirst().joined(separator: " ") }
        #expect(names == ["activated: Second", "skipped: First", "activated: First"])
    }

    /// What a change did to a reminder is told in the same way after it was undone and done again.
    @Test(arguments: [
        ("move 2026-11-23 2026-11-24", "the workout was moved to 2026-11-24 (entered 2026-11-23T07:"),
        ("pause --until 2026-11-25", "paused from 2026-11-23 through 2026-11-25 (entered 2026-11-23T07:"),
    ])
    func `The history names what removed a reminder`(line: String, reason: String) throws {
        let home = try Home.ready()
        home.now = "2026-11-23T07:00"
        #expect(try home.antrain(line).status == 0)
        func history() throws -> String { try home.antrain("history", environment: ["COLUMNS": "200"]).output }
        let first = try history()
        #expect(first.contains(reason), "\(first)")
        home.now = "2026-11-23T07:05"
        #expect(try home.antrain("undo").status == 0)
        #expect(try home.antrain("redo").status == 0)
        let second = try history()
        #expect(second.contains(reason), "\(second)")
        let why = try home.antrain("why", environment: ["COLUMNS": "200"]).output
        #expect(why.components(separatedBy: "entered").count <= 3, "\(why)")
    }

    /// Nothing ran at 07:30; the reminder is due until 11:30.
    @Test(arguments: [
        "done", "skip", "start", "cancel \(monday)", "snooze --for 1h", "pause", "settings --time 08:30",
        "program deactivate push-pull-legs", "move 2026-11-23 2026-11-24",
    ])
    func `A reminder that is due is sent after the undo of what ended it`(line: String) throws {
        let home = try Home.ready()
        home.now = "2026-11-23T07:40"
        func state() throws -> [String] { try [home.antrain("today").output, "\(home.pending())"] }
        let before = try state()
        #expect(try home.pending().first == Self.monday)
        #expect(try home.antrain(line).status == 0)
        let after = try state()
        home.now = "2026-11-23T07:41"
        for _ in 0..<2 {
            #expect(try home.antrain("undo").status == 0)
            #expect(try state() == before)
            home.now = "2026-11-23T07:42"
            #expect(try home.antrain("redo").status == 0)
            #expect(try state() == after)
        }
        #expect(try home.antrain("undo").status == 0)
        #expect(try home.antrain("schedule-next").output.contains("Push Day"))
    }

    /// Three follow-ups came due while the workout counted as done.
    @Test func `Of several due follow-ups one is sent`() throws {
        let home = try Home.ready()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nfollow-up: {after: 30m, every: 30m, at-most: 3}\n"
        )
        for (now, line) in [("07:30", "schedule-next"), ("07:40", "done"), ("09:40", "undo")] {
            home.now = "2026-11-23T" + now
            #expect(try home.antrain(line).status == 0)
        }
        home.now = "2026-11-23T09:41"
        let sent = try home.antrain("schedule-next").output
        #expect(sent.components(separatedBy: "Still to do").count == 2, "\(sent)")
    }

    /// The queue follows the plan after a change of the training days is undone.
    @Test func `The undo of training days restores the queue`() throws {
        let home = try Home()
        try home.antrain("program activate stronglifts-5x5")
        try home.antrain("settings --time 07:30")
        for now in ["2026-11-23T07:30", "2026-11-25T07:30"] {
            home.now = now
            try home.antrain("schedule-next")
        }
        home.now = "2026-11-25T13:54"
        let before = try home.antrain("pending --json").output
        try home.antrain("settings --days tue,thu,sat")
        #expect(try home.antrain("pending --json").output != before)
        try home.antrain("undo")
        #expect(try home.antrain("pending --json").output == before)
        try home.antrain("redo")
        try home.antrain("undo")
        #expect(try home.antrain("pending --json").output == before)
    }

    @Test func `An answer depends on the move of its workout`() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T08:00"
        try home.antrain("move mon tue")
        home.now = "2026-11-24T19:00"
        #expect(try home.antrain("done").output.contains("Push Day"))
        let refused = try home.antrain("undo 2")
        #expect(refused.status != 0 && refused.errors.contains("done: Push Day"), "\(refused)")
        for _ in 0..<2 { #expect(try home.antrain("undo 1").status == 0) }
    }

    @Test func `Your own reminder that is due is sent after 'reminder undone'`() throws {
        let home = try Home()
        try home.antrain("settings --time 07:30")
        try home.antrain("reminder add Tea --at 21:00")
        home.now = "2026-11-22T21:05"
        let before = try home.pending()
        #expect(before == ["reminder/1/2026-11-22/2100"])
        try home.antrain("reminder done 1")
        #expect(try home.pending().isEmpty)
        try home.antrain("reminder undone 1")
        #expect(try home.pending() == before)
        #expect(try home.antrain("deliver").output.contains("Tea"))
    }

    @Test func `An undo sends no reminder that was not pending before`() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T07:20"
        try home.antrain("program deactivate push-pull-legs")
        home.now = "2026-11-23T07:40"
        try home.antrain("program activate push-pull-legs.yaml --start 2026-11-23")
        let pending = try home.pending()
        #expect(!pending.contains(Self.monday))
        try home.antrain("done")
        #expect(try home.antrain("undo").status == 0)
        #expect(try home.pending() == pending)
    }

    @Test func aTerminalAsksBeforeAnOlderChange() throws {
        let home = try Home.waiting()
        try home.antrain("done")
        home.now = "2026-11-24T09:00"
        let list = try home.antrain("undo --list").output
        let script = try home.antrain("undo")
        #expect(script.status == 64 && script.errors.contains("antrain undo 1"), "\(script)")
        #expect(try home.onTerminal("undo", "n").contains("recorded Mon 23 Nov? [y/N]"))
        #expect(try home.antrain("undo --list").output == list)
        let run = try home.onTerminal("undo", "y")
        #expect(run.contains("undid: done (Push Day"), "\(run)")
        #expect(try home.onTerminal("redo", "").contains("redid: done (Push Day"))
        #expect(try home.antrain("undo 1").status == 0)
        #expect(try home.antrain("week --this").output.contains("unanswered"))
    }
}
