import CivilTime
import Delivery
import History
import Ledger
import MailReplies
import Planning
import Quoting
package import Platform
import Reminders
import RunnerProtocol
package import Session
import Training

/// Records the answer in a reply to a reminder that the plugin `mail` sent.
///
/// The token in an address or a message ID determines the channel and the reminder. What the sender writes is never sent anywhere.
package struct AnsweringMail {
    private let workspace: Workspace
    private let reply: MailReply
    private let isCut: Bool

    /// The number of bytes of a mail that are read; attachments usually come after the text.
    package static let largestMail = 1 << 20

    package init(_ workspace: Workspace, _ mail: [UInt8]) {
        (self.workspace, reply, isCut) = (workspace, MailReply(mail), mail.count >= AnsweringMail.largestMail)
    }

    /// - Returns: what became of the answer; nil if the mail was sent automatically.
    /// - Throws: `CommandError.notReply` if it has no token; otherwise, why the answer could not be recorded now.
    package func run() throws(CommandError) -> RecordingAnswer.Outcome? {
        guard !reply.isAutomatic else { return nil }
        let tokens = MailToken.all(in: reply)
        guard !tokens.isEmpty else { throw .notReply }
        let store = try Store(workspace)
        let channels = try mailChannels(store)
        guard let first = channels.first else { throw .noMailChannel }
        guard let (channel, id, token) = try reminder(of: tokens, among: channels) else {
            return try noteUnknownToken(on: first, store.session.now)
        }
        if let problem = try senderProblem(channel) { return try refuse(id, on: channel, problem) }
        let held = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.held(id, on: channel.name) }
        guard let notification = held?.notification else {
            return try refuse(id, on: channel, "the reminder was not delivered on this channel")
        }
        guard notification.instant <= store.session.now else { throw .replyTooEarly(notification.fireAt) }
        let now = store.session.now
        // The sender's clock may be wrong, but a reply comes after its reminder.
        let sentAt = reply.sentAt.map { Instant(secondsSinceEpoch: $0) }
        let given = sentAt.flatMap { (notification.instant...now).contains($0) ? $0 : nil } ?? now
        // A program that quotes without any mark leaves lines of the reminder in the reply.
        let (lines, unread) = reply.lines(without: notification.title + "\n" + notification.body)
        guard !lines.isEmpty || !isCut else {
            let limit = "the first \(AnsweringMail.largestMail >> 20) MiB, which antrain reads"
            return try refuse(
                id,
                on: channel,
                "it has no text in \(limit); reply without the picture or the attachment"
            )
        }
        switch MailAnswer(lines, at: given, in: store.session.zone) {
        case .unclear(let reason): return try refuse(id, on: channel, reason)
        case .sets(let sets):
            if let problem = try problem(of: sets[0], in: lines[0], about: notification, store) {
                return try refuse(id, on: channel, problem)
            }
            return try record(id, on: channel, token, "done", sets.joined(separator: "\n"), unread)
        case .given(let verb, let detail, let comments):
            return try record(id, on: channel, token, verb.rawValue, detail, comments + unread)
        }
    }

    /// Records that a mail with a wrong token came, once a day: anyone can send any number of them.
    private func noteUnknownToken(on channel: Channel, _ now: Instant) throws(CommandError)
        -> RecordingAnswer.Outcome
    {
        // The history lists it with the latest reminder.
        var filter = HistoryFilter()
        filter.result = .delivered
        let latest = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.history(limit: 1, filter, now: now).first?.notification.id
        }
        let id = "mail-unknown-\(Zone.utc.civil(at: now).date)"
        let answer = WireAnswer(id: id, notification: latest?.rawValue ?? "", action: "reply")
        return try RecordingAnswer(workspace, answer, on: channel.name, needsToken: true)
            .refuse("a mail had a token that belongs to no reminder (recorded once a day)")
    }

    /// Identifies the reply: a mail that comes again, even with another Message-ID, is the same answer.
    private func answerID(_ token: String) -> String {
        let time = reply.sentAt.map { "\($0)" } ?? reply.messageID ?? ""
        let text = ([token, time] + reply.lines).joined(separator: "\n")
        return "mail-" + ContentDigest.sha256(of: Array(text.utf8)[...]).prefix(32)
    }

    private func record(
        _ id: NotificationID,
        on channel: Channel,
        _ token: String,
        _ action: String,
        _ detail: String,
        _ unread: [String]
    ) throws(CommandError) -> RecordingAnswer.Outcome {
        let answer = WireAnswer(
            id: answerID(token),
            notification: id.rawValue,
            action: action,
            detail: detail,
            instant: reply.sentAt ?? 0,
            token: token
        )
        return try RecordingAnswer(workspace, answer, on: channel.name, needsToken: true, unread: unread).run()
    }

    private func refuse(_ id: NotificationID, on channel: Channel, _ reason: String) throws(CommandError)
        -> RecordingAnswer.Outcome
    {
        let answer = WireAnswer(id: answerID(""), notification: id.rawValue, action: "reply")
        return try RecordingAnswer(workspace, answer, on: channel.name, needsToken: true).refuse(reason)
    }

    // MARK: The reminder

    /// The channels that take answers by mail.
    private func mailChannels(_ store: Store) throws(CommandError) -> [Channel] {
        let delivery = try store.delivering()
        let metadata = PluginMetadataCache(delivery)
        var channels: [Channel] = []
        for channel in delivery.channels {
            guard let known = try metadata.description(of: channel), known.name == "mail" else { continue }
            if known.takesTokens(with: channel.values) { channels.append(channel) }
        }
        return channels
    }

    private func reminder(of tokens: [String], among channels: [Channel]) throws(CommandError)
        -> (Channel, NotificationID, token: String)?
    {
        let secret = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.knownAnswerSecret() }
        let signer = AnswerSigner(secret: secret ?? [])
        for token in tokens {
            guard let day = AnswerSigner.scheduledDay(of: token) else { continue }
            for channel in channels {
                let ids = try workspace.withLedger { (ledger) throws(LedgerError) in
                    try ledger.notifications(on: channel.name, in: day)
                }
                if let id = ids.first(where: { signer.matches(token, $0, on: channel.name) }) {
                    return (channel, id, token)
                }
            }
        }
        return nil
    }

    // MARK: The sender

    /// Why the sender may not answer; nil if the reminder was sent to this address.
    ///
    /// - Throws: if the addresses of the channel cannot be read now.
    private func senderProblem(_ channel: Channel) throws(CommandError) -> String? {
        guard let sender = reply.sender else { return "it does not have exactly one sender" }
        let recipients = try mailboxes("to", channel)
        let domains =
            try mailboxes("reply-to", channel).compactMap { $0.split(separator: "@").last.map(String.init) }
            + ["localhost", ProcessEnvironment.hostName]
        let isRecipient = recipients.contains { one in
            // A local user has an address without a domain; the mail system adds one.
            one == sender || !one.contains("@") && domains.contains { "\(one)@\($0)" == sender }
        }
        guard !isRecipient else { return nil }
        let areShown = channel.values.allSatisfy { $0.key != "to" || $0.origin.literal != nil }
        let others = areShown ? recipients.joined(separator: ", ") : "another address"
        return "it came from \(sender), but the reminder was sent to \(others)"
    }

    /// The mailboxes in the values of a key, in lower case, as the plugin reads them.
    private func mailboxes(_ key: String, _ channel: Channel) throws(CommandError) -> [String] {
        let secrets = Secrets(environment: workspace.context.environment)
        var mailboxes: [String] = []
        for value in channel.values where value.key == key {
            let text: String
            do throws(Secrets.Problem) { text = try secrets.text(key, value.origin) } catch {
                throw .system("channel '\(channel.name)': \(error.words)")
            }
            mailboxes += text.split(separator: ",").map { address in
                let inner = address.lastIndex(of: "<").map { address[address.index(after: $0)...].prefix { $0 != ">" } }
                return (inner ?? address).filter { !$0.isWhitespace }.lowercased()
            }
        }
        return mailboxes
    }

    // MARK: Sets

    /// Why a text in a line does not state sets of an exercise, so that the reply is not an answer; nil if it does.
    private func problem(of sets: String, in line: String, about notification: PlannedNotification, _ store: Store)
        throws(CommandError) -> String?
    {
        let request = AnswerRequest(.done, .notification(notification))
        let reached = try store.reaching(request)
        // Without one, recording fails with the reason.
        guard let candidates = try? reached.session.meaning(of: request).candidates else { return nil }
        guard let unread = reached.results(lines: sets, candidates.flatMap(\.subjects)).unread.first else { return nil }
        let hasSets = sets.split(whereSeparator: \.isWhitespace).last?.first?.isNumber ?? false
        return hasSets ? "\(unread); \(MailAnswer.expected)" : MailAnswer.unreadable(line)
    }
}

