import Delivery
import DeliverySupport
import Foundation
import RunnerProtocol
import TestSupport
import Testing

/// Hostile plugins in confinement: the plugin's code prints `got` if an attempt succeeds.
@Suite struct ConfinementTests {
    /// An attempt in C, in which `H` is the user's home; a failed attempt reports errno.
    struct Attempt: CustomTestStringConvertible, Sendable {
        let name: String
        let code: String
        var testDescription: String { name }

        init(_ name: String, _ code: String) {
            self.name = name
            self.code = code
        }
    }

    /// A file outside the home, which does not exist.
    private static let planted = "/tmp/antrain-planted-\(UUID().uuidString)"

    static let forbidden = [
        Attempt("reads the user's ssh key", "return tell(open(H \"/.ssh/id_ed25519\", O_RDONLY) >= 0);"),
        Attempt("reads the ledger", "return tell(open(H \"/ledger.sqlite\", O_RDONLY) >= 0);"),
        Attempt("writes the ledger", "return tell(open(H \"/ledger.sqlite\", O_RDWR) >= 0);"),
        Attempt("reads the settings of other channels", "return tell(open(H \"/settings.yaml\", O_RDONLY) >= 0);"),
        Attempt("lists the home", "return tell(opendir(H) != NULL);"),
        Attempt("reads /etc/shadow", "return tell(open(\"/etc/shadow\", O_RDONLY) >= 0);"),
        Attempt(
            "reads its host's environment",
            "char p[64]; sprintf(p, \"/proc/%d/environ\", getppid()); return tell(open(p, O_RDONLY) >= 0);"
        ),
        Attempt(
            "writes into its host's memory",
            "char p[64]; sprintf(p, \"/proc/%d/mem\", getppid()); return tell(open(p, O_RDWR) >= 0);"
        ),
        Attempt("writes into the home", "return tell(open(H \"/planted\", O_WRONLY | O_CREAT, 0600) >= 0);"),
        Attempt("writes into /tmp", "return tell(open(\"\(planted)\", O_WRONLY | O_CREAT, 0600) >= 0);"),
        Attempt("removes a file", "return tell(unlink(H \"/settings.yaml\") == 0);"),
        Attempt("renames a file", "return tell(rename(H \"/settings.yaml\", H \"/stolen\") == 0);"),
        Attempt("makes a link to a file", "return tell(link(H \"/settings.yaml\", \"\(planted)\") == 0);"),
        Attempt("opens a connection", "return tell(socket(AF_INET, SOCK_STREAM, 0) >= 0);"),
        Attempt("sends datagrams", "return tell(socket(AF_INET6, SOCK_DGRAM, 0) >= 0);"),
        Attempt("talks to the session's services", "return tell(socket(AF_UNIX, SOCK_STREAM, 0) >= 0);"),
        Attempt("starts a program", "char *a[] = { \"/bin/true\", NULL }; execv(a[0], a); return tell(0);"),
        Attempt("starts a shell", "return tell(system(\"true\") == 0);"),
        Attempt("forks", "pid_t p = fork(); if (p == 0) _exit(0); return tell(p > 0);"),
        Attempt(
            "leaves grandchildren behind",
            "pid_t p = fork(); if (p == 0) { setsid(); sleep(600); } return tell(p > 0);"
        ),
        Attempt("ptraces its host", "return tell(ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0);"),
        Attempt("kills its parent", "return tell(kill(getppid(), SIGKILL) == 0);"),
        Attempt("signals everybody", "return tell(kill(-1, 0) == 0);"),
        Attempt(
            "queues a signal for its host",
            "siginfo_t s = { .si_signo = SIGTERM, .si_code = SI_QUEUE }; return tell(syscall(SYS_rt_sigqueueinfo, getppid(), SIGTERM, &s) == 0);"
        ),
        Attempt(
            "has the kernel signal its host",
            "int p[2]; if (pipe(p)) return tell(0); return tell(fcntl(p[0], F_SETSIG, SIGTERM) == 0 || fcntl(p[0], F_SETOWN, getppid()) == 0);"
        ),
        Attempt(
            "limits its host",
            "struct rlimit l; return tell(prlimit(getppid(), RLIMIT_NOFILE, NULL, &l) == 0);"
        ),
        Attempt("types into a terminal", "char c = 'x'; return tell(ioctl(0, TIOCSTI, &c) == 0 || errno != EPERM);"),
        Attempt("leaves its process group", "return tell(setsid() >= 0 || setpgid(0, 0) == 0);"),
        Attempt("uses an io_uring around the filter", "return tell(syscall(425, 4, NULL) >= 0 || errno == EFAULT);"),
        Attempt("gets new privileges", "return tell(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0);"),
        Attempt("makes a namespace of its own", "return tell(unshare(CLONE_NEWUSER) == 0);"),
        Attempt(
            "fills memory",
            "for (int i = 0; i < 64; i++) { char *m = malloc(1ul << 28); if (!m) return tell(0); memset(m, 1, 4096); } return tell(1);"
        ),
        Attempt(
            "opens files without end",
            "for (int i = 0; i < 5000; i++) if (open(\"/dev/null\", O_RDONLY) < 0) return tell(0); return tell(1);"
        ),
    ]

