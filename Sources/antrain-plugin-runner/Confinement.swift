import AntrainPluginABI
import CLinux
import Glibc
import RunnerWire

/// What this process gives up for good before it loads a plugin.
enum Confinement {
    /// What every plugin reads: the system's libraries, zones and names.
    ///
    /// Nothing of it is a user's.
    private static let system = [
        "/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/opt", "/etc/ld.so.cache", "/etc/ld.so.conf",
        "/etc/localtime",
        "/etc/timezone", "/etc/locale.alias", "/etc/nsswitch.conf", "/etc/passwd", "/etc/group", "/etc/mailname",
        "/proc/self",
        "/proc/meminfo", "/proc/cpuinfo", "/sys/devices/system/cpu", "/dev/urandom", "/dev/random", "/dev/zero",
    ]
    /// What is read to find other machines and to trust them.
    private static let network = [
        "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/gai.conf", "/etc/services", "/etc/protocols",
        "/etc/ssl",
        "/etc/ca-certificates", "/etc/pki", "/var/lib/ca-certificates",
    ]
    private static let desktop = ["/etc/machine-id", "/var/lib/dbus/machine-id", "/etc/fonts", "/tmp/.X11-unix"]
    private static let terminals = ["/dev/pts", "/dev/tty", "/dev/console"]

    /// How much of the machine a plugin may take: a minute of processor time, 2 GiB of memory, files of 256 MiB, 256 open ones.
    private static func limit(_ needs: UInt32) {
        // One that starts nothing may have threads as it likes.
        let isAlone = needs & UInt32(ANTRAIN_NEED_EXEC | ANTRAIN_NEED_RIGHTS) == 0
        antrain_limit(60, 2 << 30, 256 << 20, 256, isAlone ? 0 : 256)
    }

    /// Confines this process.
    ///
    /// - Returns: how it is confined, in words; or why it cannot be, and then nothing must be loaded.
    static func apply(_ load: WireLoad) -> Result<String, Failure> {
        for path in load.paths { make(path) }
        limit(load.needs)
        // A program that has rights of its own loses them where no new privileges may come: sendmail(8) could not queue.
        guard load.needs & UInt32(ANTRAIN_NEED_RIGHTS) == 0 else {
            return .success("limits only, since it starts programs that have rights of their own")
        }
        var version: Int32 = 0
        guard let rules = antrain_ruleset_begin(calls(load.needs), &version) else {
            return .failure(Failure(code: ENOMEM))
        }
        for (path, access) in paths(load) { antrain_ruleset_allow(rules, path, access) }
        let code = antrain_confine(rules)
        guard code == 0 else { return .failure(Failure(code: code)) }
        return .success(
            version > 0
                ? "Landlock \(version), seccomp, limits"
                : "seccomp and limits; this kernel has no Landlock, so that it can read and change what you can"
        )
    }

    /// Why a process could not be confined.
    struct Failure: Error, CustomStringConvertible {
        let code: Int32

        var description: String {
            "the plugin's process cannot be confined: \(String(cString: strerror(code))); nothing was loaded"
        }
    }

    private static func calls(_ needs: UInt32) -> UInt32 {
        var may: UInt32 = 0
        if needs & UInt32(ANTRAIN_NEED_NETWORK) != 0 { may |= UInt32(ANTRAIN_MAY_NETWORK) }
        if needs & UInt32(ANTRAIN_NEED_EXEC) != 0 { may |= UInt32(ANTRAIN_MAY_EXEC) }
        if needs & UInt32(ANTRAIN_NEED_DESKTOP) != 0 { may |= UInt32(ANTRAIN_MAY_UNIX_SOCKETS) }
        return may
    }

    private static func paths(_ load: WireLoad) -> [(String, Int32)] {
        let isExec = load.needs & UInt32(ANTRAIN_NEED_EXEC) != 0
        let reading = Int32(isExec ? ANTRAIN_PATH_EXECUTE : ANTRAIN_PATH_READ)
        let writing = Int32(ANTRAIN_PATH_WRITE)
        var all = system.map { ($0, reading) } + [(load.path, Int32(ANTRAIN_PATH_READ)), ("/dev/null", writing)]
        if let zones = variable("TZDIR") { all.append((zones, reading)) }
        if load.needs & UInt32(ANTRAIN_NEED_NETWORK) != 0 {
            all += network.map { ($0, reading) }
            all += ["SSL_CERT_FILE", "SSL_CERT_DIR"].compactMap(variable).map { ($0, reading) }
        }
        if load.needs & UInt32(ANTRAIN_NEED_DESKTOP) != 0 {
            all += desktop.map { ($0, reading) } + [(variable("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())", writing)]
            all += ["XAUTHORITY"].compactMap(variable).map { ($0, reading) }
        }
        if load.needs & UInt32(ANTRAIN_NEED_TERMINALS) != 0 {
            all +=
                terminals.map { ($0, Int32(ANTRAIN_PATH_TERMINAL)) } + [
                    ("/run/utmp", reading), ("/var/run/utmp", reading),
                ]
        }
        return all + load.readPaths.map { ($0, reading) } + load.paths.map { ($0, writing) }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Makes what is not there yet, since a rule is about a file that is: a rule for its folder would be about all that is in it.
    private static func make(_ path: String) {
        guard access(path, F_OK) != 0 else { return }
        makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
        guard !path.hasSuffix("/") else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    private static func makeFolder(_ path: String) {
        guard !path.isEmpty, mkdir(path, 0o700) != 0, errno == ENOENT else { return }
        makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
        mkdir(path, 0o700)
    }
}
