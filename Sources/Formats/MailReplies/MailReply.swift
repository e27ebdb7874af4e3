/// A reply to a reminder, as far as it matters for answers.
///
/// Any bytes can be read: what is missing or damaged is empty.
public struct MailReply: Sendable {
    /// The mailbox in From in lower case; nil unless there is exactly one From header with exactly one mailbox.
    public let sender: String?
    /// The mailboxes that it was sent to, in lower case, each once.
    public let recipients: [String]
    /// The IDs of the messages that it replies to, without angle brackets, the latest first, each once.
    public let references: [String]
    /// Its own ID, without angle brackets.
    public let messageID: String?
    /// The time in the Date header in seconds since 1970; nil if it is missing or invalid.
    public let sentAt: Int64?
    /// Whether no person wrote it: an automatic reply, a bounce, a receipt, or a message of a mailing list.
    public let isAutomatic: Bool
    private let headers: MailHeaders
    private let body: ArraySlice<UInt8>

    /// The greatest number of recipients and of references.
    public static let most = 100
    /// The longest line in Unicode scalars; the rest is left out.
    public static let longestLine = 200

    public init(_ bytes: [UInt8]) {
        var body = bytes[...]
        let headers = MailHeaders(bytes[...], body: &body)
        (self.headers, self.body) = (headers, body)
        let from = headers.all("from")
        let senders = from.flatMap { MailAddressList($0).mailboxes }
        sender = from.count == 1 && senders.count == 1 ? senders[0] : nil
        recipients = Self.unique(
            Self.recipientFields.flatMap { headers.all($0) }.flatMap { MailAddressList($0).mailboxes }
        )
        references = Self.unique(
            headers.messageIDs("in-reply-to").reversed() + headers.messageIDs("references").reversed()
        )
        messageID = headers.messageIDs("message-id").first
        sentAt = headers.all("date").first.flatMap(MailDate.seconds)
        isAutomatic = AutomaticMail.matches(headers, sender: sender)
    }

    /// What the user wrote up to the end of the sets, without quotations, attributions and signatures; empty if there is nothing.
    ///
    /// Each call reads the body.
    public var lines: [String] { (TextPart.first(of: headers, body)?.answer.answer ?? []).map(Self.shortened) }

    private static func shortened(_ line: String) -> String {
        String(line.unicodeScalars.prefix(longestLine)).trimmingBlanks
    }

    private static let recipientFields = [
        "to", "cc", "delivered-to", "x-original-to", "envelope-to", "resent-to", "apparently-to",
    ]

    private static func unique(_ texts: [String]) -> [String] {
        var known: Set<String> = []
        return Array(texts.filter { known.insert($0).inserted }.prefix(most))
    }

    /// The lines up to the first line that also occurs in the reminder, and the lines after them in which the user may have stated sets.
    ///
    /// Use it if the reminder's text is known: if a program quotes without any mark, nothing else distinguishes its lines from an answer.
    public func lines(without reminder: String) -> (answer: [String], unread: [String]) {
        guard let read = TextPart.first(of: headers, body)?.answer else { return ([], []) }
        let quoted = Set(
            reminder.normalized.unicodeScalars.split(separator: "\n").map { String($0).squeezed }
        )
        let whole = Array(reminder.normalized.squeezed.utf8)
        func isOwn(_ line: String) -> Bool {
            let text = line.squeezed
            guard !quoted.contains(text) else { return false }
            // Programs wrap long lines.
            return text.utf8.count < 24 || !whole.contains(text)
        }
        let answer = read.answer.map(Self.shortened)
        let own = Array(answer.prefix(while: isOwn))
        return (own, own.count < answer.count ? [] : read.unread.map(Self.shortened).prefix(while: isOwn).map(\.self))
    }
}

extension MailReply: Equatable {
    /// Whether two replies say the same, whatever their line endings.
    public static func == (one: MailReply, other: MailReply) -> Bool {
        one.sender == other.sender && one.recipients == other.recipients && one.references == other.references
            && one.messageID == other.messageID && one.sentAt == other.sentAt && one.isAutomatic == other.isAutomatic
            && one.lines == other.lines
    }
}

extension TextPart {
    /// The lines of the text.
    private var lines: [TextLine] { isHTML ? HTMLText.lines(of: text) : TextLine.lines(of: self) }

    /// The lines that the user wrote.
    ///
    /// Plain text marks quotations more clearly, but HTML has the user's line breaks: some programs wrap the lines of their plain text, and
    /// Yahoo and Samsung omit its line breaks. HTML counts if it has the same characters; only paragraphs that one line of plain text joins
    /// may be missing.
    fileprivate var answer: ReplyLines {
        let plain = ReplyLines(lines)
        guard !plain.answer.isEmpty, let html = alternatives.first?.lines else { return plain }
        let formatted = ReplyLines(html)
        let (characters, own) = (plain.answer.characters, formatted.answer.characters)
        let isJoined =
            plain.answer.count == 1 && !own.isEmpty && characters.starts(with: own)
            && html.filter { !$0.isQuoted }.map(\.text).characters.starts(with: characters)
        return characters == own || isJoined ? formatted : plain
    }
}

extension [String] {
    /// The bytes without spaces.
    fileprivate var characters: [UInt8] { joined().utf8.filter { $0 != 0x20 } }
}

extension String {
    /// The text in lower case with single spaces.
    fileprivate var squeezed: String {
        unicodeScalars.split { $0 == " " || $0 == "\n" || $0 == "\r" }.map { String($0) }.joined(separator: " ")
            .lowercased()
    }
}

extension [UInt8] {
    /// Whether the bytes contain a text.
    fileprivate func contains(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        return indices.contains { self[$0] == first && self[$0...].starts(with: text.utf8) }
    }
}
