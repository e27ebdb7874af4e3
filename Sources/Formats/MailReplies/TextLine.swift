/// A line of a message's text.
struct TextLine: Equatable {
    /// The longest line in Unicode scalars; the rest is left out.
    static let longest = 1000

    /// The text without marks of quoting and without white space at its ends; empty for a blank line.
    let text: String
    /// Whether the mail program marked it as a quotation.
    let isQuoted: Bool
    /// Whether the text contains an address or a date; false in quotations.
    let (hasAddress, hasDate): (Bool, Bool)

    /// Whether the text names a message: by an address, a year, or a date of digits with a time.
    var namesMessage: Bool { hasAddress || hasDate }

    init(_ text: String, isQuoted: Bool = false) {
        self.text =
            text.utf8.count <= Self.longest ? text : String(text.unicodeScalars.prefix(Self.longest)).trimmingBlanks
        self.isQuoted = isQuoted
        hasAddress = !isQuoted && ReplyMarks.hasAddress(self.text)
        hasDate = !isQuoted && ReplyMarks.hasDate(self.text)
    }

    /// The lines of plain text.
    static func lines(of part: TextPart) -> [TextLine] {
        var lines: [TextLine] = []
        // The start of a paragraph that continues on the next line (RFC 3676, 4.2).
        var open: (text: String, depth: Int)?
        for raw in part.text.normalized.unicodeScalars.split(
            omittingEmptySubsequences: false,
            whereSeparator: { $0 == "\n" }
        ) {
            var (depth, rest) = quoting(raw, isFlowed: part.isFlowed)
            if part.isFlowed, rest.first == " " { rest = rest.dropFirst() }
            let isSignature = String(rest) == "-- "
            let isFlowing = part.isFlowed && rest.last == " " && !isSignature
            if isFlowing, part.dropsSpaces { rest = rest.dropLast() }
            var text = String(rest)
            if let before = open {
                open = nil
                if before.depth == depth, !isSignature {
                    text = before.text.utf8.count > 4 * Self.longest ? before.text : before.text + text
                } else {
                    lines.append(TextLine(before.text.trimmingBlanks, isQuoted: before.depth > 0))
                }
            }
            if isFlowing {
                open = (text, depth)
            } else {
                lines.append(TextLine(text.trimmingBlanks, isQuoted: depth > 0))
            }
        }
        if let open { lines.append(TextLine(open.text.trimmingBlanks, isQuoted: open.depth > 0)) }
        return lines
    }

    /// The number of quotation marks at the start of a line, and what follows them.
    ///
    /// A lone `>:` is the end of an address that was wrapped. Some programs mark quotations with `|` or with initials (`JD> `).
    private static func quoting(
        _ line: Substring.UnicodeScalarView,
        isFlowed: Bool
    ) -> (depth: Int, rest: Substring.UnicodeScalarView) {
        if isFlowed {
            let rest = line.drop { $0 == ">" }
            return (rest.first == ":" ? 0 : line.count - rest.count, rest)
        }
        var rest = line.drop { $0 == " " }
        let initials = rest.prefix { $0.properties.isAlphabetic }
        if (1...4).contains(initials.count), rest.dropFirst(initials.count).starts(with: "> ".unicodeScalars) {
            return (1, rest.dropFirst(initials.count + 2))
        }
        var depth = 0
        while let first = rest.first, first == ">" || first == "|" {
            if rest.dropFirst().first == ":" { return (depth, rest) }
            depth += 1
            rest = rest.dropFirst().drop { $0 == " " }
        }
        return depth > 0 ? (depth, rest) : (0, line)
    }
}

extension String {
    /// The text with simple spaces and line feeds, and without characters that nobody sees.
    var normalized: String {
        var result = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in unicodeScalars {
            let isPair = isAfterReturn && scalar == "\n"
            isAfterReturn = scalar == "\r"
            if isPair { continue }
            switch scalar.value {
            case 0x0D: result.append("\n")
            case 0x09, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: result.append(" ")
            // Soft hyphens, zero-width spaces, marks of direction, byte order marks, and control characters except line breaks.
            case 0xAD, 0x61C, 0x200B...0x200C, 0x200E...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069,
                0xFEFF,
                0x00...0x08, 0x0B...0x0C, 0x0E...0x1F, 0x7F...0x9F:
                continue
            case 0x2028, 0x2029: result.append("\n")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// The text without spaces at its ends.
    var trimmingBlanks: String {
        var rest = Substring(self).unicodeScalars
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
