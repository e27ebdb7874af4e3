import Foundation
import TestSupport
import Testing

/// A message in the form in which a mail program writes replies, with placeholders (`Shapes/*.eml`).
///
/// The first lines say where the form was found (`# source:`), and which attributions the program writes (`# attributions:`).
///
/// The placeholders are `{answer}`, `{attribution}`, `{reminder}`, `{id}` and the words in `words.txt`. A form can follow them, for example
/// `{answer:div}`. The text between `{qp}` and `{/qp}`, `{base64}` and `{/base64}`, or `{latin1}` and `{/latin1}` is encoded.
struct ReplyShape: Sendable, CustomTestStringConvertible {
    let name: String
    private let template: String
    /// The attributions and words to use.
    let languages: [String]
    private let family: String
    private let hasText: Bool

    var testDescription: String { name }

    /// What the user writes, and the lines of it that count.
    struct Answer: Sendable {
        let written: [String]
        let lines: [String]
    }

    /// A complete message.
    struct Message: Sendable {
        let title: String
        let bytes: [UInt8]
        let lines: [String]
    }

    static let answers = [
        Answer(written: ["done"], lines: ["done"]),
        Answer(written: ["Skip."], lines: ["Skip."]),
        Answer(written: ["snooze 30m"], lines: ["snooze 30m"]),
        Answer(
            written: ["squat 5,5,5,5,3", "bench press: 5,5,5", "row 8,8,7 @ 40"],
            lines: ["squat 5,5,5,5,3", "bench press: 5,5,5", "row 8,8,7 @ 40"]
        ),
        Answer(written: ["Bankdrücken 5×5 @ 62,5 kg"], lines: ["Bankdrücken 5×5 @ 62,5 kg"]),
        Answer(written: ["Done", "", "Thanks,", "Sam"], lines: ["Done"]),
        Answer(written: [], lines: []),
    ]

    static let folder = BuildProducts.package + "Tests/MailRepliesTests/Shapes/"
    /// The ID of the reminder that all messages reply to, and the time at which all were sent.
    static let (id, sentAt) = ("push-day.antrain@localhost", 1_795_416_310 as Int64)
    static let reminder = read("reminder.txt")

    static func read(_ name: String) -> String { (try? String(contentsOfFile: folder + name, encoding: .utf8)) ?? "" }

    private static func table(_ name: String) -> [String: [String: String]] {
        var table: [String: [String: String]] = [:]
        for line in read(name).split(separator: "\n") {
            let cells = line.split(separator: "\t", maxSplits: 2).map(String.init)
            guard cells.count == 3 else { continue }
            table[cells[0], default: [:]][cells[1]] = cells[2].replacingOccurrences(of: "\\n", with: "\n")
        }
        return table
    }

    private static let attributions = table("attributions.txt")
    private static let words = table("words.txt")

