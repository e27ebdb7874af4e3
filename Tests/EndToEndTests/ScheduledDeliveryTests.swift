import Foundation
import TestSupport
import Testing

/// Channels whose plugins schedule reminders themselves: both queues must agree.
@Suite struct ScheduledDeliveryTests {
    /// The plugin, built once for each limit.
    private static let libraries: [Int: String] = {
        let folder = try! TemporaryFolder(path: TemporaryFolder.ofRun.path + "/held-tests")
        return Dictionary(
            uniqueKeysWithValues: [0, 8, 12].map { limit in
                let source = holdingPlugin.replacingOccurrences(of: "LIMIT", with: "\(limit)")
                return (limit, try! compilePlugin(source, into: folder, name: "hold\(limit)"))
            }
        )
    }()

    /// A home with a channel `hold`, whose plugin keeps its scheduled notifications in a file.
    private func home(limit: Int = 0) throws -> Home {
        let home = try Home(now: "2026-11-22T20:00")
        let library = try #require(Self.libraries[limit])
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            time: 07:30
            days: [mon, wed, fri]
            channels: [console]
            configure: {hold: {plugin: \(library), path: \(home.folder.path)}}

            """
        )
        try home.antrain("program activate push-pull-legs.yaml")
        try home.antrain("plugin allow hold")
        return home
    }

    /// The ids and instants of the plugin's scheduled notifications.
    private func held(_ home: Home) -> Set<String> {
        let lines = (try? home.folder.read("held")) ?? ""
        return Set(
            lines.split(separator: "\n").map { $0.split(separator: "\t")[1...2].reversed().joined(separator: " ") }
        )
    }

    /// The plugin's scheduled notifications according to the ledger.
    private func scheduled(_ home: Home) throws -> Set<String> {
        let output = try home.antrain("pending --json").output
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let all = object?["notifications"] as? [[String: Any]] ?? []
        return Set(
            all.filter { one in
                (one["deliveries"] as? [[String: Any]] ?? []).contains {
                    $0["channel"] as? String == "hold" && $0["state"] as? String == "scheduled"
                }
            }.compactMap { one in
                guard let id = one["id"] as? String, let instant = one["instant"] as? String,
                    let date = ISO8601DateFormatter().date(from: instant)
                else { return nil }
                return "\(id) \(Int(date.timeIntervalSince1970))"
            }
        )
    }

    @Test func thePluginFollowsThePlan() throws {
        let home = try home()
        #expect(try home.antrain("settings --channels hold").status == 0)
        #expect(held(home).count == 3)
        #expect(try scheduled(home) == held(home))
        // A run without a change does not change the plugin's entries.
        try home.folder.write("fault", "0 none")
        try home.antrain("schedule-next")
        #expect(held(home).count == 3)
        try home.antrain("skip --date 2026-11-23")
        #expect(held(home).map { $0.prefix(18) }.sorted() == ["workout/2026-11-25", "workout/2026-11-27"])
        try home.antrain("undo")
        try home.antrain("settings --time 08:00")
        #expect(held(home).count == 3)
        #expect(try scheduled(home) == held(home))
        try home.antrain("snooze workout/2026-11-23/0800 --for 30m")
        #expect(held(home).contains { $0.hasPrefix("workout/2026-11-23/0800/snooze-1") })
        try home.antrain("program deactivate push-pull-legs")
        #expect(held(home).isEmpty)
    }

    /// A channel with a limit of twelve keeps five places for snoozes.
    @Test func theBudgetFollowsThePrograms() throws {
        let home = try home(limit: 12)
        try home.antrain("settings horizon 20 --days all --channels hold")
        try home.antrain(arguments: ["reminder", "add", "Water", "--at", "2026-11-23 09:00", "--repeat", "daily"])
        // Twenty and nine in twenty days: seven places reach ⌊7 · 20 / 29⌋ = 4 days, today included.
        var plan = try home.antrain("channel list", environment: ["COLUMNS": "200"]).output
        #expect(plan.contains("limit 12; 4 days covered, through Wed 25 Nov; 5 reminders, 23 later; "), "\(plan)")
        #expect(
            held(home).map { $0.split(separator: " ")[0] }.sorted() == [
                "reminder/1/2026-11-23/0900", "reminder/1/2026-11-24/0900", "reminder/1/2026-11-25/0900",
                "workout/2026-11-23/0730", "workout/2026-11-25/0730",
            ]
        )
        // There is a place for a snooze.
        try home.antrain("snooze workout/2026-11-23/0730 --for 20m")
        #expect(held(home).contains { $0.contains("snooze-1") })
        try home.antrain("undo")
        try home.antrain("program deactivate push-pull-legs")
        plan = try home.antrain("channel list --json").output
        #expect(plan.contains("\"horizon\" : 7"), "\(plan)")
        #expect(held(home).count == 6)
        #expect(try scheduled(home) == held(home))
    }

    /// Follow-ups are handed over with their reminders, keep their time if the plugin delivers the reminder, and end with its answer.
    @Test(arguments: ["done", "skip"])
    func followUpsAreHandedOver(answer: String) throws {
        let home = try home()
        try home.antrain("settings follow-up 30m --channels hold")
        let ids = held(home).map { String($0.split(separator: " ")[0]) }.sorted()
        #expect(
            ids
                == ["23", "25", "27"].flatMap { day in
                    ["", "/follow-up-1"].map { "workout/2026-11-\(day)/0730" + $0 }
                }
        )
        #expect(try scheduled(home) == held(home))
        // What would be planned is what is planned.
        #expect(try home.antrain("schedule-next --dry-run").output.contains("0 added, 0 cancelled, 6 kept"))
        let before = held(home)
        let lines = try home.folder.read("held").split(separator: "\n")
        let isFirst = { (line: Substring) in line.contains("2026-11-23") && !line.contains("follow-up") }
        try home.folder.write("held", lines.filter { !isFirst($0) }.joined(separator: "\n") + "\n")
        home.now = "2026-11-23T07:31"
        try home.antrain("schedule-next")
        #expect(
            held(home) == before.filter { $0.contains("2026-11-23/0730/follow-up-1") || !$0.contains("2026-11-23") }
        )
        try home.antrain(answer)
        #expect(!held(home).contains { $0.contains("2026-11-23") } && held(home).count == 4)
        #expect(try scheduled(home) == held(home))
    }

    /// antrain never sends the follow-up of a reminder that was not sent, and moves it if the reminder was late.
    @Test func followUpsWaitForTheirReminder() throws {
        let home = try home()
        try home.folder.write("fault", "4 retry")
        try home.antrain("settings follow-up 30m --channels hold")
        home.now = "2026-11-23T08:10"
        #expect(try home.antrain("deliver").status == 0)
        #expect(try home.folder.read("delivered") == "workout/2026-11-23/0730\n")
        home.now = "2026-11-23T08:39"
        #expect(try home.antrain("deliver").status == 0)
        #expect(try home.folder.read("delivered") == "workout/2026-11-23/0730\n")
        home.now = "2026-11-23T08:42"
        let lines = try home.folder.read("held").split(separator: "\n")
        #expect(lines.contains { $0.contains("2026-11-23/0730/follow-up-1") }, "\(lines)")
    }

    /// If fewer than three days fit, the change that causes it warns once, and cron is silent.
    @Test func aShortBudgetIsReported() throws {
        let home = try home(limit: 8)
        try home.antrain("settings --days all --channels hold")
        var told = ""
        for hour in ["09:00", "12:00", "15:00"] {
            told += try home.antrain(
                arguments: ["reminder", "add", "Water", "--at", "2026-11-22 \(hour)", "--repeat", "daily"]
            ).errors
        }
        // The change that causes it warns, once.
        #expect(told.ranges(of: "the channel 'hold' is limited to 8 reminders, enough for").count == 1, "\(told)")
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        #expect(try home.antrain("schedule-next --verbose").errors.contains("enough for 1 day"))
        #expect(try home.antrain("", environment: ["COLUMNS": "300"]).output.contains("enough for 1 day"))
        // The state explains it; there is no other reason.
        let pending = try home.antrain("pending", environment: ["LANG": "de_DE.UTF-8"]).output
        #expect(pending.contains("hold (geplant)") && pending.contains("hold (über dem Limit)"), "\(pending)")
        // Reminders beyond the limit are delivered by antrain itself.
        home.now = "2026-11-23T15:00"
        #expect(try home.antrain("deliver").status == 0)
        #expect(try home.folder.read("delivered").contains("reminder/3/2026-11-23/1500"))
    }

    @Test func firedNotificationsAreDeliveredAndUnanswered() throws {
        let home = try home()
        try home.antrain("settings --channels hold")
        // The plugin's own scheduler fires the first one, with no antrain running.
        let lines = try home.folder.read("held").split(separator: "\n")
        try home.folder.write("held", lines.filter { !$0.contains("2026-11-23") }.joined(separator: "\n") + "\n")
        home.now = "2026-11-23T07:31"
        #expect(try home.antrain("schedule-next").output.isEmpty)
        let history = try home.antrain("history --json").output
        #expect(
            history.contains("\"id\" : \"workout/2026-11-23/0730\"") && history.contains("\"state\" : \"delivered\"")
        )
        #expect(try home.antrain("--json").output.contains("\"badge\" : 1"))
        #expect(try home.antrain("done").output.contains("done: Push Day"))
        #expect((try? home.folder.read("delivered")) == nil)
    }

    /// The plugin has delivered, and antrain learns of it only by asking.
    @Test func notificationsThatFiredLongAgoAreNotMissed() throws {
        let home = try home()
        try home.antrain("settings --channels console,hold")
        let lines = try home.folder.read("held").split(separator: "\n")
        try home.folder.write("held", lines.filter { !$0.contains("2026-11-23") }.joined(separator: "\n") + "\n")
        home.now = "2026-11-23T13:00"
        #expect(try home.antrain("deliver --json").output.contains("\"missed\" : [\n\n  ]"))
        try home.antrain("schedule-next")
        let history = try home.antrain("history", environment: ["COLUMNS": "200"]).output
        #expect(history.contains("delivered  Today: Push Day") && history.contains("hold: delivered"), "\(history)")
        #expect(history.contains("console: expired") || history.contains("console: antrain did not run"), "\(history)")
    }

    @Test func scheduledNotificationsOfARemovedPluginEnd() throws {
        let home = try home()
        try home.antrain("settings --channels hold")
        let settings = try home.folder.read(".config/antrain/settings.yaml")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            settings.replacing(try #require(Self.libraries[0]), with: nowhere + "/plugin.so")
        )
        home.now = "2026-11-23T13:00"
        try home.antrain("schedule-next")
        let history = try home.antrain("history", environment: ["COLUMNS": "200"]).output
        #expect(history.contains("the plugin scheduled it, but could not report"), "\(history)")
    }

    @Test func lostEntriesAreRescheduledAndForeignOnesKept() throws {
        let home = try home()
        try home.antrain("settings --channels hold")
        let before = held(home)
        let first = try home.folder.read("held").split(separator: "\n")[0].split(separator: "\t")[0]
        let owner = first.prefix { $0 != "." }
        // Someone emptied the plugin's queue; an entry of another ledger and one without a row came in.
        try home.folder.write("held", "other.1.hold\t9\tx\t0\n\(owner).gone.hold\t9\tx\t0\n")
        try home.antrain("schedule-next")
        #expect(held(home) == before.union(["x 9"]))
        #expect(try home.folder.read("held").contains("other.1.hold") && !home.folder.read("held").contains("gone"))
    }

    @Test func removedAndDeniedChannelsHaveNoEntries() throws {
        let home = try home()
        try home.antrain("settings --channels hold")
        try home.antrain("settings --channels console")
        #expect(held(home).isEmpty)
        try home.antrain("settings --channels console,hold")
        #expect(held(home).count == 3)
        try home.antrain("plugin deny hold")
        #expect(held(home).isEmpty)
        // The reminder is kept and its row says why it is not sent.
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("schedule-next").output.contains("Today: Push Day"))
        #expect(
            try home.antrain("history", environment: ["COLUMNS": "200"]).output.contains(
                "you denied channel 'hold'"
            )
        )
    }

    @Test func unscheduledRemindersAreDeliveredByAntrain() throws {
        let home = try home()
        try home.folder.write("fault", "4 retry")
        let run = try home.antrain("settings --channels hold")
        #expect(run.status == 0 && run.errors.contains("cannot schedule reminders now: told to fail"), "\(run.errors)")
        // The whole batch is cancelled.
        #expect(held(home).isEmpty)
        #expect(try scheduled(home).isEmpty)
        #expect(try home.antrain("pending", environment: ["COLUMNS": "200"]).output.contains("told to fail") == false)
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").status == 0)
        #expect(try home.folder.read("delivered") == "workout/2026-11-23/0730\n")
        try home.antrain("schedule-next")
        #expect(held(home).count == 2)
    }

    @Test func aRefusedEntryKeepsTheOthers() throws {
        let home = try home()
        try home.folder.write("fault", "4 refuse")
        let run = try home.antrain("settings --channels hold")
        #expect(run.errors.contains("refused workout/2026-11-25/0730"), "\(run.errors)")
        #expect(held(home).map { $0.prefix(18) }.sorted() == ["workout/2026-11-23", "workout/2026-11-27"])
        #expect(try scheduled(home) == held(home))
    }

    /// A plugin can list thousands of entries that antrain cannot cancel.
    @Test func entriesThatMayRemainAreReportedInOneLine() throws {
        let home = try home()
        try home.antrain("settings --channels hold")
        let entries = try home.folder.read("held")
        let owner = try #require(entries.split(separator: ".").first)
        let left = (0..<50).map { "\(owner).left\($0).hold\t2000000000\tx\t0\n" }
        try home.folder.write("held", entries + left.joined())
        try home.folder.write("calls", "0")
        try home.folder.write("fault", "3 always")
        let run = try home.antrain("schedule-next")
        #expect(run.errors.components(separatedBy: "may still have").count == 2, "\(run.errors)")
        #expect(run.errors.contains("and 49 more scheduled: told to fail"), "\(run.errors)")
    }

    /// If the ledger cannot be written, the scheduled notification is cancelled; if that fails, too, it is logged.
    @Test(arguments: [false, true])
    func unrecordedEntriesAreCancelled(cancelFails: Bool) throws {
        let home = try home()
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        let refuse =
            "CREATE TRIGGER no BEFORE UPDATE ON delivery WHEN NEW.state = 'scheduled' BEGIN SELECT RAISE(ABORT, 'no'); END"
        #expect(try run("/usr/bin/sqlite3", [ledger, refuse]).status == 0)
        if cancelFails { try home.folder.write("fault", "6 retry") }
        let run = try home.antrain("settings --channels hold")
        #expect(run.status == 65, "\(run.errors)")
        #expect(held(home).count == (cancelFails ? 1 : 0))
        let trace = try? home.folder.read(".local/state/antrain/trace.log")
        #expect((trace?.contains("may still be scheduled") ?? false) == cancelFails)
        #expect(try TestSupport.run("/usr/bin/sqlite3", [ledger, "DROP TRIGGER no"]).status == 0)
        try home.antrain("schedule-next")
        #expect(held(home).count == 3)
        #expect(try scheduled(home) == held(home))
    }

    /// The host dies, or the plugin fails, between any two steps; the next run brings both queues in line again.
    @Test(
        arguments: ["settings --channels hold", "skip --date 2026-11-23", "settings --time 09:15"],
        ["before", "after", "retry"]
    )
    func faultsBetweenStepsAreRepaired(command: String, fault: String) throws {
        var home = try home()
        for step in 1...12 {
            home = try self.home()
            if !command.contains("channels") { try home.antrain("settings --channels hold") }
            try home.folder.write("calls", "0")
            try home.folder.write("fault", "\(step) \(fault)")
            let run = try home.antrain(command)
            let calls = Int(try home.folder.read("calls")) ?? 0
            if calls < step { break }
            #expect(fault == "retry" || run.status == 128 + 9 || calls == step, "\(command) \(step) \(fault): \(run)")
            try home.folder.write("fault", "0 none")
            try home.antrain("schedule-next")
            let (ours, theirs) = (try scheduled(home), held(home))
            #expect(ours == theirs, "\(command), \(fault) call \(step)")
            #expect(try home.pending().count == ours.count, "\(command), \(fault) call \(step)")
            try #require(step < 12)
        }
    }
}
