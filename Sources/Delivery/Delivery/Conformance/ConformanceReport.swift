/// The result of a plugin's conformance run.
public struct ConformanceReport: Sendable, Hashable {
    /// The verdict of a check.
    public enum Verdict: String, Sendable, Hashable {
        /// It conforms.
        case ok
        /// It works, but should be improved.
        case warning
        /// It violates the interface.
        case failed
        /// It could not be checked.
        case skipped
    }

    /// One check.
    public struct Check: Sendable, Hashable {
        /// The check's name.
        public let name: String
        /// The verdict.
        public let verdict: Verdict
        /// The finding, in a sentence.
        public let sentence: String
    }

    /// All checks, in order.
    public private(set) var checks: [Check] = []
    /// The median duration of a delivery, in milliseconds.
    public var medianMilliseconds: Double?
    /// The longest duration of a delivery, in milliseconds.
    public var longestMilliseconds: Double?

    /// Creates an empty report.
    public init() {}

    /// Whether no check failed.
    public var conforms: Bool { !checks.contains { $0.verdict == .failed } }

    /// The check with a name.
    public subscript(_ name: String) -> Check? { checks.first { $0.name == name } }

    mutating func add(_ name: String, _ verdict: Verdict, _ sentence: String) {
        checks.append(Check(name: name, verdict: verdict, sentence: sentence))
    }

    /// Adds a check of several properties: all findings, or the given sentence if there are none.
    mutating func add(_ name: String, failures: [String], warnings: [String] = [], fine: String) {
        let verdict: Verdict = failures.isEmpty ? warnings.isEmpty ? .ok : .warning : .failed
        add(name, verdict, verdict == .ok ? fine : (failures + warnings).joined(separator: "; "))
    }

    mutating func add(_ other: ConformanceReport) {
        checks += other.checks
        medianMilliseconds = other.medianMilliseconds ?? medianMilliseconds
        longestMilliseconds = other.longestMilliseconds ?? longestMilliseconds
    }
}
