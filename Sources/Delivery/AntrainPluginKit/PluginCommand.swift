internal import Glibc
internal import Processes
internal import Quoting

/// A program that a plugin runs for a notification, with input, captured output and a time limit.
///
/// A plugin's calls are synchronous and its process runs nothing else, so this waits with poll(2) instead of using a concurrency
/// runtime.
public struct PluginCommand: Sendable {
    /// The program, as the user named it.
    public let name: String
    private let arguments: [String]

    /// Splits a command line into words like a shell, but without a shell.
    ///
    /// - Parameter example: an example command line for the remedy.
    /// - Throws: `PluginFailure` if it has no words or an unclosed quote.
    public init(_ line: String, example: String) throws(PluginFailure) {
        guard let words = ShellText.words(in: line), let name = words.first, !name.isEmpty else {
            throw .final("the command is empty or has an unclosed quote", remedy: "use a form such as \(example)")
        }
        self.name = name
        arguments = Array(words.dropFirst())
    }

    private init(_ name: String, _ arguments: [String]) {
        self.name = name
        self.arguments = arguments
    }

    /// The same command with additional arguments.
    public func adding(_ more: [String]) -> PluginCommand { PluginCommand(name, arguments + more) }

    /// The path of the program; nil if it cannot be run.
    public var path: String? {
        let name = HomePath.expanded(name)
        if name.utf8.contains(0x2F) { return PluginCommand.isProgram(name) ? name : nil }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return (folders.unicodeScalars.split(separator: ":").map(String.init) + ["/usr/sbin"]).map { "\($0)/\(name)" }
            .first(where: PluginCommand.isProgram)
    }

    /// Whether there is an executable file; folders do not count.
    private static func isProgram(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// Runs the program to its end, or kills it with its process group when its time is over.
    ///
    /// Programs that left the group, for example with setsid(2), continue to run.
    ///
    /// In a confined plugin, programs cannot leave the process group, and end with the plugin's process.
    ///
    /// - Parameters:
    ///   - path: the program's path.
    ///   - input: its standard input.
    ///   - variables: environment variables in addition to those of this process.
    ///   - timeout: the time limit in seconds.
    public func run(
        _ path: String,
        input: [UInt8],
        variables: [(name: String, value: String)] = [],
        timeout: Int
    ) -> CommandEnding {
        run(path, input: input, variables: variables, by: Deadline(seconds: Double(timeout)))
    }

    /// Runs the program to its end, or kills it when its time is over.
    ///
    /// - Parameters:
    ///   - path: the program's path.
    ///   - input: its standard input.
    ///   - variables: environment variables in addition to those of this process.
    ///   - deadline: the deadline; all programs of one call share it.
    ///   - memory: how many bytes of the end of the output are kept.
    public func run(
        _ path: String,
        input: [UInt8],
        variables: [(name: String, value: String)] = [],
        by deadline: Deadline,
        keeping memory: Int = 16_384
    ) -> CommandEnding {
        signal(SIGPIPE, SIG_IGN)
        guard let (reading, writing) = PluginCommand.pipe() else {
            return .notStarted(String(cString: strerror(errno)))
        }
        guard let (hearing, talking) = PluginCommand.pipe() else {
            let reason = String(cString: strerror(errno))
            for end in [reading, writing] { close(end) }
            return .notStarted(reason)
        }
        let started = launch(path, variables, input: reading, output: talking)
        close(reading)
        close(talking)
        let talker: CommandTalk.Talker
        switch started {
        case .success(let found): talker = found
        case .failure(let failure):
            close(writing)
            close(hearing)
            return .notStarted(failure.reason)
        }
        var talk = CommandTalk(talker, input: input, to: writing, from: hearing, keeping: memory)
        return talk.finish(by: deadline)
    }

    private static func pipe() -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Starts the program in its own group, so that programs started by it end with it; a confined plugin cannot create one.
    private func launch(
        _ path: String,
        _ variables: [(name: String, value: String)],
        input: Int32,
        output: Int32
    ) -> Result<CommandTalk.Talker, ProgramLaunch.Failure> {
        func start(inGroup: Bool) throws(ProgramLaunch.Failure) -> pid_t {
            let launch = ProgramLaunch(
                path,
                [name] + arguments,
                environment: PluginCommand.environment(with: variables),
                descriptors: [input, output, output],
                startsGroup: inGroup
            )
            return try launch.start()
        }
        do throws(ProgramLaunch.Failure) {
            return .success(.group(try start(inGroup: true)))
        } catch  where error.code == EPERM {
            return Result { () throws(ProgramLaunch.Failure) in .alone(try start(inGroup: false)) }
        } catch {
            return .failure(error)
        }
    }

    /// This process's environment with the variables added or replaced.
    private static func environment(with variables: [(name: String, value: String)]) -> [String] {
        var all: [String] = []
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            // Compared by bytes: an equals sign with a combining mark is a different Swift character.
            if !variables.contains(where: { text.utf8.starts(with: ($0.name + "=").utf8) }) { all.append(text) }
            next += 1
        }
        return all + variables.map { "\($0.name)=\($0.value)" }
    }
}

/// A deadline: a plugin's call has a time limit, whatever it waits for.
public struct Deadline: Sendable {
    private let end: Double

    /// Starts the time.
    public init(seconds: Double) { end = Deadline.now + seconds }

    /// The remaining time for poll(2); at least a moment.
    public var milliseconds: Int32 { Int32(min(max(1, (end - Deadline.now) * 1000), 86_400_000)) }

    /// Whether the time is over.
    public var hasEnded: Bool { Deadline.now >= end }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
