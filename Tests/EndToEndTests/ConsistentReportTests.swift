import Foundation
import TestSupport
import Testing

/// Reports of commands agree with the state and with each other.
@Suite struct ConsistentReportTests {
    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// Two programs at the same time.
    private func two() throws -> Home {
        let home = try Home(now: "2026-11-23T06:00")
        for name in ["aa", "bb"] {
            try home.folder.write(
                "\(name).yaml",
                "antrain: 1\nid: \(name)\nname: \(name)\ndays: {\(name): {exercises: [{exercise: A, sets: 5}]}}\nschedule: {mode: cycle, cycle: [\(name)]}\n"
            )
            #expect(try home.antrain("program activate \(name).yaml --add --start 2026-11-23").status == 0)
        }
        try home.antrain("settings --time 07:30")
        return home
    }

    private func states(_ home: Home, _ command: String = "today --json") throws -> [String] {
        let workouts = try object(try home.antrain(command).output)["workouts"] as? [[String: Any]] ?? []
        return workouts.compactMap { $0["state"] as? String }
    }

    @Test func aDayWithOneOfTwoAnswersNamesBoth() throws {
        let home = try two()
        #expect(try states(home) == ["open", "open"])
        home.now = "2026-11-23T07:30"
        try home.antrain("schedule-next")
        try home.antrain("done --program aa")
        let today = try home.antrain("today", environment: ["COLUMNS": "200"]).output
        #expect(today.contains("Aa: already done; Bb: sent at 07:30, unanswered"), "\(today)")
        #expect(!today.contains("waits for your answer"))
        #expect(try states(home) == ["done", "open"])
        try home.antrain("start --program bb")
        #expect(try states(home) == ["done", "started"])
        try home.antrain("skip --program bb")
        #expect(try states(home) == ["done", "skipped"])
        home.now = "2026-11-25T06:00"
        let week = try object(try home.antrain("week --this --json").output)["days"] as? [[String: Any]] ?? []
        let all = week.map { ($0["workouts"] as? [[String: Any]] ?? []).compactMap { $0["state"] as? String } }
        #expect(all.prefix(3) == [["done", "skipped"], ["missed", "missed"], ["open", "open"]])
    }

    @Test func undoAfterDoneAllNamesEach() throws {
        let home = try two()
        try home.antrain("done --all")
        #expect(try home.antrain("undo").output.contains("undid: done (Aa and Bb, "))
        // Without a terminal, each workout is listed with its command.
        let run = try home.antrain("start")
        #expect(run.status == 64, "\(run)")
        for command in ["antrain start --date 2026-11-23 --program aa", "antrain start --date 2026-11-23 --all"] {
            let isOffered =
                run.errors.contains(command) || run.errors.contains(command.replacing(" --date 2026-11-23", with: ""))
            #expect(isOffered, "\(run.errors)")
        }
    }

    @Test func aChannelWhoseDeliveriesFailedSaysHowMany() throws {
        let home = try Home.ready()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\ndays: mon,wed,fri\nchannels: [command]\nconfigure: {command: {command: /bin/false}}\n"
        )
        try home.antrain("plugin allow command")
        try home.antrain("schedule-next")
        for now in ["2026-11-23T07:30", "2026-11-23T15:00", "2026-11-25T07:30", "2026-11-25T15:00"] {
            home.now = now
            try home.antrain("schedule-next")
        }
        let status = try home.antrain("", environment: ["COLUMNS": "300"]).output
        #expect(status.contains("not ready: its last 2 deliveries failed; the last error: "), "\(status)")
        let channel = try #require(
            (try object(try home.antrain("--json").output)["channels"] as? [[String: Any]])?.first
        )
        #expect(channel["ready"] as? Bool == false && channel["failures"] as? Int == 2, "\(channel)")
        #expect((channel["last_error"] as? [String: String])?["message"]?.isEmpty == false)
    }

    /// By the present clock no future reminder is missed or overdue.
    @Test func statusIsConsistentAfterAClockStep() throws {
        let home = try Home.ready()
        home.now = "2026-12-20T12:00"
        try home.antrain("schedule-next")
        home.now = "2026-11-22T20:05"
        let back = try object(try home.antrain("--json").output)
        #expect((back["missed"] as? [Any])?.isEmpty == true && (back["overdue"] as? [Any])?.isEmpty == true, "\(back)")
        #expect(back["clock_set_back"] as? Bool == true)
        #expect(
            try home.antrain("", environment: ["COLUMNS": "300"]).output.contains("the clock was set back since")
        )
        try home.antrain("schedule-next")
        #expect(try object(try home.antrain("--json").output)["clock_set_back"] as? Bool == false)
        // The clock is ahead and nothing has run yet: reminders past their grace period are missed, not overdue.
        home.now = "2026-11-23T20:00"
        let ahead = try object(try home.antrain("--json").output)
        #expect((ahead["missed"] as? [Any])?.count == 1 && (ahead["overdue"] as? [Any])?.isEmpty == true, "\(ahead)")
    }

    @Test func aMoveBeforeTheStartIsRefused() throws {
        let home = try Home(now: "2026-11-22T20:00")
        try home.antrain("program activate push-pull-legs.yaml --start 2026-11-30")
        let run = try home.antrain("move 2026-11-30 2026-11-26")
        #expect(run.status == 64 && run.errors.contains("does not start until 2026-11-30"), "\(run)")
        #expect(try home.antrain("move 2026-11-30 2026-12-01").status == 0)
    }

    /// Ten years are ten calendar years in each command.
    @Test func tenYearsEndOnTheSameDay() throws {
        let home = try Home.ready()
        #expect(try home.antrain("move 2026-11-23 2036-11-24").errors.contains("within ten years"))
        #expect(try !home.antrain("move 2026-11-23 2036-11-23").errors.contains("within ten years"))
        #expect(try home.antrain("schedule-next --dry-run --date 2036-11-22").status == 0)
        #expect(try home.antrain("schedule-next --dry-run --date 2036-11-23").errors.contains("ten years"))
    }

    @Test func helpAndAdviceUseTheSameOptionNames() throws {
        let home = try Home()
        let help = try home.antrain("settings --help").output
        #expect(
            help.contains("--on") && help.contains("--off") && !help.contains("--enable") && !help.contains("--disable")
        )
    }

    @Test func needsAndReasonsHaveCodes() throws {
        let home = try Home()
        let info = try object(try home.antrain("plugin info webhook --json").output)
        let needs = try #require(info["needs"] as? [[String: Any]])
        #expect(needs.contains { $0["need"] as? String == "network" && ($0["text"] as? String)?.isEmpty == false })
    }
}
