package import CivilTime
import Delivery
import Files
import Glibc
package import Platform
import Ledger
import Machines
import Planning
package import Reminders
package import SystemPackage

/// What the last full run of cron's command depended on, and its exit code.
///
/// Cron starts antrain every minute, and in nearly every minute nothing is due and nothing has changed. A full run that changed nothing
/// therefore records the state of everything that it read, and when there is something to do next. Until then, a run that finds all of it
/// unchanged ends with the same exit code in a tenth of the time. It is a cache: without it, or if it is damaged, the run is a full one.
///
/// What no file shows, such as whether a desktop is there, is noticed by the next full run, ten minutes later at most.
package struct RememberedRun {
    /// No longer than the interval at which `Ledger.noteRun` records runs, so that the ledger still shows that antrain runs.
    private static let longest = Ledger.runStep
    private static let commands: Set<String> = ["schedule-next", "deliver"]
    /// Variables whose values differ in each run and mean nothing to antrain.
    private static let passing: Set<String> = [
        "_", "PWD", "OLDPWD", "SHLVL", "INVOCATION_ID", "JOURNAL_STREAM", "SYSTEMD_EXEC_PID", "MEMORY_PRESSURE_WATCH",
        "XDG_SESSION_ID",
    ]
    private static let format = "antrain-run-1"

    /// The period in which the record is valid, in seconds since 1970 by the system's clock.
    private let start: Int64
    private let end: Int64
    private let status: Int32
    /// The SHA-256 of the states of everything that the run read.
    private let digest: String
    private let paths: [String]

    /// The exit code of a run that has nothing to do; nil if the command must run.
    package static func status(_ arguments: ArraySlice<String>) -> Int32? {
        guard let command = arguments.first, commands.contains(command) else { return nil }
        let environment = ProcessEnvironment.current
        guard let file = file(environment), case .success(let bytes) = LiveFiles.read(file),
            let run = RememberedRun(parsing: String(decoding: bytes, as: UTF8.self))
        else { return nil }
        // If ANTRAIN_NOW sets the time, the digest covers it.
        guard hasHandedClock(environment) || (run.start..<run.end).contains(clock()) else { return nil }
        return States(arguments, environment, run.paths).digest == run.digest ? run.status : nil
    }

    // MARK: Recording

    /// The beginning of a run that may be remembered.
    package struct Beginning {
        fileprivate let second = RememberedRun.clock()

        package init() {}
    }

    /// Records a run, if everything that it read is older than the run.
    ///
    /// - Parameters:
    ///   - beginning: when the run began; what changed since then may have been read before it changed.
    ///   - paths: the files that it depended on, whether they exist or not.
    ///   - next: when there is something to do next; nil if that is unknown.
    static func record(_ beginning: Beginning, _ paths: [FilePath], next: Instant?, now: Instant, status: ExitStatus) {
        let environment = ProcessEnvironment.current
        let texts = Set(paths.map(\.string)).sorted()
        guard let file = file(environment), !texts.contains(where: { $0.contains("\n") }) else { return }
        let states = States(ProcessEnvironment.arguments.dropFirst(), environment, texts)
        guard states.areOlder(than: beginning.second) else { return }
        let wait = min(longest, next.map { now.span(until: $0).seconds } ?? longest)
        guard wait > 0 else { return }
        let run = RememberedRun(
            start: beginning.second,
            end: beginning.second + wait,
            status: status.rawValue,
            digest: states.digest,
            paths: texts
        )
        try? LiveFiles.replace(file, Array(run.text.utf8))
    }

    private static func hasHandedClock(_ environment: [String: String]) -> Bool {
        !environment["ANTRAIN_NOW", default: ""].isEmpty
    }

    private static func file(_ environment: [String: String]) -> FilePath? {
        Paths.state(environment)?.appending("run")
    }

    private static func clock() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec)
    }

    // MARK: The file

    private init(start: Int64, end: Int64, status: Int32, digest: String, paths: [String]) {
        (self.start, self.end, self.status, self.digest, self.paths) = (start, end, status, digest, paths)
    }

    private init?(parsing text: String) {
        let lines = text.split(separator: "\n").map(String.init)
        let fields = (lines.first ?? "").split(separator: " ")
        guard fields.count == 5, fields[0] == RememberedRun.format, let start = Int64(fields[1]),
            let end = Int64(fields[2]), start <= end, let status = Int32(fields[3])
        else { return nil }
        let (digest, paths) = (String(fields[4]), Array(lines.dropFirst()))
        self.init(start: start, end: end, status: status, digest: digest, paths: paths)
    }

    private var text: String {
        let fields = [RememberedRun.format, "\(start)", "\(end)", "\(status)", digest]
        return ([fields.joined(separator: " ")] + paths).map { $0 + "\n" }.joined()
    }

    // MARK: What a run depends on

    /// The states of files, the environment and the system.
    private struct States {
        /// The states, which are stored as a digest only: variables may contain secrets.
        private var bytes: [UInt8] = []
        /// The latest time of a change of the files, plus two seconds on a file system that stores no fractions of a second.
        private var latest: Int64 = .min

        init(_ arguments: ArraySlice<String>, _ environment: [String: String], _ paths: [String]) {
            for argument in arguments { add(argument) }
            for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
                add(name)
                if !RememberedRun.passing.contains(name) { add(value) }
            }
            add(ProcessEnvironment.workingDirectory.string)
            add("\(getuid()) \(isatty(0)) \(isatty(1)) \(isatty(2))")
            // Leases and pauses count from the start of the system.
            if case .success(let boot) = LiveFiles.read("/proc/sys/kernel/random/boot_id") { bytes += boot }
            add(state("/proc/self/exe"))
            for path in paths { add(state(path)) }
        }

        var digest: String { ContentDigest.sha256(of: bytes[...]) }

        /// Whether the last change of each file is so old that any later change gets another time.
        func areOlder(than second: Int64) -> Bool { latest < second - 1 }

        private mutating func add(_ text: String) {
            bytes += text.utf8
            // 0xFF, which never occurs in UTF-8, separates the texts.
            bytes.append(0xff)
        }

        /// A file's identity, size and times.
        ///
        /// Programs can set the time of the last modification, but not that of the last change, which FAT does not store.
        private mutating func state(_ path: String) -> String {
            var facts = stat()
            // Even a reader makes SQLite create an empty write-ahead log, so an empty log counts as a missing file.
            guard stat(path, &facts) == 0, !(path.hasSuffix("-wal") && facts.st_size == 0) else { return path }
            var text = "\(path) \(facts.st_dev) \(facts.st_ino) \(facts.st_size)"
            for time in [facts.st_ctim, facts.st_mtim] {
                text += " \(time.tv_sec).\(time.tv_nsec)"
                // FAT stores times in steps of two seconds.
                let second = min(Int64(time.tv_sec), .max - 2)
                latest = max(latest, time.tv_nsec == 0 ? second + 2 : second)
            }
            return text
        }
    }
}

