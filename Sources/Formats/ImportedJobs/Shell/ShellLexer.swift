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
