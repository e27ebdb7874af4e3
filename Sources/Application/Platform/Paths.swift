import Files
package import SystemPackage

/// The locations of antrain's files (XDG Base Directory Specification 0.8).
package struct Paths {
    package let settings: FilePath
    /// The user's exercises, in the folder of the settings.
    package let exercises: FilePath
    package let ledger: FilePath
    /// antrain's own folder, which contains the ledger and the locks.
    package var data: FilePath { LiveFiles.folder(of: ledger) }
    package let plugins: FilePath
    /// The daemon's lock, which is next to the ledger because each ledger has at most one daemon.
    package let lock: FilePath
    /// A log of records that could not be written to the ledger; nil without a home folder.
    package let trace: FilePath?
    /// The list of ledgers created so far; in another folder, so that it survives their loss; nil without a home folder.
    package let knownLedgers: FilePath?
    /// The reported problems that the ledger could not record; nil without a home folder.
    package let reported: FilePath?
    /// The home folder; nil if there is none.
    package let home: FilePath?

    package init(_ context: Context, options: LaunchOptions) throws(CommandError) {
        home = Paths.absolute(variable: "HOME", context.environment)
        for (option, value) in [("--config", options.config), ("--data-dir", options.dataDir)] where value == "" {
            throw .misused("\(option) is empty; give a path, or omit the option")
        }
        if let file = options.config {
            settings = Paths.absolute(file, context)
        } else {
            settings = try Paths.folder("XDG_CONFIG_HOME", ".config", context).appending("settings.yaml")
        }
        exercises = settings.removingLastComponent().appending("exercises.yaml")
        if let folder = options.dataDir {
            ledger = Paths.absolute(folder, context).appending("ledger.sqlite")
        } else {
            ledger = try Paths.folder("XDG_DATA_HOME", ".local/share", context).appending("ledger.sqlite")
        }
        plugins = ledger.removingLastComponent().appending("plugins")
        lock = ledger.removingLastComponent().appending("daemon.lock")
        let state = Paths.state(context.environment)
        trace = state?.appending("trace.log")
        knownLedgers = state?.appending("ledgers")
        reported = state?.appending("reported")
    }

    /// The folder for logs, caches and other files whose loss does no harm; nil without a home folder.
    package static func state(_ environment: [String: String]) -> FilePath? {
        let base =
            absolute(variable: "XDG_STATE_HOME", environment)
            ?? absolute(variable: "HOME", environment)?.appending(".local/state")
        return base?.appending("antrain")
    }

    private static func folder(_ variable: String, _ fallback: String, _ context: Context) throws(CommandError)
        -> FilePath
    {
        try base(variable, fallback, context).appending("antrain")
    }

    /// A base folder of the XDG specification, which programs share.
    ///
    /// - Parameters:
    ///   - variable: the variable that sets it, such as `XDG_CONFIG_HOME`.
    ///   - fallback: its path in the home folder if the variable is not set.
    package static func base(_ variable: String, _ fallback: String, _ context: Context) throws(CommandError)
        -> FilePath
    {
        if let path = absolute(variable: variable, context.environment) { return path }
        guard let home = absolute(variable: "HOME", context.environment) else {
            throw .noHome(context.environment["HOME"].flatMap { $0.isEmpty ? nil : $0 })
        }
        return home.appending(fallback)
    }

    /// The absolute path in a variable; nil if it is not set or relative, which the XDG specification ignores.
    private static func absolute(variable: String, _ environment: [String: String]) -> FilePath? {
        environment[variable].map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
    }

    /// An absolute path; `..` is kept, because its target depends on symbolic links.
    package static func absolute(_ path: String, _ context: Context) -> FilePath {
        var full: FilePath
        if path.hasPrefix("~/"), let home = context.environment["HOME"] {
            full = FilePath(home).appending(String(path.dropFirst(2)))
        } else {
            full = context.workingDirectory.pushing(FilePath(path))
        }
        full.components.removeAll { $0.kind == .currentDirectory }
        return full
    }

    /// A path for display, with `~` for the home folder.
    package func shown(_ path: FilePath) -> String {
        var rest = path
        guard let home, path != home, rest.removePrefix(home) else { return path.string }
        return "~/" + rest.string
    }
}
