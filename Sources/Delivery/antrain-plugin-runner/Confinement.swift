import AntrainPluginABI
import CConfinement
import CLinux
import Glibc
import RunnerProtocol

/// The access that this process permanently gives up before it loads a plugin.
enum Confinement {
    /// The files that every plugin may read: the system's libraries, zones and names.
    ///
    /// No user files; of /proc only a few files of this process, without /proc/self/net, which lists connections.
    private static let system = [
        "/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/opt", "/etc/ld.so.cache", "/etc/ld.so.conf",
        "/etc/localtime", "/etc/timezone", "/etc/locale.alias", "/etc/nsswitch.conf", "/etc/passwd", "/etc/group",
        "/etc/mailname", "/proc/self/auxv", "/proc/self/cgroup", "/proc/self/cmdline", "/proc/self/comm",
        "/proc/self/limits", "/proc/self/maps", "/proc/self/stat", "/proc/self/statm", "/proc/self/status",
        "/proc/meminfo", "/proc/cpuinfo", "/sys/devices/system/cpu", "/dev/urandom", "/dev/random", "/dev/zero",
    ]
    /// Folders whose entries are counted but not read.
    private static let listed = ["/proc/self/fd", "/proc/self/task"]
    /// The files for resolving and trusting other machines.
    private static let network = [
        "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/gai.conf", "/etc/services", "/etc/protocols",
        "/etc/ssl", "/etc/ca-certificates", "/etc/pki", "/var/lib/ca-certificates", "/run/systemd/resolve",
    ]
    private static let desktop = ["/etc/machine-id", "/var/lib/dbus/machine-id"]
    private static let terminals = ["/dev/pts", "/dev/tty", "/dev/console"]

    /// One minute of processor time, 2 GiB of memory, files of 256 MiB, 256 open files, 1024 queued signals;
    /// more threads and processes if it starts none itself, because other processes that the user starts count, too.
    private static func limits(_ needs: Needs) -> antrain_limits {
        antrain_limits(
            processor_seconds: 60,
            memory_bytes: 2 << 30,
            file_bytes: 256 << 20,
            files: 256,
            signals: 1024,
            processes: needs.isDisjoint(with: [.exec, .rights]) ? 1024 : 256
        )
    }

    /// The maximum number of threads of a plugin running as root, which RLIMIT_NPROC does not limit.
    private static let rootsThreads: UInt64 = 1024

    /// Confines this process; if that fails, nothing may be loaded.
    static func apply(_ load: WireLoad) throws(Failure) {
        let needs = Needs(rawValue: load.needs)
        let grants = try PlaceGrants(load)
        defer { grants.close() }
        var limits = limits(needs)
        // A program with its own privileges loses them under no new privileges: sendmail(8) could not queue.
        guard !needs.contains(.rights) else { return antrain_limit(&limits) }
        guard load.landlock <= antrain_landlock_version() else { throw .noLandlock }
        guard let rules = antrain_ruleset_begin(calls(load, needs, grants), Int32(load.landlock)) else {
            throw .code(ENOMEM)
        }
        for (path, access) in paths(load, needs) { antrain_ruleset_allow(rules, path, access) }
        for path in listed { antrain_ruleset_allow(rules, path, Int32(ANTRAIN_PATH_LIST)) }
        for grant in grants.all {
            let reading = Int32(needs.contains(.exec) ? ANTRAIN_PATH_EXECUTE : ANTRAIN_PATH_READ)
            let access = grant.place.isOnlyRead ? reading : Int32(ANTRAIN_PATH_WRITE)
            let code = antrain_ruleset_allow_descriptor(rules, grant.descriptor, access)
            guard code == 0 else { throw .code(code) }
        }
        var plan = plan(grants)
        if needs.contains(.exec) { plan.processor_seconds = limits.processor_seconds }
        let code = antrain_confine(rules, &limits, &plan)
        guard code != EBUSY || plan.socket_count == 0 else { throw .watched }
        guard code == 0 else { throw .code(code) }
    }

