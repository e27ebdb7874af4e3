@testable import Delivery
import DeliverySupport
import Foundation
import History
import Reminders
import RunnerProtocol
import SystemPackage
import TestSupport
import Testing

/// A message from a plugin's process is untrusted: the host accepts no claim about confinement, and displays and stores only
/// plain text.
@Suite struct UntrustedMessageTests {
    /// C that writes bytes to the runner's socket, which it looks for among its descriptors.
    private static func write(_ frames: [[UInt8]]) -> String {
        let bytes = frames.joined().map(String.init).joined(separator: ",")
        return """
            static const unsigned char forged[] = { \(bytes) };
            for (int f = 3; f < 64; f++) {
                int kind; socklen_t size = sizeof kind;
                if (getsockopt(f, SOL_SOCKET, SO_TYPE, &kind, &size) == 0) {
                    for (size_t sent = 0; sent < sizeof forged; ) {
                        ssize_t n = write(f, forged + sent, sizeof forged - sent);
                        if (n <= 0) break;
                        sent += (size_t)n;
                    }
                }
            }
            """
    }

    private static func description() -> WireDescription {
        var forged = WireDescription()
        forged.name = "test"
        forged.version = "1"
        forged.confinement = "nothing that matters"
        return forged
    }

    // MARK: Confinement

    /// A constructor runs before the runner reads the plugin's description: it can send a description, but cannot change the
    /// reported confinement.
    @Test(arguments: [
        [RunnerMessage.loaded(description())], [.confined, .loaded(description())],
        [.loaded(description()), .confined],
    ])
    func aPluginCannotReportItsOwnConfinement(messages: [RunnerMessage]) throws {
        var stage = try DeliveryStage()
        let code = Self.write(try messages.map { try $0.frame })
        let source = CPlugin.good + "\n__attribute__((constructor)) static void forge(void) {\n\(code)\n}\n"
        try stage.add("forger", c: source)
        let report = stage.dispatcher.introduction(of: stage.channels[0])
        #expect(report.description?.confinement.contains("nothing that matters") != true)
        #expect(report.description?.confinement.contains("seccomp") ?? (report.problem != nil))
    }

    @Test func aDescriptionIsCutToTheLimitsOfTheInterface() {
        var description = WireDescription()
        let long = String(repeating: "ü\u{1B}", count: 9000)
        description.name = long
        description.version = long
        description.summary = long
        description.author = long
        description.paths = Array(repeating: long, count: 100)
        description.keys = Array(
            repeating: .init(name: long, help: long, defaultValue: long, type: 0, flags: 0),
            count: 300
        )
        let clean = description.printable
        #expect(clean.name.utf8.count <= 64 && clean.version.utf8.count <= 64 && clean.author.utf8.count <= 256)
        #expect(clean.summary.utf8.count <= 512 && clean.paths.count == 64 && clean.keys.count == 256)
        #expect(clean.paths[0].utf8.count <= 4096 && clean.keys[0].help.utf8.count <= 1024)
        #expect(!clean.keys[0].name.contains("\u{1B}") && !clean.paths[0].contains("\u{1B}"))
    }

    // MARK: Text

    @Test(
        arguments: [
            ("plain\ttext\nin lines", "plain\ttext\nin lines"),
            ("\u{1B}[1;31mred\u{1B}[0m", "\u{1B}[1;31mred\u{1B}[0m\u{1B}[0m"),
            ("\u{1B}[38;5;4mblue", "\u{1B}[38;5;4mblue\u{1B}[0m"), ("\u{1B}]52;c;cm0=\u{7}", " ]52;c;cm0= "),
            ("\u{1B}]0;title\u{1B}\\", " ]0;title \\"), ("\u{1B}[6n", " [6n"), ("\u{1B}[2J\u{1B}[H", " [2J [H"),
            ("\u{9B}31m", " 31m"), ("a\rb\u{8}\u{7F}\u{0}", "a b   "), ("\u{202E}abc\u{2066}", " abc "),
            ("\u{1B}[", " ["), ("\u{1B}", " "),
            ("\u{1B}[" + String(repeating: "1", count: 33) + "m", " [" + String(repeating: "1", count: 33) + "m"),
            ("\u{1B}\u{1B}[1mx", " \u{1B}[1mx\u{1B}[0m"), ("\u{1B}[?25l", " [?25l"), ("日本 💪🏽", "日本 💪🏽"),
        ] as [(String, String)]
    )
    func onlyTextAndColoursArePrinted(text: String, shown: String) {
        #expect(PluginText.colored(text) == shown)
    }

