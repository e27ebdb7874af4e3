/// What a plugin's conformance run found.
public struct ConformanceReport: Sendable, Hashable {
    /// How a check came out.
    public enum Verdict: String, Sendable, Hashable {
        /// It is as it should be.
        case ok
        /// It works, and should be better.
        case warning
        /// It is against the interface.
        case failed
        /// It could not be looked at.
        case skipped
    }

    /// One thing that was looked at.
    public struct Check: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// How it came out.
        public let verdict: Verdict
        /// What was found, in a sentence.
        public let sentence: String
    }

    /// All that was looked at, in order.
    public private(set) var checks: [Check] = []
    /// How long a delivery took, in milliseconds: half of them took no longer.
    public var medianMilliseconds: Double?
    /// How long the longest delivery took, in milliseconds.
    public var longestMilliseconds: Double?

    /// Creates an empty report.
    public init() {}

    /// Whether nothing failed.
    public var conforms: Bool { !checks.contains { $0.verdict == .failed } }

    /// The check of a name.
    public subscript(_ name: String) -> Check? { checks.first { $0.name == name } }

    mutating func add(_ name: String, _ verdict: Verdict, _ sentence: String) {
        checks.append(Check(name: name, verdict: verdict, sentence: sentence))
    }

    /// Adds a check of several things: all that is wrong, or the sentence of what is well.
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
