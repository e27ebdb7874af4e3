import Foundation
import TestSupport
import Testing

/// The URL that antrain requests after successful runs, so that a monitor elsewhere notices if it stops.
@Suite struct HeartbeatRequestTests {
    private static let secret = "5f0c-secret-key"

    /// A home with the heartbeat of a server.
    private struct Stage {
        let folder: TemporaryFolder
        var now = "2026-11-22T20:00"

        init(_ heartbeat: String, _ more: String = "") throws {
            folder = try TemporaryFolder()
            try folder.write(
                ".config/antrain/settings.yaml",
                "enabled: on\ntime: 07:30\nchannels: [log]\nheartbeat: \(heartbeat)\n\(more)"
            )
            try antrain("program activate push-pull-legs")
        }

        @discardableResult
        func antrain(_ line: String) throws -> Finished {
            try run(
                BuildProducts.path("antrain"),
                line.split(separator: " ").map(String.init),
                environment: [
                    "HOME": folder.path, "TZ": "Europe/Berlin", "ANTRAIN_NOW": now, "PATH": "/usr/bin:/bin",
                ],
                in: folder.path
            )
        }

        func ledger() throws -> String {
            let path = folder.path + "/.local/share/antrain/ledger.sqlite"
            return try run("/usr/bin/sqlite3", [path, ".dump"]).output
        }
    }

    @Test func successfulRunsRequestItAtMostEveryFiveMinutes() throws {
        let server = try HookServer()
        var stage = try Stage("{url: \(server.url("/\(Self.secret)"))}")
        for line in ["schedule-next --dry-run", "", "settings", "doctor", "plugin list"] {
            try stage.antrain(line)
        }
        #expect(try server.requests().isEmpty)
        let first = try stage.antrain("schedule-next")
        #expect(first.status == 0 && first.errors.isEmpty, "\(first)")
        let request = try server.request()
        #expect(request.method == "POST" && request.path == "/\(Self.secret)")
        // The request says nothing about the user's training.
        #expect(request.body == "antrain" && request.headers["content-type"] == "text/plain", "\(request)")
        for (minute, count) in [(1, 1), (4, 1), (5, 2), (6, 2), (11, 3)] {
            stage.now = "2026-11-22T20:\(minute < 10 ? "0" : "")\(minute)"
            #expect(try stage.antrain("deliver").status == 0)
            #expect(try server.requests().count == count, "minute \(minute)")
        }
        // A clock that was set back does not stop the requests.
        stage.now = "2026-11-22T19:00"
        try stage.antrain("deliver")
        #expect(try server.requests().count == 4)
    }

    @Test func theIntervalCanBeChosenAndAFileBeWrittenToo() throws {
        let server = try HookServer()
        var stage = try Stage("{url: \"\(server.url("/x"))\", every: 1h, file: ~/beat}")
        try stage.antrain("schedule-next")
        stage.now = "2026-11-22T20:59"
        try stage.antrain("deliver")
        #expect(try server.requests().count == 1)
        #expect(try stage.folder.read("beat") == "2026-11-22T19:59:00Z\n")
        stage.now = "2026-11-22T21:00"
        try stage.antrain("deliver")
        #expect(try server.requests().count == 2)
    }

