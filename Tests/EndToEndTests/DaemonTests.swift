import Foundation
import TestSupport
import Testing

/// `antrain daemon`, on the system clock.
@Suite struct DaemonTests {
    @Test func remindersAreDeliveredOnTimeByOneProcess() throws {
        let home = try DaemonHome()
        try home.start()
        let first = try home.remind(in: 2)
        #expect(home.delivered(1).map { $0[1] } == [first])
        let second = try home.remind(in: 2)
        let delivered = home.delivered(2)
        #expect(delivered.map { $0[1] } == [first, second])
        #expect(delivered.allSatisfy { (Int($0[3]) ?? 99) < 60 }, "\(delivered)")
        // One process delivered both, and may report answers.
        #expect(Set(delivered.map { $0[0] }).count == 1 && delivered.allSatisfy { $0[2] == "1" })
        #expect(home.opened == 1)
        home.signal(SIGTERM)
        #expect(home.daemon?.ending() == 0)
        let runner = try #require(pid_t(delivered[0][0]))
        #expect(kill(runner, 0) != 0)
        #expect(home.log == "")
    }

    @Test func theDaemonSaysWhatItDoesOnRequest() throws {
        let home = try DaemonHome()
        try home.start(["--verbose"])
        let process = home.daemon.map { "kill \($0.process)" } ?? ""
        let greeting =
            "the daemon is running; channels: answer; to stop it: Ctrl+C, or \(process)\n"
            + "No reminder is planned; next planning: tomorrow at 00:00\n"
        #expect(eventually(true, within: 60) { home.log.contains(greeting) }, "\(home.log)")
        try home.remind(in: 600)
        home.signal(SIGTERM)
        #expect(home.daemon?.ending() == 0)
        try home.start(["--verbose"])
        #expect(eventually(true, within: 60) { home.log.contains("Next reminder: Tea, ") }, "\(home.log)")
    }

    @Test func aKilledRunnerIsReplaced() throws {
        let home = try DaemonHome()
        try home.start()
        try home.remind(in: 1)
        let first = try #require(pid_t(home.delivered(1).first?.first ?? ""))
        // The plugin notes the delivery before the daemon has its answer.
        #expect(eventually(true, within: 60) { (try? home.pending().isEmpty) ?? false })
        kill(first, SIGKILL)
        try home.remind(in: 1)
        let delivered = home.delivered(2)
        #expect(delivered.count == 2 && delivered[1][0] != "\(first)")
        #expect(home.log == "")
    }