/// The tokens in a mail.
enum MailToken {
    /// The tokens in the addresses that it was sent to and in the message IDs that it refers to.
    static func all(in reply: MailReply) -> [String] {
        let addresses = reply.recipients.compactMap { address in
            address.range(ofBytes: "+antrain-").map { String(address[$0.upperBound...].prefix { $0 != "@" }) }
        }
        let identifiers = reply.references.compactMap { id -> String? in
            guard let end = id.range(ofBytes: ".antrain@") else { return nil }
            return id[..<end.lowerBound].split(separator: ".").last.map(String.init)
        }
        var seen: Set<String> = []
        return (addresses + identifiers).map { $0.lowercased() }.filter { seen.insert($0).inserted }
    }
}

/// What the first lines of a reply say.
enum MailAnswer {
    /// A verb, what it needs, and the lines that are not read.
    case given(AnswerVerb, detail: String, unread: [String])
    /// Lines without a verb; the first one must state sets.
    case sets([String])
    case unclear(String)

    /// Words after a verb that change nothing.
    private static let polite: Set = ["all", "it", "now", "please", "thank", "thanks", "thx", "today", "you"]
    /// Words at the start of a comment that may take the answer back.
    private static let negations: Set = [
        "but", "didn't", "except", "no", "not", "nothing", "only", "without",
    ]

