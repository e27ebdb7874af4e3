import CivilTime

/// All that a command may do to the world; tests hand in another.
struct Context {
    /// Where a command writes.
    var output: Output
    /// The environment.
    var environment: [String: String]
    /// The folder that relative paths start from.
    var workingDirectory: String
    /// The present; a zone is needed only for a handed one that is local.
    var clock: (Zone) throws(CommandError) -> Instant
    /// Asks the user something; nil where nobody is there to answer.
    var ask: ((String) -> String?)?
    /// The files.
    var files: FileAccess
    /// Runs a program of the system; nil where it is not installed.
    var system: (SystemCommand) -> SystemAnswer?
    /// The number of the user.
    var userID: UInt32
    /// Where the executable lies.
    var executable: String

    /// The user's login name (POSIX.1-2017, 8.3), where the environment tells it.
    var userName: String? { ["LOGNAME", "USER"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }

    /// Whether the present is handed in.
    var hasHandedClock: Bool { !environment["ANTRAIN_NOW", default: ""].isEmpty }

    /// Asks the user whether to go on; nil where nobody is there to answer.
    func agrees(to question: String) -> Bool? {
        ask.map { ["y", "yes"].contains(($0(question + " [y/N] ") ?? "").lowercased()) }
    }

    /// The real world.
    static func live() -> Context {
        let environment = ProcessEnvironment.current
        return Context(
            output: .live(environment: environment),
            environment: environment,
            workingDirectory: ProcessEnvironment.workingDirectory,
            clock: { zone throws(CommandError) in try LiveClock.now(environment: environment, zone: zone) },
            ask: Output.asksTheUser,
            files: .live,
            system: { SystemProcess.run($0, environment: environment) },
            userID: ProcessEnvironment.userID,
            executable: ProcessEnvironment.executable
        )
    }
}
