/// Splits a command line into words like a shell, but without a shell: quotes and backslashes work, nothing is expanded.
///
/// It compares Unicode scalars: a quote with a combining mark is a different Swift character, but the same quote to a shell.
enum CommandLineWords {
    private static let blanks: Set<Unicode.Scalar> = [" ", "\t", "\n", "\r"]
    /// The characters that a backslash escapes in double quotes; before any other it is literal.
    private static let escaped: Set<Unicode.Scalar> = ["$", "`", "\"", "\\"]

    /// The words; nil if a quote is not closed.
    static func split(_ line: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Unicode.Scalar?
        var remaining = line.unicodeScalars[...]
        func add(_ scalar: Unicode.Scalar) { word = (word ?? "") + String(scalar) }
        while let scalar = remaining.popFirst() {
            if scalar == "\\", quote != "'" {
                guard let next = remaining.popFirst() else { return nil }
                // A line continuation.
                if next == "\n" { continue }
                if quote != nil, !escaped.contains(next) { add(scalar) }
                add(next)
            } else if let open = quote {
                if scalar == open { quote = nil } else { add(scalar) }
            } else if scalar == "'" || scalar == "\"" {
                quote = scalar
                word = word ?? ""
            } else if blanks.contains(scalar) {
                if let done = word { words.append(done) }
                word = nil
            } else {
                add(scalar)
            }
        }
        guard quote == nil else { return nil }
        return words + (word.map { [$0] } ?? [])
    }
}
