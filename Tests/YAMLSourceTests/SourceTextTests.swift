import Testing
import YAMLSource

/// libyaml ends a line, and with it a comment, at each line break of YAML 1.1.
@Suite struct SourceTextTests {
    static let lineBreaks = ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}"]

    @Test(arguments: lineBreaks)
    func aKeyAfterACommentIsContent(lineBreak: String) {
        #expect(!SourceText(path: "p", text: "# a comment\(lineBreak)key: 1").isBlank)
        #expect(SourceText(path: "p", text: "# a comment\(lineBreak)  # another\(lineBreak)").isBlank)
    }

    @Test(arguments: lineBreaks)
    func theDocumentHasTheSameContent(lineBreak: String) throws {
        var diagnostics = Diagnostics()
        let source = SourceText(path: "p", text: "# a comment\(lineBreak)key: 1\n")
        let document = try #require(YAMLDocument.parse(source, into: &diagnostics))
        #expect(document.root.entries.map(\.key.text) == ["key"])
    }

    @Test(arguments: ["", "\n", " \t\r\n# x\n\n", "#\u{85}#"])
    func blankTextsHaveOnlyCommentsAndSpace(text: String) {
        #expect(SourceText(path: "p", text: text).isBlank)
    }
}
