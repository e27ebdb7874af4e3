import CivilTime

/// All that a command may do to the world; tests hand in another.
struct Context {
    /// Where a command writes.
    var output: Output
    /// The environment.
    var environment: [String: String]
    /// The folder that relative paths start from.
    var workingDirectory: String
    /// The present; asked for once, so that one command has one present.
    var clock: (Zone) throws(CommandError) -> Instant
    /// The files.
    var files: FileAccess
    /// Where the executable lies.
    var executable: String

    /// The real world.
    static func live() -> Context {
        let environment = ProcessEnvironment.current
        return Context(
            output: .live(environment: environment),
            environment: environment,
            workingDirectory: ProcessEnvironment.workingDirectory,
            clock: { zone throws(CommandError) in try LiveClock.now(environment: environment, zone: zone) },
            files: .live,
            executable: ProcessEnvironment.executable
        )
    }
}
