import CivilTime
import Delivery
import Foundation
import SystemPackage
import TestSupport
import Testing

/// A conforming plugin in C with selected defects.
private struct CheckedPlugin: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The checks that must fail; all others pass.
    let failing: Set<String>
    var open = ""
    var probe = ""
    var deliver = ""
    var cancel = ""
    var close = ""
    var entry = ""
    var name = "good"
    var size = "sizeof(antrain_plugin)"
    var keys = ""
    var members = ""
    var capabilities = "ANTRAIN_CAPABILITY_DELIVER"
    var more = ""

    init(_ description: String, _ failing: Set<String>, _ change: (inout CheckedPlugin) -> Void) {
        testDescription = description
        self.failing = failing
        change(&self)
    }

    var source: String {
        """
        #include <antrain_plugin.h>
        #include <fcntl.h>
        #include <locale.h>
        #include <pthread.h>
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/epoll.h>
        #include <sys/mman.h>
        #include <sys/resource.h>
        #include <sys/stat.h>
        #include <sys/time.h>
        #include <unistd.h>
        static const antrain_host *the_host;
        static void *elsewhere(void *x) { (void)x; antrain_string s = ANTRAIN_STRING("x"); the_host->log(the_host, 1, s); return NULL; }
        static void *forever(void *x) { (void)x; for (;;) pause(); return NULL; }
        static int has(antrain_string t, int low, int high) {
            for (uint64_t k = 0; k < t.length; k++) if ((unsigned char)t.data[k] >= low && (unsigned char)t.data[k] <= high) return 1;
            return 0;
        }
        static int32_t fail(antrain_result *r, int32_t status) { strcpy(r->reason, "told to fail"); return status; }
        static int32_t open_it(const antrain_host *h, const antrain_pair *v, uint64_t n, void **i, antrain_result *r) {
            (void)h; (void)v; (void)n; (void)r; *i = malloc(8); \(open) return 0; }
        static int32_t probe(void *i, antrain_result *r) { (void)i; (void)r; \(probe) return 0; }
        static int32_t deliver(void *i, const antrain_notification *m, antrain_result *r) { (void)i; (void)m; (void)r; \(deliver) return 0; }
        static int32_t cancel(void *i, antrain_string id, antrain_result *r) { (void)i; (void)id; (void)r; \(cancel) return 0; }
        static void close_it(void *i) { \(close) free(i); }
        \(more)
        static const antrain_key keys[] = { { ANTRAIN_STRING("path"), ANTRAIN_STRING("a place"), { 0 }, ANTRAIN_TYPE_PATH, 0 }, \(keys) };
        static antrain_plugin plugin = {
            .size = \(size), .abi_minor = 1, .name = ANTRAIN_STRING("\(name)"), .version = ANTRAIN_STRING("1"),
            .summary = ANTRAIN_STRING("Is checked"), .keys = keys, .key_count = sizeof keys / sizeof *keys, .open = open_it,
            .probe = probe, .deliver = deliver, .cancel = cancel, .close = close_it, .capabilities = \(capabilities), \(members)
        };
        __attribute__((used)) static void *const all[] = { (void *)forever, (void *)elsewhere, (void *)has, (void *)fail };
        const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) { the_host = host; \(entry) return &plugin; }
        """
    }

    private static func key(_ name: String, _ type: String = "0", _ flags: String = "0", value: String = "{ 0 }")
        -> String
    {
        "{ ANTRAIN_STRING(\"\(name)\"), ANTRAIN_STRING(\"help\"), \(value), \(type), \(flags) }"
    }

    private static let scheduling = """
        static antrain_string held; static int64_t when; static int count;
        static int32_t schedule(void *i, const antrain_notification *m, antrain_result *r) { (void)i; (void)r;
            held.data = strndup(m->key.data, m->key.length); held.length = m->key.length; when = m->instant SHIFT; count = COUNT; return 0; }
        static int32_t unschedule(void *i, antrain_string key, antrain_result *r) { (void)i; (void)key; (void)r; LETGO return 0; }
        static int32_t list(void *i, void (*receive)(void *, antrain_string, int64_t), void *c, antrain_result *r) { (void)i; (void)r;
            for (int k = 0; k < count; k++) { receive(c, held, when); }
            return 0; }
        static antrain_schedule extension = { .size = sizeof extension, .schedule = schedule, .cancel = unschedule, .list = list };
        static const void *get_extension(antrain_string name) {
            return name.length == strlen(ANTRAIN_EXTENSION_SCHEDULE) ? &extension : NULL; }
        """

    private static func scheduling(shift: String = "", count: String = "1", letGo: String = "count = 0;") -> String {
        scheduling.replacing("SHIFT", with: shift).replacing("COUNT", with: count).replacing("LETGO", with: letGo)
    }

    private static func answering(_ first: String, _ second: String = "b", settle: String = "") -> String {
        """
        static int32_t collect(void *i, void (*receive)(void *, const antrain_answer *), void *c, antrain_result *r) {
            (void)i; (void)r;
            antrain_answer one = { .size = sizeof one, .id = ANTRAIN_STRING("\(first)"), .action = ANTRAIN_STRING("done") };
            antrain_answer other = { .size = sizeof other, .id = ANTRAIN_STRING("\(second)"), .action = ANTRAIN_STRING("skip") };
            receive(c, &one); receive(c, &other); return 0; }
        static int32_t settle(void *i, antrain_string id, int32_t outcome, antrain_string text, antrain_result *r) {
            (void)i; (void)id; (void)outcome; (void)text; (void)r; \(settle) return 0; }
        static antrain_answers extension = { .size = sizeof extension, .collect = collect, .settle = settle };
        static const void *get_extension(antrain_string name) {
            return name.length == strlen(ANTRAIN_EXTENSION_ANSWERS) ? &extension : NULL; }
        """
    }

    private static let answers = "ANTRAIN_CAPABILITY_DELIVER | ANTRAIN_CAPABILITY_ACTIONS"
    private static let both = "ANTRAIN_CAPABILITY_DELIVER | ANTRAIN_CAPABILITY_SCHEDULE"
    private static let scheduler = ".get_extension = get_extension"

    static let good: [CheckedPlugin] = [
        CheckedPlugin("good", []) { _ in },
        CheckedPlugin("good and holding", []) {
            $0.more = scheduling()
            $0.members = scheduler
            $0.capabilities = both
        },
        CheckedPlugin("good and answering", []) {
            $0.more = answering("a")
            $0.members = scheduler
            $0.capabilities = answers
        },
        CheckedPlugin("good with every type", []) {
            $0.keys = (0..<6).map { key("key-\($0)", "\($0)", "\($0 & 6)") }.joined(separator: ", ")
        },
        CheckedPlugin("good with memory of ever other sizes, which it frees", []) {
            $0.deliver =
                "static int n; void *p[7]; n++; for (int k = 0; k < 7; k++) p[k] = malloc(n * 16); for (int k = 0; k < 7; k++) free(p[k]);"
        },
        CheckedPlugin("good with a process that it leaves as it was", []) {
            $0.open = """
                char *was = malloc(4104);
                *(mode_t *)was = umask(0);
                if (!getcwd(was + 8, 4096) || chdir("/usr") || setenv("LAMP", "1", 1) || !setlocale(LC_ALL, "C.UTF-8")) return 2;
                free(*i);
                *i = was;
                """
            $0.close = """
                umask(*(mode_t *)i);
                if (chdir((char *)i + 8) || unsetenv("LAMP") || !setlocale(LC_ALL, "C")) abort();

                """
        },
        CheckedPlugin("good with a thread that it ends", []) {
            $0.open = "pthread_t *t = malloc(sizeof *t); pthread_create(t, NULL, forever, NULL); free(*i); *i = t;"
            $0.close = "pthread_cancel(*(pthread_t *)i); pthread_join(*(pthread_t *)i, NULL);"
        },
    ]

    /// Plugins that conform with warnings.
    static let doubtful: [CheckedPlugin] = [
        CheckedPlugin("leaves a thread", ["left-behind"]) {
            $0.open = "pthread_t t; pthread_create(&t, NULL, forever, NULL);"
        },
        CheckedPlugin("leaves what a runtime waits with", ["left-behind"]) {
            $0.open = "int ends[2]; if (pipe(ends) != 0 || epoll_create1(0) < 0) return fail(r, 2);"
        },
        CheckedPlugin("handles a signal", ["signals"]) { $0.open = "signal(SIGTERM, SIG_IGN);" },
        CheckedPlugin("handles signals as a runtime does", ["signals"]) {
            $0.entry = "for (int s = 1; s < 32; s++) if (s != SIGKILL && s != SIGSTOP) signal(s, SIG_DFL);"
        },
        CheckedPlugin("succeeds with a reason", ["answers"]) {
            $0.deliver = "strcpy(r->reason, \"the lamp is off\");"
        },
        CheckedPlugin("declares no capabilities", ["capabilities"]) { $0.capabilities = "0" },
        CheckedPlugin("takes its time", ["time"]) { $0.deliver = "usleep(1100000);" },
        CheckedPlugin("writes to standard output", ["output"]) { $0.deliver = "if (write(1, \"x\", 1)) { }" },
        CheckedPlugin("prints to standard output", ["output"]) { $0.deliver = "printf(\"delivered\");" },
        CheckedPlugin("changes the environment", ["process"]) { $0.open = "setenv(\"TZ\", \"UTC\", 1);" },
        CheckedPlugin("removes a variable", ["process"]) { $0.entry = "unsetenv(\"HOME\");" },
        CheckedPlugin("changes the working folder", ["process"]) {
            $0.deliver = "if (chdir(\"/usr\")) return fail(r, 2);"
        },
        CheckedPlugin("changes the locale", ["process"]) {
            $0.open = "if (!setlocale(LC_ALL, \"C.UTF-8\")) return fail(r, 2);"
        },
        CheckedPlugin("changes the umask", ["process"]) { $0.open = "umask(0);" },
        CheckedPlugin("blocks signals", ["process"]) {
            $0.open = "sigset_t s; sigfillset(&s); pthread_sigmask(SIG_BLOCK, &s, NULL);"
        },
        CheckedPlugin("leaves a timer", ["process"]) {
            $0.open = "struct itimerval t = { { 0, 0 }, { 9999, 0 } }; setitimer(ITIMER_REAL, &t, NULL);"
        },
        CheckedPlugin("lowers a limit", ["process"]) {
            $0.members = ".needs = ANTRAIN_NEED_EXEC,"
            $0.open = "struct rlimit l = { 100, 100 }; if (setrlimit(RLIMIT_NOFILE, &l)) return fail(r, 2);"
        },
        CheckedPlugin("lowers its priority", ["process"]) {
            $0.members = ".needs = ANTRAIN_NEED_EXEC,"
            $0.open = "if (setpriority(PRIO_PROCESS, 0, 5)) return fail(r, 2);"
        },
        CheckedPlugin("leaves a program", ["process"]) {
            $0.members = ".needs = ANTRAIN_NEED_EXEC,"
            $0.open = "pid_t p = fork(); if (p == 0) for (;;) pause(); if (p < 0) return fail(r, 2);"
        },
        CheckedPlugin("waits for no program", ["process"]) {
            $0.members = ".needs = ANTRAIN_NEED_EXEC,"
            $0.open = "pid_t p = fork(); if (p == 0) _exit(0); if (p < 0) return fail(r, 2);"
        },
    ]

    static let texts: Set = [
        "deliver", "deliver-empty", "deliver-long", "deliver-emoji", "deliver-right-to-left", "deliver-control",
    ]

    static let bad: [CheckedPlugin] = [
        CheckedPlugin("refuses the host", ["load"]) { $0.entry = "return NULL;" },
        CheckedPlugin("a size of nothing", ["load"]) { $0.size = "8" },
        CheckedPlugin("crashes when loaded", ["load"]) { $0.entry = "abort();" },
        CheckedPlugin("a size of 1.0 with the version 1.1", ["version"]) {
            $0.size = "offsetof(antrain_plugin, needs)"
        },
        CheckedPlugin("a name that cannot be", ["description"]) { $0.name = "Bad Name" },
        CheckedPlugin("a key's name", ["keys"]) { $0.keys = key("Bad Key") },
        CheckedPlugin("a key twice", ["keys"]) { $0.keys = key("path") },
        CheckedPlugin("antrain's own key", ["keys"]) { $0.keys = key("limit") },
        CheckedPlugin("a type that means nothing", ["keys"]) { $0.keys = key("a", "9") },
        CheckedPlugin("a flag that means nothing", ["keys"]) { $0.keys = key("a", "0", "256") },
        CheckedPlugin("a default of another type", ["keys"]) {
            $0.keys = key("a", "ANTRAIN_TYPE_SPAN", value: "ANTRAIN_STRING(\"soon\")")
        },
        CheckedPlugin("says that it schedules", ["capabilities"]) { $0.capabilities = both },
        CheckedPlugin("does not say that it schedules", ["capabilities"]) {
            $0.more = scheduling()
            $0.members = scheduler
        },
        CheckedPlugin("says that it answers", ["capabilities"]) { $0.capabilities = answers },
        CheckedPlugin("does not say that it answers", ["capabilities"]) {
            $0.more = answering("a")
            $0.members = scheduler
        },
        CheckedPlugin("needs what means nothing", ["capabilities"]) { $0.members = ".needs = 1 << 20" },
        CheckedPlugin("requires a value", ["open"]) { $0.keys = key("token", "0", "ANTRAIN_KEY_REQUIRED") },
        CheckedPlugin("refuses without a reason", ["open"]) { $0.open = "return 2;" },
        CheckedPlugin("creates its file when probed", ["probe"]) {
            $0.more = "static const antrain_string places[] = { ANTRAIN_STRING(\"~/lamp/\") };"
            $0.members = ".paths = places, .path_count = 1"
            $0.probe = """
                char path[4096];
                snprintf(path, sizeof path, "%s/lamp/state", getenv("HOME"));
                int file = open(path, O_CREAT | O_RDWR, 0600);
                if (file < 0) return fail(r, ANTRAIN_RETRY);
                close(file);
                """
        },
        CheckedPlugin("crashes when probed", ["probe"]) { $0.probe = "abort();" },
        CheckedPlugin("hangs when probed", ["probe"]) { $0.probe = "sleep(60);" },
        CheckedPlugin("crashes at each delivery", texts) { $0.deliver = "abort();" },
        CheckedPlugin("refuses the empty", ["deliver-empty"]) {
            $0.deliver = "if (m->body.length == 0) return fail(r, 2);"
        },
        CheckedPlugin("crashes at the long", ["deliver-long"]) { $0.deliver = "if (m->body.length > 99999) abort();" },
        CheckedPlugin("knows ASCII alone", ["deliver-emoji", "deliver-right-to-left"]) {
            $0.deliver = "if (has(m->body, 128, 255)) return fail(r, 2);"
        },
        CheckedPlugin("crashes at control characters", ["deliver-control"]) {
            $0.deliver = "if (has(m->body, 27, 27)) abort();"
        },
        CheckedPlugin("answers what means nothing", ["deliver-control", "answers"]) {
            $0.deliver = "if (has(m->body, 27, 27)) return 7;"
        },
        CheckedPlugin("works once at a time", ["probe", "second"]) {
            $0.open =
                "int f = open(\"PLACE/held/lock\", O_CREAT | O_EXCL, 0600); if (f < 0) return fail(r, 2); close(f);"
            $0.close = "unlink(\"PLACE/held/lock\");"
            $0.more = "static const antrain_string paths[] = { ANTRAIN_STRING(\"PLACE/held/\") };"
            $0.members = ".paths = paths, .path_count = 1"
        },
        CheckedPlugin("crashes when cancelling", ["cancel"]) { $0.cancel = "abort();" },
        CheckedPlugin("forgets what it holds", ["schedule"]) {
            $0.more = scheduling(count: "0")
            $0.members = scheduler
            $0.capabilities = both
        },
        CheckedPlugin("holds it for another time", ["schedule"]) {
            $0.more = scheduling(shift: "+ 3600")
            $0.members = scheduler
            $0.capabilities = both
        },
        CheckedPlugin("holds it for no time", ["schedule"]) {
            $0.more = scheduling(shift: "* 0 + INT64_MIN")
            $0.members = scheduler
            $0.capabilities = both
        },
        CheckedPlugin("holds it twice", ["schedule"]) {
            $0.more = scheduling(count: "count + 1")
            $0.members = scheduler
            $0.capabilities = both
        },
        CheckedPlugin("never lets go", ["schedule"]) {
            $0.more = scheduling(letGo: "")
            $0.members = scheduler
            $0.capabilities = both
        },
        CheckedPlugin("gives two answers one ID", ["collect"]) {
            $0.more = answering("a", "a")
            $0.members = scheduler
            $0.capabilities = answers
        },
        CheckedPlugin("gives an answer no ID", ["collect"]) {
            $0.more = answering("")
            $0.members = scheduler
            $0.capabilities = answers
        },
        CheckedPlugin("settles only answers that it gave", ["collect"]) {
            $0.more = answering("a", settle: "abort();")
            $0.members = scheduler
            $0.capabilities = answers
        },
        CheckedPlugin("leaks memory", ["leaks"]) { $0.deliver = "strndup(m->body.data, m->body.length);" },
        CheckedPlugin("leaks descriptors", ["leaks", "left-behind"]) { $0.deliver = "open(\"/dev/null\", O_RDONLY);" },
        CheckedPlugin("hangs when closed", ["close"]) { $0.close = "sleep(60);" },
        CheckedPlugin("leaks mappings", ["leaks"]) {
            $0.deliver = "mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);"
        },
        CheckedPlugin("leaks a thread at each delivery", ["leaks"]) {
            $0.deliver = "pthread_t t; pthread_create(&t, NULL, forever, NULL);"
        },
        CheckedPlugin("takes a text for one with a NUL", texts) {
            $0.deliver = "char line[64]; snprintf(line, sizeof line, \"%s\", m->title.data);"
        },
        CheckedPlugin("calls the host from another thread", ["host-calls"]) {
            $0.deliver = "pthread_t t; pthread_create(&t, NULL, elsewhere, NULL); pthread_join(t, NULL);"
        },
        CheckedPlugin("closes standard output", ["streams"]) { $0.deliver = "close(1);" },
        CheckedPlugin("replaces standard input", ["streams"]) {
            $0.deliver = "int f = open(\"/dev/zero\", O_RDONLY); dup2(f, 0); close(f);"
        },
        CheckedPlugin("leaves a descriptor", ["left-behind"]) { $0.open = "open(\"/dev/null\", O_RDONLY);" },
    ]
}

