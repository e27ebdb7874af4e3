import CivilTime
@testable import Delivery
import DeliverySupport
import Foundation
import History
import RunnerProtocol
import SystemPackage
import TestSupport
import Testing

@Suite struct DispatcherTests {
    @Test func aGoodPluginDelivers() throws {
        var stage = try DeliveryStage()
        try stage.add("good", c: CPlugin.good)
        let (summary, printed) = try stage.deliver(
            [reminder(), reminder(1, body: "again")],
            now: due.adding(.minutes(2))
        )
        #expect(summary.delivered.map(\.lateSeconds) == [120, 60])
        #expect(printed == "good: Today: Push Day\ngood: again\n")
        #expect(try stage.deliver(now: due.adding(.minutes(3)), plans: false).summary.isEmpty)
    }

    /// Plugins that were built against older headers still work: `Interfaces/plugin.c`, compiled with the header of each version.
    @Test(.requires(.x86), arguments: ["1.0", "1.1", "1.2"])
    func aPluginForAnOlderInterfaceDelivers(version: String) throws {
        var stage = try DeliveryStage()
        let library = FilePath(BuildProducts.package + "Tests/DeliveryTests/Interfaces/\(version).so")
        stage.channels.append(
            Channel(name: "old", library: library, digest: PluginDigest.sha256(of: library), values: [])
        )
        #expect(try stage.deliver().printed == "old: Today: Push Day\n")
        let report = stage.dispatcher.report(stage.channels[0])
        #expect(report.description?.needs == 0 && report.description?.canSchedule == false && report.problem == nil)
    }

