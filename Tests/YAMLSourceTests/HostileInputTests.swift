import TestSupport
import Testing
import YAMLSource

@Suite struct HostileInputTests {
    @Test func aHugeFileIsRefusedBeforeItIsParsed() {
        let source = SourceText(path: "big.yaml", bytes: [UInt8](repeating: 0x61, count: (16 << 20) + 1))
        var diagnostics = Diagnostics()
        #expect(YAMLDocument.parse(source, into: &diagnostics) == nil)
        #expect(diagnostics.items.first?.message.contains("16777217 bytes") == true)
    }

    @Test(arguments: ["[", "{a: "])
    func deepNestingIsRefused(opening: String) {
        let text = String(repeating: opening, count: 100_000)
        #expect(rendered(text).contains("more than 64 levels deep"))
    }

    @Test func anAliasBombIsRefused() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1..<12 {
            text +=
                "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
        }
        let (document, diagnostics) = parse(text)
        #expect(document == nil)
        #expect(diagnostics.items.last?.message.contains("expand to more than") == true)
    }

    @Test func manyFindingsAreCounted() {
        let text = (0..<500).map { _ in "a: 1" }.joined(separator: "\n")
        let diagnostics = parse(text).diagnostics
        #expect(diagnostics.items.count == Diagnostics.limit)
        #expect(diagnostics.omitted == 399)
        #expect(diagnostics.errorCount == 499)
        #expect(rendered(text).hasSuffix("test.yaml: and 399 more"))
    }

    @Test func mutatedTextsNeverCrash() {
        let seed = Array(
            "antrain: 1\nid: ppl\ndays:\n  push: {name: \"Push\", list: [a, *x, &x b]}\n  pull: |\n    text\n  ä: 'q'\n"
                .utf8
        )
        var random = SplitMix64(seed: 1)
        let extra = Array("[]{}:-'\"&*!|>\t\n #,%@`\u{80}".utf8)
        for _ in 0..<4000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = extra.randomElement(using: &random) ?? 0
                case 1: bytes.insert(extra.randomElement(using: &random) ?? 0, at: place)
                default: bytes.remove(at: place)
                }
            }
            let source = SourceText(path: "fuzz.yaml", bytes: bytes)
            var diagnostics = Diagnostics()
            let document = YAMLDocument.parse(source, into: &diagnostics)
            #expect(document != nil || diagnostics.hasErrors)
            _ = DiagnosticRenderer(source: source).render(diagnostics)
            if let document { walk(document.root) }
        }
    }

    private func walk(_ node: YAMLNode) {
        #expect(node.span.end <= node.span.start + 100)
        _ = node.text
        for element in node.elements { walk(element) }
        for entry in node.entries { walk(entry.value) }
    }
}
