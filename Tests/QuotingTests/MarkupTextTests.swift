import Quoting
import TestSupport
import Testing

/// JSON, XML and formats of tmux(1).
@Suite struct MarkupTextTests {
    @Test func pythonReadsJSON() throws {
        let texts = HardTexts.all(seed: 15) + ["\0", "\u{1F}", "\u{7F}"]
        let script = "print(json.dumps(json.load(open(sys.argv[1], encoding='utf-8'))))"
        HardTexts.expect(try HardTexts.python(script, JSONText.array(texts.map(JSONText.quoted))), texts)
    }

    @Test func pythonReadsXML() throws {
        // Attributes have no tabs, and XML 1.0 no control characters.
        let texts = HardTexts.lines(seed: 16).map { $0.replacing("\t", with: " ") }
        let elements = texts.map { text in
            let value = MarkupText.escaped(text)
            return "<a double=\"\(value)\" single='\(value)'>\(value)</a><a>\(MarkupText.content(text))</a>"
        }
        let script = """
            import xml.etree.ElementTree as tree
            root = tree.parse(sys.argv[1]).getroot()
            values = [[e.get("double"), e.get("single"), e.text or ""] if e.attrib else [e.text or ""] for e in root]
            print(json.dumps([value for group in values for value in group]))
            """
        let read = try HardTexts.python(script, "<x>" + elements.joined() + "</x>")
        HardTexts.expect(read, texts.flatMap { [$0, $0, $0, $0] })
        #expect(MarkupText.escaped("\u{FFFE}\u{FFFF}") == "\u{FFFD}\u{FFFD}")
    }

    @Test func noSignBeginsAFormatOfTmux() {
        for text in HardTexts.lines(seed: 17) {
            let signs = TmuxText.escaped(text).utf8.split(
                omittingEmptySubsequences: true,
                whereSeparator: { $0 != UInt8(ascii: "#") }
            )
            #expect(signs.allSatisfy { $0.count % 2 == 0 })
        }
    }
}
