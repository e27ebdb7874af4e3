/// An attack by a hostile plugin; its code returns whether it succeeded.
struct EscapeAttempt: Sendable {
    let name: String
    /// The lowest Landlock version that prevents it; 0 if it is prevented without Landlock, too.
    let heldFrom: Int
    let code: String

    /// A dummy for plugins that must not start.
    static let none = EscapeAttempt("none", "return 0;")

    init(_ name: String, from heldFrom: Int = 0, _ code: String) {
        self.name = name
        self.heldFrom = heldFrom
        self.code = code
    }
}

/// A plugin in C that makes one attempt after the other, and prints a line for each.
enum EscapePlugin {
    /// The plugin's source.
    ///
    /// - Parameters:
    ///   - attempts: the attacks to try.
    ///   - home: the user's home, `H` in the attempts.
    ///   - needs: the needs that it declares, as a C expression.
    ///   - paths: the paths that it declares.
    ///   - sockets: the sockets that it declares.
    static func source(
        _ attempts: [EscapeAttempt],
        home: String,
        needs: String = "0",
        paths: [String] = [],
        sockets: [String] = []
    ) -> String {
        let functions = attempts.enumerated().map { "static int attempt\($0)(void) { \($1.code) }" }
        let table = attempts.enumerated().map { "{ \"\($1.name)\", attempt\($0) }," }
        func list(_ name: String, _ texts: [String]) -> String {
            let items = texts.map { "ANTRAIN_STRING(\"\($0)\")" } + ["{ 0 }"]
            return "static const antrain_string \(name)[] = { \(items.joined(separator: ", ")) };"
        }
        return """
            \(headers)
            #define H "\(home)"
            \(helpers)
            \(functions.joined(separator: "\n"))
            static const struct { const char *name; int (*run)(void); } attempts[] = { \(table.joined(separator: "\n")) };
            static const antrain_host *the_host;
            static int32_t open_it(const antrain_host *h, const antrain_pair *v, uint64_t n, void **i, antrain_result *r) {
                (void)v; (void)n; (void)r; the_host = h; *i = 0; return ANTRAIN_OK; }
            static int32_t deliver(void *i, const antrain_notification *m, antrain_result *r) {
                (void)i; (void)m; (void)r;
                for (unsigned place = 0; place < sizeof attempts / sizeof *attempts; place++) {
                    char line[300];
                    errno = 0;
                    int got = attempts[place].run();
                    int length = snprintf(line, sizeof line, "%s: %s\\n", attempts[place].name, got ? "GOT" : strerror(errno));
                    antrain_string text = { line, (uint64_t)length };
                    the_host->print(the_host, text);
                }
                return ANTRAIN_OK;
            }
            \(list("paths", paths))
            \(list("sockets", sockets))
            #define KEY(name, flags) { ANTRAIN_STRING(name), ANTRAIN_STRING("a path"), { 0 }, ANTRAIN_TYPE_PATH, flags }
            static const antrain_key keys[] = {
                KEY("file", 0), KEY("folder", ANTRAIN_KEY_LIST), KEY("read", ANTRAIN_KEY_READ), KEY("socket", ANTRAIN_KEY_SOCKET) };
            static const antrain_plugin plugin = {
                .size = sizeof plugin, .abi_minor = ANTRAIN_PLUGIN_ABI_MINOR, .name = ANTRAIN_STRING("escape"),
                .version = ANTRAIN_STRING("1"), .keys = keys, .key_count = 4, .open = open_it, .deliver = deliver, .needs = \(needs),
                .paths = paths, .path_count = \(paths.count), .sockets = sockets, .socket_count = \(sockets.count) };
            const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) { (void)host; return &plugin; }
            """
    }

    private static let headers = [
        "antrain_plugin.h", "errno.h", "fcntl.h", "dirent.h", "mqueue.h", "pthread.h", "sched.h", "signal.h", "stdio.h",
        "stdlib.h", "string.h", "sys/ioctl.h", "sys/inotify.h", "sys/mman.h", "sys/msg.h", "sys/personality.h",
        "sys/prctl.h", "sys/ptrace.h", "sys/resource.h", "sys/sem.h", "sys/shm.h", "sys/socket.h", "sys/stat.h",
        "sys/syscall.h", "sys/time.h", "sys/un.h", "sys/wait.h", "sys/xattr.h", "time.h", "unistd.h",
    ].map { "#include <\($0)>" }.joined(separator: "\n")

    private static let helpers = """
        static __attribute__((unused)) int opens(const char *path, int flags) {
            int f = open(path, flags, 0600);
            if (f >= 0) close(f);
            return f >= 0;
        }
        static __attribute__((unused)) int of_parent(const char *name, int flags) {
            char path[64];
            snprintf(path, sizeof path, "/proc/%d/%s", (int)getppid(), name);
            return opens(path, flags);
        }
        static __attribute__((unused)) struct sockaddr_un at(const char *path) {
            struct sockaddr_un a = { .sun_family = AF_UNIX };
            strncpy(a.sun_path, path, sizeof a.sun_path - 1);
            return a;
        }
        static __attribute__((unused)) int connects(int type, const char *path) {
            struct sockaddr_un a = at(path);
            int s = socket(AF_UNIX, type, 0);
            int got = s >= 0 && connect(s, (struct sockaddr *)&a, sizeof a) == 0;
            int code = errno;
            if (s >= 0) close(s);
            errno = code;
            return got;
        }
        static __attribute__((unused)) int sends(int type, const char *path, const char *text) {
            struct sockaddr_un a = at(path);
            int s = socket(AF_UNIX, type, 0);
            int got = s >= 0 && connect(s, (struct sockaddr *)&a, sizeof a) == 0 && send(s, text, strlen(text), 0) > 0;
            if (s >= 0) close(s);
            return got;
        }
        static volatile int over;
        static __attribute__((unused)) int idle(void *x) { (void)x; return 0; }
        static __attribute__((unused)) void *linger(void *x) { while (!over) usleep(100000); return x; }
        """
}
