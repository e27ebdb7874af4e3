import Foundation
import TestSupport
import Testing

/// A new or changed text appears in a review as a line of `texts.txt`.
@Suite struct UserTextsTests {
    @Test func everyTextIsInTheSnapshot() throws {
        let file = BuildProducts.package + "Tests/TextTests/texts.txt"
        let texts = try UserTexts.list()
        if ProcessInfo.processInfo.environment["ANTRAIN_RECORD"] != nil {
            try texts.write(toFile: file, atomically: true, encoding: .utf8)
        }
        let kept = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
        let difference = texts.split(separator: "\n").map(String.init).difference(from: kept)
        let lines = difference.map { change in
            switch change {
            case .insert(_, let text, _): "+ \(text)"
            case .remove(_, let text, _): "- \(text)"
            }
        }
        #expect(
            lines.isEmpty,
            """
            the texts that users read have changed; read the changes, then record them: make texts
            \(lines.joined(separator: "\n"))
            """
        )
    }

    @Test(arguments: [
        (#"let a = "one two""#, ["one two"]),
        (#"f("a \(b("c d")) e")"#, [#"a {b("c d")} e"#, "c d"]),
        (##"let r = #"raw "\(x)" \#(y)"#"##, [##"raw "\(x)" {y}"##]),
        ("let m = \"\"\"\n    first \\\n    second\n    \"\"\"", ["first second"]),
        (#"// "a comment" \#n/* "another" */ let s = "it's // here""#, ["it's // here"]),
        (#"let e = "say \"hi\"""#, [#"say "hi""#]),
    ])
    func literalsAreFound(source: String, expected: [String]) {
        #expect(StringLiterals.all(in: source) == expected)
    }
}
