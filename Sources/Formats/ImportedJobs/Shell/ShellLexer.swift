/// Splits a script into words and operators like sh(1) (POSIX.1-2017, Shell Command Language, 2.2 and 2.3).
struct ShellLexer {
    let scalars: [Unicode.Scalar]
    var place = 0
    private var tokens: [ShellToken] = []
    private var awaited: [HereDocument] = []

    /// A here-document whose text starts on the next line.
    private struct HereDocument {
        let token: Int
        let delimiter: String
        let isPlain: Bool
        let isIndented: Bool
    }

    private init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// The tokens; nil if a quote is not closed, or for parentheses, which only the shell can interpret.
    static func tokens(_ text: String) -> [ShellToken]? {
        var lexer = ShellLexer(text)
        return lexer.readAll() ? lexer.tokens : nil
    }

    /// The character at the current position plus an offset.
    func next(_ offset: Int = 0) -> Unicode.Scalar? {
        place + offset < scalars.count ? scalars[place + offset] : nil
    }

    private func stands(_ text: String) -> Bool { scalars[place...].starts(with: text.unicodeScalars) }

    static func endsWord(_ scalar: Unicode.Scalar) -> Bool { " \t\n|&;()<>".unicodeScalars.contains(scalar) }

    private mutating func readAll() -> Bool {
        while let scalar = next() {
            switch scalar {
            case " ", "\t": place += 1
            case "\\" where next(1) == "\n": place += 2
            case "#": place = scalars[place...].firstIndex(of: "\n") ?? scalars.count
            case "\n":
                add(control: "\n")
                guard readHereDocuments() else { return false }
            case "(", ")": return false
            case "&" where next(1) == ">":
                place += 1
                guard readRedirection(nil) else { return false }
            case "<", ">": guard readRedirection(nil) else { return false }
            case ";", "&", "|":
                guard !stands(";;"), !stands("|&") else { return false }
                add(control: stands("&&") || stands("||") ? "\(scalar)\(scalar)" : "\(scalar)")
            default: guard readWordOrDescriptor() else { return false }
            }
        }
        return awaited.isEmpty
    }

    private mutating func add(control: String) {
        tokens.append(.control(control))
        place += control.unicodeScalars.count
    }

    private mutating func readWordOrDescriptor() -> Bool {
        guard let word = readWord() else { return false }
        if next() == "<" || next() == ">", let descriptor = word.bare.flatMap({ Int($0) }) {
            return readRedirection(descriptor)
        }
        tokens.append(.word(word))
        return true
    }

    private static let redirections: [(sign: String, kind: ShellRedirection.Kind)] = [
        ("<<<", .text), ("<<-", .text), ("<<", .text), ("<&", .duplicate), ("<", .input),
        (">>", .appended), (">|", .output), (">&", .duplicate), (">", .output),
    ]

    private mutating func readRedirection(_ descriptor: Int?) -> Bool {
        guard let (sign, kind) = ShellLexer.redirections.first(where: { stands($0.sign) }) else { return false }
        place += sign.unicodeScalars.count
        while next() == " " || next() == "\t" { place += 1 }
        guard let target = readWord(), !target.parts.isEmpty else { return false }
        if kind == .text, sign != "<<<" {
            guard let delimiter = target.value([:]) else { return false }
            awaited.append(
                HereDocument(
                    token: tokens.count,
                    delimiter: delimiter,
                    isPlain: target.bare == nil,
                    isIndented: sign == "<<-"
                )
            )
        }
        tokens.append(
            .redirection(
                ShellRedirection(descriptor: descriptor ?? (sign.hasPrefix("<") ? 0 : 1), kind: kind, target: target)
            )
        )
        return true
    }

    private mutating func readHereDocuments() -> Bool {
        for document in awaited {
            var text = ""
            while true {
                guard place < scalars.count else { return false }
                let end = scalars[place...].firstIndex(of: "\n") ?? scalars.count
                var line = scalars[place..<end]
                place = min(end + 1, scalars.count)
                if document.isIndented { line = line.drop { $0 == "\t" } }
                if line.elementsEqual(document.delimiter.unicodeScalars) { break }
                text.unicodeScalars.append(contentsOf: line)
                text += "\n"
            }
            let isMade = !document.isPlain && text.unicodeScalars.contains { $0 == "$" || $0 == "`" }
            guard case .redirection(var redirection) = tokens[document.token] else { return false }
            redirection.target = ShellWord(parts: [isMade ? .made : .text(text, isQuoted: true)])
            tokens[document.token] = .redirection(redirection)
        }
        awaited = []
        return true
    }
}

/// A token of a script.
enum ShellToken: Hashable {
    case word(ShellWord)
    /// An operator between commands: `|`, `&&`, `||`, `;`, `&` or a line break.
    case control(String)
    case redirection(ShellRedirection)
}

/// The kind of a redirection.
struct ShellRedirection: Hashable {
    /// The word after the operator.
    enum Kind: Hashable {
        case input
        /// Output that overwrites a file.
        case output
        /// Output that is appended to a file.
        case appended
        /// Another descriptor, as in `2>&1`.
        case duplicate
        /// The text itself, as in a here-document.
        case text
    }

    let descriptor: Int
    let kind: Kind
    var target: ShellWord
}

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
