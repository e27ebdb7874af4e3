/// A word of a command line as bash(1) reads it.
struct BashWord {
    /// The word without quotes.
    private(set) var text = ""
    /// The quotation mark that is still open at the end.
    private(set) var openQuote: Character?
    /// The number of characters that Readline keeps at the beginning of the text; it replaces only the characters after the last
    /// word break or quotation mark.
    private(set) var kept = 0

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
        for character in line {
            if isEscaped {
                // Within double quotes, a backslash escapes only these characters.
                if word.openQuote == "\"", !"\"\\$`\n".contains(character) { word.text.append("\\") }
                word.text.append(character)
                isEscaped = false
            } else if let quote = word.openQuote {
                switch character {
                case quote:
                    word.openQuote = nil
                    word.kept = word.text.count
                case "\\" where quote == "\"": isEscaped = true
                default:
                    word.text.append(character)
                    if quote == "\"", character == "/" { word.replaceVariable(environment) }
                }
            } else if character.isWhitespace {
                if hasBegun {
                    words.append(word)
                    word = BashWord()
                }
                hasBegun = false
                continue
            } else if character == "<" || character == ">" {
                // `2>` and `&>` are operators as a whole.
                if hasBegun, !word.text.allSatisfy({ $0.isNumber || $0 == "&" }) { words.append(word) }
                word = BashWord()
                word.isRedirection = true
                hasBegun = false
                continue
            } else if word.isRedirection, !hasBegun, character == "&" || character == "|" {
                continue
            } else if character == "\\" {
                isEscaped = true
            } else if character == "'" || character == "\"" {
                word.openQuote = character
                word.kept = word.text.count
            } else {
                word.text.append(character)
                if breaks.contains(character) { word.kept = word.text.count }
                if character == "/" { word.replaceVariable(environment) }
            }
            hasBegun = true
        }
        return words + [word]
    }

    /// Replaces the variable that the replaceable part of the text consists of, up to a slash.
    private mutating func replaceVariable(_ environment: [String: String]) {
        let start = max(kept, text.lastIndex(of: "=").map { text.distance(from: text.startIndex, to: $0) + 1 } ?? 0)
        let rest = text.dropFirst(start).dropLast()
        guard rest.first == "$" else { return }
        let isBraced = rest.hasPrefix("${") && rest.hasSuffix("}")
        let name = isBraced ? rest.dropFirst(2).dropLast() : rest.dropFirst()
        guard let value = environment[String(name)], value.hasPrefix("/") else { return }
        text = text.prefix(start) + value + "/"
    }

    private static let special = Set(" \t\"'`\\$&|;<>()*?[]{}!#~^")

    /// The text that bash inserts to complete this word to a longer one: only the part that Readline replaces.
    func insertion(of word: String) -> String {
        let rest = String(word.dropFirst(kept))
        switch openQuote {
        case "'": return rest.replacing("'", with: "'\\''")
        case "\"": return rest.reduce(into: "") { $0 += "\"\\$`".contains($1) ? "\\\($1)" : "\($1)" }
        default: return rest.reduce(into: "") { $0 += BashWord.special.contains($1) ? "\\\($1)" : "\($1)" }
        }
    }
}
