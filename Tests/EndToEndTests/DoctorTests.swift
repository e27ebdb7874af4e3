import Foundation
import TestSupport
import Testing

/// `antrain doctor` names each problem of a broken home with its fix, and changes nothing without `--fix`.
@Suite struct DoctorTests {
    @Test(arguments: DoctorBreakage.triggers + DoctorBreakage.files + DoctorBreakage.ledgers + DoctorBreakage.channels)
    func eachProblemIsNamedWithItsFixAndNothingChanges(breakage: DoctorBreakage) throws {
        let home = try DoctorHome()
        try breakage.inflict(home)
        let before = try home.snapshot()
        let (findings, status) = try home.findings()
        let found = findings.first { $0.code == breakage.code }
        #expect(found?.fix.contains(breakage.fix) == true, "\(findings)")
        #expect(status == breakage.status, "\(findings)")
        #expect(try home.snapshot() == before)
    }

    /// Without the settings file, only the ledger knows whether reminders are on.
    @Test func anUnreadableLedgerDoesNotTurnRemindersOff() throws {
        let home = try DoctorHome()
        try home.remove(DoctorHome.settings)
        try home.write(DoctorHome.ledger, String(repeating: "x", count: 9000))
        let codes = try home.findings().0.map(\.code)
        #expect(codes.contains("ledger-damaged") && !codes.contains("reminders-off"), "\(codes)")
    }

    /// What the user may not expect, but is not a problem, does not change the exit code.
    @Test(arguments: [
        DoctorBreakage("reminders are off", "reminders-off", "antrain settings --on", 0) {
            try $0.antrain("settings --off")
        },
        DoctorBreakage("a ledger of an older antrain", "ledger-older", "antrain schedule-next", 0) {
            try $0.sql(FormerLedger.sql(version: 15))
        },
        DoctorBreakage("another time zone", "zone-changed", "antrain schedule-next", 0) {
            $0.home.zone = "Asia/Tokyo"
            $0.home.now = "2026-11-23T04:05"
        },
        DoctorBreakage("an answer that was refused", "answer-refused", "antrain done", 0) {
            try $0.sql(
                """
                INSERT INTO journal (at, kind, subject, batch, value) VALUES ((SELECT max(at) FROM journal), 'refused', 'log/1', 99,
                    (SELECT max(at) FROM journal) || char(10) || 'done' || char(10) || 'workout/2026-11-23/0730' || char(10) || 'no')
                """
            )
        },
        DoctorBreakage("another ledger", "other-ledgers", "antrain doctor --data-dir", 0) {
            try $0.antrain("program activate mine.yaml --data-dir \($0.path)/other")
        },
        DoctorBreakage("old time zone rules", "tzdata-old", "apt install", 0) {
            try $0.write("zones/tzdata.zi", "# version 2019a\n")
            try FileManager.default.createSymbolicLink(
                atPath: $0.path + "/zones/Europe",
                withDestinationPath: "/usr/share/zoneinfo/Europe"
            )
            $0.variables["TZDIR"] = $0.path + "/zones"
        },
    ])
    func notesAreNoFailure(breakage: DoctorBreakage) throws {
        try eachProblemIsNamedWithItsFixAndNothingChanges(breakage: breakage)
    }

    @Test func aHealthyHomeHasNoFindings() throws {
        let home = try DoctorHome()
        // A channel is asked whether it is ready, but its log is not created for that.
        try? home.remove(".local/state/antrain/notifications.log")
        let before = try home.snapshot()
        let (findings, status) = try home.findings()
        #expect(findings.isEmpty && status == 0, "\(findings)")
        let text = try home.antrain("doctor").output
        #expect(text.contains("trigger") && text.contains("line 1 of your crontab, at least every minute"), "\(text)")
        #expect(text.contains("on, 07:30") && text.contains("channel log"), "\(text)")
        #expect(try home.snapshot() == before)
        // Any of several triggers is enough.
        try home.remove("tab")
        try home.write("units", "Id=antrain.service\nLoadState=loaded\nActiveState=active\nUnitFileState=enabled\n")
        #expect(try home.findings().findings.isEmpty)
    }

