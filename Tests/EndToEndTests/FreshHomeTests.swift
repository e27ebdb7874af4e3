import Foundation
import TestSupport
import Testing

/// Reading creates nothing, and a dry run writes nothing.
@Suite struct FreshHomeTests {
    static let commands = [
        "", "--json", "--format tmux", "today", "week", "next", "setup", "setup --json", "channel list", "pending",
        "history",
        "calendar",
        "stats", "stats training", "stats delivery", "stats records", "settings", "settings --json", "program list",
        "program show push-pull-legs", "program search", "program validate push-pull-legs", "exercise list",
        "exercise show squat", "log", "log list", "log export", "program max", "program max list", "program load",
        "measure", "settings gym",
        "reminder", "reminder list", "reminder preset", "reminder preset list", "plugin list", "plugin info console",
        "plugin search-path", "doctor", "doctor --files", "settings --time suggest", "simulate", "undo --list", "why",
        "why tomorrow",
        "export ics", "deliver", "schedule-next --dry-run", "schedule-next --dry-run --json", "done", "skip", "snooze",
        "migrate --dry-run", "ledger check",
    ]

    private func tree(_ home: Home) -> [String] {
        (FileManager.default.enumerator(atPath: home.folder.path)?.allObjects as? [String] ?? []).sorted()
    }

    @Test(arguments: commands) func readingCreatesNothing(line: String) throws {
        let home = try Home()
        let before = tree(home)
        try home.antrain(line)
        #expect(tree(home) == before)
        let typed = line + " --data-dir \(home.folder.path)/mistyped/data"
        try home.antrain(typed)
        #expect(tree(home) == before, "\(typed)")
    }

    /// A channel that is only asked whether it is ready creates nothing, neither its log nor the description in the ledger.
    @Test(arguments: commands.filter { $0 != "deliver" } + ["plugin info log", "plugin list --json"])
    func askingAChannelCreatesNothing(line: String) throws {
        let home = try Home()
        try home.folder.write(".config/antrain/settings.yaml", "time: 07:30\nchannels: [log]\n")
        let before = tree(home)
        try home.antrain(line)
        #expect(tree(home) == before)
    }

    @Test func aDeliveryCreatesTheLog() throws {
        let home = try Home()
        let settings = ".config/antrain/settings.yaml"
        try home.folder.write(settings, "enabled: on\ntime: 07:30\nchannels: [log]\n")
        #expect(try home.antrain("plugin info log").output.contains("ready"))
        try home.folder.write(".local/state", "")
        #expect(try home.antrain("plugin info log").output.contains("not ready: cannot open"))
        try FileManager.default.removeItem(atPath: home.folder.path + "/.local")
        try home.antrain("program activate push-pull-legs.yaml")
        home.now = "2026-11-23T07:30"
        try home.antrain("deliver")
        #expect(try home.folder.read(".local/state/antrain/notifications.log").contains("Push Day"))
    }

    /// The descriptions of plugins that a command reads are stored by the next command that plans.
    @Test func readingLeavesTheLedgerAsItIs() throws {
        let home = try Home.ready()
        try home.folder.write(".config/antrain/settings.yaml", "enabled: on\ntime: 07:30\nchannels: [log, mail]\n")
        let before = try rows(home)
        let changing = ["deliver", "done", "skip", "snooze"]
        for line in FreshHomeTests.commands + ["plugin info log"] where !changing.contains(line) {
            try home.antrain(line)
            #expect(try rows(home) == before, "\(line)")
        }
        try home.antrain("schedule-next")
        let stored = try rows(home)
        for name in ["log", "mail"] { #expect(stored.contains { $0.contains("libantrain-\(name).so") }) }
    }

    private func rows(_ home: Home) throws -> [String] {
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        return try run("/usr/bin/env", ["sqlite3", ledger, ".dump"]).output.split(separator: "\n").map(String.init)
    }

    /// Nothing was lost in a home that never had a ledger.
    @Test(arguments: ["repair", "backup b.tar", "repair copy c.sqlite"]) func aLedgerThatNeverWasIsNotLost(line: String)
        throws
    {
        let home = try Home()
        let before = tree(home)
        let run = try home.antrain(line)
        #expect(run.status == 66 && run.errors.contains("there is no ledger "), "\(run)")
        #expect(!run.errors.contains("existed before") && tree(home) == before, "\(run)")
    }

    /// A dry run does not mark a problem as reported.
    @Test func aDryRunChangesNothing() throws {
        let home = try Home.ready()
        try home.antrain("schedule-next")
        try home.folder.write(".config/antrain/settings.yaml", "enabled: on\ntime: 07:30\nchannels: [consol]\n")
        let before = try rows(home)
        #expect(try home.antrain("schedule-next --dry-run").status == 78)
        #expect(try rows(home) == before)
        let told = try home.antrain("schedule-next")
        #expect(told.status == 78 && told.errors.contains("'consol'"), "\(told)")
    }
}