    /// A reminder is delivered first, and a failed request neither fails the run nor is reported each minute.
    @Test func aFailureIsReportedOnceAndFailsNothing() throws {
        let server = try HookServer()
        var stage = try Stage("{url: \(server.url("/status/404/\(Self.secret)"))}")
        stage.now = "2026-11-23T07:30"
        let first = try stage.antrain("schedule-next")
        let problem = "the heartbeat was not sent: 127.0.0.1:\(server.port) returned status 404"
        #expect(first.status == 0 && first.errors.contains(problem), "\(first)")
        #expect(first.errors.contains("set 'url' of 'heartbeat' to it"), "\(first)")
        #expect(try stage.folder.read(".local/state/antrain/notifications.log").contains("Push Day"))
        for minute in 31...40 {
            stage.now = "2026-11-23T07:\(minute)"
            let run = try stage.antrain("deliver")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        }
        #expect(try server.requests().count == 3)
        let doctor = try stage.antrain("doctor --json")
        #expect(doctor.output.contains("heartbeat-failed") && doctor.output.contains("antrain channel test heartbeat"))
        #expect(doctor.status == 69)
        #expect(!(doctor.output + first.errors).contains(Self.secret))
        // After a success, the next failure is reported again.
        let settings = try stage.folder.read(".config/antrain/settings.yaml")
        try stage.folder.write(
            ".config/antrain/settings.yaml",
            settings.replacing("/status/404/\(Self.secret)", with: "/\(Self.secret)")
        )
        stage.now = "2026-11-23T08:00"
        #expect(try stage.antrain("deliver").errors.isEmpty)
        #expect(try !stage.antrain("doctor --json").output.contains("heartbeat-failed"))
        try stage.folder.write(".config/antrain/settings.yaml", settings)
        stage.now = "2026-11-23T08:10"
        #expect(try stage.antrain("deliver").errors.contains(problem))
    }

    /// The reminders were delivered, so the file is written, and the run succeeds.
    @Test func aSecretThatCannotBeReadDoesNotFailTheRun() throws {
        var stage = try Stage("{url: {env: HB}, file: ~/beat}", "logging: ~/log\n")
        stage.now = "2026-11-23T07:30"
        let first = try stage.antrain("schedule-next")
        let problem = "the environment variable HB for 'url' is not set"
        #expect(first.status == 0, "\(first)")
        #expect(first.errors.contains("warning: the heartbeat was not sent: \(problem)"), "\(first)")
        #expect(first.errors.split(separator: "\n").count == 1)
        #expect(try stage.folder.read("log").components(separatedBy: problem).count == 2)
        #expect(try stage.folder.read("beat") == "2026-11-23T06:30:00Z\n")
        stage.now = "2026-11-23T07:35"
        let second = try stage.antrain("schedule-next")
        #expect(second.status == 0 && second.errors.isEmpty, "\(second)")
        #expect(try stage.folder.read("beat") == "2026-11-23T06:35:00Z\n")
        // Each failure is logged.
        #expect(try stage.folder.read("log").components(separatedBy: problem).count == 3)
        let doctor = try stage.antrain("doctor --json")
        let codes = ["channel-misconfigured", "heartbeat-failed"]
        #expect(codes.allSatisfy(doctor.output.contains) && !doctor.output.contains("channel-not-ready"), "\(doctor)")
        #expect(try stage.antrain("plugin deny heartbeat").status == 0)
        #expect(try !stage.antrain("doctor").output.contains("plugin test heartbeat"))
    }