    private func stage(_ attempt: Attempt) throws -> ConfinementStage {
        try ConfinementStage(attempt.code)
    }

    @Test(arguments: forbidden)
    func attemptsAreRefusedAndTheOtherChannelDelivers(attempt: Attempt) throws {
        let stage = try stage(attempt)
        let summary = try stage.deliver()
        let reason = summary.failed.first { $0.channel == "hostile" }?.reason ?? ""
        #expect(
            reason.hasPrefix("refused: "),
            "\(attempt.name): \(summary.failed.map(\.reason)) \(summary.retrying.map(\.reason))"
        )
        #expect(summary.delivered.map(\.channel) == ["good"])
        #expect(try stage.folder.read("settings.yaml") == "mine\n")
        #expect(!FileManager.default.fileExists(atPath: Self.planted))
    }

    /// The limits as documented.
    @Test(arguments: ["0", "ANTRAIN_NEED_EXEC", "ANTRAIN_NEED_RIGHTS"])
    func aProcessHasTheseLimits(needs: String) throws {
        let code = """
            const __rlimit_resource_t all[] = { RLIMIT_CPU, RLIMIT_AS, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_CORE, RLIMIT_SIGPENDING };
            unsigned long long most[6];
            for (int k = 0; k < 6; k++) { struct rlimit l; getrlimit(all[k], &l); most[k] = l.rlim_max; }
            snprintf(told->reason, sizeof told->reason, "%llu s %llu %llu %llu %llu %llu", most[0], most[1], most[2], most[3], most[4], most[5]);
            return ANTRAIN_REFUSED;
            """
        let summary = try ConfinementStage(code, needs: needs).deliver()
        let reason = summary.failed.first { $0.channel == "hostile" }?.reason
        #expect(reason == "60 s \(2 << 30) \(256 << 20) 256 0 1024", "\(summary)")
    }

    /// Plugins that exceed a limit: an endless file and an endless loop.
    @Test(arguments: [
        (
            "fills the disk",
            "int f = open(H \"/out\", O_WRONLY); char b[65536] = { 0 }; while (write(f, b, sizeof b) > 0) { } return tell(errno != EFBIG);",
            "was terminated by SIGXFSZ"
        ),
        ("never answers", "for (;;) pause(); return 0;", "did not answer within"),
        (
            "spins and ignores SIGTERM", "signal(SIGTERM, SIG_IGN); for (volatile int x = 0;; x++) { } return 0;",
            "did not answer within"
        ),
    ])
    func aPluginOverItsLimitIsKilled(name: String, code: String, reason: String) throws {
        let stage = try ConfinementStage(code, patience: reason.hasPrefix("did not answer") ? 5 : 60)
        let summary = try stage.deliver()
        let told = (summary.retrying + summary.failed).first { $0.channel == "hostile" }?.reason ?? ""
        #expect(told.contains(reason), "\(told)")
        #expect(summary.delivered.map(\.channel) == ["good"])
    }

    /// Invalid data on the host's socket: garbage, a second answer, and a closed socket.
    @Test(arguments: [
        (
            "writes garbage frames",
            "for (int f = 3; f < 64; f++) if (write(f, \"\\xff\\xff\\xff\\xff\", 4)) { } return 0;",
            "sent an invalid message"
        ),
        (
            "sends without end",
            "char b[9000]; for (int k = 0; k < 1000; k++) memcpy(b + 9 * k, \"\\x05\\0\\0\\0D\\0\\0\\0\\0\", 9); for (;;) if (write(10, b, sizeof b)) { } return 0;",
            "sent too much"
        ),
        (
            "closes its sockets", "for (int f = 0; f < 64; f++) close(f); for (;;) pause(); return 0;",
            "closed its socket"
        ),
    ])
    func protocolViolationsAreReported(name: String, code: String, reason: String) throws {
        let stage = try ConfinementStage(code, patience: reason.hasPrefix("did not answer") ? 5 : 60)
        let summary = try stage.deliver()
        #expect(summary.retrying.first { $0.channel == "hostile" }?.reason?.contains(reason) == true, "\(summary)")
        #expect(summary.delivered.map(\.channel) == ["good"])
    }

    /// A second answer is ignored: the notification is delivered once, and the other channel is not delayed.
    @Test func aSecondAnswerIsIgnored() throws {
        let answer = "\\x11\\0\\0\\0C\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0"
        let stage = try ConfinementStage("for (int f = 3; f < 64; f++) if (write(f, \"\(answer)\", 21)) { } return 0;")
        let summary = try stage.deliver()
        #expect(summary.delivered.map(\.channel).sorted() == ["good", "hostile"], "\(summary)")
        #expect(try stage.deliver(plans: false).isEmpty)
    }

    /// A plugin gets the access that it requests and the user allows.
    @Test(arguments: [
        (
            "0",
            "int f = open(H \"/out\", O_WRONLY | O_APPEND | O_CREAT, 0600); return tell(f >= 0 && write(f, \"x\", 1) == 1);"
        ),
        ("ANTRAIN_NEED_NETWORK", "return tell(socket(AF_INET, SOCK_STREAM, 0) >= 0);"),
        ("ANTRAIN_NEED_EXEC", "return tell(system(\"exit 0\") == 0);"),
        ("ANTRAIN_NEED_DESKTOP", "return tell(socket(AF_UNIX, SOCK_STREAM, 0) >= 0);"),
        ("ANTRAIN_NEED_RIGHTS", "return tell(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0);"),
        (
            "0",
            "pthread_t t; if (pthread_create(&t, NULL, run, NULL)) return tell(0); pthread_join(t, NULL); return tell(1);"
        ),
    ])
    func allowedAccessWorks(needs: String, code: String) throws {
        let stage = try ConfinementStage(code, needs: needs)
        let summary = try stage.deliver()
        #expect(summary.failed.first { $0.channel == "hostile" }?.reason?.hasPrefix("got it") == true, "\(summary)")
    }

    /// Allowed access does not permit anything else.
    @Test(arguments: [
        (
            "ANTRAIN_NEED_TERMINALS", "reads what is typed",
            "return tell(!(open(\"/dev/tty\", O_RDONLY) < 0 && errno == EACCES));"
        ),
        ("ANTRAIN_NEED_EXEC", "talks to the session's services", "return tell(socket(AF_UNIX, SOCK_STREAM, 0) >= 0);"),
        (
            "ANTRAIN_NEED_EXEC", "makes a namespace of its own",
            "long p = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0); if (p == 0) _exit(0); return tell(p > 0);"
        ),
        (
            "ANTRAIN_NEED_EXEC", "limits its host",
            "struct rlimit l; return tell(prlimit(getppid(), RLIMIT_NOFILE, NULL, &l) == 0);"
        ),
    ])
    func onlyAllowedAccessWorks(needs: String, attempt: String, code: String) throws {
        let summary = try ConfinementStage(code, needs: needs).deliver()
        let reason = summary.failed.first { $0.channel == "hostile" }?.reason ?? ""
        #expect(reason.hasPrefix("refused: "), "\(attempt): \(summary)")
    }

    /// Children that a plugin makes for its host (CLONE_PARENT) end with it, and the host does not keep them as zombies.
    @Test func childrenOfTheHostAreCollected() throws {
        let code = """
            long p[4];
            for (int k = 0; k < 4; k++) {
                p[k] = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
                if (p[k] == 0) { if (k % 2) _exit(0); for (;;) pause(); }
            }
            snprintf(told->reason, sizeof told->reason, "%ld %ld %ld %ld", p[0], p[1], p[2], p[3]);
            return ANTRAIN_REFUSED;
            """
        let summary = try ConfinementStage(code, needs: "ANTRAIN_NEED_RIGHTS").deliver()
        let reason = summary.failed.first { $0.channel == "hostile" }?.reason ?? ""
        let children = reason.split(separator: " ").compactMap { pid_t($0) }
        #expect(children.count == 4, "\(summary)")
        for child in children { #expect(kill(child, 0) != 0 && errno == ESRCH, "\(child)") }
    }

    /// Plugins do not inherit descriptors of the host.
    @Test func pluginsInheritNoDescriptors() throws {
        let lock = open("/dev/null", O_RDONLY)
        defer { close(lock) }
        let code =
            "for (int f = 3; f < 256; f++) if (f != 10 && fcntl(f, F_GETFD) >= 0) return tell(1); errno = 0; return tell(0);"
        let summary = try ConfinementStage(code).deliver()
        #expect(summary.failed.first { $0.channel == "hostile" }?.reason?.hasPrefix("refused") == true, "\(summary)")
    }

    @Test func theHostLearnsTheConfinement() throws {
        let stage = try ConfinementStage("return 0;")
        let report = stage.dispatcher.report(stage.hostile)
        #expect(report.description?.confinement.contains("seccomp") == true)
        let mail = try ConfinementStage("return 0;", needs: "ANTRAIN_NEED_RIGHTS | ANTRAIN_NEED_NETWORK")
        let other = mail.dispatcher.report(mail.dispatcher.ready(mail.hostile, environment: [:])).description
        #expect(other?.confinement.hasPrefix("resource limits only") == true)
        #expect(other?.declaredNeeds(in: [:]).count == 2)
    }
}

