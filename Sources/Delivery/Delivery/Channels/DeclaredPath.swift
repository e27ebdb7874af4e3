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

    /// The absolute path; nil if it does not start with a known folder.
    ///
    /// - Parameter environment: defines `~` and the folders of the XDG Base Directory Specification.
    func place(in environment: [String: String]) -> Place? {
        if text.hasPrefix("/") { return Place(path: text, chosen: 0) }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        if text.hasPrefix("~/") { return Place(path: home + String(text.dropFirst()), chosen: home.utf8.count) }
        guard text.hasPrefix("$") else { return nil }
        for (name, place) in DeclaredPath.folders where text.hasPrefix(name + "/") {
            let chosen = environment[String(name.dropFirst())].flatMap { $0.hasPrefix("/") ? $0 : nil }
            guard let folder = chosen ?? place.map({ home + $0 }) else { return nil }
            // Below the home folder, the default folder is the user's choice as well.
            return Place(path: folder + String(text.dropFirst(name.count)), chosen: folder.utf8.count)
        }
        return nil
    }

    /// The absolute paths: the runtime folder has two names if `XDG_RUNTIME_DIR` is not the user's own.
    func places(in environment: [String: String]) -> [String] {
        let name = "$XDG_RUNTIME_DIR"
        guard text == name || text.hasPrefix(name + "/") else {
            return [place(in: environment)?.path].compactMap { $0 }
        }
        return RuntimeFolder.all(in: environment).map { $0 + text.dropFirst(name.count) }
    }

    /// An absolute path without empty and `.` components.
    static func normalized(_ path: String) -> String {
        isNormal(path) ? path : "/" + components(path).filter { $0 != "." }.joined(separator: "/")
    }

    /// Whether a path has no empty or `.` components, as almost all have; splitting a hundred paths is a tenth of a delivery's work.
    private static func isNormal(_ path: String) -> Bool {
        let slash = UInt8(ascii: "/"), dot = UInt8(ascii: ".")
        var length = 0
        var isDot = false
        for byte in path.utf8.dropFirst() {
            if byte == slash, length == 0 || isDot { return false }
            (length, isDot) = byte == slash ? (0, false) : (length + 1, length == 0 && byte == dot)
        }
        return path.utf8.first == slash && (length > 0 || path.utf8.count == 1) && !isDot
    }

    /// By scalars: a slash with a combining mark is a different Swift character, but separates components.
    private static func components(_ path: String) -> [String] {
        path.unicodeScalars.split(separator: "/").map(String.init)
    }

    private static func leavesItsFolder(_ path: String) -> Bool { components(path).contains("..") }

    /// Why no plugin may have it; nil if plugins may.
    ///
    /// - Parameter environment: defines `~` and the folders of the XDG Base Directory Specification.
    func problem(in environment: [String: String], _ protected: KnownPlaces) -> String? {
        guard let place = place(in: environment) else {
            return "must start with /, ~/ or a folder such as $XDG_STATE_HOME"
        }
        if DeclaredPath.leavesItsFolder(place.path) { return "contains '..'; write the resolved path" }
        if let words = protected.words(forAccessTo: DeclaredPath.normalized(place.path)) {
            return "gives access to \(words); declare only the files that it needs"
        }
        let system = "is in /proc, /sys or /dev, which plugins cannot access"
        // A device that is not connected now has no file to look at.
        if DeclaredPath.normalized(place.path).hasPrefix("/dev/") { return system }
        switch protected.problem(of: place) {
        case ANTRAIN_PLACE_LINK: return "contains a symbolic link; declare the link's target"
        case ANTRAIN_PLACE_SYSTEM: return system
        case ANTRAIN_PLACE_PROTECTED:
            return
                "gives access to antrain's own files, your keys or sockets under another name; declare only the files that it needs"
        default: return nil
        }
    }

    /// Why no plugin may connect to it as a socket; nil if plugins may.
    ///
    /// - Parameters:
    ///   - environment: defines `~` and the folders of the XDG Base Directory Specification.
    ///   - folders: the paths that the plugin declares: in a folder in which it may write, it could give any socket this name.
    func socketProblem(in environment: [String: String], _ protected: KnownPlaces, outside folders: [String]) -> String?
    {
        guard let socket = socket(in: environment) else {
            return "must start with /, ~/ or a folder such as $XDG_RUNTIME_DIR"
        }
        if DeclaredPath.leavesItsFolder(socket.path) { return "contains '..'; write the resolved path" }
        let path = DeclaredPath.normalized(socket.path)
        let outer = folders.compactMap { DeclaredPath($0).place(in: environment)?.path }.map(DeclaredPath.normalized)
        if outer.contains(where: { path.hasPrefix($0 + "/") }) {
            return "is in a folder in which the plugin may write, and could put another socket there"
        }
        let problem = protected.problem(of: socket)
        if problem == ANTRAIN_PLACE_SYSTEM { return "is in /proc or /sys, or a device, which plugins cannot access" }
        return problem == ANTRAIN_PLACE_PROTECTED || protected.words(for: path) != nil
            ? "is a socket through which other programs act for you or use your keys; plugins cannot declare it"
            : nil
    }

    /// The absolute path of a socket; nil if it does not start with a known folder.
    ///
    /// Links in it may be the system's (`/dev/log`); what they lead to decides.
    func socket(in environment: [String: String]) -> Place? {
        place(in: environment).map { Place(path: $0.path, chosen: $0.path.utf8.count) }
    }
}

extension WireDescription {
    /// The first path that the plugin declares, as an absolute path; nil if there is none.
    ///
    /// - Parameter environment: defines `~` and the folders of the XDG Base Directory Specification.
    public func firstPath(in environment: [String: String]) -> String? {
        paths.first.flatMap { DeclaredPath($0).place(in: environment)?.path }
    }

    /// The maximum number of bytes of all declared paths and sockets.
    private static let pathBytes = 2048

    /// Why what the plugin declares cannot be allowed; nil if it can.
    ///
    /// - Parameters:
    ///   - environment: defines `~` and the folders of the XDG Base Directory Specification.
    ///   - used: the absolute paths of antrain's files that this run uses.
    public func needProblem(in environment: [String: String], used: [String]) -> String? {
        // A later antrain that knows the need would grant it without asking.
        let unknown = needs & ~PluginNeed.allCases.reduce(0) { $0 | $1.bit }
        guard unknown == 0 else {
            return
                "declares a need that this antrain does not know (0x\(String(UInt64(bitPattern: unknown), radix: 16))); update antrain"
        }
        // The question must not be longer than what the user can read.
        let bytes = (paths + sockets).reduce(0) { $0 + $1.utf8.count }
        guard bytes <= WireDescription.pathBytes else {
            return
                "declares paths and sockets of \(bytes) bytes, more than \(WireDescription.pathBytes); declare a folder instead of its files"
        }
        let protected = KnownPlaces.protected(in: environment, used: used)
        for path in paths {
            if let problem = DeclaredPath(path).problem(in: environment, protected) {
                return "the path '\(path)' \(problem)"
            }
        }
        for socket in sockets {
            if let problem = DeclaredPath(socket).socketProblem(in: environment, protected, outside: paths) {
                return "the socket '\(socket)' \(problem)"
            }
        }
        return nil
    }
}
