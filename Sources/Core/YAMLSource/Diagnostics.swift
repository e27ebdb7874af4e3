/// Collects the findings about one source text; passed as `inout`, so that one pass reports everything.
public struct Diagnostics: Sendable, Hashable {
    /// The maximum number of findings kept: a file with more usually repeats one mistake.
    public static let limit = 100

    /// The findings in the order in which they were added, at most `limit`.
    public private(set) var items: [Diagnostic] = []
    /// The number of findings omitted because of `limit`.
    public private(set) var omitted = 0
    private var errors = 0

    /// Creates an empty collection.
    public init() {}

    public var hasErrors: Bool { errors > 0 }

    /// The number of errors, including omitted ones.
    public var errorCount: Int { errors }

    public mutating func add(_ diagnostic: Diagnostic) {
        if diagnostic.severity == .error { errors += 1 }
        if items.count < Diagnostics.limit { items.append(diagnostic) } else { omitted += 1 }
    }

    public mutating func error(
        _ message: String,
        at span: SourceSpan,
        expected: String? = nil,
        help: String? = nil,
        notes: [Diagnostic.Note] = []
    ) {
        add(Diagnostic(.error, message, at: span, expected: expected, help: help, notes: notes))
    }

    public mutating func warning(_ message: String, at span: SourceSpan, expected: String? = nil, help: String? = nil) {
        add(Diagnostic(.warning, message, at: span, expected: expected, help: help))
    }

    /// The same findings, each changed by a closure that keeps its severity.
    public func map(_ change: (Diagnostic) -> Diagnostic) -> Diagnostics {
        var copy = self
        copy.items = items.map(change)
        return copy
    }

    public var sorted: [Diagnostic] {
        items.enumerated().sorted { ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset) }.map(
            \.element
        )
    }
}

/// One finding about a source text: what is wrong, where, what was expected, and how to fix it.
public struct Diagnostic: Sendable, Hashable {
    /// The severity of a finding.
    public enum Severity: String, Sendable, Hashable {
        /// The text cannot be used.
        case error
        /// The text can be used, but is likely not what its author meant.
        case warning
    }

    /// Another location that belongs to the finding, such as the first of two duplicates.
    public struct Note: Sendable, Hashable {
        /// What is at that location.
        public let message: String
        /// The location.
        public let span: SourceSpan

        public init(_ message: String, at span: SourceSpan) {
            self.message = message
            self.span = span
        }
    }

    public let severity: Severity
    /// What is wrong, in one line without a full stop.
    public fileprivate(set) var message: String
    public let span: SourceSpan
    /// What is allowed there, as a short noun phrase.
    public let expected: String?
    /// How to fix it, such as a did-you-mean.
    public let help: String?
    /// Other locations that belong to the finding.
    public fileprivate(set) var notes: [Note]

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

    /// The same finding, with a closure applied to its message and notes.
    public func rewording(_ reword: (String) -> String) -> Diagnostic {
        Diagnostic(
            severity,
            reword(message),
            at: span,
            expected: expected,
            help: help,
            notes: notes.map { Note(reword($0.message), at: $0.span) }
        )
    }

    /// The same finding without the parts of the text that its message quotes.
    public var withoutQuotes: Diagnostic {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        guard parts.count > 2 else { return self }
        let shown = parts.enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : "…" }
        return Diagnostic(
            severity,
            shown.joined(separator: "'"),
            at: span,
            expected: nil,
            help: "put the value in quotes"
        )
    }
}
