@testable import CalendarSyntax
@testable import Calendars
import Foundation
import Quoting
import TestSupport
import Testing

/// Lines of calendar files: folding, escapes and parameters.
@Suite struct ContentLineTests {
    private func written(_ line: ContentLine) -> [UInt8] {
        var bytes: [UInt8] = []
        line.write(to: &bytes)
        return bytes
    }

    private func physicalLines(_ bytes: [UInt8]) -> [[UInt8]] {
        let parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        #expect(parts.last == [] && parts.dropLast().allSatisfy { $0.last == 0x0D })
        return parts.dropLast().map { Array($0.dropLast()) }
    }

    /// The lengths of the physical lines of `X:` and a text, without line breaks.
    @Test(arguments: [
        (String(repeating: "a", count: 73), [75]), (String(repeating: "a", count: 74), [75, 2]),
        (String(repeating: "a", count: 73 + 74), [75, 75]), (String(repeating: "a", count: 73 + 75), [75, 75, 2]),
        // The 75th octet is the first of two, of three, of four.
        (String(repeating: "a", count: 72) + "é", [74, 3]), (String(repeating: "a", count: 72) + "€", [74, 4]),
        (String(repeating: "a", count: 72) + "🏋", [74, 5]), (String(repeating: "a", count: 70) + "🏋", [72, 5]),
        (String(repeating: "a", count: 69) + "🏋", [75]), (String(repeating: "🏋", count: 40), [74, 73, 17]),
    ])
    func longLinesAreFolded(text: String, lengths: [Int]) {
        let lines = physicalLines(written(ContentLine("X", text)))
        #expect(lines.map(\.count) == lengths)
        for line in lines { #expect(String(validating: line, as: UTF8.self) != nil) }
        #expect(lines.dropFirst().allSatisfy { $0.first == 0x20 })
    }

    @Test(arguments: [
        ("a,b;c\\d\ne", #"a\,b\;c\\d\ne"#), ("\r\n", #"\n"#), ("a\u{1B}[31m\u{202E}b\tc", "a [31m b\tc"),
        ("\r", " "), (":\"'", ":\"'"), ("", ""), ("Übung 5×5 – 82,5 kg", #"Übung 5×5 – 82\,5 kg"#),
        ("e\u{301},", "e\u{301}\\,"),
    ])
    func textIsEscaped(text: String, value: String) {
        #expect(CalendarText.escaped(text) == value)
        #expect(CalendarText.unescaped(value) == text.replacing("\r\n", with: "\n").printableText)
    }

    @Test(arguments: [(#"a\Nb\x\"#, "a\nbx"), (#"\\n"#, #"\n"#), (#"\;\:"#, ";:")])
    func unusualEscapesAreRead(value: String, text: String) { #expect(CalendarText.unescaped(value) == text) }

    /// Random texts of any scalars survive writing and reading, in lines of at most 75 octets.
    @Test func whatIsWrittenIsRead() throws {
        var random = SplitMix64(seed: 5545)
        let scalars: [Unicode.Scalar] = [
            "a", ",", ";", ":", "\\", "\n", "\"", "é", "€", "🏋", "\u{301}", " ", "\t", "^",
        ]
        for _ in 0..<500 {
            var text = ""
            for _ in 0..<Int.random(in: 0...200, using: &random) {
                text.unicodeScalars.append(scalars.randomElement(using: &random) ?? "a")
            }
            let zone = text.filter {
                $0 != "\n" && !$0.unicodeScalars.contains("\"") && !$0.unicodeScalars.contains("\n")
            }
            let line = ContentLine("X-TEXT", [.init("P", zone)], CalendarText.escaped(text))
            var bytes: [UInt8] = []
            CalendarComponent("VCALENDAR", [line]).write(to: &bytes)
            for physical in physicalLines(bytes) { #expect(physical.count <= 75) }
            let read = try CalendarReader.calendars(bytes)
            #expect(read.first?.properties == [line])
            #expect(read.first?.properties.first?.text == text)
            #expect(read.first?.properties.first?.parameter("P") == zone)
        }
    }
}

extension String {
    fileprivate var printableText: String {
        String(
            String.UnicodeScalarView(unicodeScalars.map { "\u{1B}\u{202E}\r".unicodeScalars.contains($0) ? " " : $0 })
        )
    }
}
