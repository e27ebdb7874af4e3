import CivilTime
import Delivery
import DeliverySupport
import Foundation
import Reminders
import TestSupport
import Testing

@Suite struct CommandPluginTests {
    /// A stage whose program is a shell script in its home.
    private func stage(_ script: String, _ values: [(String, String)] = [], words: String = "") throws -> DeliveryStage
    {
        let folder = try TemporaryFolder()
        let program = try folder.write("my program", "#!/bin/sh\n\(script)\n", mode: 0o755)
        return try DeliveryStage.of("command", [("command", "'\(program)' \(words)")] + values, in: folder)
    }

    @Test func theProgramReceivesTheWholeReminder() throws {
        let stage = try stage("cat > \"$HOME/input\"; env -0 > \"$HOME/env\"")
        let text = "Today:\nPush \u{7}\"Day\" für alle"
        let late = due.adding(.minutes(2))
        #expect(try stage.deliver([reminder(0, .followUp, body: text)], now: late).summary.delivered.count == 1)
        let object = try jsonObject(try stage.folder.read("input"))
        #expect(object["body"] as? String == text)
        #expect(object["time"] as? String == "2026-11-23T07:30+00:00")
        #expect(object["late_seconds"] as? Int == 120)
        #expect(object["urgent"] as? Bool == true && object["quiet"] as? Bool == false)
        #expect(object.keys.contains("expires"))
        let key = try #require(object["key"] as? String)
        let variables = try stage.folder.read("env").split(separator: "\0").filter { $0.hasPrefix("ANTRAIN_") }
        let expected = [
            "ID=follow-up/2026-11-23/0730", "KEY=\(key)", "CATEGORY=follow-up", "TITLE=Workout Time!", "BODY=\(text)",
            "DATE=2026-11-23", "WEEKDAY=monday", "FIRE_AT=2026-11-23T07:30", "ZONE=UTC",
            "LINK=\(try #require(object["link"] as? String))", "INSTANT=\(due.secondsSinceEpoch)", "LATE_SECONDS=120",
            "URGENT=1", "QUIET=0",
        ]
        for variable in expected { #expect(variables.contains { $0 == "ANTRAIN_" + variable }, "\(variable)") }
        #expect(variables.contains { $0.hasPrefix("ANTRAIN_EXPIRES=") })
        #expect(variables.count == expected.count + 1)
    }

    /// Both use one encoder: a program's input is the same as a line of the log.
    @Test func theInputEqualsALogLine() throws {
        let folder = try TemporaryFolder()
        let command = "sh -c 'cat > \"$HOME/input\"'"
        var stage = try DeliveryStage.of("command", [("command", command)], in: folder)
        stage.addShipped("log", values: [("file", folder.path + "/log"), ("format", "json")])
        #expect(try stage.deliver().summary.delivered.count == 2)
        let (read, logged) = (try folder.read("input"), try folder.read("log"))
        #expect(read.replacing(".command\"", with: ".log\"") == logged && read.contains(".command\""))
    }

    @Test func aQuietChannelIsMarked() throws {
        let stage = try DeliveryStage.of(
            "command",
            [("command", "sh -c 'cat > \"$HOME/input\"; echo $ANTRAIN_QUIET > \"$HOME/quiet\"'")],
            isQuiet: true
        )
        #expect(try stage.deliver().summary.delivered.count == 1)
        #expect(try jsonObject(try stage.folder.read("input"))["quiet"] as? Bool == true)
        #expect(try stage.folder.read("quiet") == "1\n")
    }

    @Test(arguments: [
        ("text", "Workout Time!\n\nToday: Push Day\n\n(This reminder is 5 min late.)\n"), ("none", ""),
    ])
    func theInputIsChosen(input: String, expected: String) throws {
        let stage = try stage("cat > \"$HOME/input\"", [("input", input)])
        #expect(try stage.deliver(now: due.adding(.minutes(5))).summary.delivered.count == 1)
        #expect(try stage.folder.read("input") == expected)
    }

    @Test func theCommandRunsWithoutAShell() throws {
        let stage = try stage("printf '%s\\n' \"$@\" > \"$HOME/words\"", words: "\"a  b\" $HOME '*' c\\ d ''")
        #expect(try stage.deliver().summary.delivered.count == 1)
        #expect(try stage.folder.read("words") == "a  b\n$HOME\n*\nc d\n\n")
    }

    @Test func aProgramIsFoundInTheHome() throws {
        let folder = try TemporaryFolder()
        try folder.write("bin/remind", "#!/bin/sh\necho done > \"$HOME/done\"\n", mode: 0o755)
        let stage = try DeliveryStage.of("command", [("command", "~/bin/remind")], in: folder)
        #expect(try stage.deliver().summary.delivered.count == 1)
        #expect(try folder.read("done") == "done\n")
    }

    @Test func textCannotBreakTheEnvironment() throws {
        let stage = try stage("cat > \"$HOME/input\"; env -0 > \"$HOME/env\"")
        let long = String(repeating: "ü", count: 90_000)
        #expect(try stage.deliver([reminder(title: "ab\nPATH=/x", body: long)]).summary.delivered.count == 1)
        let variables = try stage.folder.read("env").split(separator: "\0")
        #expect(variables.contains("ANTRAIN_TITLE=ab\nPATH=/x"))
        #expect(variables.contains("PATH=/usr/bin:/bin"))
        let body = try #require(variables.first { $0.hasPrefix("ANTRAIN_BODY=") })
        #expect(body.utf8.count < 70_000 && body.hasSuffix("üü…"))
        #expect(try jsonObject(try stage.folder.read("input"))["body"] as? String == long)
    }

    @Test(arguments: [
        ("exit 0", "delivered", ""), ("exec < /dev/null; exit 0", "delivered", ""),
        ("echo fine; exit 75", "retrying", "exited with 75: fine"),
        ("exit 1", "retrying", "my program exited with 1;"),
        ("echo first >&2; echo; echo ' the  last one ' >&2; echo; exit 77", "failed", "exited with 77: the last one;"),
        ("exit 64", "failed", "exited with 64; this exit code means"),
        ("kill -9 $$", "retrying", "was terminated by signal 9"),
        ("yes | head -c 200000; echo; echo end; exit 1", "retrying", "exited with 1: end"),
        ("printf 'a\\033[31mb\\n'; exit 1", "retrying", "exited with 1: a [31mb"),
        ("sleep 30 & sleep 30", "retrying", "took more than 1 s and was stopped"),
        ("exec > /dev/null 2>&1; sleep 30", "retrying", "took more than 1 s"),
    ])
    func exitStatusesAreInterpreted(script: String, state: String, reason: String) throws {
        let timeout = script.contains("sleep") ? [("timeout", "1s")] : []
        let outcome = try stage(script, timeout).outcome()
        #expect(outcome.state == state, "\(outcome)")
        #expect(reason.isEmpty || outcome.reason.contains(reason), "\(outcome)")
    }

    @Test func childrenEndWithTheProgram() throws {
        // On a loaded machine the grandchild may not have started before the time limit: the next program has a longer one.
        var found: Int32?
        for timeout in ["1s", "5s", "25s"] where found == nil { found = try survivor(of: timeout) }
        let reader = try #require(found, "the grandchild never ran")
        defer { close(reader) }
        var byte: UInt8 = 0
        var watched = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        #expect(poll(&watched, 1, 50_000) == 1 && read(reader, &byte, 1) == 0, "the grandchild lives on")
    }

    /// Runs a program that starts another one, which holds a pipe open as long as it runs.
    ///
    /// - Returns: the other end of the pipe; nil if the other program did not start within the time limit.
    private func survivor(of timeout: String) throws -> Int32? {
        let stage = try stage("(exec 3> \"$HOME/alive\"; echo x >&3; exec sleep 600) & wait", [("timeout", timeout)])
        // The grandchild holds the pipe open as long as it runs.
        let pipe = stage.folder.path + "/alive"
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        #expect(try stage.outcome().reason.contains("took more than \(timeout.dropLast()) s"))
        var bytes = [UInt8](repeating: 0, count: 2)
        if read(reader, &bytes, 2) == 2 { return reader }
        close(reader)
        return nil
    }

    /// A program's exit counts even if it leaves a process running.
    @Test func onlyTheProgramsOwnExitCounts() throws {
        let stage = try stage("sleep 600 & echo $! > \"$HOME/left\"", [("timeout", "25s")])
        #expect(try stage.outcome().state == "delivered")
        let left = try #require(pid_t(try stage.folder.read("left").trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(left, SIGKILL) == 0)
    }

    /// A program may close its output and continue.
    @Test func aProgramMayCloseItsOutput() throws {
        #expect(try stage("exec > /dev/null 2>&1; sleep 1.5; exit 0").outcome().state == "delivered")
    }

    @Test(
        arguments: [
            ([], "missing value for 'command'"), ([("command", "")], "missing value for 'command'"),
            ([("command", "'open")], "unclosed quote"), ([("command", "''")], "the command is empty"),
            ([("command", "true"), ("input", "xml")], "invalid input 'xml'"),
            ([("command", "true"), ("timeout", "26s")], "invalid timeout '26s'"),
            ([("command", "true"), ("timeout", "soon")], "set timeout to a value from 1s to 25s"),
            ([("command", "true"), ("urls", "json://secret")], "'urls' requires a preset"),
            ([("preset", "carrier-pigeon")], "unknown preset 'carrier-pigeon'"),
            ([("preset", "apprise"), ("input", "json")], "cannot be set with preset"),
            ([("preset", "apprise"), ("urls", "secret")], "invalid Apprise URL"),
            ([("preset", "apprise"), ("urls", "json://secret json://b")], "invalid Apprise URL"),
            ([("comand", "true")], "unknown key 'comand'"),
        ] as [([(String, String)], String)]
    )
    func invalidValuesAreRefused(values: [(String, String)], reason: String) throws {
        let outcome = try DeliveryStage.of("command", values).outcome()
        #expect(outcome.state == "failed" && outcome.reason.contains(reason), "\(outcome)")
        #expect(!outcome.reason.contains("secret"))
    }

    @Test(arguments: [
        ([("command", "no-such-program --loud")], "not executable: no-such-program"),
        ([("command", "/etc/passwd")], "not executable: /etc/passwd"),
        ([("preset", "apprise"), ("command", nowhere + "/apprise")], "apt install apprise"),
    ])
    func missingProgramsAreReported(values: [(String, String)], reason: String) throws {
        let stage = try DeliveryStage.of("command", values)
        let report = stage.dispatcher.report(stage.ready[0])
        #expect("\(report.problem ?? "") \(report.remedy ?? "")".contains(reason), "\(report)")
        let outcome = try stage.outcome()
        #expect(outcome.state == "retrying" && outcome.reason.contains(reason), "\(outcome)")
    }
}