    /// The fix must not name `insecure`, a setting of the plugin that the heartbeat does not have.
    @Test func anUnencryptedURLFromAFileHasAnApplicableFix() throws {
        let stage = try Stage("{url: {file: ~/url}}")
        try stage.folder.write("url", "http://example.org/KEY\n")
        try #require(try run("/usr/bin/chmod", ["600", stage.folder.path + "/url"]).status == 0)
        let problem = "the heartbeat URL from ~/url does not start with https://"
        let run = try stage.antrain("schedule-next")
        #expect(run.status == 0 && run.errors.contains(problem), "\(run)")
        for line in ["doctor", "plugin test heartbeat"] {
            let run = try stage.antrain(line)
            let text = run.output + run.errors
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains(problem) && words.contains("use a URL that starts with https://"), "\(run)")
            #expect(!text.contains("insecure") && !text.contains("KEY"), "\(run)")
        }
    }

    /// The plugin's advice for these answers names settings of channels, which the heartbeat does not have.
    @Test(arguments: [400, 401, 405, 413]) func aRejectedRequestHasAnApplicableFix(status: Int) throws {
        let server = try HookServer()
        let stage = try Stage("{url: \(server.url("/status/\(status)"))}")
        for line in ["schedule-next", "doctor --json", "plugin test heartbeat"] {
            let run = try stage.antrain(line)
            let text = run.output + run.errors
            let fix = "; check 'url' of 'heartbeat', and the monitor that it belongs to"
            #expect(text.contains("returned status \(status)") && text.contains(fix), "\(line): \(run)")
        }
    }

    /// A run that failed is not reported as successful.
    @Test func aFailedRunRequestsNothing() throws {
        let server = try HookServer()
        // The plugin's setting 'command' is missing.
        var stage = try Stage("{url: \(server.url())}", "configure: {log: {plugin: command}}\n")
        stage.now = "2026-11-23T07:30"
        #expect(try stage.antrain("schedule-next").status == 78)
        #expect(try server.requests().isEmpty)
    }

    /// The plugin may be denied like that of any channel.
    @Test func aDeniedChannelRequestsNothing() throws {
        let server = try HookServer()
        let stage = try Stage("{url: \(server.url())}")
        #expect(try stage.antrain("plugin list").output.contains("in use: heartbeat"))
        #expect(try stage.antrain("plugin deny heartbeat").status == 0)
        let run = try stage.antrain("schedule-next")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(try server.requests().isEmpty)
        #expect(try stage.antrain("doctor").output.contains("antrain channel allow heartbeat"))
        #expect(try stage.antrain("plugin allow heartbeat").status == 0)
        try stage.antrain("schedule-next")
        #expect(try server.requests().count == 1)
        #expect(try stage.antrain("plugin test heartbeat").status == 0)
        #expect(try server.requests().count == 2)
    }

    /// The URL is the key of the monitor.
    @Test func theURLIsKeptSecret() throws {
        let server = try HookServer()
        let stage = try Stage("{url: \(server.url("/\(Self.secret)"))}", "logging: {to: ~/log, level: debug}\n")
        for line in [
            "schedule-next", "settings", "settings --json", "", "doctor", "plugin list --json",
            "plugin info webhook", "deliver -v", "backup b.tar",
        ] {
            let run = try stage.antrain(line)
            #expect(!run.output.isEmpty || run.status == 0, "\(line): \(run)")
            #expect(!(run.output + run.errors).contains(Self.secret), "\(line): \(run)")
        }
        #expect(try stage.antrain("settings").output.contains("http://127.0.0.1:\(server.port)/…"))
        for file in ["b.tar", "log"] { #expect(try !stage.folder.read(file).contains(Self.secret), "\(file)") }
        #expect(try stage.folder.read("log").contains("heartbeat sent"))
        #expect(try !stage.ledger().contains(Self.secret))
        #expect(try stage.folder.read("b.tar").contains("heartbeat-url"))
        // The ledger's copy of the settings has no URL, so nothing is requested until the file is back.
        try FileManager.default.removeItem(atPath: stage.folder.path + "/.config/antrain/settings.yaml")
        #expect(try stage.antrain("schedule-next").errors.contains("settings.yaml"))
    }

    @Test(arguments: [
        ("{url: http://example.org/KEY}", "a URL that starts with https://"),
        ("{url: ftp://example.org/KEY}", "a URL that starts with https://"), ("{url: KEY}", "https://"),
        ("{url: 'https:///KEY'}", "https://"), ("{url: [https://a.org/KEY]}", "not a list"),
        ("{file: ~/beat, every: 1h}", "'every' applies only to 'url'"),
        ("{url: https://example.org/KEY, every: 10s}", "1m to"),
        ("{url: https://example.org/KEY}\nconfigure: {heartbeat: {plugin: webhook}}", "rename this channel"),
        ("{url: https://example.org/KEY}\nchannels: [log, heartbeat]", "remove it from 'channels'"),
        ("{url: https://example.org/KEY}\nrest-days: perhaps", "perhaps"),
    ])
    func wrongValuesAreErrorsThatDoNotShowTheURL(value: String, message: String) throws {
        let stage = try Stage("off")
        try stage.folder.write(".config/antrain/settings.yaml", "heartbeat: \(value)\n")
        let run = try stage.antrain("schedule-next")
        #expect(run.errors.contains(message) && !run.errors.contains("KEY"), "\(run)")
    }

    /// The settings and a part of the message.
    @Test(arguments: [
        ("heartbeat: https://hc.example/KEY", "write {url: https://…} or {file: ~/path}"),
        ("heartbeat: hc.example/KEY", "write {url: https://…} or {file: ~/path}"),
        ("heartbeat: [https://hc.example/KEY]", "not a list"),
        ("heartbeat: {urll: https://hc.example/KEY}", "did you mean 'url'?"),
        ("heartbeat:\n  urll: KEY\n", "did you mean 'url'?"),
        ("heartbeats: {url: https://hc.example/KEY}", "did you mean 'heartbeat'?"),
        ("HEARTBEAT: {URL: KEY}", "did you mean 'heartbeat'?"),
        ("heartbeat: {url:https://hc.example/KEY}", "a value without a key"),
        ("heartbeat: {url: {https://hc.example/KEY}}", "either 'file' or 'env'"),
        ("heartbeat: {file: https://hc.example/KEY}", "must be a path, not a URL"),
        ("heartbeat: {file: hc.example/KEY}", "must be a path, not a URL"),
        ("enabled: on\nheartbeat:https://hc.example/KEY", "missing colon"), ("heartbeat: {url: KEY", "unclosed"),
        ("heartbeat:\n  url: KEY\n  url: KEY2", "duplicate key"),
        ("heartbeat: {url: KEY, file: {}}", "invalid heartbeat URL"),
        ("logging: https://user:KEY@hc.example?KEY", "'https://…@hc.example?…'"),
        ("calendar-file: 'HTTP://hc.example/KEY'", "HTTP://hc.example/•"),
        ("enabled: on\n  heartbeat: hc.example/KEY\ntime: 07:30", "unexpected colon"),
        ("enabled: on\nheartbeat hc.example/KEY\ntime: 07:30", "heartbeat •"),
        ("enabled: on\nheartbeat= hc.example/KEY", "missing colon"), ("heartbeat=hc.example/KEY", "single value"),
        ("enabled: on\n\"heartbeat\" hc.example/KEY", "missing colon"),
        ("enabled: on\nhearbeat\n  url hc.example/KEY\n", "missing colon"),
        ("enabled: on\n\theartbeat: hc.example/KEY", "tab used for indentation"),
        ("{enabled: on, heartbeat: hc.example/KEY", "unclosed"),
        ("enabled: on heartbeat: hc.example/KEY", "unexpected"),
        ("- heartbeat: {url: hc.example/KEY}", "not a list"), ("heartbeat:\nurl hc.example/KEY", "missing colon"),
        ("heartbeat:\n- KEY\n- KEY: [", "unclosed"), ("heartbeat:\nurl: hc.example/KEY", "unknown key 'url'"),
        ("logging: {heartbeat: hc.example/KEY}", "unknown key 'heartbeat'"),
    ])
    func mistakesDoNotShowTheURL(text: String, message: String) throws {
        let stage = try Stage("off")
        try stage.folder.write(".config/antrain/settings.yaml", "\(text)\n")
        for line in [
            "schedule-next", "settings --on", "settings heartbeat off", "settings --json", "doctor --json", "",
            "plugin test heartbeat",
        ] {
            let run = try stage.antrain(line)
            #expect(!(run.output + run.errors).contains("KEY"), "\(line): \(run)")
            if line == "settings --on" { #expect(run.errors.contains(message), "\(run)") }
        }
    }
}
