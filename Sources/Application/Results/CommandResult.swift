import Foundation
package import Platform
import PrintableText
package import SystemPackage

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

/// Writes a long result in parts, so that it needs little memory: JSON parts become one document.
///
/// The parts are results of one kind with one list each, whose key is the last one in alphabetical order.
package struct ResultStream {
    private static let end = "\n  ]\n}\n"
    private static let start = " : [\n"

    private let context: Context
    private let isJSON: Bool
    private var hasBegun = false

    package init(_ context: Context, asJSON: Bool) {
        self.context = context
        isJSON = asJSON
    }

    package mutating func show(_ part: some CommandResult) {
        guard isJSON else { return context.show(part, asJSON: false) }
        let text = JSONDocument.text(part)
        guard let start = text.range(of: ResultStream.start)?.upperBound, text.hasSuffix(ResultStream.end) else {
            // A part with an empty list is a complete document.
            if !hasBegun { _ = context.output.data(text) }
            return
        }
        let entries = text[start...].dropLast(ResultStream.end.count)
        _ = context.output.data(hasBegun ? ",\n" + entries : String(text.dropLast(ResultStream.end.count)))
        hasBegun = true
    }

    package func end() {
        if hasBegun { _ = context.output.data(ResultStream.end) }
    }
}

/// A text for people, with the key `text` inside an object whose own key names the subject.
struct ResultText: Encodable {
    let text: String
}

/// A problem, or advice about one, with the key `message` inside an object whose own key names the subject.
package struct ResultMessage: Encodable {
    package let message: String

    package init(message: String) { self.message = message }
}

extension String {
    /// With an upper-case first letter.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

func plural(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// The path of a file: absolute in JSON, with `~` for the home folder in text.
package struct ResultPath: Encodable {
    package let absolute: String
    package let shown: String

    package init(_ path: FilePath, _ paths: Paths?) {
        absolute = path.string
        shown = paths?.shown(path) ?? path.string
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(absolute)
    }
}

/// A JSON value whose type depends on its key.
enum JSONValue: Encodable {
    case null
    case bool(Bool)
    case number(Int64)
    case string(String)
    case list([String])
    case array([JSONValue])
    case object([String: JSONValue])

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
