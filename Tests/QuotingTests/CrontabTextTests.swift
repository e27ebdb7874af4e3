import Foundation
import Quoting
import TestSupport
import Testing

/// cron and sh(1) together read the words back.
@Suite struct CrontabTextTests {
    /// Commands that print words, each short enough for a crontab, with their words.
    private func commands(_ texts: [String]) throws -> [(text: String, words: [String])] {
        var result: [(text: String, words: [String])] = []
        for text in texts {
            let words = (result.last?.words ?? []) + [text]
            let longer = try #require(CrontabText.command(["printf", "%s\\0"] + words))
            if !result.isEmpty, longer.utf8.count <= 600 {
                result[result.count - 1] = (longer, words)
            } else {
                result.append((try #require(CrontabText.command(["printf", "%s\\0", text])), [text]))
            }
        }
        return result
    }

    private func texts(_ output: String) -> [String] {
        output.utf8.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// cron itself runs the lines; those with `@reboot` at once.
    @Test(.requires(.privateSpool, .program("crontab", in: "cron"))) func cronRunsTheCommand() throws {
        let words = HardTexts.lines(seed: 5)
        let folder = try TemporaryFolder()
        let commands = try commands(words)
        let lines = commands.enumerated().map { place, command in
            "@reboot ( \(command.text) ) >\(folder.path)/\(place).part; mv \(folder.path)/\(place).part \(folder.path)/\(place)\n"
        }
        let spool = try PrivateSpool()
        let table = try folder.write("table", lines.joined())
        let installed = try spool.run("/usr/bin/crontab", [table])
        #expect(installed.status == 0, "\(installed)")
        try spool.startCron()
        let finished = eventually(true, within: 60) {
            commands.indices.allSatisfy { FileManager.default.fileExists(atPath: "\(folder.path)/\($0)") }
        }
        try #require(finished)
        HardTexts.expect(try commands.indices.flatMap { texts(try folder.read("\($0)")) }, words)
    }

    /// Some crons remove the backslash before another backslash, some keep it; all read `\%` as `%`.
    @Test(arguments: [true, false]) func otherCronsReadTheSame(unescapesBackslash: Bool) throws {
        let words = HardTexts.lines(seed: 6)
        let folder = try TemporaryFolder()
        for command in try commands(words) {
            let (debian, input) = CrontabText.split(command.text)
            #expect(input.isEmpty)
            var other: [UInt8] = []
            for byte in command.text.utf8 {
                if byte == UInt8(ascii: "%"), other.last == UInt8(ascii: "\\") { other.removeLast() }
                other.append(byte)
            }
            let script = unescapesBackslash ? debian : String(decoding: other, as: UTF8.self)
            let run = try run("/bin/sh", ["-c", script], in: folder.path)
            HardTexts.expect(texts(run.output), command.words, script)
        }
    }

    /// The same fields as in crontab(5): the first `%` ends the command.
    @Test(arguments: [
        ("echo a%b%c", "echo a", "b\nc\n"), (#"echo a\%b"#, "echo a%b", ""), (#"echo \\%b"#, #"echo \"#, "b\n"),
        (#"echo \a%b\%c\d"#, #"echo \a"#, #"b%c\d"# + "\n"), ("echo a%\u{301}b", "echo a", "\u{301}b\n"),
        ("echo \\%\u{301}", "echo %\u{301}", ""), ("%", "", ""),
    ])
    func theInputBeginsAtAPercentSign(line: String, command: String, input: String) {
        let read = CrontabText.split(line)
        HardTexts.expect([read.command, read.input], [command, input])
    }

    @Test(arguments: ["\n", "\r", "\r\n", "\n\u{301}", "\0"]) func lineBreaksAreRefused(text: String) {
        #expect(CrontabText.command(["echo", "a\(text)b"]) == nil)
    }
}
