/// The text of a message: the part that a mail program shows as its text.
struct TextPart {
    /// The decoded text.
    let text: String
    let isHTML: Bool
    /// Whether lines that end with a space continue on the next one (RFC 3676), and whether that space is removed.
    let (isFlowed, dropsSpaces): (Bool, Bool)
    /// The same text as HTML, if the message has both; at most one.
    private(set) var alternatives: [TextPart] = []

    /// How deep parts may be nested, how many there may be, and how many bytes of a text count.
    static let (deepest, most, longest) = (12, 500, 1_048_576)

    /// Finds the text of a message.
    ///
    /// Of alternatives, plain text comes first, because it has the quotation marks of the reply; otherwise the first text counts.
    ///
    /// - Returns: nil if there is no text, or if it is encrypted.
    static func first(of headers: MailHeaders, _ body: ArraySlice<UInt8>) -> TextPart? {
        var budget = most
        return find(headers, body, depth: 0, budget: &budget)
    }

    private static func find(
        _ headers: MailHeaders,
        _ body: ArraySlice<UInt8>,
        depth: Int,
        budget: inout Int
    ) -> TextPart? {
        budget -= 1
        let disposition = headers.parameterized("content-disposition")
        guard depth <= deepest, budget >= 0, disposition?.value != "attachment", disposition?["filename"] == nil else {
            return nil
        }
        let type = headers.parameterized("content-type")
        // A type that is missing or invalid means plain text (RFC 2045, 5.2).
        let name = type.flatMap { $0.value.utf8.contains(UInt8(ascii: "/")) ? $0.value : nil } ?? "text/plain"
        guard name.hasPrefix("multipart/") else {
            guard name == "text/plain" || name == "text/html", type?["name"] == nil else { return nil }
            return TextPart(headers, type, body, isHTML: name == "text/html")
        }
        // A digest consists of forwarded messages.
        guard name != "multipart/encrypted", name != "multipart/digest", let boundary = type?["boundary"] else {
            return nil
        }
        var parts = PartCursor(body, boundary: boundary)
        var (plain, html): (TextPart?, TextPart?)
        while budget > 0, let part = parts.next() {
            var content = part
            let partHeaders = MailHeaders(part, body: &content)
            guard let found = find(partHeaders, content, depth: depth + 1, budget: &budget) else { continue }
            guard name == "multipart/alternative" else { return found }
            if found.isHTML { html = html ?? found } else if !found.isEmpty { plain = plain ?? found }
        }
        if let html { plain?.alternatives = [html] }
        return plain ?? html
    }

    private init?(_ headers: MailHeaders, _ type: ParameterizedValue?, _ body: ArraySlice<UInt8>, isHTML: Bool) {
        let encoding = headers.text("content-transfer-encoding")
        guard let bytes = TransferEncoding.decode(body, encoding, limit: isHTML ? Self.longest : HTMLText.longest)
        else { return nil }
        text = MailCharset.decode(bytes, type?["charset"])
        self.isHTML = isHTML
        isFlowed = type?["format"]?.lowercased() == "flowed"
        dropsSpaces = type?["delsp"]?.lowercased() == "yes"
    }

    /// Whether the text is blank: some programs add an empty plain text to their HTML.
    var isEmpty: Bool { text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0 == "\u{FEFF}" } }
}

/// The parts of a multipart (RFC 2046, 5.1).
struct PartCursor {
    private let bytes: ArraySlice<UInt8>
    private let delimiter: [UInt8]
    private var cursor: LineCursor
    private var isInside = false
    private var isAtEnd = false

    init(_ bytes: ArraySlice<UInt8>, boundary: String) {
        self.bytes = bytes
        delimiter = Array("--".utf8) + Array(boundary.utf8)[...].trimmed
        cursor = LineCursor(bytes)
    }

    /// The next part; the last one may lack its end.
    mutating func next() -> ArraySlice<UInt8>? {
        guard !isAtEnd else { return nil }
        var start = cursor.position
        while true {
            let lineStart = cursor.position
            guard let line = cursor.next() else {
                isAtEnd = true
                return isInside ? bytes[start...] : nil
            }
            guard let isLast = delimits(line) else { continue }
            if isInside {
                isAtEnd = isLast
                return bytes[start..<lineStart]
            }
            guard !isLast else {
                isAtEnd = true
                return nil
            }
            isInside = true
            start = cursor.position
        }
    }

    /// Whether a line is a delimiter, and if so, whether it is the last one.
    private func delimits(_ line: ArraySlice<UInt8>) -> Bool? {
        guard line.starts(with: delimiter) else { return nil }
        let rest = line.dropFirst(delimiter.count)
        let isLast = rest.starts(with: "--".utf8)
        return rest.dropFirst(isLast ? 2 : 0).allSatisfy(\.isBlank) ? isLast : nil
    }
}
