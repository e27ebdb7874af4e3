import CivilTime
import Delivery
import Glibc
import Ledger
package import MailReplies
import Planning
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

    package init(_ workspace: Workspace, _ reply: MailReply) { (self.workspace, self.reply) = (workspace, reply) }

    /// - Returns: what became of the answer; nil if nobody wrote the mail.
    /// - Throws: `CommandError.notReply` if it has no token; otherwise, why the answer could not be recorded now.
    package func run() throws(CommandError) -> RecordingAnswer.Outcome? {
        guard !reply.isAutomatic else { return nil }
        let tokens = MailToken.all(in: reply)
        guard !tokens.isEmpty else { throw .notReply }
        let store = try Store(workspace)
        let channels = try mailChannels(store)
        guard let first = channels.first else { throw .noMailChannel }
        guard let (channel, id, token) = try reminder(of: tokens, among: channels) else {
            let latest = try reminders(on: first).first ?? NotificationID(rawValue: "")
            return try refuse(latest, on: first, "its token is not that of a reminder")
        }
        if let problem = senderProblem(channel) { return try refuse(id, on: channel, problem) }
        let held = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.held(id, on: channel.name) }
        guard let notification = held?.notification else {
            return try refuse(id, on: channel, "the reminder was not delivered on this channel")
        }
        let sentAt = reply.sentAt.map { Instant(secondsSinceEpoch: $0) } ?? store.session.now
        // A program that quotes without any mark leaves lines of the reminder in the reply.
        let lines = reply.lines(without: notification.title + "\n" + notification.body)
        let text = MailAnswer(lines, at: min(sentAt, store.session.now), in: store.session.zone)
        switch text {
        case .unclear(let reason): return try refuse(id, on: channel, reason)
        case .sets(let lines) where !isReadable(lines, about: notification, store):
            return try refuse(id, on: channel, MailAnswer.unreadable(lines))
        case .sets(let lines): return try record(id, on: channel, token, "done", lines.joined(separator: "\n"))
        case .given(let verb, let detail): return try record(id, on: channel, token, verb.rawValue, detail)
        }
    }

    /// Identifies the reply: a mail that comes again, even with another Message-ID, is the same answer.
    private func answerID(_ token: String) -> String {
        let time = reply.sentAt.map { "\($0)" } ?? reply.messageID ?? ""
        let text = ([token, time] + reply.lines).joined(separator: "\n")
        return "mail-" + ContentDigest.sha256(of: Array(text.utf8)[...]).prefix(32)
    }

    private func record(_ id: NotificationID, on channel: Channel, _ token: String, _ action: String, _ detail: String)
        throws(CommandError) -> RecordingAnswer.Outcome
    {
        let answer = WireAnswer(
            id: answerID(token),
            notification: id.rawValue,
            action: action,
            detail: detail,
            instant: reply.sentAt ?? 0,
            token: token
        )
        return try RecordingAnswer(workspace, answer, on: channel.name, needsToken: true).run()
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

    /// The reminders on a channel whose tokens may be valid, latest first.
    private func reminders(on channel: Channel) throws(CommandError) -> [NotificationID] {
        let now = try workspace.now()
        let span = now.adding(.days(-2 * Int64(AnswerSigner.days)))..<now.adding(.seconds(1))
        return try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.notifications(on: channel.name, in: span)
        }
    }

    private func reminder(of tokens: [String], among channels: [Channel]) throws(CommandError)
        -> (Channel, NotificationID, token: String)?
    {
        let secret = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.knownAnswerSecret() }
        let signer = AnswerSigner(secret: secret ?? [])
        for channel in channels {
            for id in try reminders(on: channel) {
                if let token = tokens.first(where: { signer.matches($0, id, on: channel.name) }) {
                    return (channel, id, token)
                }
            }
        }
        return nil
    }

    // MARK: The sender

    /// Why the sender may not answer; nil if the reminder was sent to this address.
    private func senderProblem(_ channel: Channel) -> String? {
        guard let sender = reply.sender else { return "its sender is unclear" }
        let secrets = Secrets(environment: workspace.context.environment)
        let values = { (key: String) -> [String] in
            channel.values.filter { $0.key == key }.compactMap { try? secrets.text($0.key, $0.origin) }
                .flatMap { MailReply.mailboxes(in: $0) }
        }
        let recipients = values("to")
        let domains =
            values("reply-to").compactMap { $0.split(separator: "@").last.map(String.init) }
            + ["localhost", ProcessEnvironment.hostName]
        let isRecipient = recipients.contains { one in
            // A local user has an address without a domain; the mail system adds one.
            one == sender || !one.contains("@") && domains.contains { "\(one)@\($0)" == sender }
        }
        return isRecipient
            ? nil : "it came from \(sender), but the reminder was sent to \(recipients.joined(separator: ", "))"
    }

    // MARK: Sets

    /// Whether the first of some lines states sets of an exercise, so that the lines are an answer.
    private func isReadable(_ lines: [String], about notification: PlannedNotification, _ store: Store) -> Bool {
        let request = AnswerRequest(.done, .notification(notification))
        guard let reached = try? store.reaching(request), let meaning = try? reached.session.meaning(of: request)
        else { return false }
        let candidates: [AnswerCandidate] =
            switch meaning {
            case .meant(let all), .several(let all), .older(let all): all
            }
        return reached.results(lines: lines[0], candidates.flatMap(\.subjects)).unread.isEmpty
    }
}

