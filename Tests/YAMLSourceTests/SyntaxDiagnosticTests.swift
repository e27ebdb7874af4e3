import Testing
import YAMLSource

@Suite struct SyntaxDiagnosticTests {
    @Test func anErrorIsRenderedLikeACompilers() {
        #expect(
            rendered("id: ppl\nname: 'Push\nunits: kg\n") == """
                test.yaml:2:7: error: the quote that opens here is never closed
                  2 | name: 'Push
                    |       ^
                    = help: close it with the same quote on this line
                """
        )
        #expect(
            rendered("a: 1\nb: 2\na: 3\n") == """
                test.yaml:3:1: error: the key 'a' stands twice in this mapping
                  3 | a: 3
                    | ^
                    = help: remove one of the two, or rename it
                test.yaml:1:1: note: it stands here first
                  1 | a: 1
                    | ^
                """
        )
    }

    @Test(arguments: [
        ("a:\n\tb: 1\n", "test.yaml:2:1: error: a tab cannot indent"),
        ("a: [1, 2\nb: 3\n", "test.yaml:1:4: error: the '[' that opens here is not closed, or a comma is missing"),
        ("a: {b: 1\nc: 3", "test.yaml:1:4: error: the '{' that opens here is not closed, or a comma is missing"),
        ("a: b: c\n", "test.yaml:1:5: error: a second colon, or a colon where no key can stand"),
        ("a: 1\nnonsense\nb: 2\n", "test.yaml:2:1: error: this key has no colon"),
        ("a: 1\n  b: 2\n", "test.yaml:2:4: error: a second colon, or a colon where no key can stand"),
        ("a:\n    b: 1\n  c: 2\n", "test.yaml:3:3: error: this line does not fit the lines above it"),
        ("a:\n  - x\n  y: 1\n", "test.yaml:3:3: error: this line does not fit the list above it"),
        ("a: - x\n", "test.yaml:1:4: error: a list cannot begin here"),
        ("a: @x\n", "test.yaml:1:4: error: a value cannot begin with '@'"),
        ("a: \"\\q\"\n", "error: double quotes know no escape '\\q'"),
        ("a: *nobody\n", "test.yaml:1:4: error: '*nobody' repeats a value that has no anchor"),
        ("a: &a [*a]\n", "test.yaml:1:8: error: '*a' stands inside what it repeats"),
        ("a: 1\n---\nb: 2\n", "test.yaml:2:1: error: a second document begins here"),
        ("a: !!int 1\n", "test.yaml:1:4: error: tags such as '!!int' are not read"),
        ("a: !x 1\n", "error: tags such as '!x' are not read"),
        ("[a]: 1\n", "test.yaml:1:1: error: a list cannot be a key"),
        ("a: &x {b: 1}\nc:\n  <<: *x\n", "test.yaml:3:3: error: merge keys (<<) are not read"),
        ("", "test.yaml:1:1: error: the file is empty"),
        ("# only\n", "test.yaml:1:1: error: the file is empty"),
        ("a: \u{0}\n", "test.yaml:1:4: error: the file has a control character (0x0) here"),
        ("a: \u{7F}\n", "test.yaml:1:4: error: the file has a control character (0x7F) here"),
        ("b: }\n", "test.yaml:1:4: error: this '}' closes nothing: no '{' is open here"),
        ("a: 1\nb: ]\n", "test.yaml:2:4: error: this ']' closes nothing: no '[' is open here"),
        ("b: ,\n", "test.yaml:1:4: error: a value cannot begin with ','"),
        ("a: [}\n", "test.yaml:1:4: error: the '[' that opens here is not closed, or a comma is missing"),
        ("%YAML 3.0\n---\na: 1", "error: this is not YAML"),
        ("ä: 1\nö: [\n", "test.yaml:2:4: error: the '[' that opens here"),
    ])
    func eachSyntaxErrorNamesItsPlace(text: String, part: String) {
        #expect(rendered(text).contains(part), "\(rendered(text))")
    }

    @Test func allDuplicatesAreToldAtOnce() {
        #expect(parse("a: 1\na: 2\nb: {c: 1, c: 2}\n").diagnostics.errorCount == 2)
    }

    @Test(
        arguments: [
            ([0x61, 0x3A, 0x20, 0xFF], "test.yaml:1:4: error: byte 0xFF is not UTF-8"),
            ([0x61, 0x0A, 0x62, 0xC3, 0x28], "test.yaml:2:2: error: byte 0xC3 is not UTF-8"),
            ([0xED, 0xA0, 0x80], "byte 0xED is not UTF-8"), ([0xF5, 0x80, 0x80, 0x80], "byte 0xF5"),
            ([0xC0, 0x80], "byte 0xC0"),
            ([0xE2, 0x82], "byte 0xE2"), ([0xFF, 0xFE, 0x61, 0x00], "the file is UTF-16"),
            ([0xFE, 0xFF, 0x00, 0x61], "the file is UTF-16"),
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

    @Test func aCaretStandsBelowWideCharacters() {
        let text = "名前: [\n"
        #expect(rendered(text).contains("  1 | 名前: [\n    |       ^"))
    }
}
