import Foundation
import TestSupport
import Testing

/// The log of `logging` in the settings.
@Suite struct RunLogTests {
    /// A home with a reminder that is due, and a last line of the settings.
    private func home(_ line: String) throws -> Home {
        let home = try Home.ready()
        try home.antrain("schedule-next")
        let file = ".config/antrain/settings.yaml"
        var settings = try home.folder.read(file)
        if line.contains("channels:") { settings.replace("channels: [console]\n", with: "") }
        try home.folder.write(file, settings + line + "\n")
        home.now = "2026-11-23T07:31"
        return home
    }

    private func log(_ home: Home, _ name: String = "antrain.log") -> [String] {
        let text = try? String(contentsOfFile: home.folder.path + "/" + name, encoding: .utf8)
        // The process number differs from run to run.
        return (text ?? "").split(separator: "\n").map { String($0).replacing(#/antrain\[\d+\]/#, with: "antrain[1]") }
    }

    private static let delivery =
        "2026-11-23T06:31:00Z info antrain[1]: delivered channel=console id=workout/2026-11-23/0730 late=60s"

    @Test(
        arguments: [
            ("logging: ~/antrain.log", true, false),
            ("logging: {to: ~/antrain.log, level: debug}", true, true),
            ("logging: {to: ~/antrain.log, level: warning}", false, false),
            ("logging: off", false, false),
            ("", false, false),
        ]
    )
    func theLevelDecidesWhatIsLogged(line: String, hasDelivery: Bool, hasRun: Bool) throws {
        let home = try home(line)
        #expect(try home.antrain("schedule-next").status == 0)
        let lines = log(home)
        #expect(lines.contains(RunLogTests.delivery) == hasDelivery, "\(lines)")
        #expect(lines.contains { $0.hasSuffix(" debug antrain[1]: started schedule-next") } == hasRun, "\(lines)")
        // The log does not contain titles, texts or the values of channels.
        #expect(!lines.contains { $0.contains("Push") })
    }

    /// A failed delivery is a warning with its reason, in which secrets are replaced.
    @Test func failuresAreLoggedWithoutSecrets() throws {
        let home = try home(
            "logging: ~/antrain.log\nchannels: [mail]\nconfigure: {mail: {to: me@example.org, command: /bin/false}}"
        )
        // The plugin asks to be tried again, which is no fault yet.
        #expect(try home.antrain("schedule-next").status == 0)
        let failure = try #require(log(home).first { $0.contains(" warning ") && $0.contains("channel=mail") })
        #expect(failure.contains("not delivered") && !failure.contains("example.org"), "\(failure)")
    }

    /// An error that ends a command before the settings are read is logged, too.
    @Test func earlyErrorsAreLogged() throws {
        let home = try home("logging: ~/antrain.log")
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: ledger + end) }
        #expect(try home.antrain("schedule-next").status == 66)
        #expect(log(home).contains { $0.contains(" error antrain[1]: ") && $0.contains("is missing") })
    }

    /// A log that cannot be written is reported once under cron, and reminders are sent nevertheless.
    @Test func anUnwritableLogStopsNothing() throws {
        let home = try home("logging: /proc/antrain.log")
        let first = try home.antrain("schedule-next")
        #expect(first.status == 0 && first.output.contains("Push Day"))
        #expect(first.errors.contains("cannot write the log") && first.errors.contains("/proc/antrain.log"))
        #expect(try home.antrain("schedule-next").errors.isEmpty)
    }

    @Test func aFullFileIsKeptOnce() throws {
        let home = try home("logging: ~/antrain.log")
        let path = home.folder.path + "/antrain.log"
        let old = "2026-11-22T06:31:00Z info antrain[7]: delivered\n"
        try String(repeating: old, count: (1 << 20) / old.utf8.count + 1).write(
            toFile: path,
            atomically: true,
            encoding: .utf8
        )
        try home.antrain("schedule-next")
        #expect(log(home).contains(RunLogTests.delivery) && log(home).count < 10)
        #expect(log(home, "antrain.log.1").first == "2026-11-22T06:31:00Z info antrain[1]: delivered")
    }

    /// A path that names another file by mistake changes nothing in it.
    @Test(arguments: ["~/.config/antrain/settings.yaml", "~/.local/share/antrain/ledger.sqlite", "~/notes.txt"])
    func otherFilesStayAsTheyAre(file: String) throws {
        let home = try home("logging: \(file)")
        let path = home.folder.path + file.dropFirst()
        if file == "~/notes.txt" { try home.folder.write("notes.txt", "buy milk\n") }
        let before = try String(contentsOfFile: home.folder.path + "/.config/antrain/settings.yaml", encoding: .utf8)
        let run = try home.antrain("schedule-next")
        #expect(run.status == 0 && run.output.contains("Push Day"))
        #expect(run.errors.contains("it exists and is not an antrain log"), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: path + ".1"))
        let after = try String(contentsOfFile: home.folder.path + "/.config/antrain/settings.yaml", encoding: .utf8)
        #expect(after == before)
        #expect(try home.antrain("").status == 0)
        if file == "~/notes.txt" { #expect(try home.folder.read("notes.txt") == "buy milk\n") }
    }

    /// Commands that promise to write nothing do not log.
    @Test(arguments: ["why", "why 2026-02-31", "simulate --days 2", "doctor"])
    func commandsThatOnlyReadDoNotLog(line: String) throws {
        let home = try home("logging: {to: ~/antrain.log, level: debug}")
        // A warning, which other commands log.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644],
            ofItemAtPath: home.folder.path + "/.local/share/antrain/ledger.sqlite"
        )
        try home.antrain(line)
        #expect(log(home).isEmpty)
        try home.antrain("next")
        #expect(log(home).contains { $0.contains(" warning ") && $0.contains("other users can read the ledger") })
    }

    /// The ledger is closed at the end of a command, which removes its write-ahead log, so that a copy of the file is complete.
    @Test(arguments: ["done", "reminder add Tea --in 1h", "install cron"])
    func theLedgerIsClosedAtTheEnd(line: String) throws {
        let home = try home("logging: ~/antrain.log")
        _ = try home.onTerminal(line, "")
        let files = try FileManager.default.contentsOfDirectory(atPath: home.folder.path + "/.local/share/antrain")
        #expect(!files.contains("ledger.sqlite-wal"), "\(files)")
    }
}