/// The tokens in a mail.
enum MailToken {
    /// The tokens in the addresses that it was sent to and in the message IDs that it refers to.
    static func all(in reply: MailReply) -> [String] {
        let addresses = reply.recipients.compactMap { address in
            address.firstRange(of: "+antrain-").map { String(address[$0.upperBound...].prefix { $0 != "@" }) }
        }
        let identifiers = reply.references.compactMap { id -> String? in
            guard let end = id.firstRange(of: ".antrain@") else { return nil }
            return id[..<end.lowerBound].split(separator: ".").last.map(String.init)
        }
        var seen: Set<String> = []
        return (addresses + identifiers).map { $0.lowercased() }.filter { seen.insert($0).inserted }
    }
}

/// What the first lines of a reply say.
enum MailAnswer {
    /// A verb, and what it needs.
    case given(AnswerVerb, detail: String)
    /// Lines that state sets, without a verb.
    case sets([String])
    case unclear(String)

    /// - Parameters:
    ///   - lines: the lines that the user wrote.
    ///   - sentAt: from when a snooze counts.
    init(_ lines: [String], at sentAt: Instant, in zone: Zone) {
        guard let first = lines.first else {
            self = .unclear("it has no text above the quoted reminder; \(MailAnswer.expected)")
            return
        }
        let marks: Set<Character> = [".", "!", ",", ";", ":"]
        let words = first.split(whereSeparator: \.isWhitespace).map(String.init)
        func bare(_ text: String) -> String {
            String(text.reversed().drop { marks.contains($0) }.reversed()).lowercased()
        }
        guard let verb = words.first.flatMap({ AnswerVerb(rawValue: bare($0)) }), verb != .move else {
            self = .sets(lines)
            return
        }
        let rest = bare(words.dropFirst().joined(separator: " "))
        switch verb {
        // A line that cannot be read as sets is named in the history.
        case .done:
            self = .given(.done, detail: ([rest].filter { !$0.isEmpty } + lines.dropFirst()).joined(separator: "\n"))
        case .snooze:
            guard let detail = MailAnswer.end(rest, at: sentAt, in: zone) else {
                self = .unclear("'\(rest)' is no end of a snooze; expected one such as 30m, until 18:00 or 2026-11-25")
                return
            }
            self = .given(.snooze, detail: detail)
        case .skip, .start, .move:
            self = rest.isEmpty ? .given(verb, detail: "") : .unclear(MailAnswer.unreadable(lines))
        }
    }

    private static let expected = "expected done, skip, snooze 30m, or sets such as squat 5,5,5"

    static func unreadable(_ lines: [String]) -> String {
        let line = lines.first ?? ""
        return "'\(line.prefix(60))\(line.count > 60 ? "…" : "")' is no answer; \(expected)"
    }

    /// When a snooze ends, as a plugin reports it; empty for the usual length.
    private static func end(_ text: String, at sentAt: Instant, in zone: Zone) -> String? {
        if text.isEmpty { return "" }
        let typed = text.hasPrefix("until ") ? String(text.dropFirst("until ".count)) : text
        guard let moment = try? TypedMoment(parsing: typed, now: sentAt, in: zone) else { return nil }
        switch moment {
        case .date(let date): return "\(date)"
        case .at(let time): return "\(zone.instant(of: time))"
        case .after(let span): return "\(sentAt.adding(span))"
        }
    }
}
