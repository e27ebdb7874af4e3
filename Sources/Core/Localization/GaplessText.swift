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
