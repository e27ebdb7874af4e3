import Testing
import YAMLSource

@Suite struct SyntaxDiagnosticTests {
    @Test func errorsAreRenderedLikeCompilerErrors() {
        #expect(
            rendered("id: ppl\nname: 'Push\nunits: kg\n") == """
                test.yaml:2:7: error: unclosed quote
                  2 | name: 'Push
                    |       ^
                    = help: close it with the same quote on this line
                """
        )
        #expect(
            rendered("a: 1\nb: 2\na: 3\n") == """
                test.yaml:3:1: error: duplicate key 'a'
                  3 | a: 3
                    | ^
                    = help: remove or rename one of them
                test.yaml:1:1: note: first defined here
                  1 | a: 1
                    | ^
                """
        )
    }

    @Test(arguments: [
        ("a:\n\tb: 1\n", "test.yaml:2:1: error: tab used for indentation"),
        ("a: [1, 2\nb: 3\n", "test.yaml:1:4: error: unclosed '[' or missing comma"),
        ("a: {b: 1\nc: 3", "test.yaml:1:4: error: unclosed '{' or missing comma"),
        ("a: b: c\n", "test.yaml:1:5: error: unexpected colon"),
        ("a: 1\nnonsense\nb: 2\n", "test.yaml:2:1: error: missing colon after this key"),
        ("a: 1\n  b: 2\n", "test.yaml:2:4: error: unexpected colon"),
        ("a:\n    b: 1\n  c: 2\n", "test.yaml:3:3: error: this line does not match the lines above it"),
        ("a:\n  - x\n  y: 1\n", "test.yaml:3:3: error: this line does not match the list above it"),
        ("a: - x\n", "test.yaml:1:4: error: a list cannot start here"),
        ("a: @x\n", "test.yaml:1:4: error: a value cannot start with '@'"),
        ("a: \"\\q\"\n", "error: unknown escape '\\q' in double quotes"),
        ("a: *nobody\n", "test.yaml:1:4: error: alias '*nobody' has no anchor"),
        ("a: &a [*a]\n", "test.yaml:1:8: error: alias '*a' refers to a value that contains it"),
        ("a: 1\n---\nb: 2\n", "test.yaml:2:1: error: a second document starts here"),
        ("a: !!int 1\n", "test.yaml:1:4: error: tags such as '!!int' are not supported"),
        ("a: !x 1\n", "error: tags such as '!x' are not supported"),
        ("[a]: 1\n", "test.yaml:1:1: error: a list cannot be a key"),
        ("a: &x {b: 1}\nc:\n  <<: *x\n", "test.yaml:3:3: error: merge keys (<<) are not supported"),
        ("", "test.yaml:1:1: error: the file is empty"),
        ("# only\n", "test.yaml:1:1: error: the file is empty"),
        ("a: \u{0}\n", "test.yaml:1:4: error: control character 0x0 in the file"),
        ("a: \u{7F}\n", "test.yaml:1:4: error: control character 0x7F in the file"),
        ("b: }\n", "test.yaml:1:4: error: unmatched '}': no '{' is open here"),
        ("a: 1\nb: ]\n", "test.yaml:2:4: error: unmatched ']': no '[' is open here"),
        ("b: ,\n", "test.yaml:1:4: error: a value cannot start with ','"),
        ("a: [}\n", "test.yaml:1:4: error: unclosed '[' or missing comma"),
        ("%YAML 3.0\n---\na: 1", "error: invalid YAML"),
        ("ä: 1\nö: [\n", "test.yaml:2:4: error: unclosed '['"),
    ])
    func eachSyntaxErrorHasItsLocation(text: String, part: String) {
        #expect(rendered(text).contains(part), "\(rendered(text))")
    }

    @Test func allDuplicatesAreReportedAtOnce() {
        #expect(parse("a: 1\na: 2\nb: {c: 1, c: 2}\n").diagnostics.errorCount == 2)
    }

    @Test(
        arguments: [
            ([0x61, 0x3A, 0x20, 0xFF], "test.yaml:1:4: error: invalid UTF-8 byte 0xFF"),
            ([0x61, 0x0A, 0x62, 0xC3, 0x28], "test.yaml:2:2: error: invalid UTF-8 byte 0xC3"),
            ([0xED, 0xA0, 0x80], "invalid UTF-8 byte 0xED"), ([0xF5, 0x80, 0x80, 0x80], "invalid UTF-8 byte 0xF5"),
            ([0xC0, 0x80], "invalid UTF-8 byte 0xC0"),
            ([0xE2, 0x82], "invalid UTF-8 byte 0xE2"), ([0xFF, 0xFE, 0x61, 0x00], "the file is encoded as UTF-16"),
            ([0xFE, 0xFF, 0x00, 0x61], "the file is encoded as UTF-16"),
        ] as [([UInt8], String)]
    )
    func bytesThatAreNotUTF8(bytes: [UInt8], part: String) {
        let source = SourceText(path: "test.yaml", bytes: bytes)
        var diagnostics = Diagnostics()
        #expect(YAMLDocument.parse(source, into: &diagnostics) == nil)
        #expect(DiagnosticRenderer(source: source).render(diagnostics).contains(part))
    }

    @Test func carriageReturnsAndColoursAreHandled() {
        let source = SourceText(path: "test.yaml", text: "a: 1\r\nb: 'x\r\n")
        var diagnostics = Diagnostics()
        _ = YAMLDocument.parse(source, into: &diagnostics)
        let text = DiagnosticRenderer(source: source, colored: true).render(diagnostics)
        #expect(text.contains("\u{1B}[1;31merror:\u{1B}[0m"))
        #expect(!text.contains("\r"))
    }

    @Test func theCaretIsAlignedBelowWideCharacters() {
        let text = "名前: [\n"
        #expect(rendered(text).contains("  1 | 名前: [\n    |       ^"))
    }
}
