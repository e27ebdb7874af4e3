internal import PrintableText

/// Formats findings like compiler diagnostics: location, message, source line, caret, what was expected, and help.
public struct DiagnosticRenderer: Sendable {
    private let source: SourceText
    private let colored: Bool
    private let concealed: [SourceSpan]

    /// - Parameters:
    ///   - colored: whether to use ANSI colours.
    ///   - concealed: parts of the text that must not be shown, such as secrets.
    public init(source: SourceText, colored: Bool = false, concealed: [SourceSpan] = []) {
        (self.source, self.concealed, self.colored) = (source, concealed, colored)
    }

    /// Only the first line: `push.yaml:12:7: error: …`.
    public func headline(_ diagnostic: Diagnostic) -> String {
        place(diagnostic.span)
            + paint(diagnostic.severity.rawValue + ":", diagnostic.severity == .error ? "1;31" : "1;33")
            + " " + paint(diagnostic.message.printable, "1")
    }

    /// A complete finding: several lines without a final line break.
    public func render(_ diagnostic: Diagnostic) -> String {
        var lines = [headline(diagnostic)]
        let gutter = String(repeating: " ", count: lineNumber(diagnostic.span).utf8.count)
        lines += excerpt(diagnostic.span)
        if let expected = diagnostic.expected { lines.append("\(gutter) = expected: \(expected.printable)") }
        if let help = diagnostic.help { lines.append("\(gutter) = help: \(help.printable)") }
        for note in diagnostic.notes {
            lines.append(place(note.span) + paint("note:", "1;36") + " " + note.message.printable)
            lines += excerpt(note.span)
        }
        return lines.joined(separator: "\n")
    }

    /// All findings sorted by location, separated by blank lines.
    public func render(_ diagnostics: Diagnostics) -> String {
        var blocks = diagnostics.sorted.map(render)
        if diagnostics.omitted > 0 { blocks.append("\(source.path): and \(diagnostics.omitted) more") }
        return blocks.joined(separator: "\n\n")
    }

    private func place(_ span: SourceSpan) -> String {
        let location = source.location(of: span.start)
        return paint("\(source.path):\(location.line):\(location.column): ", "1")
    }

    private func lineNumber(_ span: SourceSpan) -> String { "  \(source.location(of: span.start).line)" }

    /// The source line with a caret below; for a very long line, only the part around the caret.
    private func excerpt(_ span: SourceSpan) -> [String] {
        let start = min(span.start, source.bytes.count)
        let lineStart = source.lineStart(before: start)
        let lineEnd = source.lineEnd(after: max(start, lineStart))
        let head = excerptStart(from: lineStart, to: start)
        let tail = min(lineEnd, start + 120)
        let before = shown(head..<max(head, min(start, lineEnd)))
        let after = shown(min(start, lineEnd)..<max(tail, min(start, lineEnd)))
        let marked = shown(min(start, lineEnd)..<min(max(span.end, start), max(tail, min(start, lineEnd))))
        let number = lineNumber(span)
        let gutter = String(repeating: " ", count: number.utf8.count)
        let caret = "^" + String(repeating: "~", count: max(0, DisplayWidth.of(marked) - 1))
        let indent = String(repeating: " ", count: DisplayWidth.of(before))
        return ["\(number) | \(before)\(after)", "\(gutter) | \(indent)" + paint(caret, "1;32")]
    }

    private func excerptStart(from lineStart: Int, to start: Int) -> Int {
        var head = max(lineStart, start - 100)
        while head < start, source.bytes[head] & 0xC0 == 0x80 { head += 1 }
        return head
    }

    /// A part of the text: tabs and unprintable characters become spaces, and concealed characters become dots.
    private func shown(_ range: Range<Int>) -> String {
        let hidden = concealed.filter { $0.start < range.upperBound && $0.end > range.lowerBound }
        var text = ""
        var plain: [UInt8] = []
        for offset in range {
            let byte = source.bytes[offset]
            guard hidden.contains(where: { $0.start <= offset && offset < $0.end }) else {
                plain.append(byte)
                continue
            }
            text += Self.printable(plain)
            plain = []
            if byte & 0xC0 != 0x80 { text += "•" }
        }
        return text + Self.printable(plain)
    }

    private static func printable(_ bytes: [UInt8]) -> String {
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            text.unicodeScalars.append(scalar.isUnprintable ? " " : scalar)
        }
        return text
    }

    private func paint(_ text: String, _ code: String) -> String {
        colored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