    @Test(arguments: [
        ("crash", "*(volatile int *)0 = 1; return 0;", "crashed (SIGSEGV) while delivering"),
        ("abort", "abort();", "crashed (SIGABRT)"),
        (
            "exit", "fprintf(stderr, \"I give up\\n\"); exit(3);",
            "ended with exit code 3 while delivering; its last output: I give up"
        ),
        ("hang", "for (;;) pause();", "did not answer within"),
        ("spin", "for (volatile int x = 0;; x++) { }", "did not answer within"),
        ("ignore", "signal(SIGTERM, SIG_IGN); for (;;) pause();", "did not answer within"),
        ("nonsense", "return 77;", "the plugin returned 77, which is not a valid status"),
        ("garbage", "printf(\"garbage\"); fflush(stdout); return 2;", "the plugin gave no reason"),
        (
            "frames", "for (int fd = 3; fd < 64; fd++) { if (write(fd, \"\\xff\\xff\\xff\\xff\", 4)) { } } return 0;",
            "sent an invalid message"
        ),
        ("closes", "for (int fd = 3; fd < 64; fd++) close(fd); for (;;) pause();", "closed its socket"),
        ("parent", "kill(getppid(), 0); raise(SIGKILL); return 0;", "was terminated by SIGKILL"),
        (
            "reason",
            "strcpy(r->reason, \"the server is away\"); strcpy(r->remedy, \"start it\"); return ANTRAIN_RETRY;",
            "the server is away; start it"
        ),
    ])
    func aBadPluginHarmsNoOtherChannel(name: String, body: String, reason: String) throws {
        // Only the plugin that never answers gets a short time limit; the others may need longer on a loaded machine.
        var stage = try DeliveryStage(patience: reason.hasPrefix("did not answer") ? 5 : 60)
        try stage.add("bad", c: CPlugin.source(deliver: body))
        try stage.add("good", c: CPlugin.good)
        let (summary, printed) = try stage.deliver()
        #expect(summary.delivered.map(\.channel) == ["good"])
        #expect(printed == "good: Today: Push Day\n")
        let other = try #require((summary.retrying + summary.failed).first)
        #expect(other.channel == "bad")
        #expect(other.reason?.contains(reason) == true, "\(other.reason ?? "")")
        // the row keeps the reason
        #expect(
            try (stage.ledger.pending(limit: 1).first?.deliveries ?? stage.ledger.history(limit: 1)[0].deliveries).first
            { $0.channel == "bad" }?.reason == other.reason
        )
    }

    @Test(arguments: [
        ("int x;", "is not an antrain plugin: it does not export antrain_plugin_entry_v1"),
        (
            "#include <antrain_plugin.h>\nconst antrain_plugin *antrain_plugin_entry_v1(const antrain_host *h) { (void)h; return 0; }",
            "its entry function returned NULL"
        ),
        (
            "#include <antrain_plugin.h>\nstatic antrain_plugin p = { .size = 8 };\nconst antrain_plugin *antrain_plugin_entry_v1(const antrain_host *h) { (void)h; return &p; }",
            "has 8 bytes"
        ),
        (
            "#include <antrain_plugin.h>\nstatic antrain_plugin p = { .size = sizeof p, .name = ANTRAIN_STRING(\"x\") };\nconst antrain_plugin *antrain_plugin_entry_v1(const antrain_host *h) { (void)h; return &p; }",
            "has no 'open'"
        ),
        (
            "#include <stdlib.h>\n__attribute__((constructor)) static void c(void) { abort(); }",
            "crashed (SIGABRT) while loading"
        ),
    ])
    func invalidPluginsAreReported(source: String, reason: String) throws {
        var stage = try DeliveryStage()
        try stage.add("bad", c: source)
        let (summary, _) = try stage.deliver()
        #expect(summary.retrying.first?.reason?.contains(reason) == true, "\(summary.retrying.first?.reason ?? "")")
    }

    @Test func aTextFileIsNoPlugin() throws {
        var stage = try DeliveryStage()
        let text = try stage.folder.write("text.so", "hello")
        stage.channels.append(
            Channel(name: "text", library: FilePath(text), digest: PluginDigest.sha256(of: FilePath(text)), values: [])
        )
        stage.channels.append(
            Channel(name: "gone", library: nil, digest: nil, values: [], problem: "there is no plugin at /x")
        )
        let summary = try stage.deliver().summary
        #expect(summary.retrying.map(\.channel).sorted() == ["gone", "text"])
        #expect(summary.retrying.contains { $0.reason?.contains("the library cannot be loaded") == true })
        #expect(summary.retrying.contains { $0.reason == "there is no plugin at /x" })
    }

    @Test func aPluginThatRefusesItsValuesIsNotTriedAgain() throws {
        var stage = try DeliveryStage()
        try stage.add(
            "bad",
            c: CPlugin.source(
                deliver: "return 0;",
                open: "(void)h; (void)v; (void)n; (void)i; strcpy(r->reason, \"no key 'x'\"); return ANTRAIN_REFUSED;"
            )
        )
        let summary = try stage.deliver().summary
        #expect(summary.failed.map(\.reason) == ["no key 'x'"])
        #expect(try stage.ledger.history(limit: 1).map(\.state) == ["failed"])
    }

    @Test func afterACrashTheOtherNotificationsAreSent() throws {
        var stage = try DeliveryStage()
        try stage.add(
            "bad",
            c: CPlugin.source(
                deliver: "if (m->body.length == 4) abort(); the_host->print(the_host, m->body); return 0;"
            )
        )
        let (summary, printed) = try stage.deliver(
            [reminder(0), reminder(1, body: "boom"), reminder(2)],
            now: due.adding(.minutes(3))
        )
        #expect(summary.delivered.count == 2 && summary.retrying.count == 1)
        #expect(printed == "bad: Today: Push Day\nbad: Today: Push Day\n")
    }

    @Test(.timeLimit(.minutes(10))) func grandchildrenEndWithTheirPlugin() throws {
        // On a loaded machine the grandchild may not have started before the time limit: the next plugin has a longer one.
        var found: Int32?
        for patience in [1.0, 5, 60] where found == nil { found = try survivor(of: patience) }
        let reader = try #require(found, "the grandchild never ran")
        defer { close(reader) }
        var byte: UInt8 = 0
        #expect(read(reader, &byte, 1) == 0, "the grandchild lives on")
    }

    /// Runs a plugin whose grandchild holds a pipe open as long as it runs.
    ///
    /// - Returns: the other end of the pipe; nil if the grandchild did not start within the time limit.
    private func survivor(of patience: Double) throws -> Int32? {
        var stage = try DeliveryStage(patience: patience)
        let pipe = stage.folder.path + "/alive"
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        try stage.add(
            "bad",
            c: CPlugin.source(
                deliver:
                    "if (fork() == 0) { int f = open(\"\(pipe)\", O_WRONLY); if (write(f, \"x\", 1)) {} } for (;;) pause();",
                needs: "ANTRAIN_NEED_EXEC | ANTRAIN_NEED_RIGHTS"
            )
        )
        _ = try stage.deliver()
        _ = fcntl(reader, F_SETFL, 0)
        var byte: UInt8 = 0
        if read(reader, &byte, 1) == 1 { return reader }
        close(reader)
        return nil
    }

    @Test func pluginsAreGivenAFilteredEnvironment() throws {
        var stage = try DeliveryStage(environment: ["SECRET": "x"])
        try stage.add(
            "env",
            c: CPlugin.source(
                deliver:
                    "const char *s = getenv(\"SECRET\"), *h = getenv(\"HOME\"); snprintf(r->reason, sizeof r->reason, \"%s %s\", s ? s : \"none\", h ? \"home\" : \"none\"); return 2;"
            )
        )
        #expect(try stage.deliver().summary.failed.map(\.reason) == ["none home"])
    }

    @Test func failuresBackOff() throws {
        var stage = try DeliveryStage()
        try stage.add("bad", c: CPlugin.source(deliver: "r->retry_after_seconds = 600; return ANTRAIN_RETRY;"))
        #expect(try stage.deliver().summary.retrying.map(\.reason) == ["the plugin gave no reason"])
        #expect(try stage.deliver(now: due.adding(.minutes(9)), plans: false).summary.isEmpty)
        #expect(try stage.deliver(now: due.adding(.minutes(13)), plans: false).summary.retrying.count == 1)
        #expect(try stage.deliver(now: due.adding(.minutes(300)), plans: false).summary.missed.count == 1)
    }

    @Test(
        arguments: [(1, 60, 72), (2, 120, 144), (3, 240, 288), (5, 900, 1080), (60, 900, 1080)] as [(Int, Int64, Int64)]
    )
    func theBackoffDoublesUpToFifteenMinutes(attempt: Int, least: Int64, most: Int64) {
        for key in ["a", "b", "workout/2026"] {
            let span = Backoff.span(after: attempt, key: key, requested: 0)
            #expect((least...most).contains(span.seconds))
            #expect(span == Backoff.span(after: attempt, key: key, requested: 0))
        }
    }

    @Test func pluginsDescribeThemselves() throws {
        var stage = try DeliveryStage()
        stage.addShipped("mail", values: [("to", "me@example.org"), ("command", nowhere + "/sendmail")])
        let dispatcher = Dispatcher(
            runner: FilePath(BuildProducts.path("antrain-plugin-runner")),
            environment: ["PATH": "/bin"],
            terminal: TerminalFacts(columns: 80, isOutput: false, allowsColor: false, isControlling: false)
        )
        let report = dispatcher.report(stage.channels[0])
        #expect(report.description?.name == "mail")
        #expect(
            report.description?.keys.map(\.name) == ["to", "from", "command", "reply-to", "subject-prefix", "timeout"]
        )
        #expect(report.problem == "command not found: \(nowhere)/sendmail")
        #expect(report.remedy?.contains("mail transfer agent") == true)
        let missing = Dispatcher(
            runner: FilePath(nowhere + "/runner"),
            environment: [:],
            terminal: TerminalFacts(columns: 80, isOutput: false, allowsColor: false, isControlling: false)
        )
        #expect(missing.report(stage.channels[0]).damage?.path == FilePath(nowhere + "/runner"))
    }

    /// A busy machine may start the runner late; that takes no time from the plugin, whose limit for loading is 5 s.
    @Test func aRunnerMayStartLate() throws {
        var stage = try DeliveryStage()
        stage.addShipped("mail", values: [("to", "me@example.org"), ("command", "/bin/true")])
        let late = try stage.folder.write(
            "late",
            "#!/bin/sh\nsleep 6\nexec \(BuildProducts.path("antrain-plugin-runner")) \"$@\"\n",
            mode: 0o755
        )
        let dispatcher = Dispatcher(
            runner: FilePath(late),
            environment: ["PATH": "/bin"],
            terminal: TerminalFacts(columns: 80, isOutput: false, allowsColor: false, isControlling: false)
        )
        let report = dispatcher.report(stage.channels[0])
        #expect(report.description?.name == "mail" && report.problem == nil, "\(report)")
    }
}

