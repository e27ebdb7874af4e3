import Foundation
import TestSupport
import Testing

@Suite struct InstallCronTests {
    private func line(_ home: InstalledHome) throws -> String {
        try #require(home.crontab?.split(separator: "\n").first { $0.contains("schedule-next") }.map(String.init))
    }

    @Test func theLineIsAddedOnceAndRemovedWithoutATrace() throws {
        let home = try InstalledHome(CronHome.sample)
        let first = try home.antrain("install cron --yes")
        #expect(first.status == 0 && first.output.contains("\ninstalled: cron runs antrain\n"), "\(first)")
        let installed = home.crontab
        #expect(installed?.hasPrefix(CronHome.sample + "# >>> antrain >>>\n") == true)
        let second = try home.antrain("install cron --yes")
        #expect(second.status == 0 && second.output == "nothing to change\n" && home.crontab == installed, "\(second)")
        // Nothing is asked if there is nothing to change.
        #expect(try home.antrain("install cron").status == 0)
        let doctor = try home.antrain("doctor").output
        #expect(doctor.contains("of your crontab, at least every minute"), "\(doctor)")
        let removal = try home.antrain("uninstall cron --yes")
        #expect(removal.status == 0 && home.crontab == CronHome.sample, "\(removal)")
        #expect(try home.antrain("uninstall cron --yes").output == "nothing to change\n")
    }

    /// The line of earlier versions, which cron mails an error for every minute after antrain was removed.
    @Test func theFormerLineIsRecognizedAndReplaced() throws {
        let home = try InstalledHome(nil)
        try home.antrain("install cron --yes")
        let installed = try #require(home.crontab)
        let guarded = "test -x \(BuildProducts.path("antrain")) && "
        #expect(installed.contains("\n* * * * * \(guarded)env HOME="), "\(installed)")
        let former = installed.replacing(guarded, with: "")
        try home.folder.write("tab", former)
        #expect(try home.antrain("doctor").output.contains("of your crontab, at least every minute"))
        #expect(try home.antrain("install cron --yes").status == 0 && home.crontab == installed)
        for table in [former, installed] {
            try home.folder.write("tab", table)
            #expect(try home.antrain("uninstall cron --yes").status == 0 && !home.exists("tab"))
        }
        // A line of one's own with the same condition.
        try home.folder.write("tab", "* * * * * \(guarded)\(BuildProducts.path("antrain")) schedule-next\n")
        let own = try home.antrain("install cron --yes")
        #expect(own.output.contains("line 1 of your crontab already runs antrain"), "\(own)")
        #expect(try home.antrain("migrate").status == 0)
    }

    /// Cron mails what a line prints, every minute.
    @Test func theLineIsSilentWhenAntrainWasRemoved() throws {
        let home = try InstalledHome(nil)
        try home.antrain("install cron --yes")
        let line = try #require(home.crontab?.split(separator: "\n").first { $0.hasPrefix("* * * * * ") })
        let command = String(line.dropFirst("* * * * * ".count))
        let removed = command.replacing(BuildProducts.path("antrain"), with: "/missing/antrain")
        #expect(removed != command)
        let run = try run("/bin/sh", ["-c", removed])
        #expect(run.output + run.errors == "", "\(removed)")
    }

    @Test func withoutATerminalNothingChanges() throws {
        let home = try InstalledHome(CronHome.sample)
        let shown = try home.antrain("install cron")
        #expect(shown.status == 64 && shown.output.contains("    # >>> antrain >>>\n"), "\(shown)")
        #expect(shown.errors.contains("to make this change, add --yes") && home.crontab == CronHome.sample)
        try home.antrain("install cron --yes")
        let installed = home.crontab
        #expect(try home.antrain("uninstall cron").status == 64 && home.crontab == installed)
    }

    @Test func aCrontabWithNothingElseIsRemoved() throws {
        let home = try InstalledHome(nil)
        #expect(try home.antrain("install cron --yes").status == 0)
        #expect(home.crontab?.hasPrefix("# >>> antrain >>>\n") == true)
        #expect(try home.antrain("uninstall cron --yes").status == 0 && !home.exists("tab"))
    }

    /// cron starts with an empty environment; the line must find the files and the time zone of this command.
    @Test func theLineFindsTheSameFiles() throws {
        let home = try InstalledHome(nil)
        // A quotation mark with a combining mark is a different Swift character, but not for sh(1).
        let place = home.folder.path + "/50% o'f'\u{301};touch ran;'f"
        home.variables = [
            "TZ": "Asia/Tokyo", "XDG_CONFIG_HOME": place, "XDG_DATA_HOME": home.folder.path + "/.local/share",
        ]
        #expect(try home.antrain("settings --on").status == 0)
        #expect(try home.antrain("reminder add Tea --in 1h").status == 0)
        #expect(try home.antrain("install cron --yes").status == 0)
        let line = try line(home)
        #expect(line.contains("TZ=Asia/Tokyo") && line.contains("50\\%") && !line.contains("XDG_DATA_HOME"), "\(line)")
        // What cron would run, with a command that shows the zone.
        let escaped = line.split(separator: " ", maxSplits: 5)[5].replacing("schedule-next", with: "pending --json")
        let command = escaped.replacing("\\%", with: "%").replacing("\\\\", with: "\\")
        let clean = ["-i", "PATH=/usr/bin:/bin", "ANTRAIN_NOW=\(home.cron.now)", "/bin/sh", "-c"]
        let run = try run("/usr/bin/env", clean + [String(command)])
        #expect(run.status == 0 && run.output.contains("\"Asia/Tokyo\""), "\(command): \(run)")
        #expect(!FileManager.default.fileExists(atPath: "ran") && !home.exists("ran"))
        // The crontab's own variables count, too.
        try home.antrain("uninstall cron --yes")
        try home.folder.write("tab", "HOME=\(home.folder.path)\nXDG_STATE_HOME=/elsewhere\n")
        try home.antrain("install cron --yes")
        let other = try self.line(home)
        #expect(other.contains("env -u XDG_STATE_HOME ") && !other.contains(" HOME="), "\(other)")
    }

