/// One finding about a source text: what is wrong, where, what was expected, and the way out.
public struct Diagnostic: Sendable, Hashable {
    /// How bad a finding is.
    public enum Severity: String, Sendable, Hashable {
        /// The text cannot be used as it is.
        case error
        /// The text can be used, but is likely not what its author meant.
        case warning
    }

    /// Another place that belongs to the finding, such as the first of two duplicates.
    public struct Note: Sendable, Hashable {
        /// What is there.
        public let message: String
        /// Where it is.
        public let span: SourceSpan

        /// Creates a note.
        public init(_ message: String, at span: SourceSpan) {
            self.message = message
            self.span = span
        }
    }

    /// How bad it is.
    public let severity: Severity
    /// What is wrong, in one line without a full stop.
    public let message: String
    /// Where it is wrong.
    public let span: SourceSpan
    /// What would have been right, if that can be said shortly.
    public let expected: String?
    /// The way out, such as a did-you-mean.
    public let help: String?
    /// Other places that belong to it.
    public let notes: [Note]

    /// Creates a finding.
    public init(
        _ severity: Severity,
        _ message: String,
        at span: SourceSpan,
        expected: String? = nil,
        help: String? = nil,
        notes: [Note] = []
    ) {
        self.severity = severity
        self.message = message
        self.span = span
        self.expected = expected
        self.help = help
        self.notes = notes
    }
}