@Suite struct ShippedPluginTests {
    @Test(arguments: ["at", "command", "console", "desktop", "log", "mail", "tasks", "webhook"])
    func onlyTheEntryPointIsExported(name: String) throws {
        let symbols = try run(
            "/usr/bin/env",
            ["nm", "-D", "--defined-only", "--extern-only", BuildProducts.path("libantrain-\(name).so")]
        ).output
        let exported = symbols.split(separator: "\n").filter { $0.split(separator: " ")[1].allSatisfy(\.isUppercase) }
            .compactMap { $0.split(separator: " ").last }
        #expect(exported == ["antrain_plugin_entry_v1"])
    }

    @Test func theConsoleShowsABanner() throws {
        var stage = try DeliveryStage()
        stage.addShipped("console", values: [])
        let printed = try stage.deliver(
            [
                reminder(
                    body: "Today: Push Day and a very long evening run through the whole of the old town \u{1B}[31m"
                )
            ],
            now: due.adding(.minutes(75))
        ).printed
        let rule = String(repeating: "─", count: 60)
        #expect(
            printed
                == """
                \(rule)
                 Workout Time!
                 Today: Push Day and a very long evening run through the
                 whole of the old town [31m
                 Monday 2026-11-23, 07:30, 1 h 15 min late
                 Answer: antrain start · done · snooze
                \(rule)

                """
        )
    }

    @Test func theConsoleRefusesInvalidValues() throws {
        for (key, value, reason) in [
            ("target", "moon", "invalid target 'moon'"), ("color", "pink", "invalid color 'pink'"),
            ("colour", "on", "unknown key 'colour'"),
        ] {
            var stage = try DeliveryStage()
            stage.addShipped("console", values: [(key, value)])
            #expect(try stage.deliver().summary.failed.first?.reason?.contains(reason) == true)
        }
    }

    @Test func theLogHasOneLinePerNotification() throws {
        var stage = try DeliveryStage()
        let file = stage.folder.path + "/logs/n.log"
        stage.addShipped("plain", plugin: "log", values: [("file", file)])
        stage.addShipped("json", plugin: "log", values: [("file", file + ".json"), ("format", "json")])
        _ = try stage.deliver([reminder(body: "Today:\nPush \u{7} \"Day\"")])
        #expect(
            try stage.folder.read("logs/n.log")
                == "2026-11-23T07:30+00:00 workout/2026-11-23/0730 Workout Time! | Today:\\nPush \\u0007 \"Day\"\n"
        )
        let line = try stage.folder.read("logs/n.log.json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["body"] as? String == "Today:\nPush \u{7} \"Day\"")
        #expect(line.hasSuffix("}\n") && line.split(separator: "\n").count == 1)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    }

    @Test func theLogSurvivesRotationAndManyWriters() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/n.log"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var stage = try DeliveryStage()
                    stage.addShipped("log", values: [("file", file)])
                    _ = try stage.deliver(
                        (0..<50).map { reminder($0, body: String(repeating: "x", count: 3000)) },
                        now: due.adding(.minutes(50))
                    )
                }
            }
            try await group.waitForAll()
        }
        let lines = try folder.read("n.log").split(separator: "\n")
        #expect(lines.count == 200)
        #expect(
            lines.allSatisfy { $0.contains(" | " + String(repeating: "x", count: 3000)) && $0.hasPrefix("2026-11-23T") }
        )
        try FileManager.default.moveItem(atPath: file, toPath: file + ".1")
        var stage = try DeliveryStage()
        stage.addShipped("log", values: [("file", file)])
        _ = try stage.deliver()
        #expect(try folder.read("n.log").split(separator: "\n").count == 1)
    }

    private func mail(_ stage: inout DeliveryStage, script: String, _ values: [(String, String)] = []) throws {
        let command = try stage.folder.write("sendmail", "#!/bin/sh\n\(script)\n", mode: 0o755)
        stage.addShipped(
            "mail",
            values: [("to", "Jörg <joerg@example.org>"), ("command", "'\(command)' -t -i")] + values
        )
    }

    @Test func theMailIsAValidMessage() throws {
        var stage = try DeliveryStage()
        try mail(
            &stage,
            script: "cat > \"$HOME/message\"; echo \"$@\" > \"$HOME/arguments\"",
            [("from", "antrain@example.org"), ("subject-prefix", "[gym]")]
        )
        let summary = try stage.deliver([reminder(body: "Today: Brustdrücken\nund mehr")]).summary
        #expect(summary.delivered.count == 1, "\(summary)")
        #expect(try stage.folder.read("arguments") == "-t -i\n")
        let message = try stage.folder.read("message")
        let script = """
            import sys, email, email.policy, json
            m = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
            print(json.dumps({"to": m["To"], "from": m["From"], "subject": m["Subject"], "date": m["Date"], "id": m["Message-ID"], "auto": m["Auto-Submitted"],
                "body": m.get_content(), "defects": [str(d) for d in m.defects] + [str(d) for v in m.values() for d in v.defects]}))
            """
        let parsed = try run("/usr/bin/env", ["python3", "-c", script, stage.folder.path + "/message"])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(parsed.output.utf8)) as? [String: Any],
            "\(parsed.errors)"
        )
        #expect(object["to"] as? String == "Jörg <joerg@example.org>")
        #expect(object["from"] as? String == "antrain@example.org")
        #expect(object["subject"] as? String == "[gym] Workout Time!")
        #expect(object["date"] as? String == "Mon, 23 Nov 2026 07:30:00 +0000")
        let body = (object["body"] as? String)?.split(whereSeparator: \.isNewline)
        #expect(body == ["Today: Brustdrücken", "und mehr", "Answer: antrain start · done · snooze"])
        #expect(object["auto"] as? String == "auto-generated")
        #expect((object["defects"] as? [String])?.isEmpty == true)
        #expect(message.split(separator: "\n").allSatisfy { $0.utf8.count <= 78 })
    }

    @Test func theMessageIDIsTheSameForEachAttempt() throws {
        var stage = try DeliveryStage()
        try mail(&stage, script: "grep -i '^Message-ID' >> \"$HOME/ids\"; exit 75")
        #expect(try stage.deliver().summary.retrying.count == 1)
        #expect(try stage.deliver(now: due.adding(.minutes(5)), plans: false).summary.retrying.count == 1)
        let ids = try stage.folder.read("ids").split(separator: "\n")
        #expect(ids.count == 2 && ids[0] == ids[1])
    }

    @Test(arguments: [
        "me@example.org\nBcc: all@example.org", "a b@example.org", "me@", "@x", "<me@example.org",
        "-oQ/tmp@example.org", "me@exa mple.org", "",
    ])
    func addressesCannotInjectHeaders(address: String) throws {
        var stage = try DeliveryStage()
        stage.addShipped("mail", values: [("to", address)])
        let reason = try #require(try stage.deliver().summary.failed.first?.reason)
        #expect(reason.contains("invalid mail address") || reason.contains("missing value for 'to'"))
    }

    @Test func textCannotInjectHeaders() throws {
        var stage = try DeliveryStage()
        try mail(&stage, script: "cat > \"$HOME/message\"", [("subject-prefix", "x\r\nBcc: all@example.org\r\n")])
        #expect(try stage.deliver().summary.delivered.count == 1)
        #expect(try stage.folder.read("message").split(separator: "\n").allSatisfy { !$0.hasPrefix("Bcc") })
    }

    @Test(arguments: [
        ("cat > /dev/null; exit 75", true, "exited with 75"), ("exit 67", false, "exited with 67"),
        ("echo no such user >&2; exit 67", false, "no such user"), ("exit 1", true, "exited with 1"),
        ("kill -9 $$", true, "was terminated by signal 9"), ("sleep 30", true, "took more than 1 s and was stopped"),
        ("exec sleep 30 > /dev/null 2>&1", true, "took more than 1 s"),
    ])
    func exitStatusesAreInterpreted(script: String, isPassing: Bool, reason: String) throws {
        var stage = try DeliveryStage()
        try mail(&stage, script: script, script.contains("sleep") ? [("timeout", "1s")] : [])
        let summary = try stage.deliver().summary
        let entry = try #require(isPassing ? summary.retrying.first : summary.failed.first, "\(summary)")
        #expect(entry.reason?.contains(reason) == true, "\(entry.reason ?? "")")
    }

    @Test func aMissingOrUnusableCommandIsReported() throws {
        for command in ["\(nowhere)/sendmail -t", "/etc/passwd"] {
            var stage = try DeliveryStage()
            stage.addShipped("mail", values: [("to", "me@example.org"), ("command", command)])
            #expect(try stage.deliver().summary.retrying.first?.reason?.contains("command not found") == true)
        }
        for (key, value) in [("command", "'open"), ("timeout", "soon"), ("timeout", "99s")] {
            var stage = try DeliveryStage()
            stage.addShipped("mail", values: [("to", "me@example.org"), (key, value)])
            #expect(try stage.deliver().summary.failed.count == 1)
        }
    }
}
