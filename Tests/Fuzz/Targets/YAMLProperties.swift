@testable import YAMLSource

/// Properties of the diagnostics of any text.
func requireSound(_ diagnostics: Diagnostics, of source: SourceText, hasValue: Bool) throws {
    try require(
        hasValue != diagnostics.hasErrors,
        "the reader gives a value: \(hasValue), and \(diagnostics.errorCount) errors"
    )
    let spans = diagnostics.items.flatMap { [$0.span] + $0.notes.map(\.span) }
    for span in spans {
        try require(span.start >= 0 && span.end <= source.bytes.count, "the span \(span) is outside the text")
    }
    let text = DiagnosticRenderer(source: source).render(diagnostics)
    try requirePrintable(text, "the rendered diagnostics")
}
