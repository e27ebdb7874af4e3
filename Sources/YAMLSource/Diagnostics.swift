/// Collects what is found in one source text; handed down as `inout` so that one reading tells everything at once.
public struct Diagnostics: Sendable, Hashable {
    /// How many findings are kept; a file with more is broken in one way many times.
    public static let limit = 100

    /// The findings in the order in which they were made, at most `limit`.
    public private(set) var items: [Diagnostic] = []
    /// How many findings were left out beyond `limit`.
    public private(set) var omitted = 0
    private var errors = 0

    /// Creates an empty collection.
    public init() {}

    /// Whether any finding is an error.
    public var hasErrors: Bool { errors > 0 }

    /// How many errors were found, those left out included.
    public var errorCount: Int { errors }

    /// Adds a finding.
    public mutating func add(_ diagnostic: Diagnostic) {
        if diagnostic.severity == .error { errors += 1 }
        if items.count < Diagnostics.limit { items.append(diagnostic) } else { omitted += 1 }
    }

    /// Adds an error.
    public mutating func error(
        _ message: String,
        at span: SourceSpan,
        expected: String? = nil,
        help: String? = nil,
        notes: [Diagnostic.Note] = []
    ) {
        add(Diagnostic(.error, message, at: span, expected: expected, help: help, notes: notes))
    }

    /// Adds a warning.
    public mutating func warning(_ message: String, at span: SourceSpan, expected: String? = nil, help: String? = nil) {
        add(Diagnostic(.warning, message, at: span, expected: expected, help: help))
    }

    /// The findings in the order of their places in the text.
    public var sorted: [Diagnostic] {
        items.enumerated().sorted { ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset) }.map(
            \.element
        )
    }
}
