package import CivilTime
import Files
package import ImportedJobs
package import Platform
import Reminders
package import Session
import SystemPackage

/// The user's crontab and at jobs, read once.
package struct MigrationSources {
    private let workspace: Workspace
    private let crontab: SystemCrontab
    private let at: SystemAt
    private let shown: Crontab?
    private let jobs: [AtJob]

    /// Reads the crontab and the at jobs; ignores what cannot be read, with a warning unless `isQuiet`.
    package init(_ workspace: Workspace, isQuiet: Bool = false) {
        self.workspace = workspace
        crontab = SystemCrontab(workspace.context)
        at = SystemAt(workspace.context)
        var shown: Crontab?
        var jobs: [AtJob] = []
        do { shown = try crontab.read() } catch { if !isQuiet { workspace.warn(error.message) } }
        do { jobs = try at.jobs() } catch { if !isQuiet { workspace.warn(error.message) } }
        self.shown = shown
        self.jobs = jobs
    }

    package func migration(_ session: Session) throws(CommandError) -> Migration {
        try migration(zone: session.zone, now: session.now)
    }

    package func migration(zone: Zone, now: Instant) throws(CommandError) -> Migration {
        let files = workspace.context.files
        return Migration(
            crontab: shown,
            jobs: jobs,
            zone: zone,
            systemZone: try workspace.zone(.system),
            now: now,
            user: workspace.context.userName,
            file: { path in
                guard !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/"),
                    case .success(let bytes) = files.read(FilePath(path))
                else { return nil }
                return String(decoding: bytes, as: UTF8.self)
            }
        )
    }

    package func migrating(_ store: Store) -> MigrationExecutor {
        MigrationExecutor(store: store, crontab: crontab, at: at, shown: shown)
    }

    /// If no line of the crontab runs antrain, names the command that adds one.
    package func reportSchedule() {
        guard let shown, !shown.runsAntrain else { return }
        workspace.talk("no line of your crontab runs antrain; to get reminders, run: antrain install cron")
    }
}

/// The user's at(1) jobs.
struct SystemAt {
    private let context: Context

    init(_ context: Context) { self.context = context }

    private func run(_ program: String, _ arguments: [String] = []) -> SystemAnswer? {
        context.system(SystemCommand(program: program, arguments: arguments, variables: ["LC_ALL": "C", "TZ": "UTC0"]))
    }

    /// The user's own jobs (atq(1) shows the superuser those of all users); none without at(1).
    func jobs() throws(CommandError) -> [AtJob] {
        guard let queue = run("atq") else { return [] }
        guard queue.status == 0 else {
            throw .notMoved("atq", reason: queue.reason, aftermath: "at jobs are ignored")
        }
        return AtQueue(queue.text).entries.compactMap { entry in
            // A job may run, and be gone, while the jobs are read.
            guard let answer = run("at", ["-c", "\(entry.number)"]), answer.status == 0,
                let job = AtJob(entry, answer.output), job.userID == context.userID
            else { return nil }
            return job
        }
    }

    /// - Returns: the reason if that fails.
    func remove(_ number: Int) -> String? {
        guard let answer = run("atrm", ["\(number)"]) else { return "atrm(1) is not installed" }
        return answer.status == 0 ? nil : answer.reason
    }
}
