import YAMLSource

/// An error or a warning in a file.
struct Finding: Encodable {
    let severity: String
    let line: Int
    let column: Int
    let message: String
    let expected: ResultMessage?
    let help: ResultMessage?

    /// All findings in a file, in order.
    static func all(_ diagnostics: Diagnostics, in source: SourceText) -> [Finding] {
        diagnostics.sorted.map { diagnostic in
            let location = source.location(of: diagnostic.span.start)
            return Finding(
                severity: diagnostic.severity.rawValue,
                line: location.line,
                column: location.column,
                message: diagnostic.message,
                expected: diagnostic.expected.map(ResultMessage.init),
                help: diagnostic.help.map(ResultMessage.init)
            )
        }
    }
}