/// The conformance run, which also checks antrain's own plugins.
@Suite struct ConformanceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func report(_ library: String, _ values: [(String, String)] = [], deliveries: Int = 50) throws
        -> ConformanceReport
    {
        let (file, digest) = Conformance.inspect(library: FilePath(library)) { _ in
            library.hasPrefix(BuildProducts.folder)
        }
        let dispatcher = Dispatcher(
            runner: FilePath(BuildProducts.path("antrain-plugin-runner")),
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path],
            terminal: TerminalFacts(columns: 60, isOutput: true, allowsColor: false, isControlling: true)
        )
        let stranger = Channel(name: "check", library: FilePath(library), digest: digest, values: [])
        let conformance = Conformance(
            library: FilePath(library),
            digest: digest,
            values: values.map { ChannelValue(key: $0.0, text: $0.1) },
            allowed: dispatcher.introduction(of: stranger).description,
            dispatcher: dispatcher
        )
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        return file.followed(by: conformance.run(now: now, deliveries: deliveries))
    }

    private func failures(_ report: ConformanceReport) -> Set<String> {
        Set(report.checks.filter { $0.verdict == .failed }.map(\.name))
    }

    @Test(arguments: [
        ("console", [("target", "output")]), ("log", [("file", "HOME/reminders.log")]),
        ("log", [("file", "HOME/reminders.jsonl"), ("format", "json")]),
        ("mail", [("to", "me@example.org"), ("command", "/bin/cat")]),
        ("command", [("command", "/bin/cat")]), ("command", [("command", "/bin/cat"), ("input", "text")]),
        ("tasks", [("folder", "HOME/tasks")]),
    ])
    func ourOwnPluginsConform(plugin: String, values: [(String, String)]) throws {
        let values = values.map { ($0.0, $0.1.replacing("HOME", with: folder.path)) }
        let report = try report(BuildProducts.path("libantrain-\(plugin).so"), values)
        #expect(report.conforms, "\(report.checks.filter { $0.verdict != .ok })")
        let warned = report.checks.filter { $0.verdict != .ok }
        #expect(warned.isEmpty, "\(warned)")
        #expect(report.medianMilliseconds != nil && report["exports"]?.verdict == .ok)
    }

    @Test func theExampleWithAnswersConforms() throws {
        try folder.write("inbox/.keep", "")
        let report = try report(try InboxPlugin.library.get(), [("path", folder.path + "/inbox")])
        #expect(report.checks.allSatisfy { $0.verdict == .ok }, "\(report.checks.filter { $0.verdict != .ok })")
    }

    @Test func theWebhookConforms() throws {
        let server = try HookServer()
        let report = try report(BuildProducts.path("libantrain-webhook.so"), [("url", server.url())])
        #expect(report.checks.allSatisfy { $0.verdict == .ok }, "\(report.checks.filter { $0.verdict != .ok })")
        #expect(try server.requests().count > 50)
    }

    @Test(arguments: CheckedPlugin.good)
    private func goodPluginsPassEveryCheck(plugin: CheckedPlugin) throws {
        let report = try report(try compilePlugin(plugin.source, into: folder, name: "good"))
        #expect(report.checks.allSatisfy { $0.verdict == .ok }, "\(report.checks.filter { $0.verdict != .ok })")
        #expect(report.checks.count == 31)
    }

    @Test(arguments: CheckedPlugin.bad)
    private func badPluginsFailTheirCheck(plugin: CheckedPlugin) throws {
        let report = try report(
            try compilePlugin(plugin.source.replacing("PLACE", with: folder.path), into: folder, name: "bad")
        )
        #expect(failures(report) == plugin.failing, "\(report.checks.filter { $0.verdict != .ok })")
        #expect(!report.conforms)
    }

    /// A runtime such as Go's starts threads and handles signals, and cannot undo either: this is not a failure.
    @Test(arguments: CheckedPlugin.doubtful)
    private func doubtfulPluginsConformWithAWarning(plugin: CheckedPlugin) throws {
        let report = try report(try compilePlugin(plugin.source, into: folder, name: "doubtful"), deliveries: 1)
        let warned = Set(report.checks.filter { $0.verdict != .ok }.map(\.name))
        #expect(report.conforms && warned == plugin.failing, "\(report.checks.filter { $0.verdict != .ok })")
    }

    @Test func additionalExportsAreReported() throws {
        let plugin = CheckedPlugin("exports", []) { $0.more = "int helper(void) { return 1; } int table[4];" }
        let report = try report(try compilePlugin(plugin.source, into: folder, name: "exports"))
        #expect(report.conforms && report["exports"]?.verdict == .warning)
        #expect(report["exports"]?.sentence.contains("it also exports helper, table; hide them") == true)
    }

    /// A library with changed bytes, and the check that reports it.
    @Test(
        arguments: [
            ([0: 0x7E], "file", "not a shared library: not an ELF file"),
            ([18: 0xF3], "file", "it was built for another architecture"),
            ([4: 1], "file", "it was built for another architecture"),
            ([16: 1], "file", "not a shared library; link with -shared"), ([40: 0xFF, 43: 0xFF], "file", "damaged"),
            ([60: 0xFF, 61: 0xFF], "file", "damaged"), ([60: 0, 61: 0], "entry", "section headers were stripped"),
        ] as [([Int: UInt8], String, String)]
    )
    func invalidLibrariesAreReportedWithoutLoading(changes: [Int: UInt8], check: String, sentence: String) throws {
        let plugin = CheckedPlugin("good", []) { _ in }
        let library = try compilePlugin(plugin.source, into: folder, name: "file")
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: library)))
        for (place, byte) in changes { bytes[place] = byte }
        let report = Conformance.inspect(bytes)
        #expect(report[check]?.sentence.contains(sentence) == true, "\(report)")
    }

    @Test func truncatedLibrariesAreReported() throws {
        let plugin = CheckedPlugin("good", []) { _ in }
        let library = try compilePlugin(plugin.source, into: folder, name: "cut")
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: library)))
        for length in stride(from: 0, to: bytes.count - 64, by: 101) {
            #expect(!Conformance.inspect(Array(bytes[..<length])).conforms)
        }
        let library2 = try compilePlugin("int other(void) { return 1; }", into: folder, name: "none")
        let report = Conformance.inspect([UInt8](try Data(contentsOf: URL(filePath: library2))))
        #expect(report["entry"]?.verdict == .failed)
    }
    /// The shipped plugins use the runner's Swift runtime; any other plugin that needs a Swift library is not portable.
    @Test(arguments: [(true, ConformanceReport.Verdict.ok), (false, .warning)])
    func onlyShippedPluginsMayNeedSwift(ships: Bool, verdict: ConformanceReport.Verdict) throws {
        let library = BuildProducts.path("libantrain-console.so")
        #expect(Conformance.inspect(library: FilePath(library)) { _ in ships }.report["libraries"]?.verdict == verdict)
    }
}
