import Foundation
import TestSupport
import Testing

@Suite struct FailureTests {
    private static let program = """
        antrain: 1
        id: mine
        name: Mine
        days:
          push: {name: Push Day, exercises: [{exercise: Press, sets: 3x5}]}
        schedule: {mode: weekdays, monday: push}

        """

    @Test func aBrokenProgramStaysInForceWithAnError() throws {
        let home = try Home()
        try home.folder.write("mine.yaml", Self.program)
        try home.antrain("program activate .//./mine.yaml")
        try home.antrain("settings --time 07:30")
        #expect(try home.pending() == ["workout/2026-11-23/0730"])
        try home.folder.write("mine.yaml", Self.program.replacing("monday: push", with: "monday: psuh"))
        let run = try home.antrain("schedule-next")
        #expect(run.status == 65)
        #expect(run.errors.contains("~/mine.yaml:6:36: error: unknown day 'psuh'"))
        #expect(run.errors.contains("did you mean 'push'?"))
        #expect(run.errors.contains("the program 'mine' stays active as last read"))
        #expect(try home.pending() == ["workout/2026-11-23/0730"])
        try FileManager.default.removeItem(atPath: home.folder.path + "/mine.yaml")
        #expect(try home.antrain("week").errors.contains("No such file or directory; the program 'mine' stays active"))
        try home.folder.write("mine.yaml", Self.program.replacing("monday", with: "tuesday"))
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        #expect(try home.pending() == ["workout/2026-11-24/0730"])
        try home.folder.write("mine.yaml", Self.program.replacing("id: mine", with: "id: other"))
        #expect(try home.antrain("schedule-next").errors.contains("now contains the program 'other'"))
        #expect(try home.antrain("program deactivate mine").status == 0)
        #expect(try home.pending().isEmpty)
    }

    @Test func brokenSettingsLeaveTheLastGoodOnesInForce() throws {
        let home = try Home.ready()
        try home.folder.write(".config/antrain/settings.yaml", "time: 25:00\n")
        let run = try home.antrain("schedule-next")
        #expect(run.status == 78)
        #expect(run.errors.contains("~/.config/antrain/settings.yaml:1:7: error: no such time '25:00'"))
        #expect(run.errors.contains("the last good settings stay in force"))
        #expect(try home.pending().count == 3)
        #expect(try home.antrain("settings --time 08:00").status == 78)
        #expect(try home.folder.read(".config/antrain/settings.yaml") == "time: 25:00\n")
        let fresh = try Home()
        try fresh.folder.write(".config/antrain/settings.yaml", "tmie: 7:00\n")
        let refused = try fresh.antrain("schedule-next")
        #expect(refused.status == 78 && refused.errors.contains("did you mean 'time'?"))
    }

