import Foundation
@testable import MailReplies
import TestSupport
import Testing

/// Python's email package reads the same from messages: the corpus, and mutations of it.
@Suite struct PythonMailTests {
    /// What both read from a message.
    private struct Reading: Decodable, Equatable {
        var sender: String?
        var recipients: [String]
        var references: [String]
        var date: Int64?
        var text: String?
        var isDamaged = false
    }

    /// Prints a JSON list with what the package reads from each message; the first file has the messages' lengths.
    private static let reader = #"""
        import calendar, email, email.utils, json, re, sys
        lengths = json.load(open(sys.argv[1]))
        data = open(sys.argv[2], "rb").read()

        def text(part, depth=0):
            if depth > 12 or part.get_content_disposition() == "attachment" or part.get_filename() is not None:
                return None
            kind = part.get_content_type()
            if kind in ("multipart/encrypted", "multipart/digest"):
                return None
            if not kind.startswith("multipart/"):
                if kind not in ("text/plain", "text/html"):
                    return None
                encoding = str(part.get("Content-Transfer-Encoding", "7bit")).lower()
                found = part.get_payload(decode=True)
                is_known = encoding in ("7bit", "8bit", "quoted-printable", "base64")
                if not is_known or encoding == "base64" and part.defects:
                    # Damaged base64 remains encoded in Python.
                    return kind, None
                charset = (part.get_param("charset") or "utf-8").lower()
                charset = {"us-ascii": "utf-8", "iso-8859-1": "windows-1252"}.get(charset, charset)
                try:
                    return kind, found.decode(charset, "replace")
                except LookupError:
                    return kind, found.decode("ascii", "replace")
            if not part.is_multipart():
                return None
            html = None
            for child in part.get_payload():
                found = text(child, depth + 1)
                if found is None:
                    continue
                if kind != "multipart/alternative":
                    return found
                if found[0] == "text/plain" and (found[1] is None or found[1].strip("\ufeff \t\r\n\xa0")):
                    return found
                if found[0] == "text/html":
                    html = html or found
            return html

        results, start = [], 0
        for length in lengths:
            message = email.message_from_bytes(data[start:start + length])
            start += length
            def mailboxes(name):
                values = [re.sub(r"[\r\n]", "", str(value)) for value in message.get_all(name, [])]
                pairs = email.utils.getaddresses(values)
                return [address.lower() for _, address in pairs if address]
            senders = mailboxes("From")
            references = []
            for name in ("In-Reply-To", "References"):
                found = re.findall("<([^<>]+)>", "".join(str(v) for v in message.get_all(name, [])))
                references += reversed([re.sub(r"\s", "", id) for id in found])
            recipients = []
            for name in ("To", "Cc", "Delivered-To", "X-Original-To"):
                recipients += mailboxes(name)
            date = str(message["Date"]).replace("\n", "")
            # The package ignores what follows a date.
            date = email.utils.parsedate_tz(date) if re.search(r"[+-]\d{4}$", date) else None
            date = calendar.timegm(date[:6] + (0, 0, 0)) - (date[9] or 0) if date else None
            found = text(message)
            results.append({
                "sender": senders[0] if len(senders) == 1 and len(message.get_all("From")) == 1 else None,
                "recipients": list(dict.fromkeys(recipients)), "references": list(dict.fromkeys(references)),
                "date": date, "text": found and found[1], "isDamaged": found is not None and found[1] is None,
            })
        print(json.dumps(results))
        """#

    private func pythonReadings(_ messages: [[UInt8]]) throws -> [Reading] {
        let folder = try TemporaryFolder()
        let lengths = try folder.write("lengths", "[" + messages.map { String($0.count) }.joined(separator: ",") + "]")
        let data = folder.path + "/data"
        try Data(messages.joined()).write(to: URL(filePath: data))
        let printed = try run("/usr/bin/python3", ["-c", Self.reader, lengths, data])
        try #require(printed.status == 0, "\(printed.errors)")
        return try JSONDecoder().decode([Reading].self, from: Data(printed.output.utf8))
    }

    private func reading(_ bytes: [UInt8]) -> Reading {
        let reply = MailReply(bytes)
        var body = bytes[...]
        let headers = MailHeaders(bytes[...], body: &body)
        return Reading(
            sender: reply.sender,
            recipients: reply.recipients,
            references: reply.references,
            date: reply.sentAt,
            text: TextPart.first(of: headers, body)?.text
        )
    }

    /// Line breaks and blanks at the ends of lines differ: they belong to the delimiters of parts, or are lost in transit.
    private func simplified(_ text: String?) -> [String]? {
        text.map { text in
            let lines = text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
                .split(separator: "\n", omittingEmptySubsequences: true)
            return lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
    }

    private func compare(_ messages: [[UInt8]]) throws {
        let readings = try pythonReadings(messages)
        try #require(readings.count == messages.count)
        for (message, expected) in zip(messages, readings) {
            let found = reading(message)
            let isSame =
                found.sender == expected.sender && found.recipients == expected.recipients
                && found.references == expected.references && found.date == expected.date
                && (expected.isDamaged || simplified(found.text) == simplified(expected.text))
            #expect(isSame, "\(Data(message).base64EncodedString())\n\(found)\n\(expected)")
        }
    }

    @Test func theCorpusReadsTheSame() throws {
        let messages = ReplyShape.all.flatMap { shape in shape.messages.map(\.bytes) }
        try compare(stride(from: 0, to: messages.count, by: 3).map { messages[$0] })
    }

    /// Headers removed, repeated, moved and folded; parts removed, repeated and cut: what changes is the structure, not single characters, because
    /// the package reads invalid addresses and dates more generously.
    @Test func mutationsReadTheSame() throws {
        var random = SplitMix64(seed: 2026)
        let shapes = ReplyShape.all
        let messages = (0..<1500).compactMap { _ -> [UInt8]? in
            guard let shape = shapes.randomElement(using: &random),
                let language = shape.languages.randomElement(using: &random),
                let answer = ReplyShape.answers.randomElement(using: &random)
            else { return nil }
            var lines = shape.bytes(language, answer.written).split(separator: 0x0A, omittingEmptySubsequences: false)
            for _ in 0..<Int.random(in: 1...4, using: &random) where lines.count > 2 {
                let at = Int.random(in: 0..<lines.count, using: &random)
                let end = min(at + Int.random(in: 1...6, using: &random), lines.count)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: lines.removeSubrange(at..<end)
                case 1: lines.insert(contentsOf: lines[at..<end], at: end)
                case 2: lines.swapAt(at, end - 1)
                case 3: lines.removeSubrange(end...)
                default: lines.insert([], at: at)
                }
            }
            return Array(lines.joined(separator: [0x0A]))
        }
        try compare(messages)
    }
}
