import Testing
import YAMLSource

/// Parses a text; nil if there is no document.
func parse(_ text: String) -> (document: YAMLDocument?, diagnostics: Diagnostics) {
    var diagnostics = Diagnostics()
    let document = YAMLDocument.parse(SourceText(path: "test.yaml", text: text), into: &diagnostics)
    return (document, diagnostics)
}

/// All findings about a text in their displayed form.
func rendered(_ text: String) -> String {
    DiagnosticRenderer(source: SourceText(path: "test.yaml", text: text)).render(parse(text).diagnostics)
}

@Suite struct YAMLDocumentTests {
    @Test(arguments: [
        ("a: 07:30", "07:30"), ("a: \"07:30\"", "07:30"), ("a: no", "no"), ("a: 0o17", "0o17"), ("a: 1_000", "1_000"),
        ("a: 'it''s'", "it's"),
        ("a: \"x\\ny\"", "x\ny"), ("a: |\n  one\n  two\n", "one\ntwo\n"), ("a: >\n  one\n  two\n", "one two\n"),
        ("a: one\n  two", "one two"),
        ("a: ü€😀", "ü€😀"), ("a: &x same\nb: *x", "same"), ("a: 5+ @ 85%", "5+ @ 85%"), ("a: x # comment", "x"),
    ])
    func scalarsKeepTheirText(text: String, value: String) throws {
        let document = try #require(parse(text).document)
        #expect(document.root["a"]?.text == value)
    }

    @Test func nodesAreWalkedInOrder() throws {
        let document = try #require(parse("a: [1, {b: 2}, [3, 4]]\nc:\n  - x\n  - y: z\n").document)
        let list = try #require(document.root["a"])
        #expect(list.elements.map(\.kind) == [.scalar, .mapping, .sequence])
        #expect(list.elements.count == 3)
        #expect(document.root.entries.map(\.key.text) == ["a", "c"])
        #expect(document.root.entries.count == 2)
        let second = try #require(document.root["c"]?.elements.map { $0 }.last)
        #expect(second["y"]?.text == "z")
        #expect(second.elements.isEmpty)
    }

    @Test func aliasesResolveToTheirAnchors() throws {
        let document = try #require(parse("a: &list [x, y]\nb: [*list, z]\n").document)
        let elements = try #require(document.root["b"]).elements.map { $0 }
        #expect(elements.count == 2)
        #expect(elements[0].elements.map(\.text) == ["x", "y"])
        #expect(elements[1].text == "z")
    }

    @Test(arguments: [
        ("a: value # x", "value"), ("a: \"quoted\"", "\"quoted\""), ("ä: wörter\nb: [x, ö]\na: ziel", "ziel"),
        ("a:\r\n  - one\r\n  - two\r\nb: 1", "- one\r\n  - two"),
        ("a:\n  k: v\n\n# end\nb: 1", "k: v"), ("a: |\n  text\n\n\nb: 1", "|\n  text"), ("a: {x: 1}\n", "{x: 1}"),
        ("\u{FEFF}a: value", "value"),
    ])
    func spansAreTight(text: String, expected: String) throws {
        let document = try #require(parse(text).document)
        let span = try #require(document.root["a"]).span
        #expect(String(decoding: Array(text.utf8)[span.start..<span.end], as: UTF8.self) == expected)
    }

    @Test func spansInLongUnicodeTextsAreExact() throws {
        let lines = (0..<2000).map { "k\($0): ä€😀-\($0)" }
        let text = lines.joined(separator: "\n")
        let document = try #require(parse(text).document)
        for entry in document.root.entries {
            let span = entry.value.span
            #expect(
                Array(
                    text.utf8[
                        text.utf8.index(
                            text.startIndex,
                            offsetBy: span.start
                        )..<text.utf8.index(text.startIndex, offsetBy: span.end)
                    ]
                ) == Array(entry.value.text.utf8)
            )
        }
    }

    @Test func partsOfScalarsHaveSpans() throws {
        let document = try #require(parse("a: '5x5 @ 80%'\nb: \"x\\ty\"").document)
        let verbatim = try #require(document.root["a"])
        #expect(verbatim.span(of: 4..<5) == SourceSpan(start: 8, end: 9))
        let escaped = try #require(document.root["b"])
        #expect(escaped.span(of: 0..<1) == escaped.span)
        #expect(!escaped.isVerbatim)
    }

    @Test(arguments: [
        ("a:", true), ("a: ~", true), ("a: null", true), ("a: ''", false), ("a: no", false), ("a: []", false),
    ])
    func emptyValuesAreNull(text: String, isNull: Bool) throws {
        #expect(try #require(parse(text).document).root["a"]?.isNull == isNull)
    }

    @Test func tenThousandKeysAreCheckedForDuplicates() throws {
        let keys = (0..<10_000).map { "k\($0): 1" }
        #expect(!parse(keys.joined(separator: "\n")).diagnostics.hasErrors)
        #expect(parse((keys + ["k5000: 2"]).joined(separator: "\n")).diagnostics.errorCount == 1)
    }
}
