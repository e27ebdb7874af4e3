import Testing
import YAMLSource

private enum Direction: String, CaseIterable {
    case nearest, down, up
}

private struct Refused: Error, CustomStringConvertible {
    let description: String
}

@Suite struct MappingReaderTests {
    private func read(_ text: String, _ body: (YAMLNode, inout Diagnostics) -> Void) throws -> String {
        let source = SourceText(path: "test.yaml", text: text)
        var diagnostics = Diagnostics()
        let document = try #require(YAMLDocument.parse(source, into: &diagnostics))
        body(document.root, &diagnostics)
        return DiagnosticRenderer(source: source).render(diagnostics)
    }

    @Test func unknownKeysGetADidYouMean() throws {
        let text = try read("stpe: 1\nto: up\nzebra: 2\n") { node, diagnostics in
            let reader = MappingReader(node, as: "'rounding'", keys: ["step", "to"], into: &diagnostics)
            #expect(reader?["to"]?.text == "up")
            #expect(reader?.required("step", into: &diagnostics) == nil)
        }
        #expect(
            text == """
                test.yaml:1:1: error: unknown key 'stpe' in 'rounding'
                  1 | stpe: 1
                    | ^~~~
                    = help: did you mean 'step'?

                test.yaml:3:1: error: unknown key 'zebra' in 'rounding'
                  3 | zebra: 2
                    | ^~~~~
                    = expected: step, to
                """
        )
    }

    /// A required key that is misspelt is one finding, and so is one that is only missing.
    @Test(arguments: [
        ("stpe: 1\n", 1, "did you mean 'step'?"), ("zebra: 1\n", 2, "add 'step: …'"),
        ("stpe: 1\nstep:\n", 2, "add 'step: …'"), ("tto: up\n", 2, "add 'step: …'"),
    ])
    func aMisspeltKeyIsNotAlsoMissing(text: String, count: Int, help: String) throws {
        let source = SourceText(path: "test.yaml", text: text)
        var diagnostics = Diagnostics()
        let document = try #require(YAMLDocument.parse(source, into: &diagnostics))
        let keys: KeySet = ["step", "to"]
        let reader = try #require(MappingReader(document.root, as: "'rounding'", keys: keys, into: &diagnostics))
        #expect(reader.required("step", into: &diagnostics) == nil)
        #expect(diagnostics.errorCount == count)
        #expect(diagnostics.items.contains { $0.help == help })
    }

    @Test func aNonMappingIsReported() throws {
        let text = try read("[1]") { node, diagnostics in
            #expect(MappingReader(node, as: "'rounding'", keys: ["step", "to"], into: &diagnostics) == nil)
        }
        #expect(text.contains("'rounding' must be a mapping, not a list"))
    }

    @Test func scalarsAreReadAsTheirKeysType() throws {
        let text = try read("n: 12\nb: off\nc: up\ns: x\nl: [a, b]\n") { node, diagnostics in
            #expect(node["n"]?.integer("count", in: 1...50, into: &diagnostics) == 12)
            #expect(node["b"]?.boolean("switch", into: &diagnostics) == false)
            #expect(node["c"]?.choice("direction", of: Direction.self, into: &diagnostics) == .up)
            #expect(node["s"]?.string("name", into: &diagnostics) == "x")
            #expect(node["l"]?.elementsOrSelf.map(\.text) == ["a", "b"])
            #expect(node["s"]?.elementsOrSelf.map(\.text) == ["x"])
            #expect(node["s"]?.parsed("letter", into: &diagnostics) { (text) throws(Refused) in text + "!" } == "x!")
        }
        #expect(text.isEmpty)
    }

    @Test(arguments: [
        ("v: 51", "invalid count '51'"), ("v: -1", "invalid count '-1'"), ("v: 1.5", "invalid count '1.5'"),
        ("v: 9999999999", "invalid count"),
        ("v: []", "invalid count: expected a single value, found a list"), ("v:", "found an empty value"),
        ("v: {a: 1}", "found a mapping"),
    ])
    func invalidNumbers(text: String, part: String) throws {
        let findings = try read(text) { node, diagnostics in
            #expect(node["v"]?.integer("count", in: 0...50, into: &diagnostics) == nil)
        }
        #expect(findings.contains(part))
    }

    @Test func invalidWords() throws {
        let text = try read("b: maybe\nc: nearst\np: x\n") { node, diagnostics in
            #expect(node["b"]?.boolean("switch", into: &diagnostics) == nil)
            #expect(node["c"]?.choice("direction", of: Direction.self, into: &diagnostics) == nil)
            let value: Int? = node["p"]?.parsed("part", into: &diagnostics) { (_) throws(Refused) in
                throw Refused(description: "no x here")
            }
            #expect(value == nil)
        }
        #expect(text.contains("invalid switch 'maybe'"))
        #expect(text.contains("did you mean 'nearest'?"))
        #expect(text.contains("test.yaml:3:4: error: no x here"))
    }

    @Test(
        arguments: [
            ("push-up", ["push_ups", "pull"], "push_ups"), ("Push", ["push"], "push"),
            ("psuh", ["push", "pull"], "push"), ("x", ["push"], nil), ("", ["a"], nil),
            ("benchpress", ["bench-press", "leg-press"], "bench-press"), ("tiem", ["time", "timezone"], "time"),
            ("montag", ["monday", "sunday"], "monday"),
            ("push-pul", ["legs", "push-pull-legs-6-day", "push-pull-legs"], "push-pull-legs"),
            ("pu", ["push-pull-legs"], nil),
        ] as [(String, [String], String?)]
    )
    func suggestions(word: String, candidates: [String], expected: String?) {
        #expect(Suggestion.nearest(to: word, among: candidates) == expected)
    }
}
