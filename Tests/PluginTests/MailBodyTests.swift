import DeliverySupport
import Foundation
import TestSupport
import Testing

/// The text of a mail is readable as it is, and Python's mail parser reads the same text.
@Suite struct MailBodyTests {
    private static let long = String(repeating: "word ", count: 300)

    @Test(arguments: [
        "Today: Push Day\n5 exercises, about 60 min", "a = b\tc", "", "Heute: Größe", "Größe = 5  ", long, long + "ü",
        "one\n.\ntwo", "From here\nto there", String(repeating: "ü.", count: 200),
    ])
    func theTextIsReadBack(text: String) throws {
        let folder = try TemporaryFolder()
        let command = try folder.write("sendmail", "#!/bin/sh\ncat > \"$HOME/message\"\n", mode: 0o755)
        let stage = try DeliveryStage.of("mail", [("to", "me@example.org"), ("command", command)], in: folder)
        let outcome = try stage.outcome(reminder(body: text))
        #expect(outcome.state == "delivered", "\(outcome)")
        let message = try stage.folder.read("message")
        // The answers contain a dot that is not ASCII.
        #expect(message.contains("Content-Transfer-Encoding: quoted-printable\n"), "\(message)")
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 76 } && !lines.contains("."), "\(message)")
        #expect(!lines.contains { $0.hasPrefix("From ") }, "\(message)")
        let script = """
            import sys, email, json, email.policy
            m = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
            print(json.dumps([m.get_content()]))
            """
        let parsed = try run("/usr/bin/env", ["python3", "-c", script, stage.folder.path + "/message"])
        let content = try JSONSerialization.jsonObject(with: Data(parsed.output.utf8)) as? [String] ?? []
        #expect(content.first?.hasPrefix(text) == true, "\(parsed)")
    }
}