    @Test func aLineOfTheUserIsReportedAndNotDoubled() throws {
        let own = "*/5 * * * * \(BuildProducts.path("antrain")) schedule-next\n"
        let home = try InstalledHome("@daily true\n" + own)
        let run = try home.antrain("install cron --yes")
        #expect(run.status == 0 && run.output.contains("line 2 of your crontab already runs antrain"), "\(run)")
        #expect(home.crontab == "@daily true\n" + own)
        // A line whose program is gone does not run antrain.
        try home.folder.write("tab", "* * * * * \(nowhere)/antrain schedule-next\n")
        let added = try home.antrain("install cron --yes")
        #expect(added.status == 0 && added.output.contains("line 1 of your crontab runs a program that does not exist"))
        #expect(home.crontab?.contains("# >>> antrain >>>") == true)
    }

    @Test(arguments: [
        (
            "echo 'You (me) are not allowed to use this program (crontab)' >&2; exit 1",
            "not allowed to use this program"
        ),
        ("", "cron is not installed"),
    ])
    func withoutCronNothingIsInstalled(program: String, reason: String) throws {
        let home = try InstalledHome(nil)
        if program.isEmpty {
            try FileManager.default.removeItem(atPath: home.folder.path + "/bin/crontab")
        } else {
            try home.cron.program("crontab", program)
        }
        for line in ["install cron --yes", "uninstall cron --yes", "install cron --yes --json"] {
            let run = try home.antrain(line)
            #expect(run.status == 69 && run.errors.contains(reason), "\(run)")
            #expect(run.errors.contains("antrain install systemd") && run.output.isEmpty)
        }
    }

    /// Lines that the user put between the comments, and comments that the user damaged.
    @Test func changesOfTheUserAreNotLost() throws {
        let home = try InstalledHome(nil)
        try home.antrain("install cron --yes")
        let own = (home.crontab ?? "").replacing("# <<< antrain", with: "@daily backup\n# <<< antrain")
        try home.folder.write("tab", own)
        for line in ["install cron --yes", "uninstall cron --yes"] {
            let run = try home.antrain(line)
            #expect(
                run.status == 65 && run.errors.contains("'@daily backup' is between") && home.crontab == own,
                "\(run)"
            )
        }
        #expect(try home.antrain("uninstall cron --yes --force").status == 0 && !home.exists("tab"))
        try home.folder.write("tab", "# >>> antrain >>>\n@daily backup\n")
        let run = try home.antrain("uninstall cron --yes --force")
        #expect(run.status == 65 && run.errors.contains("line 1 is '# >>> antrain >>>'"), "\(run)")
    }

    @Test func aLineThatCronCannotRunIsAProblem() throws {
        let home = try InstalledHome(nil)
        try home.cron.program("env", "echo 'the ledger is gone' >&2; exit 74")
        let run = try home.antrain("install cron --yes")
        #expect(
            run.status == 69 && run.output.contains("fails in the environment of cron: the ledger is gone\n"),
            "\(run)"
        )
        try home.cron.program("pgrep", "exit 1")
        #expect(try home.antrain("install cron --yes").output.contains("problem: cron is not running"))
    }

    @Test func theCrontabIsChangedOnATerminalOnlyAfterYes() throws {
        let home = try InstalledHome(CronHome.sample)
        let variables = ["PATH": "\(home.folder.path)/bin:/usr/bin:/bin", "LOGNAME": "me"]
        let declined = try home.cron.home.onTerminal("install cron", "n", environment: variables)
        #expect(declined.contains("Make this change? [Y/n]") && home.crontab == CronHome.sample, "\(declined)")
        let agreed = try home.cron.home.onTerminal("install cron", "y", environment: variables)
        #expect(agreed.components(separatedBy: "# >>> antrain >>>").count == 2, "\(agreed)")
        #expect(home.crontab?.contains("# <<< antrain <<<") == true)
    }

    /// Whoever is promised a reminder that nothing will send is asked once whether cron should run antrain.
    @Test func aPromiseThatNothingKeepsOffersTheLineOnce() throws {
        for (answer, isAdded) in [("n", false), ("y", true)] {
            let home = try InstalledHome(CronHome.sample)
            let variables = ["PATH": "\(home.folder.path)/bin:/usr/bin:/bin", "LOGNAME": "me", "COLUMNS": "200"]
            let line = "reminder add Tea --in 45m --data-dir \(home.folder.path)/elsewhere"
            let piped = try home.antrain(line)
            #expect(piped.errors.contains("nothing runs antrain") && !piped.output.contains("crontab"), "\(piped)")
            let first = try home.cron.home.onTerminal(line, answer, environment: variables)
            #expect(first.contains("nothing runs antrain, so nothing is sent") && first.contains("[y/N]"), "\(first)")
            #expect((home.crontab != CronHome.sample) == isAdded)
            #expect(home.crontab?.contains("/elsewhere") == isAdded)
            let second = try home.cron.home.onTerminal(line, "y", environment: variables)
            #expect(!second.contains("[y/N]"), "\(second)")
            #expect(second.contains("nothing runs antrain") != isAdded, "\(second)")
        }
    }
}
