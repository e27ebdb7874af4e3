/// The string literals of a Swift source, in order: their text with each interpolation as `{expression}`.
///
/// This is a lexer, not a parser. It knows comments, raw strings, multi-line strings and nested interpolations; regex literals
/// between slashes do not occur in this project.
struct StringLiterals {
    private let source: [UInt8]
    private var index = 0
    private var found: [String] = []

    static func all(in source: String) -> [String] {
        var lexer = StringLiterals(source: Array(source.utf8))
        lexer.scan(untilParenthesis: false)
        return lexer.found
    }

    private init(source: [UInt8]) { self.source = source }

    private func starts(_ text: String) -> Bool {
        index + text.utf8.count <= source.count && zip(source[index...], text.utf8).allSatisfy(==)
    }

    /// Scans code, to its end or to the parenthesis that closes an interpolation.
    private mutating func scan(untilParenthesis isNested: Bool) {
        var depth = 0
        while index < source.count {
            switch Unicode.Scalar(source[index]) {
            case "/" where starts("//"): skip(to: "\n")
            case "/" where starts("/*"): skip(to: "*/")
            case "\"": readString()
            case "#" where startsRawString: readString()
            case "(":
                depth += 1
                index += 1
            case ")":
                if isNested && depth == 0 { return }
                depth -= 1
                index += 1
            default: index += 1
            }
        }
    }

    private var startsRawString: Bool {
        guard starts("#") else { return false }
        var next = index
        while next < source.count, source[next] == UInt8(ascii: "#") { next += 1 }
        return next < source.count && source[next] == UInt8(ascii: "\"")
    }

    private mutating func skip(to end: String) {
        while index < source.count, !starts(end) { index += 1 }
        index = min(index + end.utf8.count, source.count)
    }

    private mutating func readString() {
        var pounds = ""
        while starts("#") {
            pounds += "#"
            index += 1
        }
        let quotes = starts("\"\"\"") ? "\"\"\"" : "\""
        index += quotes.utf8.count
        let escape = "\\" + pounds
        var text: [UInt8] = []
        // The strings inside interpolations come after the string that contains them.
        let place = found.count
        let end = quotes + pounds
        while index < source.count {
            let isSpecial = source[index] == UInt8(ascii: "\"") || source[index] == UInt8(ascii: "\\")
            if isSpecial, starts(end) { break }
            guard isSpecial, starts(escape) else {
                text.append(source[index])
                index += 1
                continue
            }
            index += escape.utf8.count
            guard starts("(") else {
                text += read(escapeOf: source[index])
                index += 1
                continue
            }
            index += 1
            let first = index
            scan(untilParenthesis: true)
            text += Array("{".utf8) + source[first..<index] + Array("}".utf8)
            index += 1
        }
        index = min(index + end.utf8.count, source.count)
        let words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        found.insert(words.joined(separator: " "), at: place)
    }

    private func read(escapeOf character: UInt8) -> [UInt8] {
        switch Unicode.Scalar(character) {
        case "n", "r", "t", "\n": Array(" ".utf8)
        case "\"", "\\", "'": [character]
        default: []
        }
    }
}
