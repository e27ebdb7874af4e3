/// Where antrain logs what it does, and how much.
public struct LoggingSettings: Sendable, Hashable {
    /// The destination of a log.
    public enum Target: Sendable, Hashable {
        case journal
        /// A file, by the path in the settings, which may start with `~/`.
        case file(String)
    }

    /// The lowest level of messages that are logged.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        /// Everything, including runs in which nothing happened.
        case debug
        /// Deliveries and changes of the queue.
        case info
        /// Problems that antrain handles by itself, such as a delivery that will be retried.
        case warning
        /// Problems that the user has to solve.
        case error
    }

    public let target: Target
    public let level: Level

    /// The destination as in the settings: `journal` or a path.
    public var place: String {
        switch target {
        case .journal: "journal"
        case .file(let path): path
        }
    }

    public init(target: Target, level: Level = .info) {
        self.target = target
        self.level = level
    }
}
