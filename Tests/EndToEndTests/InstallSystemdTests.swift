import Foundation
import TestSupport
import Testing

@Suite struct InstallSystemdTests {
    private static let service = "antrain-schedule.service"
    private static let timer = "antrain-schedule.timer"
    private static let daemon = "antrain.service"

    @Test(arguments: [("", timer), (" --timer", timer), (" --daemon", daemon)])
    func unitsAreEnabledOnceAndRemovedWithoutATrace(option: String, unit: String) throws {
        let home = try InstalledHome(nil)
        try home.folder.write(InstalledHome.units + "mine.service", "mine")
        let shown = try home.antrain("install systemd" + option)
        #expect(shown.status == 64 && shown.output.contains("[Service]") && home.unit(unit) == nil, "\(shown)")
        let first = try home.antrain("install systemd --yes" + option)
        #expect(first.status == 0 && first.output.contains("\ninstalled: systemd runs antrain\n"), "\(first)")
        #expect(home.requests == ["daemon-reload ", "enable \(unit)", "is-enabled \(unit)", "is-active \(unit)"])
        let text = try #require(home.unit(unit))
        let again = try home.antrain("install systemd --yes" + option)
        #expect(again.status == 0 && again.output == "nothing to change\n" && home.unit(unit) == text, "\(again)")
        let doctor = try home.antrain("doctor").output
        #expect(doctor.contains("the systemd unit \(unit)"), "\(doctor)")
        #expect(doctor.contains("the systemd unit \(unit), at least every minute") == (unit == Self.timer), "\(doctor)")
        let removal = try home.antrain("uninstall systemd --yes")
        #expect(
            removal.status == 0 && removal.output.hasSuffix("removed: systemd no longer runs antrain\n"),
            "\(removal)"
        )
        let left = try FileManager.default.contentsOfDirectory(atPath: home.folder.path + "/" + InstalledHome.units)
        #expect(left == ["mine.service"] && !home.exists("state/" + unit))
        #expect(home.requests.suffix(2) == ["disable \(unit)", "daemon-reload "])
        #expect(try home.antrain("uninstall systemd --yes").output == "nothing to change\n")
    }

    /// systemd itself checks the units, with a path that has to be quoted.
    @Test(arguments: ["", " --daemon"]) func systemdAcceptsTheUnits(option: String) throws {
        let home = try InstalledHome(nil)
        try home.folder.write("run/.keep", "")
        let tool = "/usr/bin/systemd-analyze"
        try #require(FileManager.default.isExecutableFile(atPath: tool))
        home.variables = ["XDG_DATA_HOME": home.folder.path + "/50% \"o$HOME'ff", "TZ": "Asia/Tokyo"]
        try home.antrain("install systemd --yes" + option)
        for name in option.isEmpty ? [Self.service, Self.timer] : [Self.daemon] {
            let run = try run(
                tool,
                ["--user", "--man=no", "verify", home.folder.path + "/" + InstalledHome.units + name],
                environment: [
                    "HOME": home.folder.path, "XDG_RUNTIME_DIR": home.folder.path + "/run", "PATH": "/usr/bin:/bin",
                ]
            )
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        }
        let text = home.unit(option.isEmpty ? Self.service : Self.daemon) ?? ""
        #expect(text.contains("Environment=TZ=Asia/Tokyo\n") && text.contains("/50%% \\\"o$HOME'ff\"\n"), "\(text)")
    }

    @Test func unitsOfTheUserAreKept() throws {
        let home = try InstalledHome(nil)
        // A unit that antrain did not write.
        try home.folder.write(InstalledHome.units + Self.daemon, "[Service]\nExecStart=/bin/true\n")
        let refused = try home.antrain("install systemd --daemon --yes")
        #expect(
            refused.status == 65 && refused.errors.contains("did not write it; to replace it anyway, add --force"),
            "\(refused)"
        )
        #expect(try home.antrain("uninstall systemd --yes").output == "nothing to change\n")
        #expect(home.unit(Self.daemon)?.hasPrefix("[Service]") == true && home.requests.isEmpty)
        #expect(try home.antrain("install systemd --daemon --yes --force").status == 0)
        #expect(home.unit(Self.daemon + "~") == "[Service]\nExecStart=/bin/true\n")
        // A unit that the user changed.
        let changed = (home.unit(Self.daemon) ?? "") + "[X]\n"
        try home.folder.write(InstalledHome.units + Self.daemon, changed)
        for line in ["install systemd --daemon --yes", "uninstall systemd --yes"] {
            let run = try home.antrain(line)
            #expect(run.status == 65 && run.errors.contains("it was changed after"), "\(run)")
        }
        #expect(home.unit(Self.daemon) == changed && home.exists("state/" + Self.daemon))
        #expect(try home.antrain("uninstall systemd --yes --force").status == 0)
        #expect(home.unit(Self.daemon) == nil && home.unit(Self.daemon + "~") == changed)
    }

    @Test func withoutAServiceManagerTheCommandsAreNamed() throws {
        let home = try InstalledHome(nil)
        try home.folder.write("no-manager", "")
        let run = try home.antrain("install systemd --yes")
        #expect(
            run.status == 0 && run.output.contains("    systemctl --user enable --now antrain-schedule.timer\n"),
            "\(run)"
        )
        #expect(home.unit(Self.timer) != nil)
        // The link with which systemd enables the unit.
        let wants = home.folder.path + "/" + InstalledHome.units + "timers.target.wants"
        try FileManager.default.createDirectory(atPath: wants, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: wants + "/" + Self.timer,
            withDestinationPath: "../" + Self.timer
        )
        #expect(try home.antrain("uninstall systemd --yes").status == 0 && home.unit(Self.timer) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: wants).isEmpty)
        try FileManager.default.removeItem(atPath: home.folder.path + "/bin/systemctl")
        let missing = try home.antrain("install systemd --yes")
        #expect(missing.status == 69 && missing.errors.contains("antrain install cron") && home.unit(Self.timer) == nil)
    }

    @Test func aUnitThatDoesNotRunIsAProblem() throws {
        let home = try InstalledHome(nil)
        try home.folder.write("broken", "")
        let run = try home.antrain("install systemd --yes")
        #expect(run.status == 69 && run.output.contains("antrain-schedule.timer is failed instead of active"), "\(run)")
    }

    @Test func theUserLearnsOfOtherTriggersAndOfLingering() throws {
        let home = try InstalledHome(nil)
        try home.cron.program("loginctl", "echo Linger=no")
        try home.antrain("install cron --yes")
        let run = try home.antrain("install systemd --yes")
        #expect(
            run.output.contains("line 3 of your crontab runs antrain, too; each reminder is still sent once"),
            "\(run)"
        )
        #expect(run.output.contains("loginctl enable-linger"))
        #expect(try home.antrain("install systemd --daemon --timer").status == 64)
        let daemon = try home.antrain("install systemd --daemon --yes").output
        #expect(daemon.contains("the systemd unit antrain-schedule.timer runs antrain, too"), "\(daemon)")
        let cron = try home.antrain("install cron --yes").output
        #expect(cron.contains("the systemd unit antrain.service runs antrain, too"), "\(cron)")
    }
}
