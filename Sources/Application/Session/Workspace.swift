package import CivilTime
package import Delivery
import Files
package import Ledger
package import Localization
import Logging
package import Platform
import Recovery
package import Reminders
import SystemPackage
package import YAMLSource

/// A command's view of the user's files and the current time, which stays the same until the command ends.
package final class Workspace {
    package let context: Context
    package let paths: Paths
    package let installation: Installation
    package let pluginPath: PluginPath
    package let isVerbose: Bool
    /// Whether this is a frequent run without a terminal, as from cron: lasting problems are then reported once.
    package let isRoutine: Bool
    /// Whether nothing may be recorded, not even that a problem was reported.
    package var isReadOnly = false {
        didSet { if isReadOnly { context.log.turnOff() } }
    }
    /// Keeps plugins' processes for later use; nil if each process ends after its task.
    let pool: RunnerPool?
    private var opened: Ledger?
    /// Used if there is no ledger.
    private var substitute: Ledger?
    private var moment: Instant?
    private(set) lazy var caller = context.caller
    private var digests: [String: String] = [:]
    /// The descriptions of plugins from when they were last loaded.
    var known = KnownPlugins()
    private var hasReadKnownPlugins = false
    /// The lasting problems that this command found.
    private var present: [ReportedProblems: [String]] = [:]
    /// The messages about problems that this command has written.
    private var reported: Set<String> = []
    /// The number of the action that the command recorded first.
    var action: Int64?
    /// The answer that the next commit records together with its events.
    package var reportedAnswer: ReportedAnswer?
    /// What a look for answers before a plan found out about the channels of a session, for its next commit.
    var preparedChannels: (session: Session, delivery: DeliveryService, metadata: PluginMetadataCache)?
    /// The conversations with plugins that were begun before a plan, to collect answers.
    var openChannels: ScheduledChannelSync?
    /// Whether answers are collected, so that the conversations continue after a commit.
    var isCollecting = false
    /// A change of the settings file that the next commit records, because it could not be recorded at once.
    var unrecorded: UnrecordedRevision?
    /// The number of the action with a change of the settings file; the next commit continues it.
    var recordedRevision: Int64?
    /// The active program whose new text the user has seen and accepted.
    package var acceptedProgram: String?
    /// Whether this machine takes part in an exchange with others; nil until the command records something.
    var takesPart: Bool?
    /// Whether the command works on a copy of the ledger in memory.
    private(set) var isCopied = false
    /// The settings file as this command wrote it, in case it cannot be read afterwards.
    var writtenSettings: SourceText?

    package init(
        _ context: Context,
        _ options: LaunchOptions,
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
        followLog(options)
    }

    deinit {
        if !context.isDaemon, isKnownUniquelyReferenced(&opened) { opened?.closeAtExit() }
    }

    /// The ledger for reading; if there never was one, an empty one in memory, so that reading creates nothing.
    package func ledger() throws(CommandError) -> Ledger {
        if let opened { return opened }
        guard Ledger.isAbsent(at: paths.ledger), !hasLedger else { return try open() }
        if let substitute { return substitute }
        do throws(LedgerError) {
            let empty = try Ledger(insteadOf: paths.ledger)
            substitute = empty
            return empty
        } catch { throw .ledger(error) }
    }

    /// The ledger for writing; it is created if there never was one.
    ///
    /// - Parameter replacesLost: whether a new ledger replaces one that is missing or empty now.
    @discardableResult
    package func createLedger(replacesLost: Bool = false) throws(CommandError) -> Ledger {
        let ledger = try open(replacesLost: replacesLost)
        try recognize(ledger)
        return ledger
    }

    private func open(replacesLost: Bool = false) throws(CommandError) -> Ledger {
        if let opened { return opened }
        let known = KnownLedgers(self)
        do {
            let isKnown = !replacesLost && known.hadLedger(at: paths.ledger)
            let ledger = try Ledger(path: paths.ledger, isKnown: isKnown)
            opened = ledger
            if known.lacks(paths.ledger) { known.add(paths.ledger) }
            warnOfAccess()
            warnOfRestore()
            return ledger
        } catch { throw .ledger(error) }
    }

    /// Continues with a copy of the ledger in memory; only this command sees what it records from now on.
    func continueWithCopy() throws(CommandError) {
        opened = try withLedger { (ledger) throws(LedgerError) in try Ledger(copyOf: ledger) }
        isCopied = true
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
        for problem in recordAndFilterReported(problems, of: .access) { warn(problem) }
    }

    private func warnOfRestore() {
        let problems = [context.unfinishedRestore?.message].compactMap(\.self)
        for problem in recordAndFilterReported(problems, of: .restore) { warn(problem) }
    }

    /// Whether a ledger exists, or existed and is lost.
    package var hasLedger: Bool { context.files.exists(paths.ledger) || KnownLedgers(self).hadLedger(at: paths.ledger) }

    /// Runs what a routine run does.
    ///
    /// An error with which the last routine run ended, too, is not reported again.
    package func reportingOnce<Value>(_ body: () throws(CommandError) -> Value) throws(CommandError) -> Value {
        guard isRoutine else { return try body() }
        let reported = ReportedFile(self)
        do {
            let value = try body()
            reported.clear()
            return value
        } catch {
            // What is wrong in a file was reported already.
            guard !error.message.isEmpty else { throw error }
            throw reported.newProblems([error.message], of: "error").isEmpty ? .told(error) : error
        }
    }

    /// Runs a closure with the ledger, and converts its errors.
    package func withLedger<Value>(_ body: (Ledger) throws(LedgerError) -> Value) throws(CommandError) -> Value {
        let ledger = try ledger()
        do { return try body(ledger) } catch { throw .ledger(error) }
    }

    /// Stores information for later runs that no command depends on.
    ///
    /// If it cannot be written, as on a full disk, a later run asks or reports again; the effect of the command is complete.
    package func remember(_ body: (Ledger) throws(LedgerError) -> Void) throws(CommandError) {
        guard !isReadOnly, hasLedger else { return }
        let ledger = try ledger()
        do { try body(ledger) } catch {
            guard !error.isFailureToWrite else { return }
            throw .ledger(error)
        }
    }

    // MARK: Time

    private var zones: ZoneDatabase { .system(environment: context.environment) }

    package func zone(_ choice: TimezoneChoice) throws(CommandError) -> Zone {
        switch choice {
        case .system:
            do { return try zones.localZone(environment: context.environment) } catch {
                throw .zone(error, origin: "the system's time zone")
            }
        case .named(let name):
            do { return try zones.zone(named: name) } catch { throw .zone(error, origin: "timezone") }
        }
    }

    /// The current time, which is read once for each command.
    ///
    /// `ANTRAIN_NOW` without an offset is in the system's time zone.
    package func now() throws(CommandError) -> Instant {
        if let moment { return moment }
        let instant = try context.clock(try context.hasHandedClock ? zone(.system) : .utc)
        moment = instant
        return instant
    }

    /// Records that cron or the user ran antrain to deliver what is due; `status` shows the last run.
    package func noteRun() throws(CommandError) {
        let now = try now()
        try withLedger { (ledger) throws(LedgerError) in try ledger.noteRun(at: now) }
    }

    // MARK: Plugins

    /// The absolute paths of antrain's files and programs, wherever options, variables and the installation put them.
    package lazy var usedPaths: [String] = {
        let ledgers = ([paths.ledger] + KnownLedgers(self).paths).map { $0.removingLastComponent() }
        let all = [paths.settings, paths.exercises] + ledgers + pluginPath.folders.map(\.path) + installation.code
        return Set(all.map(\.string)).sorted()
    }()

    /// The digest of a plugin's file, cached because large libraries take long.
    func digest(of path: FilePath) -> String? {
        guard let stamp = context.files.stamp(path) else { return nil }
        if let known = digests[path.string + stamp] { return known }
        let digest = PluginDigest.sha256(of: path)
        digests[path.string + stamp] = digest
        return digest
    }

    /// Reads the descriptions of plugins that the ledger has.
    func readKnownPlugins() throws(CommandError) {
        guard !hasReadKnownPlugins, hasLedger else { return }
        let added = known.added
        known = KnownPlugins(try withLedger { (ledger) throws(LedgerError) in try ledger.pluginCards() })
        for (library, manifest) in added { known.add(manifest, of: library) }
        hasReadKnownPlugins = true
    }

    /// Stores the descriptions of plugins that this command loaded.
    ///
    /// Only what plans or delivers calls it: reading writes nothing.
    func storeKnownPlugins() throws(CommandError) {
        guard !known.added.isEmpty else { return }
        let added = known.added
        try remember { (ledger) throws(LedgerError) in
            for (library, manifest) in added { try ledger.remember(manifest, of: library) }
        }
        known.noteStored()
    }

    /// Throws if a part of antrain was found to be damaged; in a routine run, its message is reported once.
    ///
    /// - Parameter hasRun: whether plugins were started, so that finding no damage means that there is none.
    package func checkHealth(hasRun: Bool = false) throws(CommandError) {
        let damage = context.takeDamage()
        guard damage != nil || hasRun else { return }
        let new = recordAndFilterReported([damage?.words].compactMap { $0 }, of: .installation)
        if let damage { throw new.isEmpty ? .told(.damagedPart(damage)) : .damagedPart(damage) }
    }

    // MARK: Talk

    /// Writes a message to standard error.
    package func talk(_ text: String) { context.output.talk(text + "\n") }

    /// Whether this command has not written the message yet; from now on, it counts as written.
    func isNew(_ text: String) -> Bool { reported.insert(text).inserted }

    /// Writes what was found in a file to standard error, unless the JSON error contains it.
    package func report(_ diagnostics: Diagnostics, in source: SourceText, isError: Bool) {
        guard !diagnostics.items.isEmpty, !(isError && context.wantsJSON) else { return }
        let text = DiagnosticRenderer(source: source, colored: context.output.talkIsColored).render(diagnostics)
        if isNew(text) { talk(text) }
    }

    /// Whether lasting problems are recorded as reported.
    ///
    /// What another command reports, perhaps to a status bar, does not silence the next routine run.
    var recordsProblems: Bool { isRoutine || context.isDaemon }

    /// Notes the lasting problems of one kind that exist now.
    ///
    /// - Returns: those to report: in a routine run only the new ones.
    func recordAndFilterReported(_ problems: [String], of kind: ReportedProblems) -> [String] {
        present[kind] = problems
        guard recordsProblems else { return problems }
        let new = newProblems(problems, of: kind)
        return isRoutine ? new : problems
    }

    /// The lasting problems of one kind: those that this command found or, if it did not look for them, those that the last routine run
    /// recorded.
    func problems(of kind: ReportedProblems) throws(CommandError) -> [String] {
        if let found = present[kind] { return found }
        return try withLedger { (ledger) throws(LedgerError) in try ledger.reportedProblems(of: kind) }
    }

    /// Records the lasting problems of one kind that exist now.
    ///
    /// - Returns: those that no run has reported yet.
    package func newProblems(_ problems: [String], of kind: ReportedProblems) -> [String] {
        guard !isReadOnly, hasLedger else { return problems }
        let ledger = try? ledger()
        let told = (try? ledger?.reportedProblems(of: kind)) ?? []
        let new = problems.filter { !told.contains($0) }
        if let ledger, (try? ledger.note(told: problems, of: kind)) != nil { return new }
        return recordsProblems ? ReportedFile(self).newProblems(new, of: kind.rawValue) : new
    }

    /// Identifies the current state of a file.
    func state(of path: FilePath) -> String { "\(path) \(context.files.stamp(path) ?? "-")" }

    /// Writes a warning to standard error; a command that reads the same files again does not warn again.
    package func warn(_ text: String, _ words: MessageCatalog = .plain) {
        guard isNew(text) else { return }
        context.log.note(.warning, text)
        context.warn(text, words)
    }

    /// Makes a snapshot of the ledger once a month, from which a damaged ledger can be repaired; a failure is reported once.
    package func keepMonthlySnapshot(_ today: CivilDate) {
        guard let ledger = try? ledger() else { return }
        var problems: [String] = []
        do throws(LedgerError) {
            guard try LedgerSnapshots(ofLedgerAt: paths.ledger).keepMonthly(ledger, today: today) else { return }
        } catch { problems = ["the monthly snapshot of the ledger was not made: \(error)"] }
        for problem in recordAndFilterReported(problems, of: .snapshots) { warn(problem) }
    }

    /// An unused suffix for the file name of the damaged ledger, such as `damaged-202611230730`.
    package func suffixForDamagedLedger() throws(CommandError) -> String {
        let moment = CivilDateTime(secondsSinceCivilEpoch: try now().secondsSinceEpoch)
        let first = "damaged-" + "\(moment.date)-\(moment.time)".filter(\.isNumber)
        var suffix = first
        var count = 1
        let names = [paths.ledger, SymbolicLink.file(at: paths.ledger)]
        while names.contains(where: { context.files.exists($0.suffixed(".\(suffix)")) }) {
            count += 1
            suffix = "\(first)-\(count)"
        }
        return suffix
    }
}

