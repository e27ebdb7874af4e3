public import Foundation

/// A program that runs in the background and is killed with this value.
///
/// Foundation's `Process` would pass on the signal mask of the test's thread, which blocks SIGTERM among others.
public final class BackgroundProgram {
    /// The process id.
    public let process: pid_t
    private let output: FileHandle
    private var status: Int32?

    /// - Parameter log: a file for its output; without a file, `nextLine` reads the output.
    public init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String],
        errorsAreOutput: Bool = false,
        log: String? = nil
    ) throws {
        let pipe = try ProgramPipe()
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        var signals = sigset_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        sigemptyset(&signals)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, pipe.writing.fileDescriptor, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        if errorsAreOutput { posix_spawn_file_actions_adddup2(&actions, pipe.writing.fileDescriptor, 2) }
        for stream in Int32(1)...2 {
            if let log { posix_spawn_file_actions_addopen(&actions, stream, log, O_WRONLY | O_CREAT | O_APPEND, 0o600) }
        }
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var started: pid_t = 0
        let code = ProgramPipe.withoutNewPipes {
            posix_spawn(&started, program, &actions, &attributes, &words, &variables)
        }
        guard code == 0 else {
            let reason = String(cString: strerror(code))
            throw ProgramFailure(message: "cannot start \(program): \(reason); install it: .ci/setup test")
        }
        process = started
        output = pipe.reading
    }

    deinit {
        guard status == nil else { return }
        kill(process, SIGTERM)
        if ending(within: 30) == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
    }

    /// The exit status as a shell reports it; nil if the program is still running after that time.
    public func ending(within seconds: Double = 30) -> Int32? {
        _ = eventually(true, within: seconds) {
            var value: Int32 = 0
            if status == nil, waitpid(process, &value, WNOHANG) == process {
                status = value & 0x7F == 0 ? value >> 8 & 0xFF : 128 + value & 0x7F
            }
            return status != nil
        }
        return status
    }

    /// The next line of output; waits at most a minute.
    public func nextLine() throws -> String {
        var line: [UInt8] = []
        while line.last != 0x0A {
            var watched = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
            var byte: UInt8 = 0
            guard poll(&watched, 1, 60_000) > 0, read(output.fileDescriptor, &byte, 1) == 1 else {
                throw ProgramFailure(message: "process \(process) said nothing more")
            }
            line.append(byte)
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
    }
}

/// A program that did not behave as the test requires.
public struct ProgramFailure: Error {
    public let message: String

    public init(message: String) {
        self.message = message
    }
}

/// Repeats a query until it returns the expected value; returns the last value.
///
/// - Parameter seconds: the time limit. A passing test does not reach it, so it is generous for a loaded machine.
public func eventually<Value: Equatable>(
    _ expected: Value,
    within seconds: Double = 60,
    _ value: () throws -> Value
) rethrows -> Value {
    let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
    while true {
        let current = try value()
        if current == expected || ContinuousClock.now >= deadline { return current }
        poll(nil, 0, 10)
    }
}
