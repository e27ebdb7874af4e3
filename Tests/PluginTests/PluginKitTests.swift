import AntrainPluginABI
@testable import AntrainPluginKit
import Foundation
import TestSupport
import Testing

/// The kit for plugins in Swift.
@Suite struct PluginKitTests {
    /// As sh(1) splits them, which is asked beside.
    @Test(arguments: [
        "one two\tthree", #"'a b' "c d" e\ f"#, #"sed "s/\(a\)/\1/""#, #"grep "a\.b" "\$HOME" "\"" "\\" "\`""#,
        "\"a\\\nb\" c", "a\\\nb", #"'a\b' x'y'"z""#, "''", "a '' b", "e\u{301}'\u{301} \u{301}' b", "\"\u{FE0F}a b\"",
        "'\u{200D}a b'",
        "a\u{A0}b",
    ])
    func wordsAreThoseOfAShell(line: String) throws {
        let asked = try run("/bin/sh", ["-c", "for word in \(line); do printf '%s\\0' \"$word\"; done"]).output
        let expected = asked.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(
            String.init
        )
        #expect(CommandLineWords.split(line) == expected)
    }

    @Test(arguments: ["'open", "\"open", "\"a\\\"", "end\\", "'\u{301}open"])
    func whatIsNotClosedIsRefused(line: String) { #expect(CommandLineWords.split(line) == nil) }

    private func values(_ key: String, _ value: String) -> PluginValues {
        let manifest = PluginManifest(name: "a", version: "1", summary: "", author: "", keys: [.init(key, help: "")])
        return PluginValues([(key, value)], manifest: manifest)
    }

    /// The host takes a switch in any case of its letters.
    @Test(arguments: [
        ("on", true), ("True", true), ("YES", true), ("off", false), ("False", false), ("NO", false), ("", false),
    ])
    func aSwitchIsReadAsTheHostReadsIt(text: String, isOn: Bool) throws {
        #expect(try values("loud", text).isOn("loud") == isOn)
    }

    @Test func whatIsNoSwitchIsRefused() {
        #expect(throws: PluginFailure.self) { try values("loud", "perhaps").isOn("loud") }
    }

    /// So is a span.
    @Test(arguments: [("20s", 20), ("0m20s", 20), ("1m", 60), ("1m30s", 90), ("1h", 3600), ("1d", 86_400)])
    func aSpanIsReadAsTheHostReadsIt(text: String, seconds: Int) throws {
        #expect(try values("wait", text).seconds("wait", in: 1...86_400) == seconds)
    }

    @Test(arguments: [
        "", "20", "s", "-1s", "1s1m", "1m1m", "99999999999999999999s", "9999999999999999w", "2d", "0s", "1.5s",
        "1s\u{301}",
    ])
    func whatIsNoSpanIsRefused(text: String) {
        #expect(throws: PluginFailure.self) { try values("wait", text).seconds("wait", in: 1...86_400) }
    }

    /// Folders may be entered, which is not the same as run.
    @Test func aFolderIsNoProgram() throws {
        let folder = try TemporaryFolder()
        try folder.write("bin/tool", "#!/bin/sh\n", mode: 0o755)
        #expect(try PluginCommand("'\(folder.path)/bin'", example: "").path == nil)
        #expect(try PluginCommand("'\(folder.path)/bin/tool'", example: "").path == folder.path + "/bin/tool")
        #expect(try PluginCommand("bin", example: "").path == nil)
    }

    /// What stands in place of a variable replaces it, whatever character its value begins with.
    @Test func aVariableIsThereOnce() throws {
        setenv("ANTRAIN_KIT_TEST", "\u{301}old", 1)
        defer { unsetenv("ANTRAIN_KIT_TEST") }
        let ending = try PluginCommand("env", example: "").run(
            "/usr/bin/env",
            input: [],
            variables: [("ANTRAIN_KIT_TEST", "new")],
            timeout: 10
        )
        guard case .exited(0, let output) = ending else {
            Issue.record("\(ending)")
            return
        }
        let lines = output.split(separator: "\n").filter { $0.utf8.starts(with: "ANTRAIN_KIT_TEST".utf8) }
        #expect(lines == ["ANTRAIN_KIT_TEST=new"])
    }
}
