@testable import Delivery
import DeliverySupport
import Foundation
import RunnerProtocol
import SystemPackage
import TestSupport
import Testing

/// Runner processes that are kept between delivery batches.
@Suite struct RunnerPoolTests {
    /// A plugin that prints its process id, and the pool that keeps it.
    private final class Stage {
        var stage: DeliveryStage
        let pool: RunnerPool
        private var minute = 0

        init(deliver body: String = "", idleLimit: Double = 600, patience: Double = 20) throws {
            stage = try DeliveryStage(patience: patience)
            pool = RunnerPool(idleLimit: idleLimit)
            try stage.add("warm", c: Stage.source(body))
        }

        static func source(_ body: String) -> String {
            let print = """
                char text[32]; antrain_string all = { text, (uint64_t)snprintf(text, sizeof text, "%d", getpid()) };
                the_host->print(the_host, all);
                """
            return CPlugin.source(deliver: body + print)
        }

        /// Delivers one more notification and returns the process that delivered it.
        func deliver() throws -> (process: pid_t?, summary: DeliverySummary) {
            minute += 1
            let (summary, printed) = try stage.deliver([reminder(minute)], pool: pool)
            return (pid_t(printed.filter(\.isNumber)), summary)
        }
    }

    @Test func oneProcessDeliversSeveralBatches() throws {
        let stage = try Stage()
        let first = try #require(try stage.deliver().process)
        #expect(try stage.deliver().process == first)
        #expect(try stage.deliver().process == first)
        #expect(stage.pool.count == 1)
        stage.pool.endAll()
        #expect(stage.pool.count == 0 && kill(first, 0) != 0)
    }

    /// The guard of a plugin's process is outside its Landlock domain, so the dying process cannot signal it.
    @Test func theGuardEndsWithItsPlugin() throws {
        let stage = try Stage()
        let plugin = try #require(try stage.deliver().process)
        let guards = Self.children(of: plugin).filter { Self.status($0)?["Name"] == "antrain-guard" }
        try #require(!guards.isEmpty)
        kill(plugin, SIGKILL)
        for guardian in guards {
            // The time limit is for a guard that keeps running; an ended guard may remain a zombie if nobody reaps it.
            let end = ContinuousClock.now + .seconds(60)
            while let state = Self.status(guardian)?["State"], !state.hasPrefix("Z"), ContinuousClock.now < end {
                usleep(10_000)
            }
            #expect(Self.status(guardian).map { $0["State"]?.hasPrefix("Z") == true } ?? true)
        }
        stage.pool.endAll()
    }