    @Test func doctorMakesNothingInAnEmptyHome() throws {
        let home = try Home()
        let run = try home.antrain("doctor", environment: ["PATH": nowhere])
        #expect(run.status == 0 && run.output.contains("no program is active"), "\(run)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path).isEmpty)
    }

    /// A stopped trigger is reported after other commands, once a day, and only on a terminal.
    @Test func aCommandOnATerminalReportsThatNothingRuns() throws {
        let home = try Home.ready()
        let report = "antrain has not run since; find out why: antrain doctor"
        // Before the first run, 'antrain' explains what to do.
        home.now = "2026-11-23T09:00"
        #expect(try !home.onTerminal("week", "").contains(report))
        home.now = "2026-11-22T20:00"
        try home.antrain("schedule-next")
        for now in ["2026-11-22T23:00", "2026-11-23T07:40"] {
            home.now = now
            #expect(try !home.onTerminal("week", "").contains(report), "\(now): nothing is overdue")
        }
        home.now = "2026-11-23T09:00"
        for line in ["week --json", "doctor"] { #expect(try !home.onTerminal(line, "").contains(report), "\(line)") }
        #expect(try !home.antrain("week").errors.contains("antrain doctor"))
        let first = try home.onTerminal("week", "")
        #expect(first.replacing("\r\n  ", with: " ").contains("Last run: yesterday at 20:00; \(report)"), "\(first)")
        #expect(try !home.onTerminal("today tomorrow", "").contains(report))
        // The search for a stopped trigger does not repeat the warnings of the command.
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: ledger)
        #expect(try home.onTerminal("week", "").components(separatedBy: "other users can").count == 2)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: ledger)
        home.now = "2026-11-24T09:00"
        #expect(try home.onTerminal("skip --date wed", "").contains("antrain doctor"))
        // After a run, nothing is reported.
        try home.antrain("schedule-next")
        home.now = "2026-11-25T07:20"
        #expect(try !home.onTerminal("week", "").contains("antrain doctor"))
    }

    @Test func findingsHaveTheirPlace() throws {
        let home = try DoctorHome()
        try home.write(DoctorHome.settings, "enabled: on\ntime: 27:30\ntoken: hunter2\n")
        let finding = try #require(try home.findings().findings.first { $0.code == "settings-errors" })
        #expect(finding.path == "\(home.path)/\(DoctorHome.settings)" && finding.line == 2, "\(finding)")
        let text = try home.antrain("doctor").output
        #expect(text.contains("~/.config/antrain/settings.yaml:2:7: ") && text.contains("fix: "), "\(text)")
    }

    /// The values of channels may be secrets.
    @Test func valuesOfChannelsAreNotPrinted() throws {
        let home = try DoctorHome()
        try home.write(
            DoctorHome.settings,
            "enabled: on\ntime: 27:30\nchannels: [web, desk]\nconfigure:\n  web: {plugin: webhook, token: hunter2, method: hunter2}\n  desk: {pin: hunter2}\n"
        )
        for line in ["doctor", "doctor --json"] {
            let run = try home.antrain(line)
            #expect(run.status == 78 && !(run.output + run.errors).contains("hunter2"), "\(run)")
        }
        try home.write(
            DoctorHome.settings,
            "enabled: on\ntime: 07:30\nchannels: [web, desk]\nconfigure:\n  web: {plugin: webhook, token: hunter2}\n  desk: {pin: hunter2}\n"
        )
        let run = try home.antrain("doctor")
        #expect(run.status == 78 && !(run.output + run.errors).contains("hunter2"), "\(run)")
    }

