import DeliverySupport
import Foundation
import TestSupport
import Testing

@Suite struct MailHeaderTests {
    /// RFC 2047, 2: a line with an encoded word has at most 76 characters, including the header's name.
    @Test(arguments: [1, 3, 30, 44, 45, 46, 60, 400])
    func noLineOfAnEncodedHeaderIsTooLong(count: Int) throws {
        let text = String(repeating: "ü", count: count)
        let names = ["Jörg <joerg@example.org>", "\(text) <somebody.with.a.long.name@mail.example.org>"]
        let folder = try TemporaryFolder()
        let command = try folder.write("sendmail", "#!/bin/sh\ncat > \"$HOME/message\"\n", mode: 0o755)
        let values = names.map { ("to", $0) } + [("from", "Größe <a@example.org>"), ("command", command)]
        let stage = try DeliveryStage.of("mail", values, in: folder)
        let outcome = try stage.outcome(reminder(again: "snooze-\(text)", title: "\(text) \(text)"))
        #expect(outcome.state == "delivered", "\(outcome)")
        let message = try stage.folder.read("message")
        let head = try #require(message.components(separatedBy: "\n\n").first)
        for line in head.split(separator: "\n") { #expect(line.utf8.count <= 76 && line.last != " ", "\(line)") }
        let script = """
            import sys, email, json
            from email.header import decode_header, make_header
            m = email.message_from_binary_file(open(sys.argv[1], "rb"))
            print(json.dumps([" ".join(str(make_header(decode_header(m[n]))).split()) for n in ["To", "From", "Subject", "X-Antrain-Notification"]]))
            """
        let parsed = try run("/usr/bin/env", ["python3", "-c", script, stage.folder.path + "/message"])
        let headers = try JSONSerialization.jsonObject(with: Data(parsed.output.utf8)) as? [String]
        #expect(
            headers == [
                names.joined(separator: ", "), "Größe <a@example.org>", "\(text) \(text)",
                "workout/2026-11-23/0730/snooze-\(text)",
            ],
            "\(parsed)"
        )
    }
}