/// A home with a secret, a hostile channel and a good one.
struct ConfinementStage {
    private var stage: DeliveryStage

    init(_ code: String, needs: String = "0", patience: Double = 20) throws {
        stage = try DeliveryStage(patience: patience)
        try folder.write(".ssh/id_ed25519", "secret\n", mode: 0o600)
        try folder.write("settings.yaml", "mine\n", mode: 0o600)
        try folder.write("out", "")
        let plugins = try TemporaryFolder(path: folder.path + "/plugins")
        let source = Self.source(code, home: folder.path, needs: needs)
        try stage.add("hostile", c: source, values: [("path", folder.path + "/out")], into: plugins)
        try stage.add("good", c: CPlugin.good, into: plugins)
    }

    var folder: TemporaryFolder { stage.folder }
    var hostile: Channel { stage.channels[0] }
    var dispatcher: Dispatcher { stage.dispatcher }

    func deliver(plans: Bool = true) throws -> DeliverySummary { try stage.deliver(plans: plans).summary }

    private static func source(_ code: String, home: String, needs: String) -> String {
        """
        #include <antrain_plugin.h>
        #include <dirent.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <pthread.h>
        #include <sched.h>
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/ioctl.h>
        #include <sys/prctl.h>
        #include <sys/ptrace.h>
        #include <sys/resource.h>
        #include <sys/socket.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        #define H "\(home)"
        static antrain_result *told;
        static __attribute__((unused)) int32_t tell(int got) {
            snprintf(told->reason, sizeof told->reason, got ? "got it" : "refused: %s", strerror(errno));
            return ANTRAIN_REFUSED;
        }
        void *run(void *x) { return x; }
        static int32_t open_it(const antrain_host *h, const antrain_pair *v, uint64_t n, void **i, antrain_result *r) {
            (void)h; (void)v; (void)n; (void)r; *i = 0; return ANTRAIN_OK;
        }
        static int32_t deliver(void *i, const antrain_notification *m, antrain_result *r) { (void)i; (void)m; told = r; \(code) }
        static const antrain_key keys[] = { { ANTRAIN_STRING("path"), ANTRAIN_STRING("a file"), { 0 }, ANTRAIN_TYPE_PATH, 0 } };
        static const antrain_plugin plugin = {
            .size = sizeof(antrain_plugin), .abi_minor = ANTRAIN_PLUGIN_ABI_MINOR, .name = ANTRAIN_STRING("hostile"),
            .version = ANTRAIN_STRING("1"), .keys = keys, .key_count = 1, .open = open_it, .deliver = deliver, .needs = \(needs),
        };
        const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) { (void)host; return &plugin; }
        """
    }
}
