import PrintableText
import Testing

@Suite struct PrintableTests {
    @Test func `Control and bidirectional characters are replaced, all others are kept`() throws {
        var replaced: [UInt32] = []
        for value in UInt32(0)...0x1_0000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if String(scalar).printable == " ", value != 0x20 { replaced.append(value) }
        }
        let expected = [0x00...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069]
        #expect(replaced == expected.flatMap { $0.map(UInt32.init) })
        // The same by Unicode's own properties.
        let byProperty = (UInt32(0)...0x1_0000).compactMap(Unicode.Scalar.init).filter {
            [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
                || $0.properties.isBidiControl
        }
        #expect(replaced == byProperty.map(\.value))
    }

    @Test(arguments: [
        ("Tee\r\nkochen\u{1B}[31m", "Tee  kochen [31m"), ("a\u{202E}b", "a b"), ("ok", "ok"), ("👨‍👩‍👧", "👨‍👩‍👧"), ("é", "é"),
        ("x\u{9B}31m", "x 31m"), ("\u{7F}", " "), ("a\tb", "a b"),
    ])
    func `One line`(text: String, clean: String) {
        #expect(text.printable == clean)
        #expect(clean.printable == clean)
    }

    @Test func `Lines keep their breaks and tabs`() {
        #expect("a\n\tb\r\u{1B}c\u{2028}d".printableLines == "a\n\tb  c d")
    }

    @Test(arguments: [
        ("\u{1B}[1;31mx\u{1B}[0m\n", "\u{1B}[1;31mx\u{1B}[0m\n"), ("\u{1B}[8mx", " [8mx"), ("\u{1B}[2Jx", " [2Jx"),
        ("\u{1B}]0;title\u{7}", " ]0;title "), ("\u{1B}", " "), ("\u{1B}[", " ["),
        ("\u{1B}[999999999999999999999m", " [999999999999999999999m"),
        ("\u{1B}[0;8mx", " [0;8mx"), ("\u{1B}[38;5;208mx", "\u{1B}[38;5;208mx"), ("\r\u{202E}x", "  x"),
        ("\u{1B}\u{1B}[1m", " \u{1B}[1m"),
    ])
    func `A terminal gets colours and no other sequence`(text: String, clean: String) {
        #expect(text.terminalText == clean)
    }

    @Test(arguments: [
        ("short", 5, "short"), ("longer", 5, "long…"), ("longer", 1, "…"), ("ab👨‍👩‍👧cd", 5, "ab…"), ("", 3, ""),
        ("x", 0, "x"),
    ])
    func `A long text ends in an ellipsis, between characters`(text: String, limit: Int, short: String) {
        #expect(text.shortened(to: limit) == short)
    }

    @Test func `Length is bounded whatever the text is made of`() {
        for unit in ["x", "\u{301}", "👨‍👩‍👧", "\u{1B}[31m", "é\u{200D}"] {
            let text = String(repeating: unit, count: 100_000)
            #expect(text.printable(upTo: 200).unicodeScalars.count <= 200)
            #expect(text.shorteningLines(to: 300).unicodeScalars.count <= 300)
        }
        #expect(
            ("start " + String(repeating: "x", count: 1000) + " end\nnext").shorteningLines(to: 21)
                == "start xxxx…xxxxxx end\nnext"
        )
    }

    @Test(arguments: [("a\u{1B}b", "U+001B"), ("\u{9B}", "U+009B"), ("a\r\n\tb", nil), ("\u{0}", "U+0000")])
    func `The first control character is named by its number`(text: String, name: String?) {
        #expect(text.firstControlCharacter == name)
    }
}
