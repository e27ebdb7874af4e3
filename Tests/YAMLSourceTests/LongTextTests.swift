import Testing
import YAMLSource

/// Texts that are long enough to be parsed ahead on a separate thread.
@Suite struct LongTextTests {
    private static let lines = 20_000

    private func text(_ last: String = "") -> String {
        (0..<Self.lines).map { "key-\($0): [\($0), 'a', {b: c}]\n" }.joined() + last
    }

    private func parse(_ text: String) -> (document: YAMLDocument?, diagnostics: Diagnostics) {
        var diagnostics = Diagnostics()
        let document = YAMLDocument.parse(SourceText(path: "long.yaml", text: text), into: &diagnostics)
        return (document, diagnostics)
    }

    @Test func everyNodeIsParsed() throws {
        let (document, diagnostics) = parse(text())
        let root = try #require(document).root
        #expect(diagnostics.items.isEmpty)
        var place = 0
        for (key, value) in root.entries {
            #expect(key.text == "key-\(place)" && Array(value.elements).map(\.text) == ["\(place)", "a", ""])
            place += 1
        }
        #expect(place == Self.lines)
    }

    @Test(arguments: [
        ("last: [\n", "long.yaml:20001:7"), ("key-0: again\n", "long.yaml:20001:1"),
        ("last: *lost\n", "long.yaml:20001:7"),
        ("---\nother: 1\n", "long.yaml:20001:1"),
    ])
    func anErrorAtTheEndHasItsLocation(last: String, place: String) {
        let source = SourceText(path: "long.yaml", text: text(last))
        let found = DiagnosticRenderer(source: source).render(parse(text(last)).diagnostics)
        #expect(found.contains(place), "\(found)")
    }

    /// Reading stops at the first line, although the parser is far ahead.
    @Test func readingMayStopEarly() {
        for _ in 0..<20 {
            let (document, diagnostics) = parse(String(repeating: "[", count: 200) + "\n" + text())
            #expect(document == nil && diagnostics.errorCount == 1)
        }
    }
}