    @Test func textIsCutBetweenCharacters() {
        for text in ["abcdef", "üöäß", "日本語", "💪💪", "e\u{301}e\u{301}"] {
            for bytes in 0...12 {
                let cut = PluginText.prefix(of: text, bytes: bytes)
                #expect(cut.utf8.count <= bytes && text.utf8.starts(with: cut.utf8), "\(text) \(bytes)")
                #expect(cut.utf8.count + 4 > min(bytes, text.utf8.count))
            }
        }
    }

    /// Escape sequences, a flood of text, and then a result: the sequences are filtered, and the flood is cut to 64 KiB.
    @Test func escapesAndFloodsDoNotReachTheTerminal() throws {
        var stage = try DeliveryStage()
        let print = { (text: String) in
            "{ static const char t[] = \(text); antrain_string s = { t, sizeof t - 1 }; the_host->print(the_host, s); }"
        }
        let flood =
            "static char x[60000]; memset(x, 'x', sizeof x); for (int k = 0; k < 50; k++) { antrain_string s = { x, sizeof x }; the_host->print(the_host, s); }"
        try stage.add(
            "noisy",
            c: CPlugin.source(deliver: print("\"\\033]52;c;cm0=\\007\\033[6n\\033[32mok\\n\"") + flood)
        )
        try stage.add("good", c: CPlugin.good)
        let (summary, printed) = try stage.deliver()
        #expect(summary.delivered.count == 2)
        #expect(printed.contains("\u{1B}[32mok") && printed.contains("the rest of the plugin's output was omitted"))
        #expect(!printed.contains("\u{1B}]") && !printed.contains("\u{1B}[6n") && !printed.contains("\u{7}"))
        #expect(printed.utf8.count < 70_000 && printed.utf8.count > 60_000, "\(printed.utf8.count)")
    }

    /// Each line names its channel: no plugin can imitate a message of antrain or of another channel.
    @Test(
        arguments: [
            ("a\nb\n", "x: a\nx: b\n"), ("a", "x: a\n"), ("", ""), ("\n", "x: \n"),
            ("a\r\nantrain: b", "x: a \nx: antrain: b\n"),
            ("\u{1B}[31ma\nb", "x: \u{1B}[31ma\u{1B}[0m\nx: b\n"), ("a\u{2028}b\u{B}c", "x: a b c\n"),
        ] as [(String, String)]
    )
    func printedTextNamesItsChannel(text: String, shown: String) {
        #expect(PluginText.attributed(text, to: "x", columns: 80) == shown)
        #expect(PluginText.attributed(text, to: "x", columns: nil) == shown)
    }

