/// The options of every command: where antrain's files are, and whether it prints details.
package struct LaunchOptions {
    package var config: String?
    package var dataDir: String?
    package var pluginPath: String?
    package var verbose = false

    package init(config: String? = nil, dataDir: String? = nil, pluginPath: String? = nil, verbose: Bool = false) {
        self.config = config
        self.dataDir = dataDir
        self.pluginPath = pluginPath
        self.verbose = verbose
    }

    /// The arguments that give another command the same options.
    package var arguments: [String] {
        let values = [("--config", config), ("--data-dir", dataDir), ("--plugin-path", pluginPath)]
        return values.flatMap { name, value in value.map { ["\(name)=\($0)"] } ?? [] } + (verbose ? ["--verbose"] : [])
    }
}
