import Foundation
package import Platform
import PrintableText

/// A command's result, printed as text for people or as JSON for programs.
package protocol CommandResult: Encodable {
    /// The `kind` in the JSON.
    static var kind: String { get }

    /// The result as text, wrapped to a number of columns.
    func text(_ style: Style, columns: Int) -> String
}

extension Context {
    package func show(_ result: some CommandResult, asJSON: Bool) {
        if asJSON {
            _ = output.data(JSONDocument.text(result))
        } else {
            _ = output.data(result.text(output.style, columns: output.columns))
        }
    }
}

/// The JSON that commands print: an object with its version, its kind and sorted keys.
package enum JSONDocument {
    /// The version of the JSON format.
    static let version = 1

    private struct Envelope<Result: CommandResult>: Encodable {
        let result: Result

        private enum Key: String, CodingKey { case antrain, kind }

        package func encode(to encoder: any Encoder) throws {
            try result.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(JSONDocument.version, forKey: .antrain)
            try container.encode(Result.kind, forKey: .kind)
        }
    }

    /// A value on one line, without version and kind.
    static func line(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return escaped((try? encoder.encode(value)) ?? Data()) + "\n"
    }

    /// A result on one line.
    package static func line(result: some CommandResult) -> String { line(Envelope(result: result)) }

    static func text(_ result: some CommandResult) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(Envelope(result: result))) ?? Data()
        return escaped(data) + "\n"
    }

    /// Escapes all unprintable characters (RFC 8259 requires it only below U+0020): the data is the same, and safe on a terminal.
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
