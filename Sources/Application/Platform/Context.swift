package import CivilTime
package import Delivery
package import Files
package import Localization
package import SystemPackage

/// Everything through which a command accesses the system.
package struct Context {
    package var output: Output
    package var environment: [String: String]
    /// The folder that relative paths are resolved against.
    var workingDirectory: FilePath
    /// The current time; the zone matters only if `ANTRAIN_NOW` has no offset.
    package var clock: (Zone) throws(CommandError) -> Instant
    /// Asks the user a question; nil without a terminal.
    package var ask: ((String) -> String?)?
    /// The same, without showing what the user types.
    package var askSecretly: ((String) -> String?)? = nil
    /// Counts down a number of seconds on the terminal, with a label; returns the seconds that passed before the user stopped it, and what
    /// the user typed to stop it.
    package var countDown: (_ seconds: Int, _ label: String, _ hint: String) -> (passed: Int, typed: String)
    /// The seconds since the system started, which no change of the clock affects.
    package var uptime: () -> Int
    package var files: FileAccess
    /// Runs a system program; returns nil if it is not installed.
    package var system: (SystemCommand) -> SystemAnswer?
    /// Runs an editor on a file, on the terminal; returns its exit code, 127 if there is no such program.
    package var runsEditor: (_ editor: String, _ file: FilePath) -> Int32
    package var processID: Int32
    package var userID: UInt32
    package var executable: FilePath
    /// Whether results and errors are printed as JSON.
    package var wantsJSON: Bool
    /// Starts the user's pager; returns nil if there is none.
    package var startsPager: () -> Pager? = { nil }
    /// Makes Ctrl-C print a line; nil restores the default.
    package var interruptionSays: (String?) -> Void = { _ in }
    package var isDaemon = false
    /// Why a restore that was interrupted can be neither finished nor undone; nil if there is none.
    package var unfinishedRestore: CommandError?
    /// Collects damaged parts of antrain while a command runs.
    package let health = InstallationHealth()
    /// What the user may be asked when the command has ended.
    package let offer = TriggerOffer()
    /// What a command does when its work is done.
    package let closing = ClosingTask()
    package var log = RunLog()

    /// The user's login name from the environment (POSIX.1-2017, 8.3).
    package var userName: String? { ["LOGNAME", "USER"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }

    /// The damaged part of antrain that was found since the last call; nil if there is none.
    package func takeDamage() -> DamagedPart? { health.take().map(Installation(self).culprit) }

    /// Throws if a restore is not finished: it might replace what the command changes.
    package func checkRestored() throws(CommandError) {
        if let unfinishedRestore { throw unfinishedRestore }
    }

    package var caller: Caller {
        if isDaemon, !output.hasControllingTerminal { return .unattended }
        return Caller(
            environment: environment,
            ancestors: Caller.ancestors(of: processID, files: files),
            hasTerminal: output.hasControllingTerminal,
            files: files
        )
    }

    /// Whether `ANTRAIN_NOW` sets the current time.
    package var hasHandedClock: Bool { !environment["ANTRAIN_NOW", default: ""].isEmpty }

    /// Writes a warning to standard error.
    package func warn(_ text: String, _ words: MessageCatalog = .plain) {
        output.talk(output.talkStyle.magenta(words.text(.warning)) + " \(text)\n")
    }

    /// Whether the user agrees to a question; nil without a terminal.
    ///
    /// - Parameter isUsual: what Enter means.
    package func agrees(to question: String, byDefault isUsual: Bool = false) -> Bool? {
        ask.map { _ in decision(on: question, byDefault: isUsual) ?? false }
    }

    /// Asks a yes-or-no question until the answer is one of them.
    ///
    /// - Parameter isUsual: what Enter means.
    /// - Returns: nil without a terminal, at the end of the input, or if the user skips the question with q.
    package func decision(on question: String, byDefault isUsual: Bool) -> Bool? {
        var typed = ask?("\(question) [\(isUsual ? "Y/n" : "y/N")] ")
        while let text = typed?.lowercased().filter({ !$0.isWhitespace }) {
            switch text {
            case "": return isUsual
            case "y", "yes": return true
            case "n", "no": return false
            case "q", "quit": return nil
            default: typed = ask?("answer y or n> ")
            }
        }
        return nil
    }

    package static func live() -> Context {
        let environment = ProcessEnvironment.current
        let output = Output.live(environment: environment)
        var context = Context(
            output: output,
            environment: environment,
            workingDirectory: ProcessEnvironment.workingDirectory,
            clock: { zone throws(CommandError) in try LiveClock.now(environment: environment, zone: zone) },
            ask: Output.asksTheUser,
            countDown: { Countdown.run($0, $1, $2, isPlain: output.isPlain) },
            uptime: Countdown.uptime,
            files: .live,
            system: { SystemProcess.run($0, environment: environment) },
            runsEditor: { EditorProcess.run($0, $1, environment: environment) },
            processID: ProcessEnvironment.processID,
            userID: ProcessEnvironment.userID,
            executable: ProcessEnvironment.executable,
            wantsJSON: wantsJSON(ProcessEnvironment.arguments)
        )
        context.interruptionSays = Interruption.says
        context.askSecretly = Output.asksTheUser.map { ask in { question in Output.withoutEcho { ask(question) } } }
        context.startsPager = { Pager.start(environment: environment) }
        return context
    }

    /// Whether a command line, valid or not, has the option `--json`; no option accepts it as its value.
    package static func wantsJSON(_ arguments: some Sequence<String>) -> Bool {
        arguments.prefix { $0 != "--" }.contains("--json")
    }
}

extension FileAccess {
    /// The contents of a file; nil if there is none and it is optional.
    package func contents(_ path: FilePath, isOptional: Bool = true) throws(CommandError) -> [UInt8]? {
        switch read(path) {
        case .success(let bytes): return bytes
        case .failure(let problem) where problem.isMissing && isOptional: return nil
        case .failure(let problem): throw .file(problem)
        }
    }
}

/// The options of every command: where antrain's files are, and whether it prints details.
package struct LaunchOptions {
    package var config: String?
    package var dataDir: String?
    package var pluginPath: String?
    package var verbose = false

    package init(config: String? = nil, dataDir: String? = nil, pluginPath: String? = nil, verbose: Bool = false) {
        (self.config, self.dataDir, self.pluginPath, self.verbose) = (config, dataDir, pluginPath, verbose)
    }

    /// The arguments that give another command the same options.
    package var arguments: [String] {
        let values = [("--config", config), ("--data-dir", dataDir), ("--plugin-path", pluginPath)]
        return values.flatMap { name, value in value.map { ["\(name)=\($0)"] } ?? [] } + (verbose ? ["--verbose"] : [])
    }
}
