import AntrainPluginKit
import WebRequests

/// A body with placeholders for a notification's fields.
struct BodyTemplate {
    /// How values are encoded, so that they stay inside their context.
    enum Encoding {
        /// Escaped for a JSON string.
        case json
        /// Percent-encoded.
        case form
        case plain

        init(contentType: String) {
            let media = contentType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
            if media.hasSuffix("/json") || media.hasSuffix("+json") {
                self = .json
            } else {
                self = media == "application/x-www-form-urlencoded" ? .form : .plain
            }
        }

        func callAsFunction(_ text: String) -> String {
            switch self {
            case .json: JSONText.escaped(text)
            case .form: WebAddress.percentEncoded(text)
            case .plain: text
            }
        }
    }

    private enum Part {
        case text(String)
        case value(NotificationField)
    }

    private var parts: [Part] = []
    private let encoding: Encoding

    /// The fields that a template may contain; the other two are numbers that a template cannot format.
    private static let fields = NotificationField.allCases.filter { $0 != .instant && $0 != .expires }

    /// - Parameter key: the plugin's key, for messages.
    /// - Throws: `PluginFailure` for an unknown placeholder, or for invalid JSON.
    init(_ text: String, encoding: Encoding, key: String) throws(PluginFailure) {
        self.encoding = encoding
        // By scalars: a brace with a combining mark is a different Swift character.
        var rest = text.unicodeScalars[...]
        while let open = rest.firstIndex(of: "{") {
            let name = rest[rest.index(after: open)...].prefix { ("a"..."z").contains($0) || $0 == "_" }
            guard !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == "}" else {
                parts.append(.text(String(rest[...open])))
                rest = rest[rest.index(after: open)...]
                continue
            }
            guard let field = BodyTemplate.fields.first(where: { $0.rawValue == String(name) }) else {
                throw .final(
                    "unknown placeholder {\(String(name))} in '\(key)'",
                    remedy: "use \(BodyTemplate.fields.map { "{\($0.rawValue)}" }.joined(separator: ", "))"
                )
            }
            parts += [.text(String(rest[..<open])), .value(field)]
            rest = rest[rest.index(after: name.endIndex)...]
        }
        parts.append(.text(String(rest)))
        if case .json = encoding, let offset = JSONCheck.firstError(in: Array(sample.utf8)) {
            let near = PlainText.oneLine(String(decoding: text.utf8.dropFirst(offset).prefix(20), as: UTF8.self))
            throw .final(
                "'\(key)' is not valid JSON" + (near.isEmpty ? ": unexpected end" : " from here on: \(near)"),
                remedy: "put text in quotes, as in {\"text\": \"{title}\"}"
            )
        }
    }

    /// The template with sample values of the same length as the placeholders, which keeps error positions correct.
    private var sample: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            // Numbers and booleans may be without quotes.
            case .value(let field):
                (field.isText ? "?" : "0") + String(repeating: " ", count: field.rawValue.utf8.count + 1)
            }
        }.joined()
    }

    func filled(_ notification: DeliveredNotification) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .value(let field): encoding(field.value(in: notification).text)
            }
        }.joined()
    }
}
