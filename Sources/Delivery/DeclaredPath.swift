internal import CLinux
internal import Glibc
public import RunnerProtocol

/// A path as a plugin declares it.
struct DeclaredPath {
    /// A resolved path.
    struct Place {
        /// The absolute path.
        let path: String
        /// The number of bytes at its start that are the user's own folder: symbolic links are followed only there.
        let chosen: Int
    }

    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The folders that a path may start with, and their defaults (XDG Base Directory Specification 0.8).
    private static let folders: [(name: String, place: String?)] = [
        ("$XDG_STATE_HOME", "/.local/state"), ("$XDG_DATA_HOME", "/.local/share"), ("$XDG_CONFIG_HOME", "/.config"),
        ("$XDG_CACHE_HOME", "/.cache"), ("$XDG_RUNTIME_DIR", nil),
    ]

    /// Paths that no plugin gets by declaring them, whoever allows it; users can name them in a value.
    private static let guarded = [
        ("$XDG_DATA_HOME/antrain/ledger.sqlite", "antrain's ledger"),
        ("$XDG_DATA_HOME/antrain/snapshots", "copies of antrain's ledger and settings"),
        ("$XDG_DATA_HOME/antrain/restore", "copies of antrain's ledger and settings"),
        ("$XDG_CONFIG_HOME/antrain/settings.yaml", "antrain's settings"), ("~/.ssh", "your SSH keys"),
        ("~/.gnupg", "your GnuPG keys"),
    ]

    /// Sockets through which a program can run anything or use keys.
    private static let guardedSockets = [
        "$XDG_RUNTIME_DIR/systemd", "$XDG_RUNTIME_DIR/gnupg", "$XDG_RUNTIME_DIR/keyring", "$XDG_RUNTIME_DIR/bus",
        "/run/docker.sock", "/var/run/docker.sock", "/run/dbus", "/var/run/dbus", "/run/systemd/private", "/proc",
        "~/.ssh",
        "~/.gnupg",
    ]

    /// The files and folders that no plugin gets by declaring them.
    static func protected(in environment: [String: String]) -> [String] {
        let databases = ["-wal", "-shm", "-journal"].map { "$XDG_DATA_HOME/antrain/ledger.sqlite" + $0 }
        return (guarded.map(\.0) + databases).compactMap { DeclaredPath($0).place(in: environment)?.path }
    }

    /// The absolute path; nil if it does not start with a known folder.
    ///
    /// - Parameter environment: defines `~` and the folders of the XDG Base Directory Specification.
    func place(in environment: [String: String]) -> Place? {
        if text.hasPrefix("/") { return Place(path: text, chosen: 0) }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        if text.hasPrefix("~/") { return Place(path: home + text.dropFirst(), chosen: home.utf8.count) }
        for (name, place) in DeclaredPath.folders where text.hasPrefix(name + "/") {
            let chosen = environment[String(name.dropFirst())].flatMap { $0.hasPrefix("/") ? $0 : nil }
            guard let folder = chosen ?? place.map({ home + $0 }) else { return nil }
            // Below the home folder, the default folder is the user's choice as well.
            return Place(path: folder + text.dropFirst(name.count), chosen: folder.utf8.count)
        }
        return nil
    }

    /// The absolute path without empty and `.` components.
    private static func normalized(_ path: String) -> String {
        "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    /// Why no plugin may have it; nil if plugins may.
    ///
    /// - Parameter environment: defines `~` and the folders of the XDG Base Directory Specification.
    func problem(in environment: [String: String]) -> String? {
        guard let place = place(in: environment) else {
            return "must start with /, ~/ or a folder such as $XDG_STATE_HOME"
        }
        if place.path.split(separator: "/").contains("..") { return "contains '..'; write the resolved path" }
        let path = DeclaredPath.normalized(place.path)
        for (text, words) in DeclaredPath.guarded {
            guard let other = DeclaredPath(text).place(in: environment) else { continue }
            let guarded = DeclaredPath.normalized(other.path)
            if path == "/" || path.hasPrefix(guarded) || guarded.hasPrefix(path + "/") {
                return "gives access to \(words); declare only the files that it needs"
            }
        }
        return DeclaredPath.problem(of: place, in: environment)
    }

    /// Why the existing file or folder cannot be granted: different names can lead to the same file.
    private static func problem(of place: Place, in environment: [String: String]) -> String? {
        let names = protected(in: environment).map { UnsafePointer(strdup($0)) }
        defer { for name in names { free(UnsafeMutableRawPointer(mutating: name)) } }
        guard let protection = antrain_protection_make(names, names.count) else { return nil }
        defer { antrain_protection_free(protection) }
        var rules = antrain_place_rules()
        rules.chosen = place.chosen
        rules.protection = protection
        var problem = ANTRAIN_PLACE_OK
        let descriptor = antrain_place_open(place.path, &rules, &problem)
        if descriptor >= 0 { close(descriptor) }
        switch problem {
        case ANTRAIN_PLACE_LINK: return "contains a symbolic link; declare the link's target"
        case ANTRAIN_PLACE_SYSTEM: return "is in /proc or /sys, which plugins cannot access"
        case ANTRAIN_PLACE_PROTECTED:
            return
                "gives access to antrain's own files or your keys under another name; declare only the files that it needs"
        default: return nil
        }
    }

    /// Why no plugin may connect to it as a socket; nil if plugins may.
    ///
    /// - Parameter environment: defines `~` and the folders of the XDG Base Directory Specification.
    func socketProblem(in environment: [String: String]) -> String? {
        guard let place = place(in: environment) else {
            return "must start with /, ~/ or a folder such as $XDG_RUNTIME_DIR"
        }
        if place.path.split(separator: "/").contains("..") { return "contains '..'; write the resolved path" }
        let path = DeclaredPath.normalized(place.path)
        let agent = environment["SSH_AUTH_SOCK"].map(DeclaredPath.normalized)
        let guarded = DeclaredPath.guardedSockets.compactMap { DeclaredPath($0).place(in: environment)?.path }
        let isGuarded = guarded.map(DeclaredPath.normalized).contains { path == $0 || path.hasPrefix($0 + "/") }
        return isGuarded || path == agent
            ? "is a socket through which other programs act for you or use your keys; plugins cannot declare it"
            : nil
    }
}

extension WireDescription {
    /// Why a path or socket that the plugin declares cannot be allowed; nil if all can.
    ///
    /// - Parameter environment: defines `~` and the folders of the XDG Base Directory Specification.
    public func pathProblem(in environment: [String: String]) -> String? {
        for path in paths {
            if let problem = DeclaredPath(path).problem(in: environment) { return "the path '\(path)' \(problem)" }
        }
        for socket in sockets {
            if let problem = DeclaredPath(socket).socketProblem(in: environment) {
                return "the socket '\(socket)' \(problem)"
            }
        }
        return nil
    }
}