    /// A terminal starts a new row where one is full: no row begins with text of the plugin, whatever its characters' width.
    @Test(arguments: [
        String(repeating: " ", count: 17) + "antrain: warning: hello", "\tantrain: a\tantrain: warning: b",
        "日本日本日antrain: c", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦antrain: d", "\u{1B}[31m" + String(repeating: "r", count: 50), "……………………antrain: e",
        String(repeating: "e\u{301}", count: 30),
    ])
    func noRowOfATerminalLacksTheChannel(text: String) {
        func plain(_ row: some StringProtocol) -> [Unicode.Scalar] {
            Array(String(row).replacing(/\u{1B}\[[0-9;]*m/, with: "").unicodeScalars)
        }
        let rows = PluginText.attributed(text, to: "x", columns: 20).split(separator: "\n").map(plain)
        #expect(rows.count > 1)
        for row in rows {
            #expect(row.prefix(3) == ["x", ":", " "], "\(row)")
            // The widest that any terminal displays it.
            #expect(row.reduce(0) { $0 + ($1.isASCII ? 1 : 2) } <= 20 && !row.contains("\t"), "\(row)")
        }
        let blank: Set<Unicode.Scalar> = [" ", "\t"]
        #expect(
            rows.flatMap { $0.dropFirst(3) }.filter { !blank.contains($0) }
                == plain(text).filter { !blank.contains($0) }
        )
    }

    @Test(
        arguments: [
            ("1.2.3-beta+4", "1.2.3-beta+4"), ("$XDG_STATE_HOME/lamp/", "$XDG_STATE_HOME/lamp/"),
            ("~/Übungen/", "~/Übungen/"),
            ("~/My Notes/", "'~/My Notes/'"), ("", "''"), ("1 needs:  nothing", "'1 needs: \\u{20}nothing'"),
            ("it's", "'it\\u{27}s'"), ("a\u{200B}b", "'a\\u{200B}b'"), ("a\u{A0}b", "'a\\u{A0}b'"),
            ("a\u{301}", "'a\\u{301}'"), ("\\u{20}", "'\\u{5C}u{20}'"), ("\u{3164}", "'\\u{3164}'"),
        ] as [(String, String)]
    )
    func aPluginsWordsAreQuotedInASentence(text: String, shown: String) {
        #expect(PluginText.quoted(text) == shown)
    }

    /// A plugin that ships with antrain may print its own colours and the whole reminder.
    @Test func shippedPluginsPrintUnfiltered() throws {
        var stage = try DeliveryStage()
        let body =
            "static char x[200000]; memset(x, 'x', sizeof x); x[0] = 7; antrain_string s = { x, sizeof x }; the_host->print(the_host, s);"
        stage.addShipped(
            "own",
            library: try compilePlugin(CPlugin.source(deliver: body), into: stage.folder, name: "own"),
            values: []
        )
        let printed = try stage.deliver().printed
        #expect(printed.utf8.count == 200_000 && printed.first == "\u{7}")
    }

    /// A result that the plugin's process wrote itself, larger than `antrain_result` allows.
    @Test func aForgedReasonIsFilteredAndTruncated() throws {
        var stage = try DeliveryStage()
        let long = "\u{1B}]0;x\u{7}" + String(repeating: "y", count: 900_000)
        let frame = try RunnerMessage.result(WireResult(status: 2, reason: "\u{202E}" + long, remedy: "again")).frame
        try stage.add("forger", c: CPlugin.source(deliver: Self.write([frame]) + "pause();"))
        let entry = try #require(try stage.deliver().summary.failed.first)
        let reason = entry.reason ?? ""
        #expect(reason.utf8.count <= 511 + "; again".utf8.count && reason.hasSuffix("; again"), "\(reason.utf8.count)")
        #expect(!reason.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        let row = try stage.ledger.history(limit: 1)[0].deliveries[0]
        #expect((row.reason ?? "").utf8.count < 600)
    }

    @Test func aButtonAnswerIsFilteredAndTruncated() throws {
        var stage = try DeliveryStage()
        let long = String(repeating: "n", count: 9000)
        let answer = WireAnswer(
            id: "\u{1B}" + long,
            notification: "workout/\u{1B}[2J" + long,
            action: "done\u{1B}]0;x\u{7}" + long,
            detail: long
        )
        let frame = try RunnerMessage.answers([answer], keptFor: 0).frame
        try stage.add("buttons", c: CPlugin.source(deliver: Self.write([frame])))
        let pool = RunnerPool()
        pool.agree(with: stage.channels, listeners: ["buttons"])
        try stage.deliver(pool: pool)
        let taken = try #require(pool.nextReport()).answer
        #expect(taken.notification.utf8.count <= 512 && taken.action.utf8.count <= 64)
        #expect(taken.action.hasPrefix("done ]0;x n") && taken.notification.hasPrefix("workout/ [2J"))
        // Longer than allowed, so that the host refuses them.
        #expect(taken.id.utf8.count == WireAnswer.idBytes + 1 && taken.detail.utf8.count == WireAnswer.detailBytes + 1)
        pool.endAll()
    }

    /// Answers to notifications that nobody saw, without end: each would cost the host a look at its ledger.
    ///
    /// - Parameter isSettling: whether they arrive while another answer is settled.
    @Test(arguments: [false, true]) func aFloodOfAnswersIsCutAndReportedOnce(isSettling: Bool) throws {
        var stage = try DeliveryStage()
        let answer = WireAnswer(id: "1", notification: "workout/none", action: "done")
        let frame = try RunnerMessage.answers([answer], keptFor: 0).frame
        let flood = """
            static void *flood(void *x) { for (int k = 0; k < 200; k++) { usleep(1000); \(Self.write([frame])) } return x; }
            static antrain_plugin plugin = {
            """
        let body = "pthread_t t; pthread_create(&t, NULL, flood, NULL);"
        try stage.add(
            "buttons",
            c: CPlugin.source(deliver: body).replacing(
                "static int32_t deliver(",
                with: "static void *flood(void *x);\nstatic int32_t deliver("
            ).replacing("static antrain_plugin plugin = {", with: flood)
        )
        let pool = RunnerPool()
        pool.agree(with: stage.channels, listeners: ["buttons"])
        try stage.deliver(pool: pool)
        var (answers, printed) = (0, "")
        let end = ContinuousClock.now + .seconds(5)
        let settlement = WireSettlement(id: "1", isRecorded: false, text: "")
        while isSettling, ContinuousClock.now + .seconds(3) < end {
            _ = stage.dispatcher.settle(settlement, on: stage.channels[0], pool: pool)
        }
        while ContinuousClock.now < end {
            pool.proceed { printed += $0 }
            while pool.nextReport() != nil { answers += 1 }
            usleep(1000)
        }
        #expect(answers == 64, "\(answers)")
        #expect(printed == "antrain: the channel 'buttons' reported more than 64 answers; the others were ignored\n")
        pool.endAll()
    }

    /// Messages and log text without end, which cost the plugin almost nothing: its process is ended.
    @Test(arguments: [true, false])
    func aFloodOfMessagesEndsTheProcess(inFrames: Bool) throws {
        var stage = try DeliveryStage()
        let frames = try Array(repeating: RunnerMessage.log(level: 0, text: "").frame, count: 1000)
        let step =
            inFrames ? Self.write(frames) : "static char text[65536]; if (write(2, text, sizeof text) < 0) break;"
        let flood = """
            static void *flood(void *x) { usleep(300000); for (;;) { \(step) } return x; }
            static antrain_plugin plugin = {
            """
        try stage.add(
            "buttons",
            c: CPlugin.source(deliver: "pthread_t t; pthread_create(&t, NULL, flood, NULL);").replacing(
                "static int32_t deliver(",
                with: "static void *flood(void *x);\nstatic int32_t deliver("
            ).replacing("static antrain_plugin plugin = {", with: flood)
        )
        let pool = RunnerPool()
        pool.agree(with: stage.channels, listeners: ["buttons"])
        try stage.deliver(pool: pool)
        #expect(pool.count == 1)
        let ended = eventually(0) {
            pool.proceed { _ in }
            return pool.count
        }
        #expect(ended == 0)
        pool.endAll()
    }

    /// A plugin decides how many requests are needed and how long each takes: together, they have a time limit.
    @Test(.timeLimit(.minutes(10))) func requestsHaveATimeLimitTogether() throws {
        var stage = try DeliveryStage()
        try stage.add("slow", c: CPlugin.good)
        let conversation = try PluginConversation.open(stage.channels[0], stage.dispatcher, within: 0.2)
        let failure = #expect(throws: PluginConversation.Failure.self) {
            while true { try conversation.ask(.probe, step: .probe) }
        }
        #expect(failure?.reason == "its calls take too long together" && failure?.isPassing == true)
    }