extension Workspace {
    /// The files that a plan depends on, besides the ledger.
    package func sources(_ settings: Settings, _ zone: Zone, programs: [FilePath]) -> [FilePath] {
        let zones = ZoneDatabase.system(environment: context.environment).directories
        return [paths.settings, paths.exercises, "/etc/localtime"]
            + zones.map { FilePath($0).appending(zone.identifier) }.filter(context.files.exists) + programs
            + [settings.evidence?.folder.map { Paths.absolute($0, context) }].compactMap(\.self)
            // With the dot, the daemon watches the folder itself, not its parent.
            + [(try? membership()).map { $0.path.appending(".") }].compactMap(\.self)
    }

    /// Lets the next runs end early as long as nothing changes and nothing is due.
    ///
    /// - Parameter programs: the files of the programs, if the run read them.
    package func remember(
        _ beginning: RememberedRun.Beginning,
        _ delivery: DeliveryService,
        programs: [FilePath] = [],
        status: ExitStatus
    ) {
        // With a heartbeat or a log, every run writes something.
        guard isRoutine, delivery.settings.heartbeat == nil, delivery.settings.logging == nil,
            context.unfinishedRestore == nil
        else { return }
        let (now, zone) = (delivery.now, delivery.zone)
        var schedule = DaemonSchedule()
        let tomorrow = CivilDateTime(date: zone.civil(at: now).date.adding(days: 1), time: .midnight)
        let view: DaemonSchedule.View
        do {
            let ends = [zone.instant(of: tomorrow), delivery.nextCollection, try nextExchange()]
            schedule.hasPlanned(at: now, until: ends.compactMap { $0 }.min() ?? now)
            schedule.hasDelivered(at: now)
            view = try withLedger { (ledger) throws(LedgerError) in
                DaemonSchedule.View(
                    now: now,
                    due: try ledger.nextDue(now: now),
                    held: try ledger.nextHeld(),
                    closing: try ledger.logClosing(now: now, in: zone)
                )
            }
        } catch { return }
        let files =
            sources(delivery.settings, zone, programs: programs) + [
                paths.ledger, paths.ledger.suffixed("-wal"), paths.plugins,
            ]
            + RestoreJournal.paths(in: paths.data) + delivery.configurations.compactMap { delivery.plugin($0)?.path }
            + [installation.runner]
        RememberedRun.record(beginning, files, next: schedule.wakeUp(view), now: now, status: status)
    }
}
