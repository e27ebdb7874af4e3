/// Where antrain keeps its files (XDG Base Directory Specification 0.8).
struct Paths {
    let settings: String
    let ledger: String
    /// The user's own plugins.
    let plugins: String
    /// The file that the daemon locks.
    let lock: String
    /// Where antrain writes what it could not put into the ledger; nil without a home.
    let trace: String?
    /// The file that lists the ledgers there were; it is in another folder, so that it survives the loss of theirs; nil without a home.
    let knownLedgers: String?
    /// What was last reported of a ledger that cannot be opened; nil without a home.
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
        if let folder = options.dataDir {
            ledger = Paths.absolute(folder, context) + "/ledger.sqlite"
        } else {
            ledger = try Paths.folder("XDG_DATA_HOME", ".local/share", context, home: home) + "/ledger.sqlite"
        }
        plugins = String(ledger.dropLast("/ledger.sqlite".count)) + "/plugins"
        if let folder = context.environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") {
            lock = folder + "/antrain/daemon.lock"
        } else {
            lock = String(ledger[..<(ledger.lastIndex(of: "/") ?? ledger.endIndex)]) + "/daemon.lock"
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

    /// A path from the root; `..` stays as it is written, for what it leads to depends on symbolic links.
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

    /// A path as people write it, with `~` for their home.
    func shown(_ path: String) -> String {
        guard let home, path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }
}