    /// - Parameters:
    ///   - lines: the lines that the user wrote.
    ///   - sentAt: the start of a snooze.
    init(_ lines: [String], at sentAt: Instant, in zone: Zone) {
        guard let first = lines.first else {
            self = .unclear("it has no readable text besides the quoted reminder; \(MailAnswer.expected)")
            return
        }
        var words = first.split(whereSeparator: \.isWhitespace)[...]
        let typed = words.first.flatMap { AnswerVerb(rawValue: MailAnswer.bare($0)) }
        let verb = typed == .move ? nil : typed
        // After the verb and polite words, a sign separates a comment.
        var isSeparated = false
        while verb != nil, let word = words.first {
            let bare = MailAnswer.bare(word)
            let isPolite = !isSeparated && MailAnswer.polite.contains(bare)
            guard words.startIndex == 0 || bare.isEmpty || isPolite else { break }
            isSeparated = isSeparated || word.last.map(MailAnswer.separates) ?? false
            words.removeFirst()
        }
        var text = words.joined(separator: " ")
        var comments = Array(lines.dropFirst())
        if isSeparated, !text.isEmpty {
            comments.insert(text, at: 0)
            text = ""
        } else if verb == .snooze, let end = words.firstIndex(where: { $0.last.map(MailAnswer.separates) ?? false }) {
            text = words[...end].joined(separator: " ")
            while text.last.map(MailAnswer.separates) ?? false { text.removeLast() }
            let comment = words[(end + 1)...].joined(separator: " ")
            if !comment.isEmpty { comments.insert(comment, at: 0) }
        }
        comments.removeAll { MailAnswer.repeats(verb ?? .done, $0) }
        if let doubt = comments.first(where: MailAnswer.mayContradict) {
            self = .unclear(
                "'\(MailAnswer.shown(doubt))' makes '\(MailAnswer.shown(first))' unclear; \(MailAnswer.expected)"
            )
            return
        }
        guard let verb else {
            self = .sets([first] + comments)
            return
        }
        switch verb {
        case .done where !text.isEmpty: self = .sets([text] + comments)
        // A line that cannot be read as sets is named in the history.
        case .done: self = .given(.done, detail: comments.joined(separator: "\n"), unread: [])
        case .snooze:
            // The time may be in the next line.
            if text.isEmpty, let next = comments.first,
                MailAnswer.end(next, at: sentAt, in: zone) != nil || next.contains(where: \.isNumber)
                    || next.lowercased().hasPrefix("until ")
            {
                text = comments.removeFirst()
            }
            guard let detail = MailAnswer.end(text, at: sentAt, in: zone) else {
                self = .unclear(
                    "cannot snooze until '\(text.lowercased())'; expected a time such as 30m, until 18:00 or 2026-11-25"
                )
                return
            }
            self = .given(.snooze, detail: detail, unread: comments)
        case .skip, .start, .move:
            self =
                text.isEmpty
                ? .given(verb, detail: "", unread: comments) : .unclear(MailAnswer.unreadable(first))
        }
    }

    /// A word in lower case without signs at its ends.
    private static func bare(_ word: Substring) -> String {
        let start = word.drop(while: separates)
        return String(start.reversed().drop(while: separates).reversed()).lowercased()
    }

    private static func separates(_ character: Character) -> Bool {
        !character.isLetter && !character.isNumber && character != "?"
    }

    private static func words(_ line: String) -> [String] {
        line.replacing("’", with: "'").lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
    }

    /// Whether a line only repeats the verb, or is only polite.
    private static func repeats(_ verb: AnswerVerb, _ line: String) -> Bool {
        !line.contains(where: \.isNumber) && words(line).allSatisfy { $0 == verb.rawValue || polite.contains($0) }
    }

    private static func mayContradict(_ line: String) -> Bool {
        words(line).first.map { AnswerVerb(rawValue: $0) != nil || negations.contains($0) } ?? false
    }

    private static func shown(_ line: String) -> String { "\(line.prefix(60))\(line.count > 60 ? "…" : "")" }

    static let expected = "expected done, skip, snooze 30m, or sets such as squat 5,5,5"

    static func unreadable(_ line: String) -> String { "'\(shown(line))' is not an answer; \(expected)" }

    /// When a snooze ends, as a plugin reports it; empty for the usual length.
    private static func end(_ text: String, at sentAt: Instant, in zone: Zone) -> String? {
        if text.isEmpty { return "" }
        let text = text.lowercased()
        let typed = ["until ", "for "].first(where: text.hasPrefix).map { String(text.dropFirst($0.count)) } ?? text
        guard let moment = try? TypedMoment(parsing: typed, now: sentAt, in: zone) else { return nil }
        let end: Instant
        switch moment {
        case .date(let date): return date >= zone.civil(at: sentAt).date ? "\(date)" : nil
        case .at(let time): end = zone.instant(of: time)
        case .after(let span): end = sentAt.adding(span)
        }
        // As for the command.
        return (sentAt.adding(.minutes(1))...sentAt.adding(.days(1))).contains(end) ? "\(end)" : nil
    }
}
