import AntrainPluginKit

/// A notification as a mail message (RFC 5322), with lines that end in LF as `sendmail` reads them.
struct MailMessage {
    private let notification: DeliveredNotification
    private let recipients: [MailAddress]
    private let sender: MailAddress?
    private let replyTo: MailAddress?
    private let subjectPrefix: String

    init(
        _ notification: DeliveredNotification,
        to recipients: [MailAddress],
        from sender: MailAddress?,
        replyTo: MailAddress?,
        subjectPrefix: String
    ) {
        self.notification = notification
        self.recipients = recipients
        self.sender = sender
        self.replyTo = replyTo
        self.subjectPrefix = subjectPrefix
    }

    var bytes: [UInt8] {
        let token = replyTo == nil ? "" : notification.answerToken
        let body = MailBody(token.isEmpty ? notification.bodyWithAnswer : notification.bodyWithReply)
        let subject = (subjectPrefix.isEmpty ? "" : subjectPrefix + " ") + notification.title
        let to = recipients.enumerated().map { $1.header(after: $0 == 0 ? "To: ".utf8.count : 1) }
        var headers = ["To: " + to.joined(separator: ",\n ")]
        if let sender { headers.append("From: " + sender.header(after: "From: ".utf8.count)) }
        if let replyTo, !token.isEmpty {
            headers.append("Reply-To:\n " + replyTo.with(token: token).header(after: 1))
        }
        headers += [
            "Subject: " + MailText.unstructured(subject, after: "Subject"),
            "Date: " + date,
            // On a separate line (RFC 5322, 2.2.3): a key with its host is long.
            "Message-ID:\n <\(messageID(token))>",
            "Auto-Submitted: auto-generated",
            "X-Antrain-Notification: " + MailText.unstructured(notification.id, after: "X-Antrain-Notification"),
        ]
        // RFC 2156, 5.3.4, as RFC 4021, 2.1.29 registers it.
        if notification.isUrgent { headers.append("Importance: high") }
        headers += [
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: \(body.encoding)",
        ]
        return Array((headers.joined(separator: "\n") + "\n\n" + body.text + "\n").utf8)
    }

    /// The same for every attempt, so that mail programs show duplicates once: derived from the key and the token only.
    ///
    /// A reply names it. Some relays replace it; therefore the token is also in Reply-To.
    private func messageID(_ token: String) -> String {
        let localPart = notification.key.utf8.map { byte -> Character in
            let isFine = (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || byte == 0x2D
            return isFine ? Character(Unicode.Scalar(byte)) : "-"
        }
        return String(localPart) + (token.isEmpty ? "" : "." + token) + ".antrain@localhost"
    }

    /// The scheduled time on the user's clock: `Mon, 23 Nov 2026 07:30:00 +0100` (RFC 5322, 3.3).
    private var date: String {
        let moment = ClockFields(notification.instant, offset: notification.utcOffsetSeconds)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let time = [moment.hour, moment.minute, moment.second].map(ClockFields.two).joined(separator: ":")
        let offset = notification.offset.filter { $0 != ":" }
        return "\(days[moment.weekday]), \(moment.day) \(months[moment.month - 1]) \(moment.year) \(time) \(offset)"
    }
}
