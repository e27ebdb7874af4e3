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
