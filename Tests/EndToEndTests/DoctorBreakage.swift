import Foundation
import TestSupport
import Testing

/// A way in which a home is broken, and what `doctor` must report.
struct DoctorBreakage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: String
    /// A part of the fix.
    let fix: String
    let status: Int32
    let inflict: @Sendable (DoctorHome) throws -> Void

    init(
        _ name: String,
        _ code: String,
        _ fix: String,
        _ status: Int32,
        inflict: @escaping @Sendable (DoctorHome) throws -> Void
    ) {
        (testDescription, self.code, self.fix, self.status, self.inflict) = (name, code, fix, status, inflict)
    }

    static let triggers = [
        DoctorBreakage("no crontab", "no-trigger", "antrain install cron", 69) { try $0.remove("tab") },
        DoctorBreakage("a line that only reminds", "no-trigger", "antrain install systemd", 69) {
            try $0.write("tab", "0 7 * * * notify-send antrain schedule\n")
        },
        DoctorBreakage(
            "a line with a program that is gone",
            "trigger-program-missing",
            "remove the line with 'crontab -e'",
            69
        ) {
            try $0.write("tab", "* * * * * \(nowhere)/antrain schedule-next\n")
        },
        DoctorBreakage("a program outside cron's PATH", "trigger-program-missing", "antrain install cron", 69) {
            try $0.write("tab", "PATH=\(nowhere)\n* * * * * antrain schedule-next\n")
        },
        DoctorBreakage("a line that runs at boot", "trigger-at-boot", "antrain install cron", 69) {
            try $0.write("tab", "@reboot \(BuildProducts.path("antrain")) schedule-next\n")
        },
        DoctorBreakage("a line that runs daily", "trigger-rare", "remove line 1 with", 69) {
            try $0.write("tab", "0 6 * * * \(BuildProducts.path("antrain")) schedule-next\n")
        },
        DoctorBreakage("answers that are kept for a shorter time than between runs", "answers-lost", "crontab -e", 69) {
            try $0.sql("INSERT INTO fact (name, value) VALUES ('answers-kept', CAST('log=30' AS BLOB))")
        },
        DoctorBreakage("a service that was stopped", "service-stopped", "systemctl --user start antrain.service", 69) {
            try $0.remove("tab")
            try $0.write(
                "units",
                "Id=antrain.service\nLoadState=loaded\nActiveState=inactive\nUnitFileState=enabled\n\nId=antrain.timer\nLoadState=not-found\nActiveState=inactive\nUnitFileState=\n"
            )
        },
        DoctorBreakage("a crontab that no longer runs", "trigger-stopped", "systemctl status cron", 69) {
            $0.home.now = "2026-11-22T21:00"
        },
        DoctorBreakage("a clock that was set back", "clock-set-back", "antrain schedule-next", 69) {
            $0.home.now = "2026-11-20T20:00"
        },
        DoctorBreakage("an invalid ANTRAIN_NOW", "clock-invalid", "expected", 78) { $0.home.now = "yesterday" },
        DoctorBreakage("an unknown TZ", "zone-unknown", "Europe/Berlin", 78) { $0.home.zone = "Europe/Berln" },
        DoctorBreakage("no time zone database", "zone-unknown", "install the tzdata package", 78) {
            $0.variables["TZDIR"] = nowhere
        },
        DoctorBreakage("no HOME", "no-home", "set HOME", 78) { $0.variables["HOME"] = "" },
    ]

    static let files = [
        DoctorBreakage("settings with an error", "settings-errors", "antrain settings edit", 78) {
            try $0.write(DoctorHome.settings, "enabled: on\ntime: 27:30\n")
        },
        DoctorBreakage("settings with an unknown time zone", "settings-errors", "Europe/Berlin", 78) {
            try $0.write(DoctorHome.settings, "enabled: on\ntimezone: Mars/Base\n")
        },
        DoctorBreakage("no settings", "settings-missing", "antrain settings --on", 66) {
            try $0.remove(DoctorHome.settings)
        },
        DoctorBreakage("empty settings", "settings-empty", "antrain settings --on", 78) {
            try $0.write(DoctorHome.settings, "")
        },
        DoctorBreakage("a folder as settings", "settings-unreadable", "readable file", 74) {
            try $0.remove(DoctorHome.settings)
            try $0.write(DoctorHome.settings + "/file", "")
        },
        DoctorBreakage("settings behind a broken link", "dangling-link", "remove the link", 66) {
            try $0.remove(DoctorHome.settings)
            try FileManager.default.createSymbolicLink(
                atPath: "\($0.path)/\(DoctorHome.settings)",
                withDestinationPath: nowhere + "/settings.yaml"
            )
        },
        DoctorBreakage("a foreign file as the calendar file", "calendar-file", "'calendar-file'", 74) {
            try $0.write(DoctorHome.settings, $0.folder.read(DoctorHome.settings) + "calendar-file: ~/mine.ics\n")
            try $0.write("mine.ics", "BEGIN:VCALENDAR\nEND:VCALENDAR\n")
        },
        DoctorBreakage("a missing calendar of days off", "days-off", "antrain settings days-off FILE", 74) {
            try $0.write(DoctorHome.settings, $0.folder.read(DoctorHome.settings) + "days-off: ~/trips.ics\n")
        },
        DoctorBreakage("an event that is no day off", "days-off", "correct or remove the event", 74) {
            try $0.write(DoctorHome.settings, $0.folder.read(DoctorHome.settings) + "days-off: ~/trips.ics\n")
            try $0.write("trips.ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR\n")
        },
        DoctorBreakage("exercises with an error", "exercises-errors", "antrain exercise edit", 65) {
            try $0.write(".config/antrain/exercises.yaml", "antrain: 1\nexercises: {a: {rest: 5m}}\n")
        },
        DoctorBreakage("a heartbeat file in a file", "heartbeat-unwritable", "antrain settings edit", 74) {
            try $0.write(
                DoctorHome.settings,
                "enabled: on\ntime: 07:30\nchannels: [log]\nheartbeat: {file: ~/mine.yaml/x}\n"
            )
        },
        DoctorBreakage("another program's file as the log", "log-unwritable", "antrain settings edit", 74) {
            try $0.write(DoctorHome.settings, $0.folder.read(DoctorHome.settings) + "logging: ~/mine.yaml\n")
        },
        DoctorBreakage("a log whose folder is a file", "log-unwritable", "'logging'", 74) {
            try $0.write(DoctorHome.settings, $0.folder.read(DoctorHome.settings) + "logging: ~/mine.yaml/x\n")
        },
        DoctorBreakage("a log behind a link to a missing folder", "log-unwritable", "'logging'", 74) {
            try $0.write(DoctorHome.settings, $0.folder.read(DoctorHome.settings) + "logging: ~/l.log\n")
            try FileManager.default.createSymbolicLink(
                atPath: "\($0.path)/l.log",
                withDestinationPath: "\($0.path)/missing/a.log"
            )
        },
        DoctorBreakage("a log in a link to a missing folder", "log-unwritable", "'logging'", 74) {
            try $0.write(DoctorHome.settings, $0.folder.read(DoctorHome.settings) + "logging: ~/logs/new/a.log\n")
            try FileManager.default.createSymbolicLink(
                atPath: "\($0.path)/logs",
                withDestinationPath: "\($0.path)/missing"
            )
        },
        DoctorBreakage("a ledger that others can read", "open-to-others", "chmod 600 ~/.local", 74) {
            try $0.chmod(DoctorHome.ledger, 0o644)
        },
        DoctorBreakage("a data folder that others can enter", "open-to-others", "chmod 700 ~/.local", 74) {
            try $0.chmod(DoctorHome.data, 0o755)
        },
        DoctorBreakage("settings that others can change", "open-to-others", "chmod 644 ~/.config", 74) {
            try $0.chmod(DoctorHome.settings, 0o666)
        },
        DoctorBreakage("a file in place of a folder", "not-a-folder", "move it away", 74) {
            try $0.remove(".local/state/antrain")
            try $0.write(".local/state/antrain", "")
        },
        DoctorBreakage("a leftover of a killed process", "leftover", "rm ~/.config", 74) {
            try $0.write(".config/antrain/.antrain-2000000000.tmp", "x")
        },
    ]

    static let ledgers = [
        DoctorBreakage("no ledger", "ledger-missing", "antrain repair new", 66) { try $0.remove(DoctorHome.ledger) },
        DoctorBreakage("an empty ledger", "ledger-empty", "antrain repair new", 65) {
            try $0.write(DoctorHome.ledger, "")
        },
        DoctorBreakage("an empty file that never was a ledger", "ledger-empty", "antrain repair new", 65) {
            try $0.write(DoctorHome.ledger, "")
            try $0.remove(".local/state/antrain/ledgers")
        },
        DoctorBreakage("no database", "ledger-damaged", "antrain repair", 65) {
            try $0.write(DoctorHome.ledger, String(repeating: "junk", count: 9000))
        },
        DoctorBreakage("a damaged page", "ledger-damaged", "antrain repair", 65) { home in
            let file = try FileHandle(forUpdating: URL(filePath: "\(home.path)/\(DoctorHome.ledger)"))
            try file.seek(toOffset: 3 * 4096)
            try file.write(contentsOf: Data(repeating: 0x5A, count: 8 * 4096))
            try file.close()
        },
        DoctorBreakage("an invalid value", "ledger-damaged", "antrain repair", 65) {
            try $0.sql("UPDATE activation SET start_date = 'x'")
        },
        DoctorBreakage("another program's database", "ledger-foreign", "--data-dir", 65) {
            try $0.remove(DoctorHome.ledger)
            try $0.sql("CREATE TABLE a (b)")
        },
        DoctorBreakage("a ledger of a newer antrain", "ledger-newer", "update antrain", 78) {
            try $0.sql("PRAGMA user_version = 999")
        },
        DoctorBreakage("a ledger that is too old", "ledger-too-old", "git checkout", 65) {
            try $0.sql(FormerLedger.sql(version: 13))
        },
        DoctorBreakage("a FIFO as ledger", "ledger-unreadable", "move it away", 74) {
            try $0.remove(DoctorHome.ledger)
            _ = try run("/usr/bin/mkfifo", ["\($0.path)/\(DoctorHome.ledger)"])
        },
        DoctorBreakage("no program file", "program-missing", "antrain program deactivate mine", 66) {
            try $0.remove("mine.yaml")
        },
        DoctorBreakage("a program with an error", "program-errors", "antrain program edit mine", 65) {
            try $0.write("mine.yaml", DoctorHome.program.replacing("3x5", with: "3xx"))
        },
        DoctorBreakage("another program in the file", "program-replaced", "restore the id", 65) {
            try $0.write("mine.yaml", DoctorHome.program.replacing("id: mine", with: "id: other"))
        },
    ]

    static let channels = [
        DoctorBreakage("an unknown channel", "channel-misconfigured", "did you mean 'desktop'", 78) {
            try $0.write(DoctorHome.settings, "enabled: on\ntime: 07:30\nchannels: [desktp]\n")
        },
        DoctorBreakage("no mail command", "channel-not-ready", "install", 69) {
            try $0.write(
                DoctorHome.settings,
                "enabled: on\ntime: 07:30\nchannels: [mail]\nconfigure: {mail: {to: me@example.org, command: \(nowhere)}}\n"
            )
        },
        DoctorBreakage("a terminal that is closed", "channel-not-ready", "mesg y", 69) {
            try $0.write(
                DoctorHome.settings,
                "enabled: on\ntime: 07:30\nchannels: [console]\nconfigure: {console: {target: /dev/pts/999999}}\n"
            )
        },
        DoctorBreakage("a denied channel", "channel-denied", "antrain channel allow log", 69) {
            try $0.antrain("plugin deny log")
        },
        DoctorBreakage("a plugin that was not allowed", "channel-not-allowed", "antrain channel allow desk", 69) {
            try $0.write(DoctorHome.data + "/plugins/libdesk.so", "junk")
            try $0.write(DoctorHome.settings, "enabled: on\ntime: 07:30\nchannels: [desk]\n")
        },
        DoctorBreakage("a plugin that changed", "plugin-changed", "antrain channel allow desk", 69) {
            try $0.write(DoctorHome.data + "/plugins/libdesk.so", "junk")
            try $0.write(DoctorHome.settings, "enabled: on\ntime: 07:30\nchannels: [desk]\n")
            try $0.sql(
                "INSERT INTO permission (channel, state, digest, decided_at) VALUES ('desk', 'authorized', '00', 0)"
            )
        },
        DoctorBreakage("a command that fails", "channel-failing", "antrain channel test broken", 69) {
            try $0.write(
                DoctorHome.settings,
                "enabled: on\ntime: 07:30\nchannels: [broken]\nconfigure: {broken: {plugin: command, command: /bin/false}}\n"
            )
            _ = try $0.antrain("schedule-next")
            $0.home.now = "2026-11-23T07:30"
            _ = try $0.antrain("schedule-next")
        },
    ]
}
