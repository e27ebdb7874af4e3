import Foundation
import Quoting
import TestSupport
import Testing

/// Shells read the words back.
@Suite struct ShellTextTests {
    /// Prints the words of the lines of a script, each followed by a NUL byte.
    private func read(_ words: [String], by shell: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let script = try folder.write("script", words.map { "printf '%s\\0' \($0)\n" }.joined())
        let environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8"]
        let finished = try run("/usr/bin/env", [shell, script], environment: environment, in: folder.path)
        #expect(finished.status == 0 && finished.errors.isEmpty, "\(finished.errors.prefix(500))")
        return finished.output.utf8.split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: ["sh", "bash"]) func shellsReadWords(shell: String) throws {
        let texts = HardTexts.all(seed: 2)
        HardTexts.expect(try read(texts.map(ShellText.word), by: shell), texts, shell)
    }

    @Test(.requires(.program("zsh"))) func zshReadsWords() throws {
        let texts = HardTexts.all(seed: 2)
        HardTexts.expect(try read(texts.map(ShellText.word), by: "zsh"), texts)
    }

    /// What completion inserts after a quotation mark that the user typed, and without one.
    @Test func bashReadsInsertedText() throws {
        let texts = HardTexts.lines(seed: 3)
        HardTexts.expect(try read(texts.map { "'\(ShellText.inSingleQuotes($0))'" }, by: "bash"), texts)
        HardTexts.expect(try read(texts.map { "\"\(ShellText.inDoubleQuotes($0))\"" }, by: "bash"), texts)
        let words = texts.filter { !$0.isEmpty }
        HardTexts.expect(try read(words.map(ShellText.withoutQuotes), by: "bash"), words)
    }

    @Test func aPathBelowTheHomeFolderIsExpanded() throws {
        let shown = ["~", "~/", "~/plain", "~/it's 5×5; touch ran", "~x", "a~/b", "~\u{301}/x"]
        let read = try read(shown.map(ShellText.path), by: "sh")
        let home = read.first ?? ""
        #expect(home.hasPrefix("/"))
        HardTexts.expect(read, [home, home + "/"] + [home + "/plain", home + "/it's 5×5; touch ran"] + shown[4...])
    }

    @Test(arguments: ["plain", "~/x", "TZ=Europe/Berlin", "5x5@82.5kg"])
    func ordinaryWordsNeedNoQuotes(word: String) {
        #expect(ShellText.word(word) == (word.hasPrefix("~") ? "'\(word)'" : word))
        #expect(ShellText.path(word) == word)
    }

    @Test func wordsAreSplitAsQuoted() {
        let texts = HardTexts.all(seed: 4)
        HardTexts.expect(ShellText.words(in: ShellText.command(texts)) ?? [], texts)
    }
}