    @Test func aSecondDaemonOfAUserIsRefused() throws {
        let home = try DaemonHome()
        try home.start()
        let process = try #require(home.daemon?.process)
        let second = try home.antrain("daemon")
        #expect(second.status == 75)
        #expect(
            second.errors.contains("another antrain daemon is already running (process \(process))"),
            "\(second.errors)"
        )
        // The lock is released even after a kill.
        home.signal(SIGKILL)
        #expect(home.daemon?.ending() == 137)
        try home.start()
        home.signal(SIGINT)
        #expect(home.daemon?.ending() == 0)
    }

    @Test func aFixedClockIsRefused() throws {
        let refused = try DaemonHome().antrain("daemon", now: "2026-11-23T07:30")
        #expect(refused.status == 64 && refused.errors.contains("ANTRAIN_NOW is set"))
    }

    /// Edits of settings and programs take effect at once.
    @Test func editedFilesTakeEffectAtOnce() throws {
        let home = try DaemonHome()
        let program = try home.folder.write(
            "mine.yaml",
            try String(contentsOfFile: BuildProducts.package + "Programs/push-pull-legs.yaml", encoding: .utf8)
        )
        try home.antrain("program activate \(program)")
        let settings = try home.folder.read(".config/antrain/settings.yaml")
        try home.start()
        #expect(try home.pending().contains { $0.hasSuffix("/2355") } == false)
        // An editor replaces the file.
        try home.folder.write("new.yaml", settings + "time: 23:55\ndays: all\n")
        let place = home.folder.path + "/.config/antrain/settings.yaml"
        #expect(rename(home.folder.path + "/new.yaml", place) == 0)
        let full = try eventually(true, within: 60) { try home.pending().contains { $0.hasSuffix("/2355") } }
        #expect(full, "\(home.log)")
        // Another editor writes into the file.
        try home.folder.write(".config/antrain/settings.yaml", settings + "time: 23:50\ndays: all\n")
        #expect(try eventually(true, within: 60) { try home.pending().contains { $0.hasSuffix("/2350") } })
        let text = try home.folder.read("mine.yaml")
        try home.folder.write("mine.yaml", "nonsense: [")
        #expect(eventually(true, within: 60) { home.log.contains("stays active as last read") }, "\(home.log)")
        try home.folder.write("mine.yaml", text)
        #expect(try home.pending().count > 2)
    }

    /// Neither the settings file nor its folder exists yet.
    @Test func createdFilesTakeEffectAtOnce() throws {
        let home = try DaemonHome()
        let settings = try home.folder.read(".config/antrain/settings.yaml")
        try home.antrain("program activate push-pull-legs")
        try FileManager.default.removeItem(atPath: home.folder.path + "/.config")
        try home.start()
        try home.folder.write(".config/antrain/settings.yaml", settings + "time: 23:55\ndays: all\n")
        #expect(try eventually(false, within: 60) { try home.pending().isEmpty } == false)
    }

    /// The system's time zone data was updated, or the time zone changed.
    @Test func timeZoneChangesTakeEffect() throws {
        let zones = try TemporaryFolder()
        func put(_ zone: String) throws {
            _ = try run("/usr/bin/cp", ["/usr/share/zoneinfo/" + zone, zones.path + "/new"])
            #expect(rename(zones.path + "/new", zones.path + "/Here") == 0)
        }
        try put("Etc/GMT-2")
        let home = try DaemonHome(["TZDIR": zones.path, "TZ": "Here"])
        try home.antrain("program activate push-pull-legs")
        try home.antrain("settings --time 07:30 --days all")
        try home.start()
        func hours() throws -> Set<String> {
            Set(try home.antrain("pending --json").output.matches(of: /T(..):30:00Z"/).map { String($0.1) })
        }
        #expect(try hours() == ["05"])
        try put("Etc/GMT-9")
        #expect(try eventually(["22"], within: 60) { try hours() } == ["22"])
    }

    /// The plugin's scheduled notifications are synchronized at each planning run, so its calls show when those happen.
    @Test(arguments: ["SIGHUP", "a new exercises file", "a changed exercises file"])
    func signalsAndExercisesTriggerPlanning(cause: String) throws {
        let folder = try TemporaryFolder()
        let source = holdingPlugin.replacingOccurrences(of: "LIMIT", with: "0")
        let home = try DaemonHome(plugin: try compilePlugin(source, into: folder, name: "hold"))
        let exercises = ".config/antrain/exercises.yaml"
        if cause.hasPrefix("a changed") { try home.folder.write(exercises, "antrain: 1\n") }
        try home.start()
        var before: [String] = []
        _ = eventually(true) {
            let last = before
            before = home.lines("calls")
            return last == before && !before.isEmpty
        }
        if cause == "SIGHUP" {
            home.signal(SIGHUP)
        } else {
            try home.folder.write(exercises, "antrain: 1\nexercises: {zercher-march: {name: Zercher March}}\n")
        }
        #expect(eventually(true, within: 60) { home.lines("calls") != before }, "\(home.log)")
        home.signal(SIGTERM)
        #expect(home.daemon?.ending() == 0)
    }

    /// Each ledger has one lock next to it, whatever the environment of the daemon.
    @Test(arguments: ["", "/run/user/1234567"]) func theLockIsNextToTheLedger(runtime: String) throws {
        let home = try DaemonHome(["XDG_RUNTIME_DIR": ""])
        try FileManager.default.removeItem(atPath: home.folder.path + "/.local")
        try home.start()
        let other = home.environment.merging(["XDG_RUNTIME_DIR": runtime, "ANTRAIN_NOW": ""]) { $1 }
        #expect(try home.home.antrain("daemon", environment: other).status == 75)
        #expect(FileManager.default.fileExists(atPath: home.folder.path + "/.local/share/antrain/daemon.lock"))
    }

    /// The daemon sleeps between two reminders; a reminder added by another process wakes it.
    @Test func theDaemonSleepsWhileNothingIsDue() throws {
        let home = try DaemonHome()
        try home.start()
        try home.remind(in: 4)
        let process = try #require(home.daemon?.process)
        func switches() throws -> Int {
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
            return Int(line?.split(separator: "\t").last ?? "") ?? -1
        }
        // Waits until the daemon has planned and sleeps.
        var before = -1
        _ = try eventually(true) {
            let last = before
            before = try switches()
            return last == before
        }
        // Many samples until the reminder is due; all but the last ones find the daemon asleep.
        var seen: Set<Int> = []
        _ = try eventually(true, within: 60) {
            seen.insert(try switches())
            return !home.delivered.isEmpty
        }
        #expect(home.delivered.count == 1)
        #expect(seen.contains(before) && (seen.max() ?? 0) - before < 60, "\(before) \(seen.sorted())")
    }

    /// An answer through the plugin has the same effect as the command.
    @Test func aButtonIsAnAnswer() throws {
        let home = try DaemonHome()
        try home.start()
        let id = try home.remind(in: 1)
        #expect(home.delivered(1).count == 1)
        let answers = try FileHandle(forUpdating: URL(filePath: home.folder.path + "/answers"))
        try answers.write(contentsOf: Data("snooze \(id)\n".utf8))
        let again = try eventually([id + "/snooze-1"], within: 60) { try home.pending() }
        #expect(again == [id + "/snooze-1"], "\(home.log)")
        // The plugin learns of it, and need not retract the notification.
        #expect(eventually(["recorded "], within: 60) { home.lines("settled") } == ["recorded "])
        #expect(home.cancelled.isEmpty)
        try answers.write(contentsOf: Data("done \(id)\n".utf8))
        #expect(try eventually([], within: 60) { try home.pending() } == [])
        #expect(home.log.contains("done: Tea"), "\(home.log)")
        try answers.write(contentsOf: Data("dance \(id)\n".utf8))
        #expect(eventually(true, within: 60) { home.log.contains("unknown action 'dance'") })
        #expect(home.opened == 1)
    }

    /// Answers to notifications that the plugin never displayed are ignored.
    @Test func answersToUnknownNotificationsAreIgnored() throws {
        let home = try DaemonHome()
        try home.start()
        #expect(try home.antrain("reminder add Later --in 60m").status == 0)
        let later = try eventually(1, within: 60) { try home.pending().count } == 1 ? try home.pending() : []
        let answers = try FileHandle(forUpdating: URL(filePath: home.folder.path + "/answers"))
        try home.remind(in: 1)
        #expect(home.delivered(1).count == 1)
        for reference in [later.first ?? "", "1", "antrain://\(later.first ?? "")"] {
            try answers.write(contentsOf: Data("skip \(reference)\n".utf8))
            #expect(eventually(true, within: 60) { home.log.contains("answered '\(reference)'") }, "\(home.log)")
        }
        #expect(try home.pending() == later)
    }

    /// Notifications of an earlier daemon still have their buttons: the plugin is started before anything is due.
    @Test func buttonsOutliveTheDaemon() throws {
        let home = try DaemonHome()
        try home.start()
        let id = try home.remind(in: 1)
        #expect(home.delivered(1).count == 1)
        home.signal(SIGTERM)
        #expect(home.daemon?.ending() == 0)
        try home.start()
        #expect(home.opened == 2)
        try FileHandle(forUpdating: URL(filePath: home.folder.path + "/answers")).write(
            contentsOf: Data("skip \(id)\n".utf8)
        )
        #expect(eventually(true, within: 60) { home.log.contains("skipped: Tea") }, "\(home.log)")
    }

    /// A plugin that was denied since is not started to listen for buttons.
    @Test func deniedPluginsDoNotListen() throws {
        let home = try DaemonHome()
        try home.start()
        try home.remind(in: 1)
        #expect(home.delivered(1).count == 1)
        home.signal(SIGTERM)
        #expect(home.daemon?.ending() == 0)
        #expect(try home.antrain("plugin deny answer").status == 0)
        try home.start()
        #expect(home.opened == 1)
    }

    /// A notification is closed once it is answered elsewhere, by any process.
    @Test(arguments: ["done", "skip", "snooze --for 5m"])
    func anAnswerElsewhereRetractsTheNotification(command: String) throws {
        let home = try DaemonHome()
        let id = try home.remind(in: 1)
        try home.start()
        #expect(home.delivered(1).count == 1)
        home.signal(SIGTERM)
        #expect(home.daemon?.ending() == 0)
        let words = command.split(separator: " ", maxSplits: 1)
        let line = ([words[0], Substring(id)] + words.dropFirst()).joined(separator: " ")
        #expect(try home.antrain(line).status == 0)
        #expect(home.cancelled == [id])
        try home.antrain("undo")
        #expect(home.cancelled == [id])
    }
}
