/// Finds what the user wrote in the text of a reply.
struct ReplyLines {
    /// The greatest number of lines of an answer.
    static let most = 64

    private let lines: [TextLine]
    /// The first paragraph that the user wrote, and those with sets that follow.
    private(set) var answer: [String] = []
    /// The index of the line that ended the answer.
    private var index = 0

    init(_ lines: [TextLine]) {
        self.lines = Self.unwrapped(lines)
        read()
    }

    /// The lines after the answer in which the user may have stated sets.
    var unread: [String] {
        guard !answer.isEmpty else { return [] }
        let after = lines.indices[index...].prefix { index in
            let line = lines[index]
            return !line.isQuoted && !ReplyMarks.isSeparator(line.text) && !ReplyMarks.isSignatureMark(line.text)
                && !ReplyMarks.isHeaderBlock(lines, at: index) && ReplyMarks.attribution(lines, at: index) == nil
        }
        return after.prefix(Self.most).map { lines[$0].text }.filter(Quantities.areListed)
    }

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
        var isInSignature = false
        // The end of the paragraphs that belong to the answer.
        var end = 0
        while index < lines.count {
            let line = lines[index]
            if line.isQuoted {
                guard answer.isEmpty else { return }
                isInSignature = false
                index = afterQuotation(from: index)
                continue
            }
            if line.text.isEmpty {
                while index < lines.count, !lines[index].isQuoted, lines[index].text.isEmpty { index += 1 }
                guard !answer.isEmpty, index >= end else { continue }
                guard let next = endOfSets(from: index) else { return }
                end = next
                continue
            }
            if ReplyMarks.isSeparator(line.text) || ReplyMarks.isHeaderBlock(lines, at: index) { return }
            if let (count, isMarked) = ReplyMarks.attribution(lines, at: index) {
                guard answer.isEmpty, isMarked else { return }
                index += count
                continue
            }
            // An answer contains no address in angle brackets; an attribution in an unknown form does.
            if ReplyMarks.hasBracketedAddress(line.text) { return }
            if !isInSignature, ReplyMarks.isSignatureMark(line.text) || ReplyMarks.isProgramLine(lines, at: index) {
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
    /// Some programs wrap long lines of a quotation without marking the rest, so text right after a long line belongs to it.
    private func afterQuotation(from start: Int) -> Int {
        var index = start
        while index < lines.count, lines[index].isQuoted { index += 1 }
        guard index < lines.count, !lines[start].text.isEmpty || !lines[index - 1].text.isEmpty else { return index }
        let isWrapped = lines[index - 1].text.unicodeScalars.count >= 60
        let rest = lines[index...].prefix { !$0.isQuoted && !$0.text.isEmpty }
        guard !rest.isEmpty else { return index }
        return isWrapped ? rest.endIndex : index
    }

    /// The end of the next paragraph with sets, if the answer goes on after a blank line.
    ///
    /// Paragraphs without digits may come before it. What may be an attribution, a header, a signature or a quotation ends the answer.
    private func endOfSets(from start: Int) -> Int? {
        var isStart = true
        var hasSets = false
        var labels = 0
        for index in start..<min(start + Self.most, lines.count) {
            let line = lines[index]
            if line.isQuoted || line.text.isEmpty {
                if hasSets { return index }
                if line.isQuoted { return nil }
                (isStart, labels) = (true, 0)
                continue
            }
            let isSets = Quantities.areSets(line)
            guard isSets || !line.namesMessage, !endsAnswer(at: index) else { return hasSets ? index : nil }
            if isStart { hasSets = isSets }
            labels += ReplyMarks.labelled(line.text) == nil ? 0 : 1
            // Words with numbers may be a signature, words with a colon at their end an attribution, and two labels headers.
            let hasDigits = line.text.utf8.contains { (0x30...0x39).contains($0) }
            guard hasSets || !hasDigits && line.text.unicodeScalars.last != ":" && labels < 2 else { return nil }
            isStart = false
        }
        return hasSets ? min(start + Self.most, lines.count) : nil
    }

    private func endsAnswer(at index: Int) -> Bool {
        let text = lines[index].text
        return ReplyMarks.isSeparator(text) || ReplyMarks.isSignatureMark(text)
            || ReplyMarks.isProgramLine(lines, at: index)
            || ReplyMarks.hasBracketedAddress(text) || ReplyMarks.isHeaderBlock(lines, at: index)
            || ReplyMarks.attribution(lines, at: index) != nil
    }
}
