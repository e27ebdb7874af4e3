import Foundation
import TestSupport
import Testing

/// A run of cron's command ends early only as long as a full one would find nothing new.
///
/// The tests write another exit code into the record of the last full run: a run that returns this code ended early.
@Suite struct RememberedRunTests {
    private static let record = ".local/state/antrain/run"
    private static let code: Int32 = 42

    /// A home with a program, exercises, and a channel whose plugin is in the home.
    private func home() throws -> Home {
        let home = try Home()
        let source = try String(contentsOfFile: BuildProducts.package + "Plugins/Examples/file.c", encoding: .utf8)
        let library = try compilePlugin(source, into: home.folder, name: "mine")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            time: "07:30"
            days: [mon, wed, fri]
            channels: [mine]
            configure: {mine: {plugin: \(library), path: \(home.folder.path)/sent}}

            """
        )
        try home.antrain("program copy push-pull-legs mine.yaml")
        for line in ["program activate mine.yaml", "plugin allow mine"] {
            let run = try home.antrain(line)
            #expect(run.status == 0, "\(run)")
        }
        return home
    }

    /// Runs a command until it writes its record, which needs files that are more than a second old; then changes the exit code in it.
    private func remember(_ home: Home, _ command: String, environment: [String: String] = [:]) throws {
        try? FileManager.default.removeItem(atPath: home.folder.path + "/" + Self.record)
        let isRecorded = try eventually(true) {
            let run = try home.antrain(command, environment: environment)
            #expect(run.status == 0, "\(run)")
            poll(nil, 0, 400)
            return FileManager.default.fileExists(atPath: home.folder.path + "/" + Self.record)
        }
        try #require(isRecorded)
        try edit(home, field: 3, "\(Self.code)")
    }

    private func edit(_ home: Home, field: Int, _ value: String) throws {
        var lines = try home.folder.read(Self.record).split(separator: "\n", omittingEmptySubsequences: false)
        var fields = lines[0].split(separator: " ").map(String.init)
        fields[field] = value
        lines[0] = Substring(fields.joined(separator: " "))
        try home.folder.write(Self.record, lines.joined(separator: "\n"))
    }

    /// Changes that a full run notices, as shell commands in the home.
    private static let changes = [
        "echo '# x' >>.config/antrain/settings.yaml",
        "sed -i s/07:30/07:31/ .config/antrain/settings.yaml",
        "cp -p .config/antrain/settings.yaml s && sed -i s/07:3/07:2/ s && touch -r .config/antrain/settings.yaml s && mv s .config/antrain/settings.yaml",
        "mv .config/antrain/settings.yaml real.yaml && ln -s \"$PWD/real.yaml\" .config/antrain/settings.yaml",
        "echo '# x' >>mine.yaml", "mv mine.yaml gone.yaml", "mv gone.yaml mine.yaml",
        "echo 'exercises: []' >.config/antrain/exercises.yaml", "rm .config/antrain/exercises.yaml",
        "touch *.so", "mkdir -p .local/share/antrain/plugins", "touch .local/share/antrain/plugins/other.so",
        "\"$ANTRAIN\" reminder add Tea --at 09:00", "\"$ANTRAIN\" undo", "\"$ANTRAIN\" skip --date 2026-11-23",
        "cp .local/share/antrain/ledger.sqlite l && mv l .local/share/antrain/ledger.sqlite",
        "echo >.local/share/antrain/.antrain-restore-journal.json",
        "rm .local/share/antrain/.antrain-restore-journal.json",
    ]

    @Test(arguments: ["schedule-next", "deliver"]) func everyChangeLeadsToAFullRun(command: String) throws {
        let home = try home()
        // What is removed or moved back exists after the change before it.
        for change in Self.changes {
            // Planning does not depend on programs here.
            if command == "deliver", change.contains("mine.yaml") { continue }
            if change.hasPrefix("rm .local") || change.hasPrefix("mv gone") {
                let before = try home.antrain(command)
                #expect(before.status != Self.code, "\(before)")
            } else {
                try remember(home, command)
                #expect(try home.antrain(command).status == Self.code, "before \(change)")
            }
            let environment = home.environment.merging(["ANTRAIN": BuildProducts.path("antrain")]) { $1 }
            let done = try run("/bin/sh", ["-c", change], environment: environment, in: home.folder.path)
            #expect(done.status == 0, "\(change): \(done)")
            let next = try home.antrain(command)
            #expect(next.status != Self.code, "\(change): \(next)")
        }
    }

    @Test func readingDoesNotLeadToAFullRun() throws {
        let home = try home()
        try remember(home, "schedule-next")
        for line in ["today", "pending", "", "history", "doctor --files", "doctor", "backup b.tar"] {
            _ = try home.antrain(line)
            #expect(try home.antrain("schedule-next").status == Self.code, "\(line)")
        }
    }

    @Test func anotherEnvironmentOrCommandLineNeedsAFullRun() throws {
        let home = try home()
        try remember(home, "schedule-next")
        for (line, environment) in [
            ("deliver", [:]), ("schedule-next --verbose", [:]), ("schedule-next --dry-run", [:]),
            ("schedule-next --json", [:]), ("schedule-next --data-dir .local/share/antrain", [:]),
            ("schedule-next", ["TZ": "Asia/Tokyo"]), ("schedule-next", ["LANG": "de_DE.UTF-8"]),
            ("schedule-next", ["ANTRAIN_NOW": "2026-11-22T20:01"]), ("schedule-next", ["MAILTO": "me"]),
        ] as [(String, [String: String])] {
            let run = try home.antrain(line, environment: environment)
            #expect(run.status == 0, "\(line) \(environment): \(run)")
            // The other run may have recorded its own state.
            try remember(home, "schedule-next")
        }
        // A terminal gets the next day.
        #expect(try home.onTerminal("schedule-next", "").contains("Push Day"))
        try remember(home, "schedule-next")
        // Values that differ in each run, as systemd sets them, mean nothing.
        let environment = ["INVOCATION_ID": "1", "SHLVL": "1"]
        try remember(home, "schedule-next", environment: environment)
        let other = ["INVOCATION_ID": "2", "SHLVL": "2"]
        #expect(try home.antrain("schedule-next", environment: other).status == Self.code)
    }

    /// A machine that exchanges changes with others looks for them when a file arrives, and at least every five minutes.
    @Test(arguments: ["schedule-next", "deliver"]) func anExchangeLeadsToAFullRun(command: String) throws {
        let home = try home()
        try FileManager.default.createDirectory(atPath: home.folder.path + "/Sync", withIntermediateDirectories: false)
        #expect(try home.antrain("sync folder Sync").status == 0)
        try remember(home, command)
        let fields = try home.folder.read(Self.record).split(whereSeparator: \.isWhitespace)
        let (start, end) = (try #require(Int(fields[1])), try #require(Int(fields[2])))
        #expect((1...300).contains(end - start))
        #expect(try home.antrain(command).status == Self.code)
        try home.folder.write("Sync/0123456789abcdef.antrain", "x")
        let next = try home.antrain(command)
        #expect(next.status == 0 && next.errors.contains("~/Sync/0123456789abcdef.antrain is not an antrain file"))
    }

    /// A record is valid from the run on, until something is due, for ten minutes at most.
    @Test func aRecordEnds() throws {
        let home = try home()
        try home.antrain("settings --off")
        let clock = ["ANTRAIN_NOW": ""]
        try remember(home, "schedule-next", environment: clock)
        let fields = try home.folder.read(Self.record).split(whereSeparator: \.isWhitespace)
        let (start, end) = (try #require(Int(fields[1])), try #require(Int(fields[2])))
        #expect((1...600).contains(end - start))
        #expect(try home.antrain("schedule-next", environment: clock).status == Self.code)
        try edit(home, field: 2, "\(start)")
        #expect(try home.antrain("schedule-next", environment: clock).status == 0)
        try remember(home, "schedule-next", environment: clock)
        try edit(home, field: 1, "\(start + 86_400)")
        try edit(home, field: 2, "\(start + 90_000)")
        #expect(try home.antrain("schedule-next", environment: clock).status == 0)
    }

    /// The next reminder ends a record.
    @Test func aRecordEndsBeforeTheNextReminder() throws {
        let home = try home()
        home.now = "2026-11-23T07:29:20"
        try remember(home, "schedule-next")
        let fields = try home.folder.read(Self.record).split(whereSeparator: \.isWhitespace)
        let (start, end) = (try #require(Int(fields[1])), try #require(Int(fields[2])))
        #expect(end - start == 40)
    }

    @Test(arguments: [
        "", "x", "antrain-run-1", "antrain-run-1 1 99999999999 42 0\n/", "antrain-run-1 a b c d\n",
        "antrain-run-1 2 1 42 0\n", "antrain-run-1 9223372036854775807 -9223372036854775808 42 0\n",
    ])
    func aDamagedRecordIsIgnored(text: String) throws {
        let home = try home()
        try home.folder.write(Self.record, text)
        for environment in [[:], ["ANTRAIN_NOW": ""]] {
            let run = try home.antrain("schedule-next", environment: environment)
            #expect(run.status == 0, "\(run)")
        }
    }

    /// A file may have any time.
    @Test(arguments: ["@-9223372036854775808", "@9223372036854775807", "@0", "2999-01-01"])
    func anyTimeOfAFileIsRead(time: String) throws {
        let home = try home()
        let file = home.folder.path + "/.config/antrain/settings.yaml"
        _ = try run("/usr/bin/touch", ["-d", time, file])
        let run = try home.antrain("schedule-next")
        #expect(run.status == 0, "\(run)")
    }

    /// With a heartbeat or a log, each run has something to write.
    @Test(arguments: ["heartbeat: {file: PLACE}", "logging: {to: PLACE, level: debug}"])
    func runsThatWriteAreNotRemembered(setting: String) throws {
        let (home, plain) = (try home(), try home())
        let path = ".config/antrain/settings.yaml"
        let line = setting.replacing("PLACE", with: home.folder.path + "/written")
        try home.folder.write(path, try home.folder.read(path) + line + "\n")
        _ = try eventually(true) {
            let run = try home.antrain("schedule-next")
            #expect(run.status == 0, "\(run)")
            _ = try plain.antrain("schedule-next")
            poll(nil, 0, 400)
            return FileManager.default.fileExists(atPath: plain.folder.path + "/" + Self.record)
        }
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/" + Self.record))
    }

    /// A fault keeps its exit code.
    @Test func aShortRunHasTheExitCodeOfTheFullOne() throws {
        let home = try home()
        #expect(try home.antrain("plugin deny mine").status == 0)
        let status = try home.antrain("schedule-next").status
        #expect(status == 69)
        let isRecorded = try eventually(true) {
            let again = try home.antrain("schedule-next")
            #expect(again.status == status)
            poll(nil, 0, 400)
            return FileManager.default.fileExists(atPath: home.folder.path + "/" + Self.record)
        }
        try #require(isRecorded)
        #expect(try home.folder.read(Self.record).split(separator: " ")[3] == "69")
        #expect(try home.antrain("schedule-next").status == status)
    }
}
