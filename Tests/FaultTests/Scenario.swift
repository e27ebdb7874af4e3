import Foundation
import TestSupport
import Testing

/// A command and the home in which it runs.
struct Scenario: Sendable, CustomTestStringConvertible {
    let name: String
    /// The present of the command.
    let now: String
    /// The command lines that prepare the home, each with its own present; `@file text` writes a file,
    /// and `@only file` removes all others.
    let before: [(now: String, line: String)]
    let command: String
    /// Whether the command may fall back to the last valid content, with a warning, if a file cannot be read.
    var keepsLastGood = false
    /// Whether the command delivers.
    var delivers = false
    /// The exit codes of planning before and after the command.
    var statuses: (before: Int32, after: Int32) = (0, 0)

    var testDescription: String { name }

    private static let evening = "2026-11-22T20:00"
    private static let morning = "2026-11-23T07:30"
    private static let later = "2026-11-23T07:45"

    /// A program is active and its reminders go to the channel `note`.
    private static let ready = [(evening, "program activate push-pull-legs"), (evening, "plugin allow note")]
    private static let delivered = ready + [(morning, "deliver")]
    private static let saved = [(evening, "pause --until 2026-11-29"), (evening, "backup b.tar")]
    /// Changes after the backup.
    private static let changed = [(evening, "resume"), (evening, "settings --time 06:15")]
    private static let tea = (evening, "reminder add Tea --in 16h")

    init(
        _ command: String,
        now: String = Scenario.evening,
        after before: [(now: String, line: String)] = Scenario.ready,
        named name: String? = nil
    ) {
        self.name = name ?? command
        self.now = now
        self.before = before
        self.command = command
    }

    static let all: [Scenario] = [
        Scenario("program activate push-pull-legs", after: [(evening, "plugin allow note")]),
        Scenario("program activate push-pull-legs", after: [(evening, "@unset")], named: "the very first command"),
        Scenario("program deactivate push-pull-legs"),
        Scenario("settings --time 06:15"),
        Scenario(
            "settings --time 07:30 --days mon,wed,fri",
            after: [(evening, "@unset"), (evening, "program activate push-pull-legs")],
            named: "the first settings"
        ),
        Scenario("settings --off"),
        edited,
        Scenario("schedule-next", after: ready + [(evening, "@former")], named: "schedule-next with a former ledger"),
        Scenario("sync now", after: ready + [(evening, "@machine")]),
        delivering("deliver"),
        delivering("schedule-next"),
        Scenario("done", now: later, after: delivered),
        Scenario("skip", now: later, after: delivered),
        Scenario("snooze --for 1h", now: later, after: delivered),
        Scenario("undo", now: later, after: delivered + [(later, "done")]),
        Scenario("pause --until 2026-11-29"),
        Scenario("resume", after: ready + [(evening, "pause --until 2026-11-29")]),
        Scenario("move 2026-11-25 2026-11-26"),
        Scenario("cancel workout/2026-11-25/0730"),
        Scenario("reminder add Tea --in 16h --repeat daily"),
        Scenario("reminder edit 1 --title Coffee --at 13:00", after: ready + [tea]),
        Scenario("reminder delete 1", after: ready + [tea]),
        allowed,
        denied,
        Scenario("restore b.tar --yes", after: ready + saved + changed),
        restored,
        Scenario(
            "migrate --apply",
            after: ready + [(evening, "@tab 30 7 * * 1 notify-send Stretch\n0 9 * * * wall Tea\n")]
        ),
    ]

    private static var allowed: Scenario {
        var scenario = Scenario("plugin allow note", after: [(evening, "program activate push-pull-legs")])
        scenario.statuses = (69, 0)
        return scenario
    }

    /// The plugin must be allowed again.
    private static var restored: Scenario {
        let before = ready + saved + [(evening, "@only b.tar")]
        var scenario = Scenario("restore b.tar --yes", after: before, named: "restore into an empty home")
        scenario.statuses = (0, 69)
        return scenario
    }

    private static var denied: Scenario {
        var scenario = Scenario("plugin deny note")
        scenario.statuses = (0, 69)
        return scenario
    }

    /// Settings that were edited by hand since the last planning.
    private static var edited: Scenario {
        var scenario = Scenario(
            "schedule-next",
            after: ready + [(evening, "@time 06:45")],
            named: "schedule-next after an edit by hand"
        )
        scenario.keepsLastGood = true
        return scenario
    }

    private static func delivering(_ command: String) -> Scenario {
        var scenario = Scenario(command, now: morning, named: "\(command) when a reminder is due")
        scenario.keepsLastGood = true
        scenario.delivers = true
        return scenario
    }

    /// A home after the preparing commands.
    func home() throws -> FaultHome {
        let home = try FaultHome()
        try home.write(".config/antrain/settings.yaml", home.settings)
        for (now, line) in before {
            home.now = now
            switch line {
            case "@former":
                let ledger = "\(home.path)/.local/share/antrain/ledger.sqlite"
                _ = try run("/usr/bin/sqlite3", [ledger, FormerLedger.sql(version: 15)])
            case "@unset": try home.restore(HomeFiles())
            case "@machine": try join(home)
            case let line where line.hasPrefix("@only "):
                var files = HomeFiles()
                let name = String(line.dropFirst(6))
                files.files[name] = try home.files().files[name]
                try home.restore(files)
            case let line where line.hasPrefix("@tab "): try home.write("tab", String(line.dropFirst(5)))
            case let line where line.hasPrefix("@time "):
                let text = home.settings.replacing("07:30", with: line.dropFirst(6))
                try home.write(".config/antrain/settings.yaml", text)
            default:
                let run = try home.antrain(line)
                if run.status != 0 { throw FailedPreparation(line: line, errors: run.errors) }
            }
        }
        home.now = now
        if !before.contains(where: { $0.line.hasPrefix("@") }), !delivers { try home.antrain("schedule-next") }
        return home
    }
}

extension Scenario {
    /// Lets a home exchange events with another machine, which has added a reminder and changed a setting since.
    private func join(_ home: FaultHome) throws {
        let other = try FaultHome(now: home.now)
        func run(_ line: String, on home: FaultHome, input: String? = nil) throws -> String {
            let run = try home.antrain(line, input: input)
            if run.status != 0 { throw FailedPreparation(line: line, errors: run.errors) }
            return run.output
        }
        for home in [home, other] { try home.write("Sync/.keep", "") }
        for line in ["settings --on", "sync folder Sync --name desktop"] { _ = try run(line, on: other) }
        let name = try FileManager.default.contentsOfDirectory(atPath: other.path + "/Sync").first {
            $0.hasSuffix(".antrain")
        }
        func carry() throws {
            let bytes = try Data(contentsOf: URL(filePath: "\(other.path)/Sync/\(name ?? "")"))
            try bytes.write(to: URL(filePath: "\(home.path)/Sync/\(name ?? "")"))
        }
        try carry()
        let key = try run("sync join --json", on: other).matches(of: #/"key" : "([^"]+)"/#).first.map { String($0.1) }
        _ = try run("sync folder Sync --name laptop", on: home, input: key)
        for line in ["reminder add Milk --in 16h", "settings grace 3h"] { _ = try run(line, on: other) }
        try carry()
    }
}

struct FailedPreparation: Error {
    let line: String
    let errors: String
}
