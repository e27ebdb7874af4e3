internal import Glibc
internal import Processes

/// Writes a command's input and reads its output until it has ended, or its time is over.
struct CommandTalk {
    /// The target of the kill signal at the timeout.
    enum Talker {
        /// The process and its process group.
        case group(pid_t)
        /// Only the process.
        case alone(pid_t)
    }

    private let process: pid_t
    /// The argument for kill(2).
    private let target: pid_t
    private let input: [UInt8]
    private var to: Int32
    private var from: Int32
    private var sent = 0
    private var received: [UInt8] = []
    /// How long to wait next, in milliseconds, for the end of a command that has closed its output.
    private var patience: Int32 = 1

    /// The number of bytes kept from the end of the output.
    private let memory: Int

    init(_ talker: Talker, input: [UInt8], to: Int32, from: Int32, keeping memory: Int) {
        switch talker {
        case .group(let process): (self.process, target) = (process, -process)
        case .alone(let process): (self.process, target) = (process, process)
        }
        self.input = input
        self.memory = memory
        self.to = to
        self.from = from
        for descriptor in [to, from] { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
        feed()
    }

    mutating func finish(by deadline: Deadline) -> CommandEnding {
        defer {
            closeInput()
            closeOutput()
        }
        while true {
            var status: Int32 = 0
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return ending(status) }
            if ended < 0, errno != EINTR { return .notStarted(String(cString: strerror(errno))) }
            guard !deadline.hasEnded else {
                kill(target, SIGKILL)
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
                return .hung
            }
            // Its child processes may hold its output open for long; so its own end is checked separately.
            attend(milliseconds: min(deadline.milliseconds, from >= 0 ? 50 : patience))
            if from < 0 { patience = min(50, patience * 2) }
        }
    }

    private mutating func attend(milliseconds: Int32) {
        var watched = [
            pollfd(fd: from, events: Int16(POLLIN), revents: 0), pollfd(fd: to, events: Int16(POLLOUT), revents: 0),
        ]
        guard poll(&watched, 2, milliseconds) > 0 else { return }
        if watched[1].revents != 0 { feed() }
        if watched[0].revents != 0 { listen() }
    }

    private mutating func ending(_ status: Int32) -> CommandEnding {
        // A full pipe and a bit more; output beyond that is not waited for.
        for _ in 0..<8 where from >= 0 { listen() }
        let output = String(decoding: received, as: UTF8.self)
        return switch ProcessEnding(status: status) {
        case .exited(let code): .exited(code, output: output)
        case .killed(let signal): .killed(signal: signal, output: output)
        }
    }

    private mutating func feed() {
        let count = input[sent...].withUnsafeBytes { write(to, $0.baseAddress, $0.count) }
        if count > 0 { sent += count }
        // A command that stops reading reports why in its exit code.
        if sent == input.count || (count < 0 && errno != EAGAIN && errno != EINTR) { closeInput() }
    }

    private mutating func listen() {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        let count = read(from, &chunk, chunk.count)
        if count > 0 {
            received += chunk[..<count]
            received.removeFirst(max(0, received.count - memory))
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            closeOutput()
        }
    }

    private mutating func closeInput() {
        if to >= 0 { close(to) }
        to = -1
    }

    private mutating func closeOutput() {
        if from >= 0 { close(from) }
        from = -1
    }
}

/// How a command ended.
public enum CommandEnding: Sendable, Hashable {
    /// It exited; `output` is the end of its standard output and error.
    case exited(Int32, output: String)
    /// A signal terminated it.
    case killed(signal: Int32, output: String)
    /// It took too long, and its process group was killed.
    case hung
    /// It could not be started, with the reason.
    case notStarted(String)

    /// The exit codes of sysexits(3) after which a retry is pointless.
    private static let finalCodes: Set<Int32> = [64, 65, 67, 68, 76, 77, 78]

    /// The failure according to sysexits(3); nil for success.
    ///
    /// - Parameters:
    ///   - command: the command.
    ///   - timeout: its time limit in seconds.
    ///   - remedy: what the user can do after a permanent failure.
    public func failure(of command: PluginCommand, timeout: Int, remedy: String) -> PluginFailure? {
        let name = command.name
        switch self {
        case .exited(0, _): return nil
        case .exited(let code, let output):
            let reason = "\(name) exited with \(code)" + CommandEnding.quoted(output)
            return CommandEnding.finalCodes.contains(code)
                ? .final(reason, remedy: remedy) : .passing(reason, remedy: "check the command's log")
        case .killed(let signal, let output):
            return .passing("\(name) was terminated by signal \(signal)" + CommandEnding.quoted(output))
        case .hung:
            return .passing(
                "\(name) took more than \(timeout) s and was stopped",
                remedy: "check why it hangs, or increase timeout"
            )
        case .notStarted(let reason):
            return .passing("cannot start \(name): \(reason)", remedy: "set command to an executable program")
        }
    }

    /// The last line of the output, where programs usually report why they failed.
    private static func quoted(_ output: String) -> String {
        let lines = output.split(whereSeparator: \.isNewline).map {
            PlainText.oneLine(String($0)).split(separator: " ").joined(separator: " ")
        }
        guard let last = lines.last(where: { !$0.isEmpty }) else { return "" }
        return ": " + PlainText.shortened(last, bytes: 300)
    }
}
