/// Reads the lines of HTML as mail programs write it, without its quotations and signatures.
///
/// A quotation becomes one empty quoted line, so that the line before it can be recognized as its attribution.
struct HTMLText {
    /// The longest text in bytes.
    static let longest = 262_144

    private let bytes: [UInt8]
    private var index = 0
    private var lines: [TextLine] = []
    private var line: [UInt8] = []
    private var length = 0
    /// The element whose contents are left out, and how many elements of its name are open.
    private var hidden: (name: String, depth: Int)?
    /// The signature that is open, in the same way, and the number of lines before it.
    private var signature: (name: String, depth: Int, start: Int)?
    private var preformatted = 0
    /// The number of lines before an open paragraph of Word.
    private var wordParagraph: Int?
    private var isAtEnd = false

    static func lines(of html: String) -> [TextLine] {
        var reader = HTMLText(bytes: Array(html.utf8))
        while !reader.isAtEnd, reader.index < reader.bytes.count { reader.step() }
        reader.endLine()
        reader.endSignature()
        return reader.lines
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func step() {
        switch bytes[index] {
        case UInt8(ascii: "<"):
            if let tag = HTMLTag(bytes, at: &index) {
                handle(tag)
            } else if !skipDeclaration() {
                append(UInt8(ascii: "<"))
                index += 1
            }
        case UInt8(ascii: "&"):
            let scalars = HTMLEntity.scalars(bytes, at: &index)
            for byte in String(scalars).utf8 { append(byte) }
        case let byte:
            index += 1
            if byte == 0x0A || byte == 0x0D, preformatted > 0 {
                if byte == 0x0A || index >= bytes.count || bytes[index] != 0x0A { breakLine() }
            } else if byte <= 0x20 {
                if let last = line.last, last != 0x20 { append(0x20) }
            } else {
                append(byte)
            }
        }
    }

    private mutating func append(_ byte: UInt8) {
        guard hidden == nil else { return }
        line.append(byte)
        length += 1
        if length > Self.longest { isAtEnd = true }
    }

    /// Skips a comment or a declaration.
    private mutating func skipDeclaration() -> Bool {
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "!") || bytes[index + 1] == UInt8(ascii: "?")
        else {
            return false
        }
        let isComment = bytes[index...].starts(with: "<!--".utf8)
        var end = index + 2
        while end < bytes.count {
            if bytes[end] == UInt8(ascii: ">"),
                !isComment
                    || end >= index + 4 && bytes[end - 1] == UInt8(ascii: "-") && bytes[end - 2] == UInt8(ascii: "-")
            {
                break
            }
            end += 1
        }
        index = end + 1
        return true
    }

    private mutating func handle(_ tag: HTMLTag) {
        if let hidden {
            guard tag.name == hidden.name, !tag.isEmpty else { return }
            let depth = hidden.depth + (tag.isEnd ? -1 : 1)
            self.hidden = depth > 0 ? (hidden.name, depth) : nil
            return
        }
        if let open = signature, tag.name == open.name, !tag.isEmpty {
            signature?.depth += tag.isEnd ? -1 : 1
            if tag.isEnd, open.depth == 1 {
                endLine()
                endSignature()
            }
        }
        if !tag.isEnd {
            if HTMLTag.unread.contains(tag.name) { return skipContents(of: tag.name) }
            switch tag.role {
            case .end:
                endLine()
                lines.append(TextLine("-----"))
                isAtEnd = true
                return
            case .text: break
            case .indentation where !isIntroduced: break
            case .quotation, .indentation:
                endLine()
                lines.append(TextLine("", isQuoted: true))
                if !tag.isEmpty { hidden = (tag.name, 1) }
                return
            case .signature:
                endLine()
                if signature == nil, !tag.isEmpty { signature = (tag.name, 1, lines.count) }
            case .hidden:
                hidden = (tag.name, 1)
                return
            }
        }
        switch tag.name {
        case "br": breakLine()
        case "hr":
            endLine()
            separate()
        case "td", "th": if let last = line.last, last != 0x20 { append(0x20) }
        case "pre":
            endLine()
            preformatted = max(0, preformatted + (tag.isEnd ? -1 : 1))
        case "p":
            // Word's paragraphs have no space between them, and an empty one is a blank line.
            if tag.isEnd, wordParagraph == lines.count, !line.contains(where: { $0 > 0x20 }) { breakLine() }
            endLine()
            let isWord = tag["class"]?.lowercased().hasPrefix("mso") == true
            wordParagraph = !tag.isEnd && isWord ? lines.count : nil
            if !tag.isEnd, !isWord { separate() }
        case _ where HTMLTag.blocks.contains(tag.name): endLine()
        default: break
        }
    }

    /// Whether the last line may be an attribution.
    private var isIntroduced: Bool {
        mutating get {
            endLine()
            return lines.suffix(3).last { !$0.text.isEmpty }.map { $0.text.hasSuffix(":") || $0.namesMessage } ?? false
        }
    }

    /// Removes the signature before, unless the user wrote sets in it.
    private mutating func endSignature() {
        guard let open = signature else { return }
        signature = nil
        if !lines[open.start...].contains(where: { Quantities.areListed($0.text) }) {
            lines.removeSubrange(open.start...)
        }
    }

    /// Skips the text of an element that contains no markup.
    private mutating func skipContents(of name: String) {
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") {
                let end = bytes[(index + 2)...].prefix(name.utf8.count).map { $0 | 0x20 }
                if end.elementsEqual(name.utf8) { return }
            }
            index += 1
        }
    }

    /// Ends a line, even an empty one.
    private mutating func breakLine() {
        guard hidden == nil else { return }
        length += 1
        lines.append(TextLine(String(decoding: line, as: UTF8.self).normalized.trimmingBlanks))
        line = []
        if length > Self.longest { isAtEnd = true }
    }

    /// Ends a line at the start or the end of a block.
    private mutating func endLine() {
        if line.contains(where: { $0 > 0x20 }) { breakLine() } else { line = [] }
    }

    /// Adds a blank line unless there is one.
    private mutating func separate() {
        if let last = lines.last, !last.text.isEmpty { lines.append(TextLine("")) }
    }
}
