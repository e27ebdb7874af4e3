/// Splits a command line into words as a shell would, without being one: quotes and backslashes, but nothing is expanded.
///
/// It goes by scalars: a quote with a mark on it is another character of Swift's, and the same quote to a shell.
enum CommandLineWords {
    private static let blanks: Set<Unicode.Scalar> = [" ", "\t", "\n", "\r"]
    /// What a backslash takes the meaning of between double quotes; before any other it is itself.
    private static let escaped: Set<Unicode.Scalar> = ["$", "`", "\"", "\\"]

    /// The words; nil when a quote is not closed.
    static func split(_ line: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Unicode.Scalar?
        var rest = line.unicodeScalars[...]
        func add(_ scalar: Unicode.Scalar) { word = (word ?? "") + String(scalar) }
        while let scalar = rest.popFirst() {
            if scalar == "\\", quote != "'" {
                guard let next = rest.popFirst() else { return nil }
                // A broken line goes on.
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
