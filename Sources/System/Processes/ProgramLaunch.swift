public import Glibc

/// A program to start with posix_spawn(3), from the calling thread and without a shell.
///
///     let launch = ProgramLaunch("/bin/echo", ["echo", "hello"], environment: [], descriptors: [0, output, 2])
///     let process = try launch.start()
///
/// It is small enough for plugins, which contain all of their code. It starts the process from the calling thread, because a runner is
/// killed when the thread that started it ends; swift-subprocess starts processes from short-lived threads.
public struct ProgramLaunch: Sendable {
    /// How the program treats the signals of the process that starts it.
    public enum Signals: Sendable {
        /// `SIGPIPE` has its default action, as in a shell, even if this process ignores it.
        case endingOnBrokenPipe
        /// No signal is blocked, whatever this process blocks.
        case unblocked
    }

    private let path: String
    private let arguments: [String]
    private let environment: [String]
    private let descriptors: [Int32]
    private let signals: Signals
    private let startsGroup: Bool

    /// - Parameters:
    ///   - arguments: its arguments, starting with its name.
    ///   - environment: its environment, as `NAME=value`.
    ///   - descriptors: the descriptors that become 0, 1, 2 and so on; all others are inherited unless they are marked close-on-exec.
    ///   - startsGroup: whether it starts a process group, so that the programs it starts can be ended with it.
    public init(
        _ path: String,
        _ arguments: [String],
        environment: [String],
        descriptors: [Int32] = [],
        signals: Signals = .endingOnBrokenPipe,
        startsGroup: Bool = false
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.descriptors = descriptors
        self.signals = signals
        self.startsGroup = startsGroup
    }

    /// Why a program could not be started.
    public struct Failure: Error, Sendable {
        /// The error number, such as `ENOENT`.
        public let code: Int32

        public var reason: String { String(cString: strerror(code)) }
    }

    /// - Returns: its process.
    public func start() throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (descriptor, number) in zip(descriptors, Int32(0)...) {
            posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        }
        var set = sigset_t()
        sigemptyset(&set)
        var flags = startsGroup ? POSIX_SPAWN_SETPGROUP : 0
        switch signals {
        case .endingOnBrokenPipe:
            sigaddset(&set, SIGPIPE)
            posix_spawnattr_setsigdefault(&attributes, &set)
            flags |= POSIX_SPAWN_SETSIGDEF
        case .unblocked:
            posix_spawnattr_setsigmask(&attributes, &set)
            flags |= POSIX_SPAWN_SETSIGMASK
        }
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
        var words = arguments.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, path, &actions, &attributes, &words, &variables)
        guard code == 0 else { throw Failure(code: code) }
        return process
    }
}

/// How a process ended, as waitpid(2) reports it.
public enum ProcessEnding: Sendable, Hashable {
    /// It exited with a code.
    case exited(Int32)
    /// A signal ended it.
    case killed(Int32)

    /// Decodes the status of waitpid(2).
    public init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
    }

    /// The exit code that a shell reports: 128 and the signal's number after a signal.
    public var shellCode: Int32 {
        switch self {
        case .exited(let code): code
        case .killed(let signal): 128 + signal
        }
    }

    /// Waits for a process to end; nil if its ending cannot be determined.
    public static func waiting(for process: pid_t) -> ProcessEnding? {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return nil } }
        return ProcessEnding(status: status)
    }
}
