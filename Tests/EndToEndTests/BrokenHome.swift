import Foundation
import TestSupport
import Testing

/// A way in which a user's home breaks, what `doctor` must report, and what fixes it.
struct BrokenHome: CustomTestStringConvertible, Sendable {
    /// What makes the finding go away.
    enum Remedy: Sendable {
        /// `doctor --fix`.
        case fix
        /// The command at the end of the fix, run as it is.
        case command
        /// What the fix tells the user to do by hand.
        case hand(@Sendable (DoctorHome) throws -> Void)
        /// What the fix asks for is not possible here, such as another version of antrain.
        case elsewhere
    }

    let testDescription: String
    let code: String
    let status: Int32
    let remedy: Remedy
    let inflict: @Sendable (DoctorHome) throws -> Void

    init(
        _ name: String,
        _ code: String,
        _ status: Int32,
        _ remedy: Remedy,
        inflict: @escaping @Sendable (DoctorHome) throws -> Void
    ) {
        (testDescription, self.code, self.status, self.remedy, self.inflict) = (name, code, status, remedy, inflict)
    }

    private static let on = "enabled: on\ntime: 07:30\n"

    private static func settings(_ home: DoctorHome, _ text: String = "channels: [log]\n") throws {
        try home.write(DoctorHome.settings, on + text)
    }

    private static func installCron(_ home: DoctorHome) throws {
        home.variables["PATH"] = "\(home.path)/bin:/usr/bin:/bin"
        try home.antrain("install cron --yes")
    }

    private static let triggers = [
        BrokenHome("crontab gone", "no-trigger", 69, .hand(installCron)) { try $0.remove("tab") },
        BrokenHome(
            "crontab line with a wrong path",
            "trigger-program-missing",
            69,
            .hand { home in
                try home.remove("tab")
                try installCron(home)
            }
        ) { try $0.write("tab", "* * * * * \(nowhere)/antrain schedule-next\n") },
        BrokenHome(
            "clock two months ahead of the last run",
            "trigger-stopped",
            69,
            .hand { try $0.antrain("schedule-next") }
        ) {
            $0.home.now = "2027-01-25T07:00"
        },
        BrokenHome("clock two days behind", "clock-set-back", 69, .command) { $0.home.now = "2026-11-20T20:00" },
        BrokenHome("unknown TZ", "zone-unknown", 78, .hand { $0.home.zone = "Europe/Berlin" }) {
            $0.home.zone = "Europe/Berln"
        },
        BrokenHome("no tzdata", "zone-unknown", 78, .hand { $0.variables["TZDIR"] = nil }) {
            $0.variables["TZDIR"] = nowhere
        },
        BrokenHome("HOME not set", "no-home", 78, .hand { $0.variables["HOME"] = nil }) { $0.variables["HOME"] = "" },
        BrokenHome("relative XDG_DATA_HOME", "variable-ignored", 0, .hand { $0.variables["XDG_DATA_HOME"] = nil }) {
            $0.variables["XDG_DATA_HOME"] = "data"
        },
        BrokenHome("sandbox turned off", "sandbox-weak", 0, .elsewhere) { $0.variables["ANTRAIN_LANDLOCK"] = "0" },
    ]

    private static let files = [
        BrokenHome("settings with an error", "settings-errors", 78, .hand { try settings($0) }) {
            try settings($0, "days: [mon, fun]\n")
        },
        BrokenHome("settings that their owner cannot read", "no-access", 74, .fix) {
            $0.isOrdinaryUser = true
            try $0.chmod(DoctorHome.settings, 0o000)
        },
        BrokenHome("settings gone", "settings-missing", 66, .command) { try $0.remove(DoctorHome.settings) },
        BrokenHome("settings that others can change", "open-to-others", 74, .fix) {
            try $0.chmod(DoctorHome.settings, 0o666)
        },
        BrokenHome("program file moved", "program-missing", 66, .command) {
            try FileManager.default.moveItem(atPath: $0.path + "/mine.yaml", toPath: $0.path + "/moved.yaml")
        },
        BrokenHome(
            "program file with an error",
            "program-errors",
            65,
            .hand { try $0.write("mine.yaml", DoctorHome.program) }
        ) { try $0.write("mine.yaml", DoctorHome.program.replacing("3x5", with: "3xx")) },
        BrokenHome("calendar file of another program", "calendar-file", 74, .hand { try $0.remove("mine.ics") }) {
            try settings($0, "channels: [log]\ncalendar-file: ~/mine.ics\n")
            try $0.write("mine.ics", "BEGIN:VCALENDAR\nEND:VCALENDAR\n")
        },
        BrokenHome(
            "another program's file as the log",
            "log-unwritable",
            74,
            .hand { try $0.antrain("settings logging off") }
        ) {
            try settings($0, "channels: [log]\nlogging: ~/mine.yaml\n")
        },
        BrokenHome(
            "heartbeat file in a file",
            "heartbeat-unwritable",
            74,
            .hand { try $0.antrain("settings heartbeat ./beat") }
        ) { try settings($0, "channels: [log]\nheartbeat: {file: ~/mine.yaml/x}\n") },
        BrokenHome(
            "heartbeat URL that nothing answers",
            "heartbeat-failed",
            69,
            .hand { try $0.antrain("settings heartbeat off") }
        ) {
            try settings($0, "channels: [log]\nheartbeat: {url: 'http://127.0.0.1:9/key'}\n")
            try $0.antrain("schedule-next")
        },
        BrokenHome("copies of a killed restore", "leftover", 74, .fix) {
            try CheckTests.killRestore($0)
        },
        BrokenHome("temporary file of a killed command", "leftover", 74, .fix) {
            try $0.write(".config/antrain/.antrain-2000000000.tmp", "x")
        },
    ]