    /// The guard's tasks.
    ///
    /// They exist as long as the guard, which is a copy of this process.
    private static func plan(_ grants: PlaceGrants) -> antrain_guard_plan {
        func kept<Value>(_ values: [Value]) -> UnsafePointer<Value>? {
            let copy = UnsafeMutableBufferPointer<Value>.allocate(capacity: values.count)
            _ = copy.initialize(from: values)
            return UnsafePointer(copy.baseAddress)
        }
        func texts(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?>? {
            kept(texts.map { UnsafePointer(strdup($0)) })
        }
        var plan = antrain_guard_plan()
        plan.sockets = texts(grants.sockets.map(\.address))
        plan.socket_files = kept(grants.sockets.map(\.descriptor))
        plan.socket_count = grants.sockets.count
        plan.folders = kept(grants.bounded.map(\.descriptor))
        plan.folder_names = texts(grants.bounded.map(\.name))
        plan.folder_most = kept(grants.bounded.map(\.most))
        plan.folder_count = grants.bounded.count
        plan.threads = geteuid() == 0 ? rootsThreads : 0
        return plan
    }

    private static func calls(_ load: WireLoad, _ needs: Needs, _ grants: PlaceGrants) -> UInt32 {
        var may: UInt32 = 0
        if needs.contains(.network) { may |= UInt32(ANTRAIN_MAY_NETWORK) }
        if needs.contains(.exec) { may |= UInt32(ANTRAIN_MAY_EXEC) }
        if !needs.isDisjoint(with: [.desktop, .sockets]) { may |= UInt32(ANTRAIN_MAY_SOCKETS) }
        // sendmsg(2) can address a datagram to any socket, and the bus and name resolution need sendmsg(2).
        if needs.contains(.sockets), needs.isDisjoint(with: [.desktop, .network]) {
            may |= UInt32(ANTRAIN_MAY_DATAGRAMS)
        }
        let changesFolders = grants.all.contains { $0.isFolder && !$0.place.isOnlyRead }
        if changesFolders || !needs.isDisjoint(with: [.desktop, .exec]) { may |= UInt32(ANTRAIN_MAY_FOLDERS) }
        // For root: a terminal belongs to its user, and a file that the user names, or its folder, may belong to another
        // user.
        if needs.contains(.terminals) || !grants.all.isEmpty || !load.places.isEmpty {
            may |= UInt32(ANTRAIN_MAY_OVERRIDE)
        }
        return may
    }

    private static func paths(_ load: WireLoad, _ needs: Needs) -> [(String, Int32)] {
        let reading = Int32(needs.contains(.exec) ? ANTRAIN_PATH_EXECUTE : ANTRAIN_PATH_READ)
        let writing = Int32(ANTRAIN_PATH_WRITE)
        var all = system.map { ($0, reading) } + [(load.path, Int32(ANTRAIN_PATH_READ)), ("/dev/null", writing)]
        if let zones = variable("TZDIR") { all.append((zones, reading)) }
        if needs.contains(.network) {
            all += network.map { ($0, reading) }
            all += ["SSL_CERT_FILE", "SSL_CERT_DIR"].compactMap(variable).map { ($0, reading) }
        }
        if needs.contains(.desktop) { all += desktop.map { ($0, reading) } }
        if needs.contains(.terminals) {
            all +=
                terminals.map { ($0, Int32(ANTRAIN_PATH_TERMINAL)) } + [
                    ("/run/utmp", reading), ("/var/run/utmp", reading),
                ]
        }
        return all
    }

    /// An environment variable that is an absolute path.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// The needs (`ANTRAIN_NEED_…`).
    struct Needs: OptionSet {
        let rawValue: UInt32

        static let network = Needs(rawValue: UInt32(ANTRAIN_NEED_NETWORK))
        static let exec = Needs(rawValue: UInt32(ANTRAIN_NEED_EXEC))
        static let rights = Needs(rawValue: UInt32(ANTRAIN_NEED_RIGHTS))
        static let desktop = Needs(rawValue: UInt32(ANTRAIN_NEED_DESKTOP))
        static let terminals = Needs(rawValue: UInt32(ANTRAIN_NEED_TERMINALS))
        static let sockets = Needs(rawValue: UInt32(ANTRAIN_NEED_SOCKETS))
    }

    /// Why a process could not be confined.
    enum Failure: Error, CustomStringConvertible {
        case code(Int32)
        case noLandlock, watched
        case path(String, problem: String)
        case socket(String, problem: String)

        var description: String {
            switch self {
            case .code(let code):
                "cannot confine the plugin's process: \(String(cString: strerror(code))); nothing was loaded"
            case .noLandlock:
                "cannot confine the plugin's process: its Landlock version is older than the host's; nothing was loaded"
            case .watched:
                "cannot confine a plugin that connects to sockets: another program, such as a container manager, already receives the system calls of antrain's processes (seccomp_unotify(2)), which only one can; run antrain outside that container; nothing was loaded"
            case .path(let path, let problem): "the path '\(path)' \(problem); nothing was loaded"
            case .socket(let path, let problem): "the socket '\(path)' \(problem); nothing was loaded"
            }
        }
    }
}