    @Test func fixAppliesTheSafeFixesAndListsThem() throws {
        let home = try DoctorHome()
        let leftover = ".config/antrain/.antrain-2000000000.tmp"
        try home.chmod(DoctorHome.ledger, 0o666)
        try home.chmod(DoctorHome.data, 0o755)
        try home.chmod(DoctorHome.settings, 0o646)
        try home.write(leftover, "x")
        // A file that looks like a leftover, but belongs to a running process, or to the user.
        let others = [".config/antrain/.antrain-\(getpid()).tmp", ".config/antrain/.antrain-my.tmp"]
        for file in others { try home.write(file, "x") }
        try home.remove(".local/state/antrain/ledgers")
        let run = try home.antrain("doctor --fix")
        #expect(run.status == 0 && run.output.contains("no problems found"), "\(run)")
        for line in [
            "fixed: chmod 600 ~/.local/share/antrain/ledger.sqlite", "fixed: chmod 700 ~/.local/share/antrain",
            "fixed: chmod 644 ~/.config/antrain/settings.yaml", "fixed: rm ~/\(leftover)",
            "fixed: added ~/.local/share/antrain/ledger.sqlite to the list of ledgers",
        ] { #expect(run.output.contains(line + "\n"), "\(run.output)") }
        #expect(try home.mode(DoctorHome.ledger) == 0o600 && home.mode(DoctorHome.data) == 0o700)
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/\(leftover)"))
        for file in others { #expect(FileManager.default.fileExists(atPath: "\(home.path)/\(file)")) }
        #expect(try home.folder.read(".local/state/antrain/ledgers") == "~/\(DoctorHome.ledger)\n")
        let again = try home.antrain("doctor --fix")
        #expect(again.status == 0 && !again.output.contains("fixed"), "\(again)")
    }

    /// What needs a decision of the user's is left.
    @Test func fixLeavesTheRest() throws {
        let home = try DoctorHome()
        try home.write(DoctorHome.settings, "time: 27:30\n")
        try home.sql("UPDATE activation SET start_date = 'x'")
        try home.chmod(DoctorHome.ledger, 0o600)
        let before = try home.snapshot()
        #expect(try home.findings(of: "doctor", "--fix").status == 78)
        #expect(try home.snapshot() == before)
    }

    @Test func missingPartsOfAntrainAreNamed() throws {
        let prefix = try Prefix()
        for file in ["libexec/antrain/antrain-plugin-runner", "lib/antrain/plugins/libantrain-log.so"] {
            try FileManager.default.removeItem(atPath: "\(prefix.path)/\(file)")
        }
        let run = try prefix.antrain("doctor")
        #expect(run.status == 69 && run.errors.isEmpty, "\(run)")
        for part in ["antrain-plugin-runner", "libantrain-log.so", "exercises.yaml", "programs"] {
            #expect(run.output.contains("/\(part): "), "\(part): \(run.output)")
        }
        #expect(run.output.contains("fix: reinstall antrain"))
    }

    @Test(.requires(.root)) func filesOfOtherUsersAreNamed() throws {
        let home = try DoctorHome()
        _ = try run("/usr/bin/chown", ["12345", "\(home.path)/\(DoctorHome.settings)"])
        let (findings, status) = try home.findings()
        #expect(findings.map(\.code) == ["foreign-owner"] && status == 74, "\(findings)")
        #expect(findings.first?.fix == "sudo chown -R me ~/\(DoctorHome.settings)", "\(findings)")
    }

    /// `antrain` reports a trigger that has stopped, and one that is gone.
    @Test func statusReportsAStoppedTrigger() throws {
        let home = try DoctorHome()
        func isReported() throws -> Bool {
            let output = try home.antrain("").output
            let report =
                output.contains("antrain has not run since; find out why: antrain doctor")
                || output.contains("20:00; nothing runs antrain, so nothing is sent; to fix this: ")
            let data = try home.antrain("--json").output.contains("\"trigger_stopped\" : true")
            #expect(report == data, "\(output) \(data)")
            return data
        }
        home.variables["COLUMNS"] = "200"
        home.home.now = "2026-11-22T20:16"
        #expect(try !isReported())
        home.home.now = "2026-11-22T20:17"
        #expect(try isReported())
        // The trigger runs only every six hours.
        try home.write("tab", "0 */6 * * * \(BuildProducts.path("antrain")) schedule-next\n")
        #expect(try !isReported())
        try home.remove("tab")
        #expect(try isReported())
        try home.antrain("settings --off")
        #expect(try !isReported())
    }

    @Test func theDaemonIsATrigger() throws {
        let home = try DaemonHome()
        try home.start()
        let text = try home.antrain("doctor").output
        #expect(text.contains("the daemon (process \(try #require(home.daemon).process))"), "\(text)")
        #expect(!text.contains("nothing runs antrain") && !text.contains("nothing has run"), "\(text)")
    }
}
