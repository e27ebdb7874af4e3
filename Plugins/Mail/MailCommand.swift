import Glibc

/// Runs the command that sends mail: the message goes to its standard input, what it says is kept, and it never runs for ever.
///
/// A plugin's call is synchronous and owns its process, so this waits with poll(2) instead of bringing a concurrency runtime.
enum MailCommand {
    /// How the command ended.
    enum Ending {
        case exited(Int32, said: String)
        case killed(signal: Int32, said: String)
        case hung
        case notStarted(String)
    }

    /// Where a command is, if it can be run.
    static func path(of name: String) -> String? {
        if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return (folders.split(separator: ":").map(String.init) + ["/usr/sbin"]).map { "\($0)/\(name)" }.first {
            access($0, X_OK) == 0
        }
    }

    static func run(_ path: String, _ words: [String], input: [UInt8], timeout: Int) -> Ending {
        signal(SIGPIPE, SIG_IGN)
        var toCommand: [Int32] = [-1, -1]
        var fromCommand: [Int32] = [-1, -1]
        guard pipe(&toCommand) == 0, pipe(&fromCommand) == 0 else {
            return .notStarted(String(cString: strerror(errno)))
        }
        for descriptor in toCommand + fromCommand { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var process: pid_t = 0
        let code = spawn(path, words, input: toCommand[0], output: fromCommand[1], &process)
        close(toCommand[0])
        close(fromCommand[1])
        guard code == 0 else {
            close(toCommand[1])
            close(fromCommand[0])
            return .notStarted(String(cString: strerror(code)))
        }
        var talk = CommandTalk(
            input: input,
            to: toCommand[1],
            from: fromCommand[0],
            deadline: monotonicSeconds() + Double(timeout)
        )
        talk.finish()
        return wait(process, said: talk.said, deadline: monotonicSeconds() + (talk.isLate ? 0 : 1))
    }

    private static func spawn(_ path: String, _ words: [String], input: Int32, output: Int32, _ process: inout pid_t)
        -> Int32
    {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, output, 2)
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // A group of its own, so that what the command starts ends with it.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        return posix_spawn(&process, path, &actions, &attributes, &arguments, environ)
    }

    private static func wait(_ process: pid_t, said: String, deadline: Double) -> Ending {
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { break }
            if ended < 0, errno != EINTR { return .notStarted(String(cString: strerror(errno))) }
            if monotonicSeconds() >= deadline {
                kill(-process, SIGKILL)
                waitpid(process, &status, 0)
                return .hung
            }
            poll(nil, 0, 5)
        }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF, said: said) : .killed(signal: signal, said: said)
    }
}

/// Feeds a command and listens to it until it has closed its end, or the time is over.
private struct CommandTalk {
    private let input: [UInt8]
    private let deadline: Double
    private var to: Int32
    private let from: Int32
    private var sent = 0
    private var heard: [UInt8] = []
    private(set) var isLate = false

    init(input: [UInt8], to: Int32, from: Int32, deadline: Double) {
        self.input = input
        self.to = to
        self.from = from
        self.deadline = deadline
        _ = fcntlNonBlocking(to)
    }

    /// What the command said, on one line and not too long.
    var said: String {
        let text = String(decoding: heard.prefix(400), as: UTF8.self)
        return HeaderText.cleaned(text).trimmed
    }

    mutating func finish() {
        defer {
            close(from)
            if to >= 0 { close(to) }
        }
        while true {
            let left = deadline - monotonicSeconds()
            guard left > 0 else {
                isLate = true
                return
            }
            var watched = [
                pollfd(fd: from, events: Int16(POLLIN), revents: 0), pollfd(fd: to, events: Int16(POLLOUT), revents: 0),
            ]
            guard poll(&watched, 2, Int32(min(left * 1000 + 1, 60_000))) >= 0 || errno == EINTR else { return }
            if watched[1].revents != 0 { feed() }
            if watched[0].revents != 0, !listen() { return }
        }
    }

    private mutating func feed() {
        let count = input[sent...].withUnsafeBytes { write(to, $0.baseAddress, $0.count) }
        if count > 0 { sent += count }
        // A command that no longer reads says why by its exit code.
        if sent == input.count || (count < 0 && errno != EAGAIN && errno != EINTR) {
            close(to)
            to = -1
        }
    }

    private mutating func listen() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = read(from, &chunk, chunk.count)
        if count > 0, heard.count < 4096 { heard += chunk[..<count] }
        return count > 0 || (count < 0 && errno == EINTR)
    }
}

private func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

private func fcntlNonBlocking(_ descriptor: Int32) -> Int32 {
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
}
