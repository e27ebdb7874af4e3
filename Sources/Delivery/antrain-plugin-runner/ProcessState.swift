import CLinux
import Glibc
import RunnerProtocol

/// The process state that a plugin must restore.
struct ProcessState {
    /// The files behind the descriptors 0, 1 and 2.
    private let streams: [[UInt64]]
    /// The signal handlers, from signal 1 on.
    private let handlers: [UInt]
    private let environment: UInt64
    private let folder: String
    private let locale: String
    private let mask: mode_t
    private let blocked: UInt64
    private let hasTimer: Bool
    private let limits: UInt64
    private let priority: Int32
    private let hasChildren: Bool

    static var now: ProcessState {
        let mask = umask(0)
        umask(mask)
        return ProcessState(
            streams: (0..<3).map(file),
            handlers: (1...64).map(handler),
            environment: antrain_environment_digest(),
            folder: workingFolder,
            locale: setlocale(LC_ALL, nil).map { String(cString: $0) } ?? "",
            mask: mask,
            blocked: antrain_mask_digest(),
            hasTimer: antrain_interval_runs() != 0,
            limits: antrain_limits_digest(),
            priority: antrain_priority(),
            hasChildren: antrain_has_children() != 0
        )
    }

    /// The descriptors 0, 1 and 2 that were closed or changed since, one bit each.
    func changedStreams(since earlier: ProcessState) -> UInt32 {
        (0..<3).reduce(0) { $0 | (streams[$1] == earlier.streams[$1] ? 0 : 1 << UInt32($1)) }
    }

    /// The signals whose handling has changed: bit 0 for signal 1.
    func changedSignals(since earlier: ProcessState) -> Int64 {
        (0..<64).reduce(0) { $0 | (handlers[$1] == earlier.handlers[$1] ? 0 : 1 << Int64($1)) }
    }

    func changedSettings(since earlier: ProcessState) -> WireInspection.Settings {
        var changed: WireInspection.Settings = []
        if environment != earlier.environment { changed.insert(.environment) }
        if folder != earlier.folder { changed.insert(.folder) }
        if locale != earlier.locale { changed.insert(.locale) }
        if mask != earlier.mask { changed.insert(.mask) }
        if blocked != earlier.blocked { changed.insert(.blockedSignals) }
        if hasTimer != earlier.hasTimer { changed.insert(.timers) }
        if limits != earlier.limits { changed.insert(.limits) }
        if priority != earlier.priority { changed.insert(.priority) }
        if hasChildren != earlier.hasChildren { changed.insert(.children) }
        return changed
    }

    private static var workingFolder: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }

    private static func file(_ descriptor: Int32) -> [UInt64] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return [] }
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }

    /// The handler's address; 0 for the default, and for signals that the C library reserves.
    private static func handler(_ signal: Int32) -> UInt {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return 0 }
        // The handler is the first member, a union of two pointers.
        return withUnsafeBytes(of: action) { $0.load(as: UInt.self) }
    }
}
