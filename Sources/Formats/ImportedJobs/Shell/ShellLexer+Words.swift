extension ShellLexer {
    /// A word; nil if a quote is not closed.
    mutating func readWord() -> ShellWord? {
        var word = ShellWord()
        if next() == "~", next(1).map({ $0 == "/" || ShellLexer.endsWord($0) }) ?? true {
            word.parts.append(.variable("HOME", isQuoted: true))
            place += 1
        } else if next() == "~", next(1).map(ShellWord.beginsName) == true {
            // Another user's home.
            word.parts.append(.made)
        }
        while let scalar = next(), !ShellLexer.endsWord(scalar) {
            switch scalar {
            case "'":
                guard let end = scalars[(place + 1)...].firstIndex(of: "'") else { return nil }
                word.add(text(place + 1, end), isQuoted: true)
                place = end + 1
            case "\"": guard readDoubleQuotes(into: &word) else { return nil }
            case "\\":
                if let escaped = next(1), escaped != "\n" { word.add(String(escaped), isQuoted: true) }
                place = min(place + 2, scalars.count)
            case "$", "`": guard readExpansion(into: &word, isQuoted: false) else { return nil }
            default:
                word.add(String(scalar), isQuoted: false)
                place += 1
            }
        }
        return word
    }

    private func text(_ start: Int, _ end: Int) -> String {
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars[start..<end])
        return String(result)
    }

    private mutating func readDoubleQuotes(into word: inout ShellWord) -> Bool {
        place += 1
        word.add("", isQuoted: true)
        while let scalar = next() {
            switch scalar {
            case "\"":
                place += 1
                return true
            case "\\":
                guard let escaped = next(1) else { return false }
                if !"$`\"\\\n".unicodeScalars.contains(escaped) { word.add("\\", isQuoted: true) }
                if escaped != "\n" { word.add(String(escaped), isQuoted: true) }
                place += 2
            case "$", "`": guard readExpansion(into: &word, isQuoted: true) else { return false }
            default:
                word.add(String(scalar), isQuoted: true)
                place += 1
            }
        }
        return false
    }

    /// Reads an expansion that starts with `$` or a backquote.
    private mutating func readExpansion(into word: inout ShellWord, isQuoted: Bool) -> Bool {
        let start = place
        place += 1
        guard scalars[start] == "$" else {
            word.parts.append(.made)
            return skip(to: "`")
        }
        switch next() {
        case "("?:
            word.parts.append(.made)
            return skipParentheses()
        case "{"?:
            guard skip(to: "}") else { return false }
            let name = text(start + 2, place - 1)
            word.parts.append(ShellWord.isName(name) || name == "0" ? .variable(name, isQuoted: isQuoted) : .made)
        case "0"?:
            word.parts.append(.variable("0", isQuoted: isQuoted))
            place += 1
        case let first? where ShellWord.beginsName(first):
            place = scalars[place...].firstIndex { !ShellWord.continuesName($0) } ?? scalars.count
            word.parts.append(.variable(text(start + 1, place), isQuoted: isQuoted))
        case let first? where "123456789?$!#@*-".unicodeScalars.contains(first):
            word.parts.append(.made)
            place += 1
        case "'"? where !isQuoted, "\""? where !isQuoted:
            // Shells differ in the meaning of $'…'.
            word.parts.append(.made)
        default: word.add("$", isQuoted: isQuoted)
        }
        return true
    }

    /// Skips to after the next unescaped such character.
    private mutating func skip(to end: Unicode.Scalar) -> Bool {
        while let scalar = next() {
            place += scalar == "\\" ? 2 : 1
            if scalar == end { return true }
        }
        return false
    }

    /// Skips to after the matching closing parenthesis.
    private mutating func skipParentheses() -> Bool {
        var depth = 0
        while let scalar = next() {
            place += scalar == "\\" ? 2 : 1
            switch scalar {
            case "'", "\"": guard skip(to: scalar) else { return false }
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            if depth == 0 { return true }
        }
        return false
    }
}
