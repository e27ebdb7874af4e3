import Foundation
import TestSupport
import Testing

/// Answers that a plugin keeps in a folder, given while antrain did not run.
@Suite struct ReportedAnswerTests {
    private let push = "workout/2026-11-23/0730"

    /// A home in which the channel `inbox` delivered the reminder of Push Day.
    private final class InboxHome {
        let home: Home

        init(plugin: String? = nil) throws {
            home = try Home()
            let library = try plugin ?? InboxPlugin.library.get()
            try home.folder.write("inbox/.keep", "")
            try home.folder.write(
                ".config/antrain/settings.yaml",
                """
                enabled: on
                time: 07:30
                days: [mon, wed, fri]
                channels: [inbox]
                configure: {inbox: {plugin: \(library), path: ~/inbox}}

                """
            )
            try home.antrain("channel allow inbox")
            try home.antrain("program activate push-pull-legs")
            home.now = "2026-11-23T07:30"
            #expect(try home.antrain("schedule-next").status == 0)
            #expect(try home.folder.read("inbox/reminders").hasPrefix("workout/2026-11-23/0730 "))
            home.now = "2026-11-23T12:00"
        }

        /// Gives an answer, as another program would.
        func answer(_ id: String, _ text: String, at time: String = "2026-11-23T09:10:00+01:00") throws {
            try home.folder.write("inbox/answers/\(id)", text)
            _ = try run("/usr/bin/touch", ["-d", time, "\(home.folder.path)/inbox/answers/\(id)"])
        }

        func files(_ folder: String) -> [String] {
            let path = "\(home.folder.path)/inbox/\(folder)"
            return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
        }

        func sql(_ query: String) throws -> String {
            try run("/usr/bin/sqlite3", ["\(home.folder.path)/.local/share/antrain/ledger.sqlite", query]).output
        }

        /// The recorded answers: IDs, and when the user gave them.
        var reported: String {
            get throws {
                try sql(
                    "SELECT subject, substr(value, 1, instr(value, char(10)) - 1) FROM journal WHERE kind = 'reported'"
                )
            }
        }
    }

