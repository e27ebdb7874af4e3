import Foundation
import Quoting
import TestSupport
import Testing

/// systemd reads the words back.
@Suite struct UnitTextTests {
    private static let systemd = "/lib/systemd/systemd"

    /// The units as a service manager loads them, without starting anything.
    @Test(.requires(.file(systemd, in: "systemd"))) func systemdReadsTheWords() throws {
        let words = HardTexts.lines(seed: 7)
        let variables = try words.enumerated().map { place, text in
            "Environment=" + (try #require(UnitText.word("V\(place)=\(text)"))) + "\n"
        }
        let commands = try words.map { text in
            "ExecStart=/bin/echo begin " + (try #require(UnitText.argument(text))) + " end\n"
        }
        let folder = try TemporaryFolder()
        try folder.write(
            "systemd/user/words.service",
            "[Service]\nType=oneshot\n" + (variables + commands).joined()
        )
        let user = OrdinaryUser()
        try user.own(folder)
        let environment = ["HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"].map { "\($0)=\(folder.path)" }
        let finished = try run(
            "/usr/bin/env",
            ["-i", "PATH=/usr/bin:/bin"] + environment
                + user.words([Self.systemd, "--user", "--test", "--unit=words.service"])
        )
        let lines = finished.output.split(separator: "\n").map { $0.drop { $0 == "\t" } }
        var values: [Int: String] = [:]
        for line in lines where line.hasPrefix("Environment: V") {
            let parts = line.unicodeScalars.dropFirst("Environment: V".count).split(separator: "=", maxSplits: 1)
            if let place = parts.first.flatMap({ Int(String($0)) }) {
                values[place] = parts.count == 2 ? String(parts[1]) : ""
            }
        }
        HardTexts.expect(words.indices.map { values[$0] ?? "(missing)" }, words, finished.errors)
        // By bytes: a space with a combining mark is a different Swift character.
        let start = Array("Command Line: /bin/echo begin ".utf8)
        let read = lines.filter { $0.utf8.starts(with: start) }.map { line in
            Self.argument(String(decoding: line.utf8.dropFirst(start.count), as: UTF8.self))
        }
        HardTexts.expect(read, words, finished.errors)
    }

    /// The argument before ` end` in systemd's notation: in double quotes with escapes as in C if it needs any.
    private static func argument(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars.dropLast(" end".count))
        if scalars.first == "\"" { scalars = Array(scalars.dropFirst().dropLast()) }
        var result = String.UnicodeScalarView()
        var rest = scalars[...]
        while let scalar = rest.popFirst() {
            let shown = scalar == "\\" ? rest.popFirst() ?? scalar : scalar
            // systemd replaces `$$`, shown as `\$\$`, by `$` when it starts the command.
            if shown == "$" { rest = rest.dropFirst(2) }
            result.append(scalar == "\\" && shown == "t" ? "\t" : shown)
        }
        return String(result)
    }

    /// systemd ignores lines with such characters.
    @Test(arguments: ["\n", "\r\n", "\u{1}", "\u{7F}", "\u{85}", "\u{FFFE}", "\u{FFFF}", "\u{1FFFE}", "\0"])
    func whatSystemdWouldIgnoreIsRefused(text: String) {
        #expect(UnitText.word("a\(text)b") == nil && UnitText.argument("a\(text)b") == nil)
    }

    @Test(arguments: ["plain", "TZ=Asia/Tokyo", "/opt/ä", "a=b"])
    func ordinaryWordsNeedNoQuotes(word: String) { #expect(UnitText.word(word) == word) }
}
