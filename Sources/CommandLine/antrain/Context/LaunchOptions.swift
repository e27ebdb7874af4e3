/// The options of every command: where antrain's files are, and whether it prints details.
struct LaunchOptions {
    var config: String?
    var dataDir: String?
    var pluginPath: String?
    var verbose = false

    /// The arguments that give another command the same options.
    var arguments: [String] {
        let values = [("--config", config), ("--data-dir", dataDir), ("--plugin-path", pluginPath)]
        return values.flatMap { name, value in value.map { ["\(name)=\($0)"] } ?? [] } + (verbose ? ["--verbose"] : [])
    }
}
