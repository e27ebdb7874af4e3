import Foundation
import TestSupport
import Testing

/// Texts that are hard to quote.
enum HardTexts {
    /// What Swift joins with the character before it: an accent, a joiner, a variation selector, a keycap, and a skin tone.
    static let marks = ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{1F3FB}"]
    /// What Swift joins with the character after it: the Arabic number sign.
    static let prefix = "\u{600}"
    /// All printable characters of ASCII that are no letters or digits, and a tab.
    static let special =
        (0x20..<0x7F as Range<UInt8>).map { String(UnicodeScalar($0)) }.filter { mark in
            !mark.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) }
        } + ["\t"]

    /// Every special character alone, before each mark, after the prefix, and in pairs with a backslash, a quotation mark or `%`.
    static let fixed =
        [""]
        + special.flatMap { mark in
            [mark, "a\(mark)b", "\(mark)\(mark)", "\(prefix)\(mark)"]
                + marks.flatMap { ["\(mark)\($0)", "a\(mark)\($0)b", "\(mark)\($0)\(mark)"] }
                + ["\\", "'", "\"", "%", "$"].flatMap { ["\($0)\(mark)", "\(mark)\($0)", "\($0)\(marks[0])\(mark)"] }
        }

    private static let breaks = ["\n", "\r", "\r\n", "\n\u{301}", "\u{85}", "\u{2028}"]
    private static let others = ["a", "Z", "0", "é", "🏋🏽", "\u{A0}", "\u{FEFF}", "漢", "n", "N", "=?", "]]>"]

    /// Random texts of special characters, marks and letters.
    ///
    /// - Parameter hasBreaks: whether they also have line breaks.
    static func random(seed: UInt64, count: Int, hasBreaks: Bool) -> [String] {
        var random = SplitMix64(seed: seed)
        let parts = special + marks + marks + others + [prefix] + (hasBreaks ? breaks : [])
        return (0..<count).map { _ in
            (0..<Int.random(in: 1...40, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
        }
    }

    /// Texts on one line.
    static func lines(seed: UInt64) -> [String] { fixed + random(seed: seed, count: 300, hasBreaks: false) }

    /// Texts, some with line breaks.
    static func all(seed: UInt64) -> [String] {
        lines(seed: seed) + random(seed: seed &+ 1, count: 300, hasBreaks: true)
    }

    /// Requires what a program read to be the texts, byte for byte: Swift regards different bytes as the same text.
    static func expect(_ read: [String], _ texts: [String], _ what: String = "") {
        #expect(read.count == texts.count, "\(what)")
        for (found, text) in zip(read, texts).filter({ !$0.utf8.elementsEqual($1.utf8) }).prefix(5) {
            Issue.record("\(what): \(text.debugDescription) reads back as \(found.debugDescription)")
        }
    }

    /// The texts that a Python script prints as a JSON list; the script gets the path of a file with the input.
    static func python(_ script: String, _ input: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let file = try folder.write("input", input)
        let finished = try run(
            "/usr/bin/python3",
            ["-c", "import json, sys\n" + script, file],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        )
        guard finished.status == 0 else { throw ProgramFailure(message: finished.errors) }
        return try JSONDecoder().decode([String].self, from: Data(finished.output.utf8))
    }
}
