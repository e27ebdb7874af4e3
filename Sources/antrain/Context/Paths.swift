import SystemPackage

/// The locations of antrain's files (XDG Base Directory Specification 0.8).
struct Paths {
    let settings: String
    /// The user's exercises, in the folder of the settings.
    let exercises: String
    let ledger: String
    /// The user's plugin folder.
    let plugins: String
    let lock: String
    /// A log of records that could not be written to the ledger; nil without a home folder.
    let trace: String?
    /// The list of ledgers created so far; in another folder, so that it survives their loss; nil without a home folder.
    let knownLedgers: String?
    /// The last reported problem of a ledger that cannot be opened; nil without a home folder.
    let ledgerProblem: String?
    private let home: String?

    init(_ context: Context, options: GlobalOptions) throws(CommandError) {
        home = context.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        for (option, value) in [("--config", options.config), ("--data-dir", options.dataDir)] where value == "" {
            throw .misused("\(option) is empty; give a path, or omit the option")
        }
        if let file = options.config {
            settings = Paths.absolute(file, context)
        } else {
            settings = try Paths.folder("XDG_CONFIG_HOME", ".config", context, home: home) + "/settings.yaml"
        }
        exercises = FilePath(settings).removingLastComponent().appending("exercises.yaml").string
        if let folder = options.dataDir {
            ledger = Paths.absolute(folder, context) + "/ledger.sqlite"
        } else {
            ledger = try Paths.folder("XDG_DATA_HOME", ".local/share", context, home: home) + "/ledger.sqlite"
        }
        plugins = String(ledger.dropLast("/ledger.sqlite".count)) + "/plugins"
        if let folder = context.environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") {
            lock = folder + "/antrain/daemon.lock"
        } else {
            lock = FilePath(ledger).removingLastComponent().appending("daemon.lock").string
        }
        let state = try? Paths.folder("XDG_STATE_HOME", ".local/state", context, home: home)
        trace = state.map { $0 + "/trace.log" }
        knownLedgers = state.map { $0 + "/ledgers" }
        ledgerProblem = state.map { $0 + "/ledger-problem" }
    }

    private static func folder(_ variable: String, _ fallback: String, _ context: Context, home: String?)
        throws(CommandError) -> String
    {
        if let path = context.environment[variable], path.hasPrefix("/") { return path + "/antrain" }
        guard let home else { throw .noHome(context.environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }) }
        return "\(home)/\(fallback)/antrain"
    }

    /// An absolute path; `..` is kept, because its target depends on symbolic links.
    static func absolute(_ path: String, _ context: Context) -> String {
        let full: String
        if path.hasPrefix("/") {
            full = path
        } else if path.hasPrefix("~/"), let home = context.environment["HOME"] {
            full = home + path.dropFirst()
        } else {
            full = context.workingDirectory + "/" + path
        }
        return "/" + full.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    /// A path for display, with `~` for the home folder.
    func shown(_ path: String) -> String {
        guard let home, path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }
}