    @Test func anAnswerIsRecordedOnceAndCanBeUndone() throws {
        let inbox = try InboxHome()
        let home = inbox.home
        try inbox.answer("a1", "done \(push)\nbench-press 5,5,5@60kg\nfoo 3\n")
        let planned = try home.antrain("schedule-next")
        #expect(planned.status == 0 && planned.output.isEmpty && planned.errors.isEmpty, "\(planned)")
        #expect(inbox.files("answers").isEmpty && inbox.files("refused").isEmpty)
        #expect(try inbox.reported == "inbox/a1|1795421400\n")
        let log = try home.antrain("log").output
        #expect(log.contains("Bench Press") && log.contains("3×5 @ 60 kg") && log.contains("as planned"), "\(log)")
        let why = try home.antrain("why 2026-11-23").output
        #expect(why.contains("inbox: Push Pull Legs: done (entered 2026-11-23T09:10)"), "\(why)")
        let history = try home.antrain("history").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(history.contains("inbox: Mark complete, 2026-11-23 09:10; not read: 'foo 3': "), "\(history)")
        #expect(try home.antrain("undo").output.contains("undid: done (Push Day"))
        #expect(try home.antrain("log").output.contains("no entries"))
        // The same answer again, from a phone that was not there meanwhile.
        try inbox.answer("a1", "done \(push)\n")
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(inbox.files("answers").isEmpty)
        #expect(try home.antrain("log").output.contains("no entries"))
        #expect(try !home.antrain("why 2026-11-23").output.contains("inbox: Push"))
        // A new one counts.
        try inbox.answer("a2", "done \(push)\n")
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try home.antrain("why 2026-11-23").output.contains("inbox: Push Pull Legs: done"))
    }

    /// What an answer does: the text of the file, and what `why` says about the date afterwards.
    @Test(
        arguments: [
            ("skip ID", "inbox: Push Pull Legs: skipped (entered 2026-11-23T09:10)"),
            ("snooze ID", "inbox: snoozed until 2026-11-23T12:00"),
            ("snooze ID\n2026-11-23T14:30:00+01:00", "inbox: snoozed until 2026-11-23T14:30"),
            ("snooze ID\n2026-11-23", "inbox: snoozed until"),
            ("snooze ID\n2026-11-24", "inbox: the workout was moved to 2026-11-24"),
            ("snooze ID\n2026-11-24T05:30:00Z", "inbox: the workout was moved to 2026-11-24"),
        ] as [(String, String)]
    )
    func anAnswerDoesWhatTheCommandDoes(text: String, reason: String) throws {
        let inbox = try InboxHome()
        try inbox.answer("a1", text.replacing("ID", with: push))
        let planned = try inbox.home.antrain("schedule-next")
        #expect(planned.status == 0 && planned.errors.isEmpty, "\(planned)")
        #expect(inbox.files("answers").isEmpty && inbox.files("refused").isEmpty)
        let why = try inbox.home.antrain("why 2026-11-23").output.split(whereSeparator: \.isWhitespace)
        #expect(why.joined(separator: " ").contains(reason), "\(why.joined(separator: " "))")
    }

    /// A phone may still show the former reminder.
    @Test func anAnswerToAMovedWorkoutIsAboutItsNewDate() throws {
        let inbox = try InboxHome()
        try inbox.answer("a1", "snooze \(push)\n2026-11-24")
        #expect(try inbox.home.antrain("schedule-next").status == 0)
        // On the evening before, the workout is not done yet.
        try inbox.answer("a2", "done \(push)")
        #expect(try inbox.home.antrain("schedule-next").errors.contains("was refused"))
        inbox.home.now = "2026-11-24T12:00"
        try inbox.answer("a3", "done \(push)", at: "2026-11-24T09:10:00+01:00")
        let planned = try inbox.home.antrain("schedule-next")
        #expect(planned.status == 0 && planned.errors.isEmpty, "\(planned)")
        let why = try inbox.home.antrain("why 2026-11-24").output
        #expect(why.contains("inbox: Push Pull Legs: done (entered 2026-11-24T09:10)"), "\(why)")
    }

    @Test(
        arguments: [
            ("done workout/2026-11-25/0730", "neither delivered nor scheduled"), ("dance ID", "unknown action 'dance'"),
            ("move ID", "unknown action 'move'"), ("snooze ID\ntomorrow", "expected a time such as"),
            ("snooze ID\n2026-11-20", "expected today (2026-11-23) or a later date"), ("", "neither delivered"),
        ] as [(String, String)]
    )
    func anAnswerThatCannotBeIsRefusedAndReportedOnce(text: String, reason: String) throws {
        let inbox = try InboxHome()
        try inbox.answer("a1", text.replacing("ID", with: push))
        let first = try inbox.home.antrain("schedule-next")
        #expect(first.status == 0 && first.errors.contains(reason) && first.errors.contains("'inbox'"), "\(first)")
        #expect(inbox.files("answers").isEmpty && inbox.files("refused") == ["a1"])
        try inbox.answer("a1", text.replacing("ID", with: push))
        let second = try inbox.home.antrain("schedule-next")
        #expect(second.errors.isEmpty, "\(second)")
        let doctor = try inbox.home.antrain("doctor").output.split(whereSeparator: \.isWhitespace)
        #expect(doctor.joined(separator: " ").contains(reason), "\(doctor.joined(separator: " "))")
        #expect(try inbox.reported.isEmpty)
    }

    /// A clock that is ahead, or behind the plan, says nothing about the time.
    @Test(
        arguments: [
            ("2026-11-23T08:00:00+01:00", 1_795_417_200), ("2026-11-23T19:00:00+01:00", 1_795_431_600),
            ("2020-01-01T00:00:00Z", 1_795_431_600),
        ] as [(String, Int)]
    )
    func theTimeOfAnAnswerIsItsOwnIfItCanBe(time: String, recorded: Int) throws {
        let inbox = try InboxHome()
        try inbox.answer("a1", "done \(push)", at: time)
        #expect(try inbox.home.antrain("schedule-next").status == 0)
        #expect(try inbox.reported == "inbox/a1|\(recorded)\n")
    }

    /// What the user said last counts, not what antrain heard of last.
    @Test(arguments: [("2026-11-23T09:10:00+01:00", "skipped"), ("2026-11-23T11:00:00+01:00", "done")])
    func theLaterAnswerCounts(time: String, answer: String) throws {
        let inbox = try InboxHome()
        inbox.home.now = "2026-11-23T10:00"
        #expect(try inbox.home.antrain("skip").status == 0)
        inbox.home.now = "2026-11-23T12:00"
        try inbox.answer("a1", "done \(push)", at: time)
        let planned = try inbox.home.antrain("schedule-next")
        #expect(planned.status == 0 && planned.errors.isEmpty, "\(planned)")
        #expect(inbox.files("answers").isEmpty && inbox.files("refused").isEmpty)
        #expect(try inbox.home.antrain("today").output.contains(answer))
    }

    @Test func aLaterAnswerCorrectsTheSets() throws {
        let inbox = try InboxHome()
        for (id, sets) in [("a1", "5,5,5@60kg"), ("a2", "6,6,6@60kg"), ("a3", "")] {
            try inbox.answer(id, "done \(push)\n\(sets.isEmpty ? "" : "Bench Press: \(sets)")\n")
            let planned = try inbox.home.antrain("schedule-next")
            #expect(planned.status == 0 && planned.errors.isEmpty, "\(planned)")
        }
        let log = try inbox.home.antrain("log").output
        #expect(log.contains("3×6 @ 60 kg") && !log.contains("3×5 @"), "\(log)")
        #expect(try inbox.home.antrain("undo").status == 0)
        #expect(try inbox.home.antrain("log").output.contains("3×5 @ 60 kg"))
    }

    /// More answers than a plugin may report at a time.
    @Test func manyAnswersAreCollectedInOneRun() throws {
        let inbox = try InboxHome()
        for number in 100..<230 { try inbox.answer("n\(number)", "dance \(push)") }
        try inbox.answer("z", "done \(push)")
        #expect(try inbox.home.antrain("schedule-next").status == 0)
        #expect(inbox.files("answers").isEmpty && inbox.files("refused").count == 130)
        #expect(try inbox.reported == "inbox/z|1795421400\n")
        // Only so many refused ones are kept that a plugin cannot fill the disk.
        #expect(try inbox.sql("SELECT count(*) FROM journal WHERE kind = 'refused'") == "64\n")
    }

    @Test func aWorkoutCanBeStarted() throws {
        let inbox = try InboxHome()
        try inbox.answer("a1", "start \(push)")
        #expect(try inbox.home.antrain("schedule-next").status == 0)
        let started = "SELECT group_concat(kind) FROM journal WHERE batch = (SELECT max(batch) FROM journal)"
        #expect(try inbox.sql(started) == "reported,started\n")
    }

    /// A plugin that fails to report answers, or to settle them, delays nothing and loses none.
    ///
    /// The home's first run has already reported a problem of collecting.
    @Test(
        arguments: [
            ("int count = scandir", "exit(3); int count = scandir", nil),
            ("int count = scandir", "return fail(result, \"away\"); int count = scandir", nil),
            ("(void)text;", "(void)text; exit(3);", "cannot settle"),
            ("(void)text;", "(void)text; return fail(result, \"away\");", "cannot settle"),
        ] as [(String, String, String?)]
    )
    func aFailingPluginLosesNothing(place: String, fault: String, told: String?) throws {
        let library = try InboxPlugin.built("faulty\(UInt32.random(in: 0..<1_000_000))") {
            $0.replacing(place, with: fault)
        }
        let inbox = try InboxHome(plugin: library)
        try inbox.answer("a1", "done \(push)")
        for isFirst in [true, false] {
            let planned = try inbox.home.antrain("schedule-next")
            #expect(planned.status == 0, "\(planned)")
            #expect(isFirst && told != nil ? planned.errors.contains(told ?? "") : planned.errors.isEmpty, "\(planned)")
        }
        #expect(inbox.files("answers") == ["a1"])
        let recorded = try inbox.sql("SELECT count(*) FROM journal WHERE kind = 'completed'")
        #expect(recorded == (told == nil ? "0\n" : "1\n"))
        #expect(try inbox.home.pending().contains { $0.hasPrefix("workout/2026-11-25") })
    }

    /// A run that does nothing is remembered only until answers are collected again.
    @Test func answersAreCollectedEveryFiveMinutes() throws {
        let inbox = try InboxHome()
        inbox.home.now = ""
        // The record needs files that are more than a second old.
        let isRecorded = try eventually(true) {
            poll(nil, 0, 400)
            let planned = try inbox.home.antrain("schedule-next")
            #expect(planned.status == 0, "\(planned)")
            return FileManager.default.fileExists(atPath: inbox.home.folder.path + "/.local/state/antrain/run")
        }
        try #require(isRecorded)
        let fields = try inbox.home.folder.read(".local/state/antrain/run").split(separator: " ")
        let (start, end) = (Int(fields[1]) ?? 0, Int(fields[2]) ?? 0)
        #expect((1...300).contains(end - start), "\(fields)")
    }
}
