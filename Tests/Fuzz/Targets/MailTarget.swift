import MailReplies
import Quoting

extension FuzzTarget {
    /// Replies to mailed reminders.
    static let mails = FuzzTarget(name: "mails") { bytes in
        let reply = MailReply(bytes)
        try require(reply.lines.count <= 64, "\(reply.lines.count) lines")
        for line in reply.lines {
            try require(!line.isEmpty, "a line is empty")
            try require(line.unicodeScalars.count <= MailReply.longestLine, "a line is too long")
            try requirePrintable(line, "a line")
        }
        try require(reply.recipients.count <= MailReply.most, "\(reply.recipients.count) recipients")
        try require(reply.references.count <= MailReply.most, "\(reply.references.count) references")
        if !bytes.contains(0x0D) {
            let network = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
            // A field keeps a number of bytes, which a longer line ending does not change; UTF-16 has line endings of its own.
            let isWide = String(decoding: bytes, as: UTF8.self).lowercased().range(ofBytes: "utf-16") != nil
            try require(isWide || MailReply(network) == reply, "the line endings matter")
        }
        let text = "From: a@b.example\n\n"
        let quoted = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array("> ".utf8) + $0 }
        let quotation = Array(text.utf8) + Array(quoted.joined(separator: [0x0A])).filter { $0 != 0x0D }
        try require(MailReply(quotation).lines.isEmpty, "a quotation is an answer")
    }
}
