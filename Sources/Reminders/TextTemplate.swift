/// A text with placeholders in braces, as in `{workout}, {duration}`; a brace is written twice to stand for itself.
public struct TextTemplate: Sendable, Hashable {
    /// The text as it is written.
    public let source: String

    private let pieces: [Piece]

    /// Takes over a text.
    public init(_ source: String) {
        self.source = source
        pieces = TextTemplate.pieces(of: source)
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

    private static func pieces(of source: String) -> [Piece] {
        var pieces: [Piece] = []
        var text = ""
        var rest = source[...]
        while let first = rest.first {
            if rest.hasPrefix("{{") || rest.hasPrefix("}}") {
                text.append(first)
                rest = rest.dropFirst(2)
            } else if first == "{" {
                pieces.append(.text(text))
                text = ""
                guard let end = rest.firstIndex(of: "}") else { return pieces + [.loose] }
                pieces.append(.placeholder(String(rest[rest.index(after: rest.startIndex)..<end])))
                rest = rest[rest.index(after: end)...]
            } else if first == "}" {
                return pieces + [.loose]
            } else {
                text.append(first)
                rest = rest.dropFirst()
            }
        }
        return pieces + [.text(text)]
    }
}