    private static let ledgers = [
        BrokenHome("ledger gone", "ledger-missing", 66, .command) { try $0.remove(DoctorHome.ledger) },
        BrokenHome("ledger truncated", "ledger-damaged", 65, .command) {
            let size = try FileManager.default.attributesOfItem(atPath: "\($0.path)/\(DoctorHome.ledger)")[.size]
            truncate("\($0.path)/\(DoctorHome.ledger)", off_t((size as? Int ?? 0) / 8192 * 4096))
        },
        BrokenHome("ledger with an overwritten header", "ledger-damaged", 65, .command) {
            let file = try FileHandle(forUpdating: URL(filePath: "\($0.path)/\(DoctorHome.ledger)"))
            try file.write(contentsOf: Data(repeating: 0, count: 100))
            try file.close()
        },
        BrokenHome("ledger of a newer antrain", "ledger-newer", 78, .elsewhere) {
            try $0.sql("PRAGMA user_version = 999")
        },
        BrokenHome("ledger that others can read", "open-to-others", 74, .fix) {
            try $0.chmod(DoctorHome.ledger, 0o644)
        },
        BrokenHome("ledger that its owner cannot write", "no-access", 74, .fix) {
            $0.isOrdinaryUser = true
            try $0.chmod(DoctorHome.ledger, 0o400)
        },
        BrokenHome("damaged snapshot", "snapshot-damaged", 65, .command) {
            try $0.write(DoctorHome.data + "/snapshots/month-2026-10.ledger.sqlite", "junk")
            try $0.chmod(DoctorHome.data + "/snapshots/month-2026-10.ledger.sqlite", 0o600)
        },
    ]

    private static func allowed(_ home: DoctorHome) throws -> String {
        let library = home.path + "/libdesk.so"
        try FileManager.default.copyItem(atPath: try JSONOutputs.library.get(), toPath: library)
        try settings(home, "channels: [desk]\nconfigure: {desk: {plugin: \(library), path: \(home.path)/x}}\n")
        try home.write("x", "")
        try home.antrain("plugin allow desk")
        return library
    }

    private static let channels = [
        BrokenHome("mail command missing", "channel-not-ready", 69, .hand { try settings($0) }) {
            try settings($0, "channels: [mail]\nconfigure: {mail: {to: me@example.org, command: \(nowhere)}}\n")
        },
        BrokenHome("mail command not executable", "channel-not-ready", 69, .hand { try settings($0) }) {
            let command = try $0.folder.write("mailer", "#!/bin/sh\n")
            try settings($0, "channels: [mail]\nconfigure: {mail: {to: me@example.org, command: \(command)}}\n")
        },
        BrokenHome("plugin changed after it was allowed", "plugin-changed", 69, .command) {
            let file = try FileHandle(forUpdating: URL(filePath: try allowed($0)))
            try file.seekToEnd()
            try file.write(contentsOf: Data([0]))
            try file.close()
        },
        BrokenHome("plugin denied", "channel-denied", 69, .command) {
            _ = try allowed($0)
            try $0.antrain("plugin deny desk")
        },
        BrokenHome("plugin gone", "channel-misconfigured", 78, .hand { try settings($0) }) {
            try FileManager.default.removeItem(atPath: try allowed($0))
        },
        BrokenHome("plugin that is no library", "channel-not-allowed", 69, .hand { try settings($0) }) {
            try $0.write(DoctorHome.data + "/plugins/libdesk.so", "junk")
            try settings($0, "channels: [desk]\n")
        },
        BrokenHome(
            "log channel whose folder is a file",
            "not-a-folder",
            74,
            .hand { try $0.remove(".local/state/antrain") }
        ) {
            try $0.remove(".local/state/antrain")
            try $0.write(".local/state/antrain", "")
        },
    ]

    static let all = triggers + files + ledgers + channels
}
