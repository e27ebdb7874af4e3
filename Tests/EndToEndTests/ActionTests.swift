import Foundation
import TestSupport
import Testing

/// `done`, `skip`, `snooze` and `undo` at different moments of a reminder's life.
@Suite struct ActionTests {
    private static let monday = "workout/2026-11-23/0730"

    /// A home in which Monday's 07:30 reminder was delivered.
    private func delivered() throws -> Home {
        let home = try Home.ready()
        try home.antrain("schedule-next")
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.contains("Today: Push Day"))
        return home
    }

    @Test(arguments: ["done", "skip"])
    func aReminderAnsweredEarlyIsNotSent(action: String) throws {
        let home = try Home.ready()
        home.now = "2026-11-23T06:00"
        let run = try home.antrain("\(action) --verbose")
        #expect(run.status == 0 && run.output.contains("Push Day; 0 added, 1 cancelled, 2 kept"), "\(run)")
        #expect(run.output.hasSuffix("\nNext reminder: Pull Day, Wed 25 Nov at 07:30\n"), "\(run)")
        #expect(try home.pending() == ["workout/2026-11-25/0730", "workout/2026-11-27/0730"])
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("schedule-next").output.isEmpty)
        #expect(try home.antrain("today").output.contains(action == "done" ? "already done" : "you skipped it"))
    }

    @Test func aReminderIsAnsweredByItsReference() throws {
        for reference in [Self.monday, "antrain://\(Self.monday)", ""] {
            let home = try delivered()
            #expect(try home.antrain("done \(reference)").status == 0)
            #expect(try home.antrain("done").status == 0)
            let snooze = try home.antrain("snooze")
            #expect(snooze.status == 66 && snooze.errors.contains("'Push Day' on 2026-11-23 is already answered"))
        }
    }

    @Test func aSnoozeRepeatsTheReminder() throws {
        let home = try delivered()
        #expect(try home.antrain("snooze --for 15m").output.contains("snoozed Push Day until today at 07:45"))
        #expect(try home.antrain("schedule-next").output.isEmpty)
        #expect(try home.pending().first == "\(Self.monday)/snooze-1")
        home.now = "2026-11-23T07:45"
        let first = try home.antrain("deliver").output
        #expect(first.contains("Workout Time!") && first.contains("Today: Push Day"))
        #expect(try home.antrain("snooze").status == 0)
        #expect(try home.pending().first == "\(Self.monday)/snooze-2")
        home.now = "2026-11-23T08:45"
        #expect(try home.antrain("schedule-next").output.contains("Today: Push Day"))
        #expect(try home.antrain("snooze \(Self.monday)").status == 0)
        #expect(try home.antrain("done").status == 0)
        #expect(try home.pending() == ["workout/2026-11-25/0730", "workout/2026-11-27/0730"])
        home.now = "2026-11-23T09:45"
        #expect(try home.antrain("deliver").output.isEmpty)
    }

    @Test func aPendingReminderCanBeSnoozed() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T07:00"
        #expect(try home.antrain("snooze --for 1h").status == 0)
        #expect(try home.pending().first == "\(Self.monday)/snooze-1")
        #expect(!(try home.pending().contains(Self.monday)))
        #expect(try home.antrain("undo").output.contains("undid: snoozed"))
        #expect(try home.pending().first == Self.monday)
        #expect(try home.antrain("snooze --for 2d").status == 64)
        #expect(try home.antrain("snooze nothing").status == 66)
    }

    /// A pending reminder is snoozed from its own time, also if it is snoozed again.
    @Test func aPendingReminderIsSnoozedFromItsOwnTime() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T06:30"
        #expect(try home.antrain("snooze --for 15m").output.contains("until today at 07:45"))
        #expect(
            try home.antrain("snooze \(Self.monday)/snooze-1 --for 5m").output.contains("until today at 07:35")
        )
    }

    @Test func aSnoozePastMidnightBelongsToItsDay() throws {
        let home = try Home()
        try home.antrain("program activate push-pull-legs --start 2026-11-23")
        try home.antrain("settings --time 23:30")
        home.now = "2026-11-23T23:30"
        #expect(try home.antrain("deliver").output.contains("Today: Push Day"))
        try home.antrain("snooze")
        home.now = "2026-11-24T00:30"
        #expect(try home.antrain("schedule-next").output.contains("Yesterday: Push Day"))
        #expect(try home.antrain("done").output.contains("done: Push Day (yesterday)"))
    }

    @Test func undoBeforeTheTimeRestoresTheReminder() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T06:00"
        for action in ["done", "skip", "cancel \(Self.monday)"] {
            try home.antrain(action)
            #expect(!(try home.pending().contains(Self.monday)))
            #expect(try home.antrain("undo --verbose").output.contains("1 added"))
            #expect(try home.pending().first == Self.monday)
        }
        // The remaining changes are of yesterday.
        #expect(try home.antrain("undo").status == 64)
    }

    /// The reminder may be sent until 11:30.
    @Test(arguments: [("11:30", true), ("11:31", false)])
    func `An undo after its time brings a reminder back that may still be sent`(time: String, isSent: Bool) throws {
        let home = try Home.ready()
        home.now = "2026-11-23T06:00"
        try home.antrain("done")
        home.now = "2026-11-23T\(time)"
        #expect(try home.antrain("undo --verbose").output.contains(isSent ? "1 added" : "0 added"))
        #expect(try home.pending().contains(Self.monday) == isSent)
        #expect(try home.antrain("schedule-next").output.contains("Push Day") == isSent)
    }

    /// A group that shrinks to one workout stays the same notification; otherwise it would be sent twice.
    @Test func answeringOneOfTwoWorkoutsKeepsTheOther() throws {
        let home = try Home.ready()
        try home.antrain("program activate bodyweight-routine --add")
        home.now = "2026-11-23T06:00"
        let before = try home.pending()
        let unclear = try home.antrain("done")
        #expect(
            unclear.status == 64
                && unclear.errors.contains(
                    "antrain done --program push-pull-legs; antrain done --program bodyweight-routine; or all: antrain done --all"
                )
        )
        #expect(try home.antrain("done --program push-pull-legs --verbose").output.contains("1 updated"))
        #expect(try home.pending() == before)
        let pending = try home.antrain("pending").output
        #expect(pending.contains("Full Body") && !pending.contains("Push Day"), "\(pending)")
        home.now = "2026-11-23T07:30"
        let sent = try home.antrain("deliver").output
        #expect(sent.contains("Today: Full Body") && !sent.contains("Push Day"))
        #expect(try home.antrain("done").output.contains("done: Full Body"))
        #expect(try home.antrain("done --program gzclp").status == 66)
    }

    @Test func bothWorkoutsCanBeAnsweredTheEveningBefore() throws {
        let home = try Home.ready()
        try home.antrain("program activate bodyweight-routine --add")
        #expect(
            try home.antrain("skip --date tomorrow --all").output.contains("skipped: Push Day (tomorrow) and Full Body")
        )
        #expect(try home.pending() == ["workout/2026-11-25/0730", "workout/2026-11-27/0730"])
    }

    @Test func remindersCanBeTurnedOffAndOn() throws {
        let home = try delivered()
        try home.antrain("snooze")
        try home.antrain("settings --off")
        #expect(try home.pending().isEmpty)
        try home.antrain("settings --on")
        #expect(try home.pending().first == "\(Self.monday)/snooze-1")
    }

    @Test func aFollowUpIsSentOnceAndUrgent() throws {
        let home = try Home.ready()
        try home.antrain("settings follow-up 30m --channels console,log")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            try home.folder.read(".config/antrain/settings.yaml") + "configure: {log: {format: json}}\n"
        )
        home.now = "2026-11-23T07:32"
        #expect(try home.antrain("deliver").output.contains("Today: Push Day"))
        #expect(try home.pending().first == "\(Self.monday)/follow-up-1")
        home.now = "2026-11-23T08:02"
        #expect(try home.antrain("deliver").output.contains("Still to do"))
        #expect(try home.folder.read(".local/state/antrain/notifications.log").contains("\"urgent\":true"))
        home.now = "2026-11-23T08:40"
        #expect(try home.antrain("schedule-next").output.isEmpty)
        #expect(try home.pending() == ["workout/2026-11-25/0730", "workout/2026-11-27/0730"])
    }

    @Test(arguments: ["done", "skip"])
    func anAnswerEndsTheFollowUps(action: String) throws {
        let home = try delivered()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nfollow-up: {after: 30m, every: 15m, at-most: 3}\n"
        )
        try home.antrain("schedule-next")
        let marks = (1...3).map { "\(Self.monday)/follow-up-\($0)" }
        #expect(try home.pending().prefix(3) == marks[...])
        // Follow-ups wait until the snooze was delivered.
        try home.antrain("snooze --for 1h")
        #expect(try home.pending().filter { $0.contains("follow-up") }.isEmpty)
        home.now = "2026-11-23T08:30"
        try home.antrain("deliver")
        #expect(try home.pending().filter { $0.contains("follow-up") }.count == 3)
        try home.antrain(action)
        #expect(try home.pending().filter { $0.contains("2026-11-23") }.isEmpty)
        try home.antrain("undo")
        #expect(try home.pending().filter { $0.contains("follow-up") }.count == 3)
    }

    @Test func unfinishedWorkoutsAreAskedAbout() throws {
        let home = try delivered()
        try home.folder.write(".config/antrain/settings.yaml", "enabled: on\ntime: \"07:30\"\nunfinished: 2h\n")
        home.now = "2026-11-23T08:00"
        try home.antrain("start")
        #expect(try home.pending().first == "unfinished/2026-11-23/push-pull-legs")
        home.now = "2026-11-23T10:00"
        let sent = try home.antrain("schedule-next").output
        #expect(sent.contains("Workout not finished") && sent.contains("Push Day"))
        home.now = "2026-11-23T10:05"
        try home.antrain("start")
        #expect(try home.antrain("done").status == 0)
        #expect(!(try home.pending().contains { $0.hasPrefix("unfinished") }))
    }

    /// The answer of a date would become that of another workout.
    @Test(arguments: ["done", "skip"]) func nothingMovesToADateThatIsAnswered(answer: String) throws {
        let home = try Home.ready()
        home.now = "2026-11-23T06:00"
        #expect(try home.antrain(answer).status == 0)
        let run = try home.antrain("move wed today")
        let state = answer == "done" ? "done" : "skipped"
        #expect(run.status == 64 && run.errors.contains("on 2026-11-23 is already \(state)"), "\(run)")
    }

    @Test func aPauseKeepsAWorkoutThatWasMovedBeforeIt() throws {
        let home = try Home.ready()
        #expect(try home.antrain("move 2026-11-27 2026-11-24").status == 0)
        #expect(try home.antrain("pause --from 2026-11-26 --until 2026-11-29").status == 0)
        #expect(try home.antrain("week").output.contains("Tue 24 Nov  Leg Day"))
        #expect(try home.pending().contains("workout/2026-11-24/0730"))
    }

    @Test func pausesAndMovesAndSingleDays() throws {
        let home = try Home.ready()
        #expect(try home.antrain("pause --from 2026-11-23 --until 2026-11-25 --verbose").output.contains("2 cancelled"))
        #expect(try home.pending() == ["workout/2026-11-27/0730"])
        #expect(try home.antrain("week").output.contains("Mon 23 Nov  paused"))
        #expect(try home.antrain("resume --on 2026-11-25").status == 0)
        #expect(try home.pending() == ["workout/2026-11-25/0730", "workout/2026-11-27/0730"])
        try home.antrain("undo")
        try home.antrain("undo")
        #expect(try home.pending().count == 3)
        #expect(try home.antrain("move 2026-11-25 2026-11-26").output.contains("moved Pull Day"))
        #expect(try home.antrain("week").output.contains("Thu 26 Nov  Pull Day  07:30"))
        #expect(try home.antrain("move 2026-11-24 2026-11-26").status == 66)
        #expect(try home.antrain("skip --date 2026-11-27").output.contains("skipped: Leg Day"))
        #expect(!(try home.pending().contains("workout/2026-11-27/0730")))
        #expect(try home.antrain("pause --program nothing").status == 66)
        #expect(try home.antrain("pause --until 2026-11-01").status == 64)
    }

    @Test func startShowsTheWorkoutAndOpenTheReminder() throws {
        let home = try delivered()
        let start = try home.antrain("start")
        #expect(start.output.contains("Bench Press") && start.output.contains("Push Pull Legs, week 1"))
        let open = try home.antrain("open antrain://\(Self.monday)")
        #expect(open.output.contains("Workout Time!") && open.output.contains("antrain snooze \(Self.monday)"))
        #expect(try home.antrain("open antrain://workout/1999-01-01/0000").status == 66)
        for line in ["open \(Self.monday) --json", "start --json", "done --json", "undo --json"] {
            #expect(try home.antrain(line).output.contains("\"antrain\" : 1"))
        }
    }

    @Test func aProgramMayHaveItsOwnTimeDaysAndChannels() throws {
        let home = try Home.ready()
        let run = try home.antrain(
            "program activate bodyweight-routine --add --time 18:00 --days mon,fri --channels log"
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            try home.pending() == [
                "workout/2026-11-23/0730", "workout/2026-11-23/1800", "workout/2026-11-25/0730",
                "workout/2026-11-27/0730",
                "workout/2026-11-27/1800",
            ]
        )
        #expect(try home.antrain("schedule-next --verbose").output.contains("0 added, 0 cancelled, 5 kept"))
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.contains("Push Day"))
        home.now = "2026-11-23T18:00"
        #expect(try home.antrain("deliver").output.isEmpty)
        #expect(try home.folder.read(".local/state/antrain/notifications.log").contains("Full Body"))
        #expect(try home.antrain("program activate gzclp --time 25:00").status == 64)
        #expect(try home.antrain("program activate gzclp --channels nowhere").status == 64)
    }

    @Test func concurrentDoneIsRecordedOnce() async throws {
        let home = try delivered()
        let path = home.folder.path
        let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try run(
                        BuildProducts.path("antrain"),
                        ["done", ActionTests.monday],
                        environment: [
                            "HOME": path, "TZ": "Europe/Berlin", "ANTRAIN_NOW": "2026-11-23T07:31", "PATH": "/bin",
                        ],
                        in: path
                    ).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.allSatisfy { $0 == 0 })
        #expect(try home.pending() == ["workout/2026-11-25/0730", "workout/2026-11-27/0730"])
    }

    @Test func movesOutOfRangeAreRefused() throws {
        let home = try Home.ready()
        for line in ["move 2026-11-23 9999-12-31", "move 2026-11-23 9999-12-30", "move 9999-12-31 2026-11-25"] {
            let run = try home.antrain(line)
            let isExplained = ["within ten years", "dates end at"].contains(where: run.errors.contains)
            #expect(run.status == 64 && isExplained, "\(line): \(run.errors)")
        }
        #expect(try home.antrain("schedule-next").status == 0)
    }
}
