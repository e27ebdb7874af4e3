import Quoting
import TestSupport
import Testing

/// Python's email reads the headers back.
@Suite struct MailTextTests {
    private static let reader = """
        import email, email.policy, email.utils
        from email.header import decode_header, make_header
        values = []
        for raw in open(sys.argv[1], "rb").read().split(b"\\0")[:-1]:
            old, new = email.message_from_bytes(raw), email.message_from_bytes(raw, policy=email.policy.default)
            assert new.keys() == ["Subject", "To", "X"] and not new.defects, raw
            assert new["To"].addresses[0].addr_spec == "a@example.org", raw
            # The parser of the new policy changes blanks at the ends of encoded words.
            name, address = email.utils.parseaddr(old["To"].replace("\\n", ""))
            values += [str(make_header(decode_header(text))) for text in (old["Subject"], name)]
        print(json.dumps(values))
        """

    /// Control characters become spaces, also those that could begin another header.
    private func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    scalar.properties.generalCategory == .control || scalar == "\u{2028}" ? " " : scalar
                }
            )
        )
    }

    @Test func pythonReadsTheHeaders() throws {
        let texts =
            HardTexts.all(seed: 11).filter { !$0.isEmpty }
            + [
                String(repeating: "ü", count: 200), "=?UTF-8?B?eA==?=", " a", "a ", "a  b", "Jörg",
                "a\r\nBcc: x@example.org",
            ]
        let messages = texts.map { text in
            "Subject: \(MailText.unstructured(text, after: "Subject"))\n"
                + "To: \(MailText.phrase(text, after: 4))\n <a@example.org>\nX: x\n\nbody\n\0"
        }
        for line in messages.joined().utf8.split(separator: 0x0A) {
            #expect(
                line.count <= MailText.lineLength && line.allSatisfy { $0 < 0x7F },
                "\(String(decoding: line, as: UTF8.self))"
            )
        }
        let read = try HardTexts.python(Self.reader, messages.joined())
        HardTexts.expect(read, texts.flatMap { [oneLine($0), oneLine($0)] })
    }

    @Test(arguments: [[], [0], [1, 2], [1, 2, 3], [0xFB, 0xFF, 0xFE], Array(0...255)] as [[UInt8]])
    func base64(bytes: [UInt8]) throws {
        let script =
            "import base64\nprint(json.dumps([base64.b64decode(open(sys.argv[1]).read(), validate=True).hex()]))"
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(try HardTexts.python(script, Base64.encode(bytes)) == [hex])
    }
}
