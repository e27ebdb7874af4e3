import CivilTime
import Delivery
import Ledger
import Reminders
import Training
import YAMLSource

/// A command's view of the user's files and of the present: read once, and the same to the command's end.
final class Workspace {
    let context: Context
    let paths: Paths
    let installation: Installation
    let pluginPath: PluginPath
    let isVerbose: Bool
    /// Whether it is a run that comes again and again and that nobody looks at: what lasts is then told once.
    let isRoutine: Bool
    /// Where plugins' processes are kept for later; nil where they end with what they were started for.
    let pool: RunnerPool?
    private var opened: Ledger?
    private var present: Instant?
    private var digests: [String: String] = [:]

    init(
        _ context: Context,
        _ options: GlobalOptions,
        ledger: Ledger? = nil,
        pool: RunnerPool? = nil,
        isRoutine: Bool = false
    ) throws(CommandError) {
        self.context = context
        self.pool = pool
        opened = ledger
        isVerbose = options.verbose
        self.isRoutine = isRoutine && !options.verbose && !context.output.isTerminal
        paths = try Paths(context, options: options)
        installation = Installation(context)
        pluginPath = PluginPath(context, options, paths, installation)
    }

    /// The ledger; made where there is none and never was one.
    func ledger() throws(CommandError) -> Ledger {
        if let opened { return opened }
        let known = KnownLedgers(self)
        let isKnown = known.contains(paths.ledger)
        do {
            let ledger = try Ledger(path: paths.ledger, isKnown: isKnown)
            opened = ledger
            if !isKnown { known.add(paths.ledger) }
            forgetLedgerProblem()
            warnOfAccess()
            return ledger
        } catch {
            throw isRoutine && wasTold(of: error) ? .toldLedger(error) : .ledger(error)
        }
    }

    private func warnOfAccess() {
        let mode = context.files.mode(paths.ledger) ?? 0
        let path = paths.shown(paths.ledger)
        let problems =
            mode & 0o077 == 0
            ? []
            : [
                "other users can \(mode & 0o022 == 0 ? "read" : "read or change") the ledger \(path); restrict access: chmod 600 \(path)"
            ]
        for problem in untold(problems, of: .access) { warn(problem) }
    }

    /// Whether there is a ledger, or was one.
    var hasLedger: Bool { context.files.exists(paths.ledger) || KnownLedgers(self).contains(paths.ledger) }

    /// Whether the last routine run reported the same; a ledger that cannot be opened cannot remember it.
    private func wasTold(of error: LedgerError) -> Bool {
        guard let file = paths.ledgerProblem else { return false }
        let text = Array(error.description.utf8)
        if case .success(text) = context.files.read(file) { return true }
        if let lock = try? context.files.lock(file) {
            try? context.files.replace(file, text)
            withExtendedLifetime(lock) {}
        }
        return false
    }

    private func forgetLedgerProblem() {
        guard let file = paths.ledgerProblem, context.files.exists(file) else { return }
        try? context.files.remove(file)
    }

    /// Runs what talks to the ledger.
    func withLedger<Value>(_ body: (Ledger) throws(LedgerError) -> Value) throws(CommandError) -> Value {
        let ledger = try ledger()
        do { return try body(ledger) } catch { throw .ledger(error) }
    }

    // MARK: Time

    private var zones: ZoneDatabase { .system(environment: context.environment) }

    /// The zone that settings choose.
    func zone(_ choice: TimezoneChoice) throws(CommandError) -> Zone {
        switch choice {
        case .system:
            do { return try zones.localZone(environment: context.environment) } catch {
                throw .zone(error, origin: "the system's time zone")
            }
        case .named(let name):
            do { return try zones.zone(named: name) } catch { throw .zone(error, origin: "timezone") }
        }
    }

    /// The present, asked for once, so that a command has one present.
    ///
    /// `ANTRAIN_NOW` without an offset is the machine's local time.
    func now() throws(CommandError) -> Instant {
        if let present { return present }
        let instant = try context.clock(try context.hasHandedClock ? zone(.system) : .utc)
        present = instant
        return instant
    }

    /// Remembers that something runs antrain to deliver what is due.
    func noteRun() throws(CommandError) {
        let now = try now()
        try withLedger { (ledger) throws(LedgerError) in try ledger.noteRun(at: now) }
    }

    // MARK: Plugins

    /// The digest of a plugin's file, made once for the same file: large libraries take long.
    func digest(of path: String) -> String? {
        guard let stamp = context.files.stamp(path) else { return nil }
        if let known = digests[path + stamp] { return known }
        let digest = PluginDigest.sha256(of: path)
        digests[path + stamp] = digest
        return digest
    }

    // MARK: Talk

    /// Tells the user something beside the data.
    func talk(_ text: String) {
        context.output.talk(text + "\n")
    }

    /// Remembers of which lasting problems the user is told now.
    ///
    /// - Returns: those of which the user is to be told: in a routine run only what is new.
    func untold(_ problems: [String], of kind: ToldProblems) -> [String] {
        guard hasLedger, let ledger = try? ledger(), let told = try? ledger.toldProblems(of: kind) else {
            return problems
        }
        // What cannot be remembered is told again.
        try? ledger.note(told: problems, of: kind)
        return isRoutine ? problems.filter { !told.contains($0) } : problems
    }

    /// What tells a file's state from any other that it had or will have.
    func state(of path: String) -> String { "\(path) \(context.files.stamp(path) ?? "-")" }

    /// Tells the user of something that is wrong and does not stop the command.
    func warn(_ text: String) {
        talk(Style(isColored: context.output.talkIsColored).yellow("antrain: warning:") + " " + text)
    }
}
