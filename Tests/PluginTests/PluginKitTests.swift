import AntrainPluginABI
@testable import AntrainPluginKit
import Foundation
import TestSupport
import Testing

/// The plugin kit for Swift.
@Suite struct PluginKitTests {
    /// Compares with the words that sh(1) makes.
    @Test(arguments: [
        "one two\tthree", #"'a b' "c d" e\ f"#, #"sed "s/\(a\)/\1/""#, #"grep "a\.b" "\$HOME" "\"" "\\" "\`""#,
        "\"a\\\nb\" c", "a\\\nb", #"'a\b' x'y'"z""#, "''", "a '' b", "e\u{301}'\u{301} \u{301}' b", "\"\u{FE0F}a b\"",
        "'\u{200D}a b'",
        "a\u{A0}b",
    ])
    func wordsMatchTheShells(line: String) throws {
        let asked = try run("/bin/sh", ["-c", "for word in \(line); do printf '%s\\0' \"$word\"; done"]).output
        let expected = asked.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(
            String.init
        )
        #expect(ShellText.words(in: line) == expected)
    }

    @Test(arguments: ["'open", "\"open", "\"a\\\"", "end\\", "'\u{301}open"])
    func unclosedQuotesAreRefused(line: String) { #expect(ShellText.words(in: line) == nil) }

    private func values(_ key: String, _ value: String) -> PluginValues {
        let manifest = PluginManifest(name: "a", version: "1", summary: "", author: "", keys: [.init(key, help: "")])
        return PluginValues([(key, value)], manifest: manifest)
    }

    /// The host accepts a switch in upper and lower case.
    @Test(arguments: [
        ("on", true), ("True", true), ("YES", true), ("off", false), ("False", false), ("NO", false), ("", false),
    ])
    func switchesAreReadAsByTheHost(text: String, isOn: Bool) throws {
        #expect(try values("loud", text).isOn("loud") == isOn)
    }

    @Test func invalidSwitchesAreRefused() {
        #expect(throws: PluginFailure.self) { try values("loud", "perhaps").isOn("loud") }
    }

    /// The host accepts these spans.
    @Test(arguments: [("20s", 20), ("0m20s", 20), ("1m", 60), ("1m30s", 90), ("1h", 3600), ("1d", 86_400)])
    func spansAreReadAsByTheHost(text: String, seconds: Int) throws {
        #expect(try values("wait", text).seconds("wait", in: 1...86_400) == seconds)
    }

    @Test(arguments: [
        "", "20", "s", "-1s", "1s1m", "1m1m", "99999999999999999999s", "9999999999999999w", "2d", "0s", "1.5s",
        "1s\u{301}",
    ])
    func invalidSpansAreRefused(text: String) {
        #expect(throws: PluginFailure.self) { try values("wait", text).seconds("wait", in: 1...86_400) }
    }

    /// A folder's execute permission does not make it a program.
    @Test func aFolderIsNoProgram() throws {
        let folder = try TemporaryFolder()
        try folder.write("bin/tool", "#!/bin/sh\n", mode: 0o755)
        #expect(try PluginCommand("'\(folder.path)/bin'", example: "").path == nil)
        #expect(try PluginCommand("'\(folder.path)/bin/tool'", example: "").path == folder.path + "/bin/tool")
        #expect(try PluginCommand("bin", example: "").path == nil)
    }

    /// A variable that is set replaces the inherited one, whatever character its value begins with.
    @Test func variablesAreUnique() throws {
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

    /// A command that closes its output before it ends still has its exit code reported, or is stopped in time.
    @Test(arguments: [("0.3", 60, CommandEnding.exited(3, output: "")), ("30", 1, .hung)])
    func aCommandWithoutOutputIsWaitedFor(seconds: String, timeout: Int, wanted: CommandEnding) throws {
        let line = "exec >&- 2>&-; sleep \(seconds); exit 3"
        let ending = try PluginCommand("sh -c '\(line)'", example: "").run("/bin/sh", input: [], timeout: timeout)
        #expect(ending == wanted)
    }
}
