import Glibc

/// Runs the user's editor on this process's terminal.
enum EditorProcess {
    /// Runs a command line of sh(1) with a file as its last argument.
    ///
    /// - Returns: its exit code; 127 where there is no such program.
    static func run(_ editor: String, _ file: String, environment: [String: String]) -> Int32 {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let line: [String] = ["sh", "-c", editor + " \"$1\"", "sh", file]
        var words = line.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var process: pid_t = 0
        guard posix_spawn(&process, "/bin/sh", nil, &attributes, &words, &variables) == 0 else { return 126 }
        // The editor gets the terminal's interrupts; antrain waits for its end.
        let former = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, former) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return 126 } }
        let ending = status & 0x7F
        return ending == 0 ? status >> 8 & 0xFF : 128 + ending
    }
}
