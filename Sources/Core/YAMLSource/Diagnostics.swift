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
