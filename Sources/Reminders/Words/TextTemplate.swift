/// A text with placeholders in braces, as in `{workout}, {duration}`; a brace is written twice to stand for itself.
public struct TextTemplate: Sendable, Hashable {
    /// The text as it is written.
    public let source: String

    private let pieces: [Piece]

    /// Takes over a text.
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

    /// The names of its placeholders, in order; nil where a brace is not closed or not opened.
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

    /// The text with its placeholders filled; one without a value stays as it is.
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

    /// Reads bytes and not characters: each run reads a whole language of the catalogue.
    private static func pieces(of source: String.UTF8View) -> [Piece] {
        let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        var pieces: [Piece] = []
        var text: [UInt8] = []
        var rest = source[...]
        while let byte = rest.popFirst() {
            if byte != open && byte != close {
                text.append(byte)
            } else if rest.first == byte {
                text.append(byte)
                rest.removeFirst()
            } else if byte == open, let end = rest.firstIndex(of: close) {
                if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
                text = []
                pieces.append(.placeholder(String(decoding: rest[..<end], as: UTF8.self)))
                rest = rest[rest.index(after: end)...]
            } else {
                return pieces + [.loose]
            }
        }
        return text.isEmpty ? pieces : pieces + [.text(String(decoding: text, as: UTF8.self))]
    }
}
