/// Finds what the user wrote in the text of a reply.
struct ReplyLines {
    /// The greatest number of lines of an answer.
    static let most = 64

    private let lines: [TextLine]
    private var answer: [String] = []

    /// The first paragraph that the user wrote.
    static func first(in lines: [TextLine]) -> [String] {
        var reader = ReplyLines(lines: unwrapped(lines))
        reader.read()
        return Array(reader.answer.prefix(most))
    }

    private init(lines: [TextLine]) { self.lines = lines }

    /// The signed text of a message that is signed inline (RFC 9580, 7); nothing if it is encrypted.
    private static func unwrapped(_ lines: [TextLine]) -> [TextLine] {
        if lines.contains(where: { !$0.isQuoted && $0.text == "-----BEGIN PGP MESSAGE-----" }) { return [] }
        guard let start = lines.firstIndex(where: { !$0.isQuoted && $0.text == "-----BEGIN PGP SIGNED MESSAGE-----" })
        else {
            return lines
        }
        // Headers such as `Hash: SHA512` end with a blank line.
        let text = lines[start...].drop { !$0.text.isEmpty }.prefix { $0.text != "-----BEGIN PGP SIGNATURE-----" }
        return text.map { line in
            guard !line.isQuoted, line.text.hasPrefix("- ") else { return line }
            return TextLine(String(line.text.dropFirst(2)).trimmingBlanks)
        }
    }

    private mutating func read() {
        var index = 0
        var isInSignature = false
        while index < lines.count {
            let line = lines[index]
            if line.isQuoted {
                guard answer.isEmpty else { return }
                isInSignature = false
                index = afterQuotation(from: index)
                continue
            }
            if line.text.isEmpty {
                index += 1
                guard answer.isEmpty || continues(at: index) else { return }
                continue
            }
            if ReplyMarks.isSeparator(line.text) || ReplyMarks.isHeaderBlock(lines, at: index) { return }
            if let (count, isMarked) = ReplyMarks.attribution(lines, at: index) {
                guard answer.isEmpty, isMarked else { return }
                index += count
                continue
            }
            // No answer has one, but an attribution in an unknown form does.
            if ReplyMarks.hasBracketedAddress(line.text) { return }
            if ReplyMarks.isSignatureMark(line.text) || ReplyMarks.isProgramLine(line.text) {
                guard answer.isEmpty else { return }
                isInSignature = true
            }
            if !isInSignature { answer.append(line.text) }
            if answer.count >= Self.most { return }
            index += 1
        }
    }

    /// The index after a quotation that begins at an index.
    ///
    /// Some programs wrap long lines of a quotation without marking the rest, so text right after a long line belongs to it, and so does a line
    /// between two quoted ones.
    private func afterQuotation(from start: Int) -> Int {
        var index = start
        while index < lines.count, lines[index].isQuoted { index += 1 }
        guard index < lines.count, !lines[start].text.isEmpty || !lines[index - 1].text.isEmpty else { return index }
        let isWrapped = lines[index - 1].text.unicodeScalars.count >= 60
        let rest = lines[index...].prefix { !$0.isQuoted && !$0.text.isEmpty }
        guard !rest.isEmpty else { return index }
        let isBetween = rest.endIndex < lines.endIndex && lines[rest.endIndex].isQuoted && rest.count == 1
        return isWrapped || isBetween ? rest.endIndex : index
    }

    /// Whether the answer goes on after a blank line: programs that write HTML put one between paragraphs of sets, which have numbers.
    private func continues(at index: Int) -> Bool {
        let paragraph = lines[index...].prefix { !$0.isQuoted && !$0.text.isEmpty }
        guard !paragraph.isEmpty, paragraph.count <= Self.most else { return false }
        return (answer + paragraph.map(\.text)).allSatisfy { text in
            text.utf8.contains { (0x30...0x39).contains($0) } && !ReplyMarks.namesMessage(text)
        }
    }
}
