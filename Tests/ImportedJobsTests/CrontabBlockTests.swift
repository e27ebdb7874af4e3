import Foundation
@testable import ImportedJobs
import TestSupport
import Testing

/// The lines that `antrain install cron` writes, and the quoting of its command.
@Suite struct CrontabBlockTests {
    private func crontab(_ text: String) -> Crontab { Crontab(Array(text.utf8)) }

    /// Lines of a crontab, some with bytes that are not UTF-8, carriage returns, or words of antrain's comments.
    private static func randomCrontab(_ random: inout SplitMix64) -> [UInt8] {
        let lines: [[UInt8]] = [
            Array("# mine".utf8), [], Array("MAILTO=me".utf8), Array("* * * * * /bin/true".utf8), [0x23, 0xFF, 0xFE],
            Array("  # >>> antrain".utf8), Array("17 3 * * * echo '# >>> antrain >>>'\r".utf8), Array("\t".utf8),
            Array("@daily antrain".utf8), Array("no crontab at all".utf8),
        ]
        return (0..<Int.random(in: 0...12, using: &random)).flatMap { _ in
            (lines.randomElement(using: &random) ?? []) + [0x0A]
        }
    }

    @Test(arguments: 0..<500 as Range<UInt64>)
    func removingTheBlockRestoresEveryByte(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let before = Self.randomCrontab(&random)
        let installed = try Crontab(before).settingBlock(["* * * * * antrain schedule-next"])
        #expect(installed.bytes.starts(with: before))
        #expect(try installed.removingBlock().bytes == before)
        // Writing the same lines again changes nothing; other lines replace them in place.
        #expect(try installed.settingBlock(["* * * * * antrain schedule-next"]) == installed)
        let more = Self.randomCrontab(&random)
        let between = Crontab(installed.bytes + more)
        let changed = try between.settingBlock(["*/5 * * * * antrain deliver"])
        #expect(try changed.removingBlock().bytes == before + more)
        #expect(try changed.block()?.lines == ["*/5 * * * * antrain deliver"])
    }

    @Test func aMissingLineBreakAtTheEndIsAdded() throws {
        let installed = try crontab("@daily true").settingBlock(["x"])
        #expect(installed == crontab("@daily true\n# >>> antrain >>>\nx\n# <<< antrain <<<\n"))
        #expect(try crontab("").settingBlock(["x"]) == crontab("# >>> antrain >>>\nx\n# <<< antrain <<<\n"))
    }

    @Test(arguments: [
        ("# >>> antrain >>>\n", CrontabBlockError.unclosed(line: 1)),
        ("\n# <<< antrain <<<\n", .unopened(line: 2)),
        ("# >>> antrain >>>\n# >>> antrain >>>\n# <<< antrain <<<\n", .repeated(line: 2)),
        ("# >>> antrain >>>\n# <<< antrain <<<\n# >>> antrain >>>\n# <<< antrain <<<\n", .repeated(line: 3)),
    ])
    func unclearBlocksAreNotTouched(text: String, error: CrontabBlockError) {
        #expect(throws: error) { try crontab(text).block() }
        #expect(throws: error) { try crontab(text).settingBlock([]) }
        #expect(throws: error) { try crontab(text).removingBlock() }
        #expect(error.description.contains("crontab -e"))
    }

    @Test func linesOfTheUserInTheBlockAreRecognized() throws {
        let text =
            "# >>> antrain >>>\n# note\n\n*/5 * * * * antrain deliver\n@daily backup\nPATH=/x\n# <<< antrain <<<\n"
        #expect(try crontab(text).block()?.foreignLines == ["@daily backup", "PATH=/x"])
    }

    /// cron and sh(1) together reproduce the words.
    @Test(arguments: [
        ["plain"], ["50% off", "100%"], ["a b", "it's", "\"$HOME\"", "`id`", ""],
        ["back\\slash", "\\%", "%\\", "\\\\"],
        ["~/x", "*", "a;b", "(c)", "ä ö", "!x", "a=b"],
        ["c'\u{301};touch PWNED;'\u{301}", "50%\u{301}", "\\\u{301}%"],
    ])
    func theShellReadsTheWordsBack(words: [String]) throws {
        let line = try #require(CrontabLine.everyMinute("/usr/bin/printf", ["printf", "%s\\n"] + words))
        let entry = try #require(crontab(line + "\n").entries.first)
        #expect(entry.schedule == "* * * * *" && entry.input.isEmpty)
        let run = try run("/bin/sh", ["-c", entry.command])
        #expect(run.output == words.map { $0 + "\n" }.joined(), "\(line)")
    }

    @Test func whatACrontabCannotHoldIsRefused() {
        #expect(CrontabLine.everyMinute("/x", ["a\nb"]) == nil && CrontabLine.everyMinute("/a\nb", ["/x"]) == nil)
        let start = "test -x /x && "
        let longest = String(repeating: "x", count: CrontabLine.longestCommand - start.count)
        #expect(CrontabLine.everyMinute("/x", [longest]) == "* * * * * " + start + longest)
        #expect(CrontabLine.everyMinute("/x", [longest + "x"]) == nil)
    }

    /// cron mails what a line prints: after the program was removed, every minute.
    @Test func theLineOfARemovedProgramIsSilent() throws {
        let program = nowhere + "/it's gone/antrain"
        let line = try #require(CrontabLine.everyMinute(program, ["env", "TZ=UTC", program, "schedule-next"]))
        let triggers = crontab(line + "\n").triggers
        #expect(triggers.map(\.program) == [program] && triggers.map(\.longestGap) == [60])
        let run = try run("/bin/sh", ["-c", triggers.first?.command ?? "echo none"])
        #expect(run.output.isEmpty && run.errors.isEmpty, "\(run)")
    }

    @Test func variablesCountOnlyBelowTheirLine() {
        let text = "A=1\n# A=2\nA = 'x y'\n* * * * * true\nB=3\n"
        #expect(crontab(text).variables(before: 2) == ["A": "1"])
        #expect(crontab(text).variables(before: .max) == ["A": "x y", "B": "3"])
        // A combining mark changes no character before it.
        let marked = "A=\u{301}x\nB='\u{301}'\n\"\u{301}C\"='\u{301}d'\n#\u{301}D=1\n \t\u{301}E=2\n"
        #expect(
            crontab(marked).variables(before: .max) == [
                "A": "\u{301}x", "B": "\u{301}", "\u{301}C": "\u{301}d", "\u{301}E": "2",
            ]
        )
    }
}
