import CLinux
import Files
import Glibc
import Processes
import SystemPackage

/// Runs system programs with posix_spawn(3), without threads.
enum SystemProcess {
    /// Runs a program and waits for it; returns nil if it is not in the `PATH`.
    static func run(_ command: SystemCommand, environment: [String: String]) -> SystemAnswer? {
        let folders = environment["PATH", default: "/usr/local/bin:/usr/bin:/bin"].split(separator: ":")
        let places = folders.map { "\($0)/\(command.program)" }
        guard let path = places.first(where: { access($0, X_OK) == 0 }) else { return nil }
        var ends = Ends()
        guard ends.open(command.input) else { return failure(errno) }
        let variables = environment.merging(command.variables) { $1 }.map { "\($0)=\($1)" }
        let launch = ProgramLaunch(
            path,
            [command.program] + command.arguments,
            environment: variables,
            descriptors: ends.theirs
        )
        let process: pid_t
        do {
            process = try launch.start()
        } catch {
            ends.closeTheirs()
            ends.closeOurs()
            return failure(error.code)
        }
        ends.closeTheirs()
        let (output, errors, excess) = ends.read(limit: command.limit)
        ends.closeOurs()
        if let excess {
            // A program of another user cannot be stopped, so antrain does not wait for it.
            if kill(process, SIGKILL) == 0 { _ = ProcessEnding.waiting(for: process) }
            return SystemAnswer(status: 124, output: [], errors: excess)
        }
        // Without an exit status this is not a success.
        guard let ending = ProcessEnding.waiting(for: process) else { return failure(errno) }
        return SystemAnswer(status: ending.shellCode, output: output, errors: String(decoding: errors, as: UTF8.self))
    }

    fileprivate static var monotonicTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func failure(_ code: Int32) -> SystemAnswer {
        SystemAnswer(status: 126, output: [], errors: String(cString: strerror(code)))
    }
}

/// Both ends of a program's standard streams.
private struct Ends {
    private(set) var theirs: [Int32] = []
    private var ours: [Int32] = []

    /// Opens the streams.
    ///
    /// The input is a file in memory, so that the program gets all of it even if antrain is killed: crontab(1) installs whatever it
    /// has read.
    mutating func open(_ input: [UInt8]) -> Bool {
        let file = antrain_image_open("input")
        guard file >= 0 else { return false }
        theirs.append(file)
        var isOpen = LiveFiles.writeAll(file, input) && lseek(file, 0, SEEK_SET) == 0
        for _ in 0..<2 where isOpen {
            var pair: [Int32] = [-1, -1]
            isOpen = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &pair) == 0
            if isOpen {
                theirs.append(pair[0])
                ours.append(pair[1])
            }
        }
        guard !isOpen else { return true }
        closeTheirs()
        closeOurs()
        return false
    }

    mutating func closeTheirs() {
        for descriptor in theirs { close(descriptor) }
        theirs = []
    }

    mutating func closeOurs() {
        for descriptor in ours { close(descriptor) }
        ours = []
    }

    /// Reads the output until the program closes it.
    ///
    /// - Returns: what the program wrote; `excess` says which limit it exceeded, nil if none.
    func read(limit: Double) -> (output: [UInt8], errors: [UInt8], excess: String?) {
        let end = SystemProcess.monotonicTime + limit
        var said: [[UInt8]] = [[], []]
        var isOpen = [true, true]
        while isOpen.contains(true) {
            var waits = (0..<2).map { pollfd(fd: isOpen[$0] ? ours[$0] : -1, events: Int16(POLLIN), revents: 0) }
            let left = end - SystemProcess.monotonicTime
            guard left > 0 else {
                return (
                    said[0], said[1], "it did not answer within \(Int(limit.rounded(.up))) s, so antrain stopped it"
                )
            }
            guard poll(&waits, nfds_t(waits.count), Int32(left * 1000) + 1) >= 0 || errno == EINTR else { break }
            for stream in 0..<2 where waits[stream].revents != 0 {
                isOpen[stream] = receive(ours[stream], into: &said[stream])
            }
            guard said[0].count + said[1].count <= SystemCommand.mostOutput else {
                let most = SystemCommand.mostOutput >> 20
                return (said[0], said[1], "it wrote more than \(most) MiB, so antrain stopped it")
            }
        }
        return (said[0], said[1], nil)
    }

    /// Reads the available bytes; returns false at the end of the stream.
    private func receive(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN }
        bytes += buffer[..<count]
        return count > 0
    }
}

/// An invocation of a system program such as crontab(1).
package struct SystemCommand {
    package let program: String
    package var arguments: [String] = []
    package var input: [UInt8] = []
    /// Environment variables that are added to the user's.
    package var variables: [String: String] = [:]
    /// The number of seconds after which it is stopped.
    var limit = 20.0

    package init(
        program: String,
        arguments: [String] = [],
        input: [UInt8] = [],
        variables: [String: String] = [:],
        limit: Double = 20.0
    ) {
        self.program = program
        self.arguments = arguments
        self.input = input
        self.variables = variables
        self.limit = limit
    }
    /// The maximum number of bytes that it may write before it is stopped.
    static let mostOutput = 16 << 20
}

/// A system program's output and exit status.
package struct SystemAnswer {
    package let status: Int32
    package let output: [UInt8]
    package let errors: String

    package var text: String { String(decoding: output, as: UTF8.self) }

    /// Why it failed: its standard error on one line, or else its exit code.
    package var reason: String {
        let words = errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? "it failed with exit code \(status)" : words
    }
}

/// Runs the user's editor on this process's terminal.
enum EditorProcess {
    /// Runs a command line of sh(1) with a file as its last argument.
    ///
    /// - Returns: its exit code; 127 if there is no such program.
    static func run(_ editor: String, _ file: FilePath, environment: [String: String]) -> Int32 {
        let launch = ProgramLaunch(
            "/bin/sh",
            ["sh", "-c", editor + " \"$1\"", "sh", file.string],
            environment: environment.map { "\($0)=\($1)" }
        )
        guard let process = try? launch.start() else { return 126 }
        // The editor gets the terminal's interrupts; antrain waits until it exits.
        let former = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, former) }
        return ProcessEnding.waiting(for: process)?.shellCode ?? 126
    }
}
