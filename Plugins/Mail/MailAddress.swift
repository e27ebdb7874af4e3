import AntrainPluginKit

/// A mail address, optionally with a name, that cannot add another header (RFC 5322, 3.4).
struct MailAddress {
    let name: String
    let mailbox: String

    /// Parses `name@example.org` or `Some Name <name@example.org>`; nil if it is neither.
    init?(_ text: String) {
        let trimmed = text.unicodeScalars.trimmed
        if let open = trimmed.lastIndex(of: "<") {
            guard trimmed.last == ">" else { return nil }
            mailbox = String(trimmed[trimmed.index(after: open)...].dropLast())
            name = String(String.UnicodeScalarView(trimmed[..<open].trimmed.filter { $0 != "\"" }))
        } else {
            mailbox = String(trimmed)
            name = ""
        }
        guard MailAddress.isMailbox(mailbox),
            !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { return nil }
    }

    private init(name: String, mailbox: String) { (self.name, self.mailbox) = (name, mailbox) }

    /// The maximum length of the local part before a token; the whole part has at most 64 bytes (RFC 5321, 4.5.3.1.1).
    static let tokenRoom = 64 - detail.utf8.count - 29
    /// What is between the local part and a token.
    ///
    /// In the terms of RFC 5233, `+` is the separator, and `antrain-TOKEN` is the detail.
    private static let detail = "+antrain-"

    private var localPart: Substring { mailbox.prefix { $0 != "@" } }

    /// Whether a token fits into the address.
    var takesToken: Bool { localPart.utf8.count <= MailAddress.tokenRoom }

    /// The address with a token: `me+antrain-TOKEN@example.org`.
    func with(token: String) -> MailAddress {
        let domain = mailbox.dropFirst(localPart.count)
        return MailAddress(name: name, mailbox: localPart + MailAddress.detail + token + domain)
    }

    /// A dot-atom, optionally with a domain of dot-atoms or a host name; local users need none.
    private static func isMailbox(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), text.utf8.count <= 254, text.utf8.first != UInt8(ascii: "-") else {
            return false
        }
        return parts.allSatisfy { part in
            part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
                !$0.isEmpty && $0.allSatisfy(isAtomText)
            }
        }
    }

    /// RFC 5322, 3.2.3.
    private static func isAtomText(_ byte: UInt8) -> Bool {
        (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
            || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    /// The address as a header has it.
    ///
    /// - Parameter count: the number of characters before it on its line.
    func header(after count: Int) -> String {
        guard !name.isEmpty else { return mailbox }
        let phrase = MailText.phrase(name, after: count)
        let lines = phrase.split(separator: "\n")
        let used = (lines.count > 1 ? 0 : count) + (lines.last?.utf8.count ?? 0)
        // A comma may follow; a mailbox without a name may start on any line.
        let fits = used + mailbox.utf8.count + 4 <= MailText.lineLength
        return phrase + (fits ? " " : "\n ") + "<\(mailbox)>"
    }
}

extension BidirectionalCollection<Unicode.Scalar> {
    /// The text without leading and trailing white space.
    fileprivate var trimmed: SubSequence {
        let start = firstIndex { !$0.properties.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.properties.isWhitespace }.map(index(after:)) ?? start
        return self[start..<end]
    }
}