    /// A failure with a remedy but no reason: the remedy is still filtered.
    @Test func aRemedyWithoutAReasonIsRedacted() throws {
        var stage = try DeliveryStage(environment: ["HOOK_TOKEN": "s3cr3t-t0ken"])
        let open = """
            (void)h; (void)r; *i = 0; for (uint64_t k = 0; k < n; k++) {
                if (v[k].value.length < sizeof token) { memcpy(token, v[k].value.data, v[k].value.length); } }
            return ANTRAIN_OK;
            """
        let source = CPlugin.source(
            deliver: "snprintf(r->remedy, sizeof r->remedy, \"try %s\\033]0;x\\007\", token); return ANTRAIN_REFUSED;",
            open: open
        ).replacing(
            "static const antrain_host *the_host;",
            with: "static const antrain_host *the_host; static char token[64];"
        )
        let library = try compilePlugin(source, into: stage.folder, name: "leaky")
        stage.channels = [
            Channel(
                name: "leaky",
                library: FilePath(library),
                digest: PluginDigest.sha256(of: FilePath(library)),
                values: [ChannelValue(key: "token", origin: .variable("HOOK_TOKEN"))]
            )
        ]
        let reason = try #require(try stage.deliver().summary.failed.first?.reason)
        #expect(reason.contains("try •••") && !reason.contains("s3cr3t"), "\(reason)")
        #expect(!reason.contains("\u{1B}") && !reason.contains("\u{7}"))
    }

    // MARK: Size

    /// A notification that is too large for a message fails at once with its size, and the next one is delivered.
    ///
    /// Without the check it waits for its deadline, which is longer than the test's time limit.
    @Test(.timeLimit(.minutes(10))) func anOversizedNotificationFailsAtOnce() throws {
        var stage = try DeliveryStage(patience: 3600)
        try stage.add("good", c: CPlugin.good)
        let (summary, printed) = try stage.deliver([
            reminder(body: String(repeating: "x", count: 1_200_000)), reminder(1, body: "small"),
        ])
        #expect(summary.failed.first?.reason?.contains("too large for a plugin") == true, "\(summary)")
        #expect(summary.failed.first?.reason?.contains("shorten its text") == true)
        #expect(summary.delivered.count == 1 && printed == "good: small\n")
    }
}