/// The setting `keep`.
extension Workspace {
    /// Replaces some of the oldest reminders with counts, if the settings ask for it; a failure is reported once.
    ///
    /// - Returns: whether any were replaced, so that there may be more.
    package func compact(_ settings: Settings, today: CivilDate, in zone: Zone) -> Bool {
        guard let keep = settings.keep, let ledger = try? ledger(), let now = try? now() else { return false }
        let limit = zone.instant(of: CivilDateTime(date: keep.before(today), time: .midnight))
        var removed = 0
        var problems: [String] = []
        do throws(LedgerError) { removed = try ledger.compact(before: limit, now: now) } catch {
            problems = ["old reminders were not replaced by counts ('keep' in the settings): \(error)"]
        }
        for problem in recordAndFilterReported(problems, of: .compaction) { warn(problem) }
        return removed > 0
    }

    /// The date before which the details of reminders were replaced by counts, at least in part; nil if none were.
    package func compactedBefore(in zone: Zone) throws(CommandError) -> CivilDate? {
        guard hasLedger else { return nil }
        let limit = try withLedger { (ledger) throws(LedgerError) in try ledger.compactedBefore() }
        return limit.map { limit in
            let last = zone.civil(at: limit.subtracting(.seconds(1))).date
            return min(last, .lastPlanned).adding(days: 1)
        }
    }
}
