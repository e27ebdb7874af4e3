import Foundation
import PrintableText

/// What a command found: one value, for people and for programs.
protocol CommandResult: Encodable {
    /// What the JSON says that it is.
    static var kind: String { get }

    /// The result for people.
    func text(_ style: Style, columns: Int) -> String
}

extension Context {
    /// Writes a result as data.
    func show(_ result: some CommandResult, asJSON: Bool) {
        if asJSON {
            _ = output.data(JSONDocument.text(result))
        } else {
            _ = output.data(result.text(Style(isColored: output.isColored), columns: output.columns))
        }
    }
}

/// JSON as antrain writes it: an object that says its version and kind, with sorted keys.
enum JSONDocument {
    /// The version of what commands write.
    static let version = 1

    private struct Envelope<Result: CommandResult>: Encodable {
        let result: Result

        private enum Key: String, CodingKey {
            case antrain, kind
        }

        func encode(to encoder: any Encoder) throws {
            try result.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(JSONDocument.version, forKey: .antrain)
            try container.encode(Result.kind, forKey: .kind)
        }
    }

    /// A value on one line, for programs that want no more than it.
    static func line(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return escaped((try? encoder.encode(value)) ?? Data()) + "\n"
    }

    static func text(_ result: some CommandResult) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(Envelope(result: result))) ?? Data()
        return escaped(data) + "\n"
    }

    /// JSON in which unprintable characters are escapes, as RFC 8259 requires only of those below U+0020: the data is the same, and
    /// a terminal that displays it is safe.
    private static func escaped(_ data: Data) -> String {
        let text = String(decoding: data, as: UTF8.self)
        guard text.unicodeScalars.contains(where: { $0.isUnprintable && $0 != "\n" }) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            guard scalar.isUnprintable, scalar != "\n" else { return result.unicodeScalars.append(scalar) }
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }
}
