internal import Synchronization
public import SystemPackage

/// A file of antrain's own that is missing or damaged, so that a plugin cannot be started; the plugin is not the cause.
public struct DamagedPart: Error, Sendable, Hashable {
    /// The absolute path of the file.
    public let path: FilePath
    /// What is wrong with it.
    public let reason: String
    /// What the user can do about it.
    public let remedy: String

    /// The problem of each channel in a list of channels; the file is reported once.
    static let summary = "a part of antrain is missing or damaged"

    /// What helps against most damage.
    public static let reinstall = "reinstall antrain"

    /// Creates a description of a damaged part.
    public init(path: FilePath, reason: String, remedy: String = reinstall) {
        self.path = path
        self.reason = reason
        self.remedy = remedy
    }

    /// The file, what is wrong, and what to do, in one line.
    public var words: String { "\(DamagedPart.summary): \(path): \(reason); \(remedy)" }
}

/// The first damaged part that a command came across.
public final class InstallationHealth: Sendable {
    private let first = Mutex<DamagedPart?>(nil)

    /// Creates the health of an installation that is not known to be damaged.
    public init() {}

    /// The first damaged part; nil if there is none.
    public var damage: DamagedPart? { first.withLock { $0 } }

    /// Records a damaged part.
    public func note(_ damage: DamagedPart) { first.withLock { $0 = $0 ?? damage } }

    /// Returns the first damaged part and forgets it, since the user may repair it while antrain runs.
    public func take() -> DamagedPart? {
        first.withLock { first in
            defer { first = nil }
            return first
        }
    }
}
