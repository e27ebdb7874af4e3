/// Writes findings as a good compiler does: place, message, the source line, a caret, what was expected, the way out.
public struct DiagnosticRenderer: Sendable {
    private let source: SourceText
    private let colored: Bool
    private let concealed: [SourceSpan]

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - source: the text that the findings point into.
    ///   - colored: whether to use ANSI colours.
    ///   - concealed: parts of the text that must not be shown, such as passwords.
    public init(source: SourceText, colored: Bool = false, concealed: [SourceSpan] = []) {
        self.source = source
        self.concealed = concealed
        self.colored = colored
    }

    /// The first line alone: `push.yaml:12:7: error: …`.
    public func headline(_ diagnostic: Diagnostic) -> String {
        place(diagnostic.span)
            + paint(diagnostic.severity.rawValue + ":", diagnostic.severity == .error ? "1;31" : "1;33")
            + " " + paint(ControlCharacter.blanked(diagnostic.message), "1")
    }

    /// A finding in full, several lines without a final line break.
    public func render(_ diagnostic: Diagnostic) -> String {
        var lines = [headline(diagnostic)]
        let gutter = String(repeating: " ", count: lineNumber(diagnostic.span).utf8.count)
        lines += excerpt(diagnostic.span)
        if let expected = diagnostic.expected {
            lines.append("\(gutter) = expected: \(ControlCharacter.blanked(expected))")
        }
        if let help = diagnostic.help { lines.append("\(gutter) = help: \(ControlCharacter.blanked(help))") }
        for note in diagnostic.notes {
            lines.append(place(note.span) + paint("note:", "1;36") + " " + ControlCharacter.blanked(note.message))
            lines += excerpt(note.span)
        }
        return lines.joined(separator: "\n")
    }

    /// All findings in the order of their places, each in full, with a blank line between.
    public func render(_ diagnostics: Diagnostics) -> String {
        var blocks = diagnostics.sorted.map(render)
        if diagnostics.omitted > 0 {
            blocks.append("\(source.path): and \(diagnostics.omitted) more like these")
        }
        return blocks.joined(separator: "\n\n")
    }

    private func place(_ span: SourceSpan) -> String {
        let location = source.location(of: span.start)
        return paint("\(source.path):\(location.line):\(location.column): ", "1")
    }

    private func lineNumber(_ span: SourceSpan) -> String {
        "  \(source.location(of: span.start).line)"
    }

    /// The source line with a caret below; of a very long line only the part around the caret.
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
        let caret = "^" + String(repeating: "~", count: max(0, displayWidth(marked) - 1))
        let indent = String(repeating: " ", count: displayWidth(before))
        return ["\(number) | \(before)\(after)", "\(gutter) | \(indent)" + paint(caret, "1;32")]
    }

    private func excerptStart(from lineStart: Int, to start: Int) -> Int {
        var head = max(lineStart, start - 100)
        while head < start, source.bytes[head] & 0xC0 == 0x80 { head += 1 }
        return head
    }

    /// A part of the text in which a tab is one space, no control character reaches the terminal, and what is concealed is dots.
    private func shown(_ range: Range<Int>) -> String {
        let hidden = concealed.filter { $0.start < range.upperBound && $0.end > range.lowerBound }
        let bytes = source.bytes[range]
        var text = ""
        var offset = range.lowerBound
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            defer { offset += UTF8.width(scalar) }
            if hidden.contains(where: { $0.start <= offset && offset < $0.end }) {
                text += "•"
                continue
            }
            text.unicodeScalars.append(ControlCharacter.isOne(scalar) ? " " : scalar)
        }
        return text
    }

    private func paint(_ text: String, _ code: String) -> String {
        colored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// How many terminal columns a text takes: wide East Asian and emoji scalars two, combining marks none.
func displayWidth(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { width, scalar in
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: width
        default: width + (isWide(scalar.value) ? 2 : 1)
        }
    }
}

/// The wide blocks of Unicode's East Asian Width (UAX #11) and the emoji planes.
private func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
        0x1F900...0x1F9FF, 0x20000...0x3FFFD:
        true
    default: false
    }
}
