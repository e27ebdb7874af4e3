/// Words of a command line for sh(1) (POSIX.1-2017, Shell Command Language, 2.2).
public enum ShellText {
    /// A text as one word, in quotation marks if it needs them.
    ///
    /// No word can contain a NUL byte.
    public static func word(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { isAlphanumeric($0) || "_@%+=:,./-".utf8.contains($0) }
        // zsh(1) replaces `=name` by the path of a program.
        return isPlain && !text.isEmpty && text.utf8.first != UInt8(ascii: "=")
            ? text : "'" + inSingleQuotes(text) + "'"
    }

    /// A path as one word; a home folder that is written as `~` is expanded by the shell.
    public static func path(_ shown: String) -> String {
        let home = shown.unicodeScalars.prefix(2)
        guard home.first == "~", home.count == 1 || home.last == "/" else { return word(shown) }
        let rest = shown.unicodeScalars.dropFirst(2)
        return String(home) + (rest.isEmpty ? "" : word(String(rest)))
    }

    public static func command(_ words: [String]) -> String { words.map(word).joined(separator: " ") }

    /// A text between single quotation marks, without the outer ones.
    public static func inSingleQuotes(_ text: String) -> String {
        text.replacingScalars { $0 == "'" ? "'\\''" : nil }
    }

    /// A text between double quotation marks, without the outer ones.
    public static func inDoubleQuotes(_ text: String) -> String { escaped(text, "\"\\$`") }

    /// A text without quotation marks, with a backslash before each character that is special to sh(1), bash(1) or its completion.
    ///
    /// The text has no line break, because a backslash before one removes both.
    public static func withoutQuotes(_ text: String) -> String { escaped(text, " \t\"'`\\$&|;<>()*?[]{}!#~^") }

    private static func escaped(_ text: String, _ special: String) -> String {
        text.replacingScalars { special.unicodeScalars.contains($0) ? "\\\($0)" : nil }
    }

    private static let blanks: Set<Unicode.Scalar> = [" ", "\t", "\n", "\r"]
    /// The characters that a backslash escapes in double quotes; before any other it is literal.
    private static let escapedInDoubleQuotes: Set<Unicode.Scalar> = ["$", "`", "\"", "\\"]

    /// Splits a command line into words like a shell, but without a shell: quotes and backslashes work, nothing is expanded.
    ///
    /// - Returns: the words; nil if a quote is not closed.
    public static func words(in line: String) -> [String]? {
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
                if quote != nil, !escapedInDoubleQuotes.contains(next) { add(scalar) }
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
