/// The mailboxes in a header field such as To (RFC 5322, 3.4), with the obsolete notations.
struct MailAddressList {
    /// The greatest number of mailboxes that is kept.
    static let most = 200

    /// The mailboxes in lower case, in their order; those of groups are among them.
    private(set) var mailboxes: [String] = []

    init(_ value: [UInt8]) {
        var plain = Collected()
        var inAngles: Collected?
        var found: Collected?
        for element in HeaderTokens.elements(value, specials: "<>@,;:") {
            switch element.token {
            case .special("<"): inAngles = Collected()
            case .special(">"):
                found = found == nil ? inAngles : Collected()
                inAngles = nil
            // A route comes before the mailbox: `<@a.example,@b.example:user@example.org>`.
            case .special(":") where inAngles != nil: inAngles = Collected()
            case .special(",") where inAngles != nil && inAngles?.startsWithAt == true: inAngles = Collected()
            // The name of a group.
            case .special(":"): (plain, found) = (Collected(), nil)
            case .special(","), .special(";"):
                add(found ?? inAngles ?? plain)
                (plain, inAngles, found) = (Collected(), nil, nil)
            default:
                if inAngles != nil {
                    inAngles?.append(element)
                } else if found != nil {
                    // Nothing but a comment may follow a mailbox in angle brackets.
                    found = Collected()
                } else {
                    plain.append(element)
                }
            }
        }
        add(found ?? inAngles ?? plain)
    }

    private mutating func add(_ collected: Collected) {
        guard let mailbox = collected.mailbox, mailboxes.count < Self.most else { return }
        mailboxes.append(mailbox)
    }

    /// The tokens of one mailbox.
    private struct Collected {
        private var text = ""
        /// Whether there are words next to each other, which is no mailbox but a name.
        private var isPhrase = false
        private var ats = 0

        var startsWithAt: Bool { text.utf8.first == UInt8(ascii: "@") }

        mutating func append(_ element: HeaderTokens.Element) {
            // Blanks may surround the dots and the at sign (RFC 5322, 4.4).
            let joins: (Unicode.Scalar?) -> Bool = { $0 == "@" || $0 == "." }
            switch element.token {
            case .special(let scalar):
                if scalar == "@" { ats += 1 }
                text.unicodeScalars.append(scalar)
            case .atom(let atom):
                note(
                    element.isSeparate,
                    text.isEmpty || joins(text.unicodeScalars.last) || joins(atom.unicodeScalars.first)
                )
                text += atom
            case .quoted(let quoted):
                note(true, text.isEmpty || joins(text.unicodeScalars.last))
                let escaped = quoted.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\" + String($0) : String($0) }
                text += "\"" + escaped.joined() + "\""
            }
        }

        private mutating func note(_ isSeparate: Bool, _ isJoined: Bool) {
            if isSeparate && !isJoined { isPhrase = true }
        }

        var mailbox: String? {
            guard !text.isEmpty, text != "\"\"", !isPhrase,
                ats <= 1, !startsWithAt, text.utf8.last != UInt8(ascii: "@"),
                text.utf8.count <= 998, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
            else { return nil }
            return text.lowercased()
        }
    }
}
