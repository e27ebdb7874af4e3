/// A word of a script as sh(1) reads it, before variables are expanded.
struct ShellWord: Hashable {
    /// A part of a word.
    enum Part: Hashable {
        case text(String, isQuoted: Bool)
        /// The value of a variable.
        case variable(String, isQuoted: Bool)
        /// Text that the shell generates at run time, such as `$(date)`.
        case made
    }

    /// The maximum length of a value in bytes: Linux accepts no longer argument or variable (MAX_ARG_STRLEN, execve(2)).
    ///
    /// Without a limit, `A=$A$A` in a few dozen lines would exhaust the memory.
    static let longestValue = 131_072

    var parts: [Part] = []

    /// The word's text, if it is plain text without quotes.
    var bare: String? {
        guard parts.count == 1, case .text(let text, isQuoted: false) = parts[0] else { return nil }
        return text
    }

    /// Adds text, to the last part if that has the same quoting.
    mutating func add(_ text: String, isQuoted: Bool) {
        if case .text(var last, isQuoted)? = parts.last {
            // Removed from the array, the text has a single owner and is extended in place.
            parts.removeLast()
            last += text
            parts.append(.text(last, isQuoted: isQuoted))
        } else {
            parts.append(.text(text, isQuoted: isQuoted))
        }
    }

    /// Whether the shell generates a part of it at run time, including from file names.
    var isMade: Bool {
        var bare = ""
        for part in parts {
            switch part {
            case .made: return true
            case .text(let text, isQuoted: false): bare += text
            default: break
            }
        }
        return ShellWord.isPattern(bare)
    }

    /// Whether it is exactly one word, whatever the values of its variables.
    var isSingle: Bool {
        !isMade && parts.allSatisfy { if case .variable(_, isQuoted: false) = $0 { false } else { true } }
    }

    /// Whether unquoted text may be a pattern: `*`, `[ab]`, and in some shells `{a,b}`.
    private static func isPattern(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return scalars.contains { $0 == "*" || $0 == "?" }
            || [("[", "]"), ("{", "}")].contains { scalars.contains($0.0) && scalars.contains($0.1) }
    }

    /// The word with the values of variables; nil if only the shell can evaluate it, or if it is longer than `longestValue`.
    func value(_ variables: [String: String]) -> String? {
        guard !isMade else { return nil }
        var result = ""
        for part in parts {
            switch part {
            case .text(let text, _): result += text
            case .made: return nil
            case .variable(let name, let isQuoted):
                guard let value = variables[name] else { return nil }
                // Without quotes, a value with blanks becomes several words, and an empty one none.
                guard
                    isQuoted || !(value.isEmpty || value.contains(where: \.isWhitespace) || ShellWord.isPattern(value))
                else { return nil }
                result += value
            }
            guard result.utf8.count <= ShellWord.longestValue else { return nil }
        }
        return result
    }

    var assignment: (name: String, value: ShellWord)? {
        guard case .text(let text, isQuoted: false)? = parts.first,
            let equals = text.unicodeScalars.firstIndex(of: "="), ShellWord.isName(text[..<equals])
        else { return nil }
        let rest = String(text.unicodeScalars[equals...].dropFirst())
        let first: [Part] = rest.isEmpty ? [] : [.text(rest, isQuoted: false)]
        return (String(text.unicodeScalars[..<equals]), ShellWord(parts: first + parts.dropFirst()))
    }

    static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.unicodeScalars.first, beginsName(first) else { return false }
        return text.unicodeScalars.allSatisfy(continuesName)
    }

    static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
    }

    static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
        beginsName(scalar) || ("0"..."9").contains(scalar)
    }
}