    @Test func settingsAreEditedByteForByte() throws {
        let home = try Home()
        let before =
            "# my settings\r\nhorizon:   14 # two weeks\r\ntime: '06:00'   # early\r\nconfigure: {log: {format: json}}\r\n# end"
        try home.folder.write(".config/antrain/settings.yaml", before)
        #expect(try home.antrain("settings horizon 7 --time 07:30").status == 0)
        #expect(
            try home.folder.read(".config/antrain/settings.yaml")
                == "# my settings\r\nhorizon:   7 # two weeks\r\ntime: '07:30'   # early\r\nconfigure: {log: {format: json}}\r\nenabled: on\r\n# end"
        )
    }

    @Test(arguments: [
        ("", 0, ""), ("--help", 0, ""), ("--version", 0, ""), ("nonsense", 64, "nonsense"),
        ("program activate nothing.yaml", 66, "no such file or shipped program 'nothing.yaml'"),
        ("program activate push-pul-legs", 66, "did you mean 'push-pull-legs'?"),
        ("program validate broken.yaml", 65, "broken.yaml:1:1: error"),
        ("program activate broken.yaml", 65, "broken.yaml:1:1: error"),
        ("program deactivate ppl", 66, "is not active"), ("program show nothing", 66, "or shipped program"),
        ("settings --time 25:00", 64, "--time: no such time '25:00'"),
        ("settings --days funday", 64, "unknown weekday 'funday'"),
        ("settings horizon 99", 64, "1 to 60"),
        ("settings timezone Mars/Olympus", 78, "unknown time zone 'Mars/Olympus'"),
        ("settings timezone Europe/Berln", 78, "did you mean Europe/Berlin?"),
        ("settings --channels consle", 64, "did you mean 'console'?"),
        ("settings --on --off", 64, "cannot be combined"),
        ("settings grace 9d", 64, "invalid grace '9d': expected 0s to 1d"),
        ("settings rest-days perhaps", 64, "expected on or off"),
        ("settings snooze soon", 64, "expected a span of time, such as 45m or"),
        ("settings --channels log,log", 64, "duplicate channel 'log'"),
        ("plugin info consle", 66, "did you mean 'console'?"), ("plugin info log", 0, ""),
        ("cancel x", 66, "no pending reminder has the id 'x'"),
        ("schedule-next --date 2020-01-01", 64, "invalid --date"),
        ("schedule-next --date someday", 64, "expected a date, such as fri or"),
        ("done", 66, "no active program has a workout"), ("pending", 0, ""), ("history", 0, ""), ("week", 0, ""),
        ("today", 0, ""), ("deliver", 0, ""), ("program list", 0, ""), ("settings", 0, ""),
        ("pending --limit 0", 64, "expected a number from 1 to 1000000"),
        ("schedule-next --data-dir /proc/nowhere", 74, "cannot use folder"),
    ])
    func commandsHaveTheDocumentedExitCodes(line: String, status: Int32, part: String) throws {
        let home = try Home()
        try home.folder.write("broken.yaml", "name: x\n")
        let run = try home.antrain(line)
        #expect(run.status == status, "\(run.errors)")
        #expect(part.isEmpty || run.errors.contains(part) || run.output.contains(part), "\(run.errors)")
        // An empty home is not an error, but the user is told what to do next.
        let hint = "no active program; "
        #expect(status != 0 || run.errors.isEmpty || run.errors.hasPrefix(hint), "\(run.errors)")
    }

    @Test func aWrongClockOrZoneIsNeverADefault() throws {
        let home = try Home(now: "soon")
        #expect(try home.antrain("week").status == 64)
        let lost = try Home(zone: "Nowhere/Town")
        let run = try lost.antrain("week")
        #expect(run.status == 78 && run.errors.contains("Nowhere/Town"))
        #expect(try Home().antrain("week", environment: ["HOME": ""]).status == 78)
    }

    @Test func aFailingChannelIsRetried() throws {
        let home = try Home.ready()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [console, mail]\nconfigure: {mail: {to: me@example.org, command: \(nowhere)/command}}\n"
        )
        try home.antrain("schedule-next")
        home.now = "2026-11-23T07:30"
        let run = try home.antrain("deliver --verbose")
        #expect(run.status == 0)
        #expect(run.output.contains("Today: Push Day"))
        #expect(
            run.errors.contains("was not delivered on mail and will be retried: command not found: \(nowhere)/command")
        )
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [console, mail]\nconfigure: {mail: {to: me@example.org, command: /bin/cat}}\n"
        )
        home.now = "2026-11-23T07:35"
        let again = try home.antrain("schedule-next")
        #expect(again.status == 0 && again.output.isEmpty)
        #expect(try home.antrain("history").output.contains("mail: delivered, 5 min late"))
    }

    @Test func aUserPluginIsIdentifiedByItsPath() throws {
        let home = try Home.ready()
        let library = try compilePlugin(
            try String(contentsOfFile: BuildProducts.package + "Plugins/Examples/file.c", encoding: .utf8),
            into: home.folder,
            name: "file"
        )
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [mine]\nconfigure: {mine: {plugin: \(library), path: \(home.folder.path)/out.txt}}\n"
        )
        #expect(try home.antrain("plugin allow mine").errors.contains("'mine' may deliver through"))
        try home.antrain("schedule-next")
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").status == 0)
        #expect(try home.folder.read("out.txt") == "Workout Time!: Today: Push Day\n5 exercises, about 60 min\n")
        #expect(try home.antrain("plugin list").output.contains("in use: mine"))
    }

    @Test func concurrentProcessesDeliverOnce() async throws {
        let home = try Home.ready()
        try home.antrain("settings --channels log")
        let path = home.folder.path
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for index in 0..<8 {
                group.addTask {
                    try run(
                        BuildProducts.path("antrain"),
                        [index.isMultiple(of: 2) ? "schedule-next" : "deliver"],
                        environment: [
                            "HOME": path, "TZ": "Europe/Berlin", "ANTRAIN_NOW": "2026-11-23T07:30", "PATH": "/bin",
                        ]
                    ).status
                }
            }
            for try await status in group { #expect(status == 0) }
        }
        #expect(try home.folder.read(".local/state/antrain/notifications.log").split(separator: "\n").count == 1)
    }

    @Test func aKilledProcessLosesNothing() throws {
        let home = try Home.ready()
        try home.antrain("settings --channels log")
        home.now = "2026-11-23T07:30"
        // Killed after increasing times, so that it dies at different instructions.
        for microseconds in stride(from: 0, to: 60_000, by: 3000) {
            let process = Process()
            process.executableURL = URL(filePath: BuildProducts.path("antrain"))
            process.arguments = ["schedule-next"]
            process.environment = uncounted([
                "HOME": home.folder.path, "TZ": home.zone, "ANTRAIN_NOW": home.now, "PATH": "/bin",
            ])
            process.currentDirectoryURL = URL(filePath: home.folder.path)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            usleep(UInt32(microseconds))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        // A killed process may have left a lease, which lasts two minutes of this boot.
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        let reboot = "UPDATE delivery SET wait_boot = 'an earlier boot' WHERE state = 'leased'"
        #expect(try run("/usr/bin/env", ["sqlite3", ledger, reboot]).status == 0)
        home.now = "2026-11-23T07:40"
        #expect(try home.antrain("deliver").status == 0)
        let history = try home.antrain("history --json").output
        #expect(history.contains("\"state\" : \"delivered\""))
        #expect(try home.pending() == ["workout/2026-11-25/0730", "workout/2026-11-27/0730"])
        // At least once; a second line would have the same key.
        #expect(try home.folder.read(".local/state/antrain/notifications.log").split(separator: "\n").count >= 1)
    }

    @Test func nothingIsWrittenOutsideTheFolders() throws {
        let home = try Home()
        // A runner that was built for coverage writes its counters into its working directory: antrain determines its
        // environment.
        let elsewhere = try TemporaryFolder()
        home.workingFolder = elsewhere.path
        try home.antrain("program activate push-pull-legs.yaml")
        try home.antrain("settings --time 07:30 --days mon,wed,fri --channels console,log")
        home.now = "2026-11-23T07:30"
        try home.antrain("schedule-next")
        let files = try run("/usr/bin/find", [home.folder.path, "-type", "f"]).output.split(separator: "\n").map {
            $0.dropFirst(home.folder.path.count + 1)
        }
        #expect(
            files.allSatisfy {
                $0.hasPrefix(".config/antrain/") || $0.hasPrefix(".local/share/antrain/")
                    || $0.hasPrefix(".local/state/antrain/")
            },
            "\(files)"
        )
    }
}
