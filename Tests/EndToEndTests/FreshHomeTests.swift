import Foundation
import TestSupport
import Testing

/// Reading creates nothing, and a dry run writes nothing.
@Suite struct FreshHomeTests {
    static let commands = [
        "", "status", "status --json", "status --format tmux", "today", "week", "next", "plan", "pending", "history",
        "calendar",
        "stats", "stats training", "stats delivery", "records", "settings", "settings --json", "program list",
        "program show push-pull-legs", "program search", "program validate push-pull-legs", "exercise list",
        "exercise show squat", "log", "log list", "log export", "max", "max list", "load", "measure", "gym",
        "reminder", "reminder list", "preset", "preset list", "plugin list", "plugin info console",
        "plugin search-path", "doctor", "check", "suggest-time", "simulate", "undo --list", "why", "why tomorrow",
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
        let typed = (line.isEmpty ? "status" : line) + " --data-dir \(home.folder.path)/mistyped/data"
        try home.antrain(typed)
        #expect(tree(home) == before, "\(typed)")
    }

    /// A dry run does not mark a problem as reported.
    @Test func aDryRunChangesNothing() throws {
        let home = try Home.ready()
        try home.antrain("schedule-next")
        try home.folder.write(".config/antrain/settings.yaml", "enabled: on\ntime: 07:30\nchannels: [consol]\n")
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        func rows() throws -> String { try run("/usr/bin/env", ["sqlite3", ledger, ".dump"]).output }
        let before = try rows()
        #expect(try home.antrain("schedule-next --dry-run").status == 78)
        #expect(try rows() == before)
        let told = try home.antrain("schedule-next")
        #expect(told.status == 78 && told.errors.contains("'consol'"), "\(told)")
    }
}