    static let all: [ReplyShape] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".eml") }.sorted().map { ReplyShape(name: String($0.dropLast(4))) }
    }()

    private init(name: String) {
        self.name = name
        let lines = Self.read(name + ".eml").components(separatedBy: "\n")
        let notes = lines.prefix { $0.hasPrefix("# ") }
        template = lines.dropFirst(notes.count).joined(separator: "\n")
        family = notes.compactMap { $0.hasPrefix("# attributions: ") ? String($0.dropFirst(16)) : nil }.first ?? ""
        hasText = !notes.contains("# answers: none")
        let known = Self.attributions[family] ?? (family == "outlook" ? Self.words["from"] : nil)
        languages = known.map { $0.keys.sorted() } ?? ["en"]
    }

    /// The messages with all answers in all languages.
    var messages: [Message] { Self.made[name] ?? [] }

    private static let made = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.makeMessages()) })

    private func makeMessages() -> [Message] {
        languages.flatMap { language in
            Self.answers.map { answer in
                Message(
                    title: "\(name), \(language), \(answer.written)",
                    bytes: bytes(language, answer.written),
                    lines: hasText ? answer.lines : []
                )
            }
        }
    }

    /// The message with an answer.
    func bytes(_ language: String, _ answer: [String], reminder: String = ReplyShape.reminder) -> [UInt8] {
        var text = template
        let values = [
            "answer": answer.joined(separator: "\n"), "reminder": reminder,
            "attribution": Self.attributions[family]?[language] ?? "", "id": Self.id,
        ]
        for (name, value) in values { text = fill(text, name, value) }
        for (name, translations) in Self.words {
            text = fill(text, name, translations[String(language.prefix(2))] ?? translations["en"] ?? "")
        }
        return encoded(text)
    }

    /// Replaces `{name}` and `{name:form}`.
    private func fill(_ text: String, _ name: String, _ value: String) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.range(of: "{" + name) {
            result += rest[..<open.lowerBound]
            guard let close = rest[open.upperBound...].firstIndex(of: "}"),
                rest[open.upperBound] == "}" || rest[open.upperBound] == ":"
            else {
                result += rest[open]
                rest = rest[open.upperBound...]
                continue
            }
            result += form(value, String(rest[open.upperBound..<close].dropFirst()))
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private func form(_ value: String, _ form: String) -> String {
        let lines = value.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let full = value.hasSuffix("\n") ? Array(lines.dropLast()) : lines
        let html = full.map {
            $0.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
                .replacingOccurrences(of: ">", with: "&gt;")
        }
        func elements(_ open: String, _ close: String, empty: String = "<br>") -> String {
            html.map { open + ($0.isEmpty ? empty : $0) + close }.joined(separator: "\n")
        }
        switch form {
        case "": return full.joined(separator: "\n")
        case "html", "br": return html.joined(separator: "<br>\n")
        case "pre": return html.joined(separator: "\n")
        case "div": return elements("<div>", "</div>").replacingOccurrences(of: "\n", with: "")
        case "p": return elements("<p>", "</p>")
        case "mso": return elements("<p class=\"MsoNormal\">", "<o:p></o:p></p>", empty: "<o:p>&nbsp;</o:p>")
        case "owa":
            return elements("<div class=\"elementToProof\" style=\"font-family: Aptos; font-size: 12pt;\">\n", "</div>")
        // Yahoo and Samsung omit the line breaks of their plain text.
        case "joined": return full.joined()
        case "close>": return full.map { ">" + $0 }.joined(separator: "\n")
        case "yahoo":
            return elements("<div dir=\"ltr\" data-setdir=\"false\">", "</div>").replacingOccurrences(
                of: "\n",
                with: ""
            )
        case "paragraphs": return full.joined(separator: "\n\n")
        case ">", "flowed>": return full.map { $0.isEmpty ? ">" : "> " + $0 }.joined(separator: "\n")
        default:
            return full.map { form + ($0.hasPrefix(" ") || form.hasPrefix(" ") ? $0 : " " + $0) }.joined(
                separator: "\n"
            )
        }
    }

    private func encoded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let open = ["qp", "base64", "latin1"].compactMap({ rest.range(of: "{\($0)}") }).min(by: {
            $0.lowerBound < $1.lowerBound
        }) {
            bytes += Array(rest[..<open.lowerBound].utf8)
            let name = rest[open].dropFirst().dropLast()
            let close = rest.range(of: "{/\(name)}") ?? rest.endIndex..<rest.endIndex
            let inner = rest[open.upperBound..<close.lowerBound]
            switch name {
            case "qp": bytes += Self.quotedPrintable(Array(inner.utf8))
            case "base64":
                let data = Data(inner.replacingOccurrences(of: "\n", with: "\r\n").utf8)
                bytes += data.base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed]).utf8
            default:
                bytes += Self.quotedPrintable(
                    inner.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
                )
            }
            rest = rest[close.upperBound...]
        }
        return bytes + Array(rest.utf8)
    }

    /// Lines of at most 76 characters (RFC 2045, 6.7).
    private static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
        var result = ""
        var width = 0
        for (index, byte) in bytes.enumerated() {
            if byte == 0x0A {
                result += "\n"
                width = 0
                continue
            }
            let isLast = index + 1 == bytes.count || bytes[index + 1] == 0x0A
            let isLiteral = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") || byte == 0x20 && !isLast
            let piece = isLiteral ? String(Unicode.Scalar(byte)) : String(format: "=%02X", byte)
            if width + piece.count > 75 {
                result += "=\n"
                width = 0
            }
            result += piece
            width += piece.count
        }
        return Array(result.utf8)
    }
}