    /// Nobody waits for `collect` if its descriptor is readable; a process in which it does not return is killed, whatever it blocks.
    @Test func unaskedCollectingHasATimeLimit() throws {
        let stage = try Stage()
        let source = Stage.source("").replacing(
            "static antrain_plugin plugin = {",
            with: """
                static int32_t descriptor(void *i) { (void)i; return open("/dev/zero", O_RDONLY); }
                static int32_t collect(void *i, void (*f)(void *, const antrain_answer *), void *c, antrain_result *r) {
                    (void)i; (void)f; (void)c; (void)r; sigset_t all; sigfillset(&all); pthread_sigmask(SIG_BLOCK, &all, NULL); for (;;) sleep(100); return 0; }
                static const antrain_answers answering = { .size = sizeof answering, .descriptor = descriptor, .collect = collect };
                static const void *extension(antrain_string name) {
                    return name.length == strlen(ANTRAIN_EXTENSION_ANSWERS) && memcmp(name.data, ANTRAIN_EXTENSION_ANSWERS, name.length) == 0
                        ? &answering : NULL; }
                static antrain_plugin plugin = { .get_extension = extension,
                """
        )
        stage.stage.channels = []
        try stage.stage.add("warm", c: source)
        stage.pool.agree(with: stage.stage.channels, listeners: ["warm"])
        _ = try stage.deliver()
        #expect(
            eventually(0) {
                stage.pool.proceed { _ in }
                return stage.pool.count
            } == 0
        )
        stage.pool.endAll()
    }

    private static func children(of process: pid_t) -> [pid_t] {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.compactMap { pid_t($0) }.filter { status($0)?["PPid"] == "\(process)" }
    }

    /// The lines of `/proc/PID/status`; nil if there is no such process.
    private static func status(_ process: pid_t) -> [String: String]? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n").compactMap { line -> (String, String)? in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard let first = parts.first, let last = parts.last, parts.count == 2 else { return nil }
            return (String(first), last.trimmingCharacters(in: .whitespaces))
        }
        return Dictionary(lines) { first, _ in first }
    }

    @Test func anIdleProcessIsEnded() throws {
        let stage = try Stage(idleLimit: 0)
        let first = try #require(try stage.deliver().process)
        #expect(stage.pool.patience == 0)
        stage.pool.proceed { _ in }
        #expect(stage.pool.count == 0 && kill(first, 0) != 0)
        #expect(try stage.deliver().process != first)
        #expect(try Stage().pool.patience == nil)
    }

    @Test(arguments: ["values", "file", "permission"])
    func aChangedChannelGetsANewProcess(what: String) throws {
        let stage = try Stage()
        let first = try #require(try stage.deliver().process)
        let library = try #require(stage.stage.channels[0].library)
        switch what {
        case "values":
            stage.stage.channels = [
                Channel(
                    name: "warm",
                    library: library,
                    digest: PluginDigest.sha256(of: library),
                    values: [.init(key: "a", text: "b")]
                )
            ]
        case "file":
            // The same bytes in a new file, as after installing it again.
            _ = try compilePlugin(Stage.source(""), into: stage.stage.folder, name: "warm")
            #expect(PluginDigest.sha256(of: library) == stage.stage.channels[0].digest)
        default:
            stage.stage.channels = []
            stage.stage.addShipped("warm", library: library.string, values: [], isQuiet: true)
        }
        let second = try #require(try stage.deliver().process)
        #expect(second != first && kill(first, 0) != 0)
        #expect(stage.pool.count == 1)
    }

    /// Killed between two batches: the next batch has a new process, and nothing fails.
    @Test(arguments: [true, false])
    func aKilledProcessIsReplaced(isNoticed: Bool) throws {
        let stage = try Stage()
        let first = try #require(try stage.deliver().process)
        kill(first, SIGKILL)
        if isNoticed {
            #expect(
                eventually(0) {
                    stage.pool.proceed { _ in }; return stage.pool.count
                } == 0
            )
        }
        let second = try stage.deliver()
        #expect(second.summary.delivered.count == 1 && second.summary.retrying.isEmpty)
        #expect(second.process != nil && second.process != first)
    }

    /// After log rotation or an editor's save, the name refers to another file, to which the kept process has no access.
    @Test func aRotatedFileIsWrittenToAgain() throws {
        var stage = try DeliveryStage()
        let (file, pool) = (stage.folder.path + "/rem.log", RunnerPool())
        stage.addShipped("log", values: [("file", file)])
        func deliver(_ minute: Int, _ body: String) throws {
            let summary = try stage.deliver([reminder(minute, body: body)], pool: pool).summary
            #expect(summary.delivered.count == 1, "\(summary.retrying) \(summary.failed)")
        }
        try deliver(0, "first")
        #expect(rename(file, file + ".1") == 0)
        try deliver(1, "second")
        try stage.folder.write("saved", "")
        #expect(rename(stage.folder.path + "/saved", file) == 0)
        try deliver(2, "third")
        pool.endAll()
        let old = try stage.folder.read("rem.log.1")
        #expect(old.contains("first") && !old.contains("second"))
        let new = try stage.folder.read("rem.log")
        #expect(new.contains("third") && !new.contains("second"))
    }

    /// A file that the process created for its plugin, or that the plugin writes to, does not require a new process.
    @Test func aFileThatIsWrittenToKeepsItsProcess() throws {
        let stage = try Stage()
        let place = stage.stage.folder.path + "/made.txt"
        let source = Stage.source(
            "FILE *f = fopen(\"\(place)\", \"a\"); if (!f) return 1; fputs(\"x\", f); fclose(f);"
        ).replacing(
            "static antrain_plugin plugin = {",
            with:
                "static const antrain_string paths[] = { ANTRAIN_STRING(\"\(place)\") };\nstatic antrain_plugin plugin = { .paths = paths, .path_count = 1,"
        )
        stage.stage.channels = []
        try stage.stage.add("warm", c: source)
        let first = try #require(try stage.deliver().process)
        #expect(try stage.deliver().process == first)
        #expect(rename(place, place + ".1") == 0)
        let second = try #require(try stage.deliver().process)
        #expect(second != first && kill(first, 0) != 0)
        #expect(try stage.deliver().process == second)
        stage.pool.endAll()
    }

    @Test func aHangingPluginIsNotKept() throws {
        let stage = try Stage(deliver: "static int calls; if (calls++) for (;;) pause();", patience: 5)
        #expect(try stage.deliver().process != nil)
        let second = try stage.deliver().summary
        #expect(second.retrying.first?.reason?.contains("did not answer within 5 s while delivering") == true)
        #expect(stage.pool.count == 0)
        #expect(try stage.deliver().process != nil)
    }

    /// A crash fails the notification at which it happens, also in a process that was kept.
    @Test func aPluginThatCrashesFailsOnce() throws {
        let stage = try Stage(deliver: "static int calls; if (calls++) abort();")
        #expect(try stage.deliver().process != nil)
        let second = try stage.deliver()
        #expect(second.summary.delivered.count + second.summary.retrying.count == 1)
    }

    /// A runner whose host forgot it does not run forever.
    @Test func aRunnerWithoutMessagesExits() throws {
        let folder = try TemporaryFolder()
        let library = try compilePlugin(CPlugin.good, into: folder, name: "good")
        let runner = try RunnerProcess.start(
            FilePath(BuildProducts.path("antrain-plugin-runner")),
            try PluginImage.read(FilePath(library)),
            environment: []
        ).get()
        var load = WireLoad(path: library)
        load.idleSeconds = 1
        let frame = try HostMessage.load(load).frame
        #expect(send(runner.socket, frame, frame.count, Int32(MSG_NOSIGNAL)) == frame.count)
        #expect(eventually(true) { runner.ending() != nil })
        #expect(runner.ending()?.description == "ended with exit code 0")
    }
}
