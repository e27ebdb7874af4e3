/// A text with placeholders in braces, such as `{workout}, {duration}`; `{{` and `}}` stand for single braces.
public struct TextTemplate: Sendable, Hashable {
    public let source: String

    private let pieces: [Piece]

    public init(_ source: String) {
        self.source = source
        pieces = TextTemplate.pieces(of: source.utf8)
    }

    /// A piece of the text.
    private enum Piece: Hashable {
        case text(String)
        case placeholder(String)
        case loose
    }

    /// The names of its placeholders, in order; nil if a brace is unmatched.
    public var placeholders: [String]? {
        var names: [String] = []
        for piece in pieces {
            switch piece {
            case .placeholder(let name): names.append(name)
            case .loose: return nil
            case .text: break
            }
        }
        return names
    }

    /// Fills the placeholders; a placeholder without a value stays as it is.
    public func filled(_ values: [String: String]) -> String {
        var result = ""
        for piece in pieces {
            switch piece {
            case .text(let text): result += text
            case .placeholder(let name): result += values[name] ?? "{\(name)}"
            case .loose: break
            }
        }
        return result
    }

    /// Fills the placeholders so that the text reads well if values are empty: brackets and separators around them are omitted.
    public func filledWithoutGaps(_ values: [String: String]) -> String {
        var result = GaplessText()
        for piece in pieces {
            switch piece {
            case .text(let text): result.append(text)
            case .placeholder(let name): result.append(value: values[name] ?? "{\(name)}")
            case .loose: break
            }
        }
        return result.finished
    }

    /// The same for a title; nil if nothing but white space is left.
    package func title(_ values: [String: String]) -> String? {
        let title = filledWithoutGaps(values)
        return title.allSatisfy(\.isWhitespace) ? nil : title
    }

    /// Parses bytes instead of characters for speed, because each run parses all texts of a language.
    private static func pieces(of source: String.UTF8View) -> [Piece] {
        let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        var pieces: [Piece] = []
        var text: [UInt8] = []
        var remaining = source[...]
        while let byte = remaining.popFirst() {
            if byte != open && byte != close {
                text.append(byte)
            } else if remaining.first == byte {
                text.append(byte)
                remaining.removeFirst()
            } else if byte == open, let end = remaining.firstIndex(of: close) {
                if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
                text = []
                pieces.append(.placeholder(String(decoding: remaining[..<end], as: UTF8.self)))
                remaining = remaining[remaining.index(after: end)...]
            } else {
                return pieces + [.loose]
            }
        }
        return text.isEmpty ? pieces : pieces + [.text(String(decoding: text, as: UTF8.self))]
    }
}

/// A text joined from parts, which reads well although some of them are empty.
///
/// An empty value leaves no brackets around itself, no empty line, and no separator such as a comma or a colon before itself or, at
/// the start of a line, after itself.
struct GaplessText {
    private var text = ""
    /// Whether a value before the next part is empty.
    private var hasGap = false

    /// The text without separators and lines that only led to an empty value.
    var finished: String {
        guard hasGap else { return text }
        var result = text
        result.removeLast { $0.isWhitespace || $0.isSeparator }
        return result
    }

    /// Adds the value of a placeholder.
    mutating func append(value: String) {
        hasGap = value.isEmpty
        text += value
    }

    /// Adds a part of the text between placeholders.
    mutating func append(_ part: String) {
        guard hasGap else {
            text += part
            return
        }
        var rest = part[...]
        while let opening = text.last, let closing = opening.closingBracket, rest.firstVisible == closing {
            text.removeLast()
            rest = rest.drop(while: \.isSpace).dropFirst()
        }
        switch rest.firstVisible {
        case nil: break
        case let next? where isAtStart:
            if next.isSeparator || next.endsSentence {
                rest = rest.drop { $0.isSpace || $0.isSeparator || $0.endsSentence }
            }
        case let next? where next.isSeparator || next.endsSentence || next.isNewline || next.isClosingBracket:
            text.removeLast { $0.isSpace || $0.isSeparator }
            rest = rest.drop(while: \.isSpace)
            if next.endsSentence, text.last?.endsSentence ?? true { rest = rest.dropFirst() }
            if next.isSeparator, let first = part.first, first.isSpace { rest = " " + rest }
        default: break
        }
        if isAtStart || text.last?.isSpace ?? false { rest = rest.drop(while: \.isSpace) }
        if isAtLineStart, rest.first?.isNewline ?? false { rest = rest.dropFirst() }
        hasGap = rest.isEmpty
        text += rest
    }

    private var isAtLineStart: Bool { text.last?.isNewline ?? true }

    private var isAtStart: Bool { isAtLineStart || text.last?.closingBracket != nil }
}

extension Character {
    /// Whether it is white space within a line.
    fileprivate var isSpace: Bool { isWhitespace && !isNewline }

    fileprivate var isSeparator: Bool { ",;:·|/–—-".contains(self) }

    fileprivate var endsSentence: Bool { ".!?".contains(self) }

    fileprivate var isClosingBracket: Bool { ")]".contains(self) }

    fileprivate var closingBracket: Character? {
        switch self {
        case "(": ")"
        case "[": "]"
        default: nil
        }
    }
}

extension Substring {
    fileprivate var firstVisible: Character? { first { !$0.isSpace } }
}

extension String {
    fileprivate mutating func removeLast(while condition: (Character) -> Bool) {
        while let last, condition(last) { removeLast() }
    }
}
