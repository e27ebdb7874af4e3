import Quoting

/// A word of a command line as bash(1) reads it.
struct BashWord {
    /// The word without quotes.
    var text: String { String(scalars) }
    private var scalars = String.UnicodeScalarView()
    /// The quotation mark that is still open at the end.
    private(set) var openQuote: Unicode.Scalar?
    /// The number of scalars that Readline keeps at the beginning of the text; it replaces only those after the last word break or
    /// quotation mark.
    private var kept = 0

    /// Whether it is the file of a redirection, as in `> file`, and not an argument.
    private(set) var isRedirection = false

    /// The words of a command line; the last one is the word at the cursor, which is empty after a space.
    ///
    /// - Parameters:
    ///   - line: the command line up to the cursor.
    ///   - breaks: the value of `COMP_WORDBREAKS`.
    ///   - environment: the variables that are replaced at the beginning of a path, as in `$HOME/plans`: bash would quote the `$` of
    ///     a candidate that begins with it.
    static func words(of line: String, breaks: String, environment: [String: String] = [:]) -> [BashWord] {
        var words: [BashWord] = []
        var word = BashWord()
        var hasBegun = false
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if isEscaped {
                // Within double quotes, a backslash escapes only these characters.
                if word.openQuote == "\"", !"\"\\$`\n".unicodeScalars.contains(scalar) { word.scalars.append("\\") }
                word.scalars.append(scalar)
                isEscaped = false
            } else if let quote = word.openQuote {
                switch scalar {
                case quote:
                    word.openQuote = nil
                    word.kept = word.scalars.count
                case "\\" where quote == "\"": isEscaped = true
                default:
                    word.scalars.append(scalar)
                    if quote == "\"", scalar == "/" { word.replaceVariable(environment) }
                }
            } else if scalar.properties.isWhitespace {
                if hasBegun {
                    words.append(word)
                    word = BashWord()
                }
                hasBegun = false
                continue
            } else if scalar == "<" || scalar == ">" {
                // `2>` and `&>` are operators as a whole.
                if hasBegun, !word.scalars.allSatisfy({ ("0"..."9").contains($0) || $0 == "&" }) { words.append(word) }
                word = BashWord()
                word.isRedirection = true
                hasBegun = false
                continue
            } else if word.isRedirection, !hasBegun, scalar == "&" || scalar == "|" {
                continue
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "'" || scalar == "\"" {
                word.openQuote = scalar
                word.kept = word.scalars.count
            } else {
                word.scalars.append(scalar)
                if breaks.unicodeScalars.contains(scalar) { word.kept = word.scalars.count }
                if scalar == "/" { word.replaceVariable(environment) }
            }
            hasBegun = true
        }
        return words + [word]
    }

    /// Replaces the variable that the replaceable part of the text consists of, up to a slash.
    private mutating func replaceVariable(_ environment: [String: String]) {
        let assigned = scalars.lastIndex(of: "=").map { scalars.distance(from: scalars.startIndex, to: $0) + 1 } ?? 0
        let start = max(kept, assigned)
        let reference = String(scalars.dropFirst(start).dropLast())
        guard reference.hasPrefix("$") else { return }
        let isBraced = reference.hasPrefix("${") && reference.hasSuffix("}")
        let name = isBraced ? reference.dropFirst(2).dropLast() : reference.dropFirst()
        guard let value = environment[String(name)], value.hasPrefix("/") else { return }
        scalars.replaceSubrange(
            scalars.index(scalars.startIndex, offsetBy: start)...,
            with: (value + "/").unicodeScalars
        )
    }

    /// The part of a longer word that Readline replaces.
    func rest(of word: String) -> String { String(word.unicodeScalars.dropFirst(kept)) }

    /// The text that bash inserts to complete this word to a longer one: only the part that Readline replaces.
    func insertion(of word: String) -> String {
        let rest = rest(of: word)
        return switch openQuote {
        case "'": ShellText.inSingleQuotes(rest)
        case "\"": ShellText.inDoubleQuotes(rest)
        default: ShellText.withoutQuotes(rest)
        }
    }
}
