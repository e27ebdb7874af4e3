import Foundation

/// Private spools of at(1) and cron, `/run` and mailboxes: a mount namespace replaces the machine's for the programs that the
/// test starts.
///
/// A mount needs the superuser, and at(1) and crontab(1) change their user id, which is impossible in a user namespace. So this
/// needs root, or sudo without a password.
public final class PrivateSpool {
    private let folder: TemporaryFolder
    private var daemons: [BackgroundProgram] = []

    /// Whether this machine supports private spools.
    public static let isPossible =
        (try? TestSupport.run("/usr/bin/env", asRoot(["unshare", "-m", "true"])).status) == 0

    /// Creates empty spools.
    public init() throws {
        folder = try TemporaryFolder()
        let script = """
            set -e; cd "$1"; mkdir cron run mail
            install -d -m 1770 -o daemon -g daemon cron/atjobs cron/atspool
            install -m 600 -o daemon -g daemon /dev/null cron/atjobs/.SEQ
            install -d -m 1730 -g crontab cron/crontabs
            """
        let made = try TestSupport.run("/usr/bin/env", Self.asRoot(["sh", "-c", script, "sh", folder.path]))
        guard made.status == 0 else { throw ProgramFailure(message: made.errors) }
    }

    deinit {
        daemons = []
        _ = try? TestSupport.run("/usr/bin/env", Self.asRoot(["rm", "-rf", folder.path]))
    }

    private static func asRoot(_ words: [String]) -> [String] { (getuid() == 0 ? [] : ["sudo", "-n"]) + words }

    /// The arguments of `env` that run a program with the spools.
    private func words(_ program: [String], _ environment: [String: String], asUser: Bool) -> [String] {
        let mounts = """
            mount --bind "$1/cron" /var/spool/cron && mount --bind "$1/run" /run && mount --bind "$1/mail" /var/mail &&
            shift && exec "$@"
            """
        let user =
            asUser && getuid() != 0
            ? ["setpriv", "--reuid", "\(getuid())", "--regid", "\(getgid())", "--init-groups"] : []
        let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
        return Self.asRoot(
            ["unshare", "-m", "--propagation", "private", "sh", "-c", mounts, "sh", folder.path] + user
                + ["env", "-i"] + variables + program
        )
    }

    /// Runs a program of the user's until it exits.
    public func run(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = ["PATH": "/usr/bin:/bin"],
        in workingFolder: String? = nil
    ) throws -> Finished {
        let words = words([program] + arguments, uncounted(environment), asUser: true)
        return try TestSupport.run("/usr/bin/env", words, in: workingFolder)
    }

    /// Starts an atd that serves these spools until the test ends.
    public func startAtd() throws { try start("atd", pidFile: "atd.pid") }

    /// Starts a cron that serves these spools until the test ends; it runs the lines with `@reboot` at once.
    public func startCron() throws { try start("cron", pidFile: "crond.pid") }

    private func start(_ daemon: String, pidFile: String) throws {
        let words = words(["/usr/sbin/\(daemon)", "-f"], ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], asUser: false)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/sbin:/usr/bin:/sbin:/bin"
        daemons.append(try BackgroundProgram("/usr/bin/env", words, environment: ["PATH": path]))
        guard eventually(true, within: 60, { FileManager.default.fileExists(atPath: "\(folder.path)/run/\(pidFile)") })
        else {
            throw ProgramFailure(message: "\(daemon) does not start")
        }
    }

    /// Makes a job due: the spool's file name contains its minute, and atd rescans on a signal.
    public func letCome(job: Int, queue: Character) throws {
        let prefix = "\(queue)" + String(format: "%05x", job)
        let minute = String(format: "%08x", Int(Date().timeIntervalSince1970) / 60 - 1)
        let script = """
            cd "$1/cron/atjobs" && mv "$2"???????? "$2$3" && kill -HUP "$(cat "$1/run/atd.pid")"
            """
        let moved = try TestSupport.run(
            "/usr/bin/env",
            Self.asRoot(["sh", "-c", script, "sh", folder.path, prefix, minute])
        )
        guard moved.status == 0 else { throw ProgramFailure(message: moved.errors) }
    }
}
