internal import CLinux
internal import Glibc
internal import Processes
internal import SystemPackage

/// A runner's process, with the host's ends of its socket and log.
final class RunnerProcess {
    let socket: Int32
    let log: Int32
    let process: pid_t
    /// The path of the runner.
    let program: FilePath
    private let watch: Int32
    private var status: Int32?
    private var hasEnded = false

    private init(_ program: FilePath, process: pid_t, socket: Int32, log: Int32) {
        self.program = program
        self.process = process
        self.socket = socket
        self.log = log
        watch = antrain_process_watch(process)
    }

    deinit {
        end()
        close(socket)
        close(log)
        if watch >= 0 { close(watch) }
    }

    /// Readable when the process has ended; -1 if that is known.
    ///
    /// Programs that it started may still hold its socket and log.
    var life: Int32 { status == nil ? watch : -1 }

    /// Starts a runner; its socket is its standard input and output, and its standard error is kept as a log.
    ///
    /// - Parameters:
    ///   - runner: the path of the runner.
    ///   - image: the plugin, passed to the runner as descriptor 3.
    ///   - environment: the runner's environment.
    /// - Returns: the process, or why it could not be started.
    static func start(_ runner: FilePath, _ image: PluginImage, environment: [String])
        -> Result<RunnerProcess, StartFailure>
    {
        // No plugin can read other channels' values through /proc, even without Landlock.
        antrain_hide_memory()
        var sockets: [Int32] = [-1, -1]
        var pipes: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &sockets) == 0,
            pipe(&pipes) == 0
        else {
            let failure = StartFailure(reason: String(cString: strerror(errno)))
            for descriptor in sockets where descriptor >= 0 { close(descriptor) }
            return .failure(failure)
        }
        for descriptor in pipes { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        for descriptor in [sockets[0], pipes[0]] {
            let flags = fcntl(descriptor, F_GETFL)
            guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else {
                // Reading from a plugin that does not write would block forever.
                let failure = StartFailure(reason: String(cString: strerror(errno)))
                for descriptor in sockets + pipes { close(descriptor) }
                return .failure(failure)
            }
        }
        // Its own group ends the programs that the plugin starts; signals that the daemon waits for are not blocked in them.
        let launch = ProgramLaunch(
            runner.string,
            ["antrain-plugin-runner"],
            environment: environment,
            descriptors: [sockets[1], sockets[1], pipes[1], image.descriptor],
            signals: .unblocked,
            startsGroup: true
        )
        let process: pid_t
        do {
            process = try launch.start()
        } catch {
            for descriptor in sockets + pipes { close(descriptor) }
            return .failure(
                StartFailure(
                    reason: "\(runner): \(error.reason)",
                    damage: DamagedPart(runner: runner, code: error.code)
                )
            )
        }
        close(sockets[1])
        close(pipes[1])
        return .success(RunnerProcess(runner, process: process, socket: sockets[0], log: pipes[0]))
    }

    /// Why a runner could not be started.
    struct StartFailure: Error {
        let reason: String
        /// The damaged part of antrain, if that is the cause.
        var damage: DamagedPart?
    }

    /// Kills the process and its process group.
    ///
    /// A plugin with the need RIGHTS may have started programs that left the group (setsid(2)): these
    /// continue to run.
    ///
    /// A process that waits for an unresponsive file system handles no signals: it is not waited for, and ends when it can.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        let deadline = MonotonicTime.now + 1
        if ending() == nil {
            kill(-process, SIGKILL)
            while ending() == nil, MonotonicTime.now < deadline { usleep(500) }
        }
        if status != nil { collectPrograms(until: deadline) }
    }

    /// Collects programs of the group that are children of this process, which must not fill up with ended ones: those that a plugin
    /// with RIGHTS started as such (`CLONE_PARENT`), and orphans if this process is the first of a container.
    private func collectPrograms(until deadline: Double) {
        while true {
            let found = waitpid(-process, nil, WNOHANG)
            guard found > 0 || (found == 0 && MonotonicTime.now < deadline) else { return }
            if found == 0 { usleep(500) }
        }
    }

    /// How the process ended, if it has; programs that it started have then ended, too.
    func ending() -> RunnerEnding? {
        var facts = siginfo_t()
        if status == nil, waitid(P_PID, id_t(process), &facts, WEXITED | WNOHANG | WNOWAIT) == 0,
            facts.si_signo == SIGCHLD
        {
            // Its number, which is also that of its group, is not reused until its status is collected.
            kill(-process, SIGKILL)
            var value: Int32 = 0
            if waitpid(process, &value, WNOHANG) == process { status = value }
        }
        return status.map(RunnerEnding.init(status:))
    }
}

/// How a runner's process ended.
struct RunnerEnding {
    private let ending: ProcessEnding

    private static let names: [Int32: String] = [
        SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL",
        SIGTRAP: "SIGTRAP", SIGSYS: "SIGSYS",
        SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGHUP: "SIGHUP", SIGXCPU: "SIGXCPU",
        SIGXFSZ: "SIGXFSZ",
    ]

    init(status: Int32) {
        ending = ProcessEnding(status: status)
    }

    /// Whether the process ended by itself: it exited or crashed, and nobody killed it.
    var isItsOwn: Bool {
        guard case .killed(let signal) = ending else { return true }
        return RunnerEnding.crashes.contains(signal)
    }

    private static let crashes = [SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP]

    /// The ending in words: `crashed (SIGSEGV)` or `ended with exit code 3`.
    var description: String {
        guard case .killed(let signal) = ending else { return "ended with exit code \(ending.shellCode)" }
        let name = RunnerEnding.names[signal] ?? "signal \(signal)"
        return RunnerEnding.crashes.contains(signal)
            ? "crashed (\(name))" : "was terminated by \(name)"
    }
}
