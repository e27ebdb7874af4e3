import TestSupport
import Testing
import YAMLSource

@Suite struct YAMLEditorTests {
    private func edit(_ text: String, _ path: [String], _ value: YAMLEditor.Value) throws -> String {
        var editor = YAMLEditor(SourceText(path: "settings.yaml", text: text))
        try editor.set(path, to: value)
        return String(decoding: editor.source.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("time: \"07:00\" # early\n", "time: \"07:30\" # early\n"), ("time: '07:00'\n", "time: '07:30'\n"),
        ("time: 07:00", "time: 07:30"),
        ("# c\r\ntime: 7:00\r\n# end\r\n", "# c\r\ntime: 07:30\r\n# end\r\n"), ("", "time: \"07:30\"\n"),
        ("# only a comment\n", "# only a comment\ntime: \"07:30\"\n"),
        ("time:\ndays: all\n", "time: 07:30\ndays: all\n"), ("time: # when?\n", "time: 07:30 # when?\n"),
        ("days: all # x\n# end\n", "days: all # x\ntime: \"07:30\"\n# end\n"),
        ("days: all", "days: all\ntime: \"07:30\"\n"), ("{days: all}", "{days: all, time: \"07:30\"}"),
        ("{}", "{time: \"07:30\"}"),
        ("time: [7, 30]\nx: 1\n", "time: \"07:30\"\nx: 1\n"),
        ("time:\n  - 7\n  - 30\nx: 1\n", "time:\n  \"07:30\"\nx: 1\n"),
    ])
    func scalarsChangeInPlace(before: String, after: String) throws {
        let result = try edit(before, ["time"], .scalar("07:30", quoted: true))
        #expect(result == after || result == after.replacing("time: 07:30", with: "time: \"07:30\""))
        #expect(try edit(result, ["time"], .scalar("07:30", quoted: true)) == result)
    }

    @Test(arguments: [
        ("days: all\n", "days: [mon, fri]\n"), ("days: [sun] # rest\nx: 1\n", "days: [mon, fri] # rest\nx: 1\n"),
        ("days:\n  - sun # why\n  - sat\nx: 1\n", "days:\n  - mon\n  - fri\nx: 1\n"),
        ("days:\n- sun\nx: 1\n", "days:\n- mon\n- fri\nx: 1\n"), ("x: 1\n", "x: 1\ndays: [mon, fri]\n"),
        ("days:\n", "days: [mon, fri]\n"),
    ])
    func listsChangeInTheirStyle(before: String, after: String) throws {
        #expect(try edit(before, ["days"], .list(["mon", "fri"])) == after)
    }

    /// Elements that stay keep their lines and comments.
    @Test(arguments: [
        ("days:\n  - mon # a\n  # b\nx: 1\n", "days:\n  - mon # a\n  - fri\n  # b\nx: 1\n"),
        ("days:\n- mon", "days:\n- mon\n- fri\n"),
        ("days:\n  - sat # s\n  - mon # a\n  - fri # b\n  - sun\n", "days:\n  - mon # a\n  - fri # b\n"),
        ("days:\n  - mon # a\n  - sun # s\n", "days:\n  - mon # a\n  - fri\n"),
        ("days:\r\n  - mon\r\n", "days:\r\n  - mon\r\n  - fri\r\n"),
        // Another order is written anew.
        ("days:\n  - fri # b\n  - mon # a\n", "days:\n  - mon\n  - fri # a\n"),
    ])
    func elementsThatStayKeepTheirComments(before: String, after: String) throws {
        #expect(try edit(before, ["days"], .list(["mon", "fri"])) == after)
    }

    /// A replaced value has exactly the keys of the new one; what is the same in both keeps its place, style and comments.
    @Test(arguments: [
        ("a: {b: 1, c: 2} # x\n", "{c: 3}", "a: {c: 3} # x\n"),
        ("a:\n  b: 1 # one\n  c: 2\nd: 4\n", "{b: 1}", "a:\n  b: 1 # one\nd: 4\n"),
        ("a:\n  b:\n    c: 1 # one\n    d: 2\n", "{b: {c: 1}, e: 5}", "a:\n  b:\n    c: 1 # one\n  e: 5\n"),
        ("a: {b: 1}\nd: 4\n", "off", "d: 4\na: off\n"), ("a: 1 # one\n", "{b: 2}", "a: {b: 2} # one\n"),
        ("a: 1 # one\n", "2", "a: 2 # one\n"), ("d: 4\n", "{b: [1, 2]}", "d: 4\na: {b: [1, 2]}\n"),
        ("", "on", "a: on\n"),
    ])
    func aReplacedValueHasNoFurtherKeys(before: String, value: String, after: String) throws {
        let value = try #require(YAMLEditor.Value(parsing: value))
        var editor = YAMLEditor(SourceText(path: "settings.yaml", text: before))
        try editor.replace(["a"], with: value)
        let result = String(decoding: editor.source.bytes, as: UTF8.self)
        #expect(result.replacing("\"", with: "") == after)
        try editor.replace(["a"], with: value)
        #expect(String(decoding: editor.source.bytes, as: UTF8.self) == result)
    }

    @Test(arguments: [
        ("{b: 2, a: [x, {d: 1, c: '2'}]}", "{a: [x, {c: 2, d: 1}], b: 2}"), ("'07:30'", "\"07:30\""),
        ("x", "x"),
    ])
    func aValueIsWrittenInOneWay(text: String, expected: String) throws {
        #expect(try #require(YAMLEditor.Value(parsing: text)).sorted.text == expected)
        #expect(YAMLEditor.Value(parsing: "[" + text) == nil)
    }

    @Test func valuesNestToAnyDepth() throws {
        let value = YAMLEditor.Value.mapping([
            YAMLEditor.Entry("url", .mapping([YAMLEditor.Entry("env", "HOOK", quoted: false)])),
            YAMLEditor.Entry("header", .sequence([.scalar("A: b", quoted: false), .list(["c"])])),
        ])
        let result = try edit("x: 1\n", ["configure", "hook"], value)
        #expect(result == "x: 1\nconfigure:\n  hook: {url: {env: HOOK}, header: [\"A: b\", [c]]}\n")
    }

    /// Other lines and comments stay.
    @Test(arguments: [
        ("a: 1\nc:\n  m: {to: x} # gone\n  # stays\n  n: 2\nd: 3\n", "a: 1\nc:\n  # stays\n  n: 2\nd: 3\n"),
        ("c:\n  n: 2\n  m:\n    to: x\n    body: |\n      y\n  o: 3\n", "c:\n  n: 2\n  o: 3\n"),
        ("c:\n  n: 2\n  m:\n    body: |\n      y\nd: 3\n", "c:\n  n: 2\nd: 3\n"),
        ("c:\n  n: 2\n  m:\n", "c:\n  n: 2\n"), ("c:\n  n: 2\n  m: 1", "c:\n  n: 2\n"),
        ("c: {m: 1, n: 2} # x\n", "c: {n: 2} # x\n"), ("c: {n: 2, m: {to: x}}\n", "c: {n: 2}\n"),
        // An empty mapping goes, too.
        ("a: 1\nc:\n  m: 1\nd: 3\n", "a: 1\nd: 3\n"), ("{a: 1, c: {m: 1}}\n", "{a: 1}\n"),
        ("c:\n  n: 2\n", "c:\n  n: 2\n"), ("a: 1\n", "a: 1\n"), ("", ""),
    ])
    func keysAreRemovedWithTheirValues(before: String, after: String) throws {
        var editor = YAMLEditor(SourceText(path: "settings.yaml", text: before))
        try editor.remove(["c", "m"])
        #expect(String(decoding: editor.source.bytes, as: UTF8.self) == after)
    }

    /// What an alias refers to is elsewhere, and an anchor may be needed elsewhere.
    @Test(arguments: ["a: &x {to: y}\nc:\n  n: 1\n  m: *x\n", "c:\n  m: &x 1\n  n: 2\nd: *x\n"])
    func sharedValuesAreNotRemoved(text: String) throws {
        var editor = YAMLEditor(SourceText(path: "settings.yaml", text: text))
        do { try editor.remove(["c", "m"]) } catch { #expect(error == .unverified(key: "c.m")) }
        let read = try #require(parse(String(decoding: editor.source.bytes, as: UTF8.self)).document).root
        #expect(read["c"]?["n"] != nil && (read["a"]?["to"] != nil || read["d"] != nil))
    }

    /// An existing mapping keeps its comments, its quotes and its other keys.
    @Test(arguments: [
        ("x: 1\n", "x: 1\nat: {day: sun, time: \"07:30\"}\n"),
        ("at: off # c\nx: 1\n", "at: {day: sun, time: \"07:30\"} # c\nx: 1\n"),
        ("at:\nx: 1\n", "at: {day: sun, time: \"07:30\"}\nx: 1\n"),
        ("at: [1, 2]\n", "at: {day: sun, time: \"07:30\"}\n"),
        ("at: {time: '06:00', more: 1} # c\n", "at: {time: '07:30', more: 1, day: sun} # c\n"),
        (
            "at: # a\n  # b\n  day: mon # c\n  time: \"06:00\" # d\nx: 1\n",
            "at: # a\n  # b\n  day: sun # c\n  time: \"07:30\" # d\nx: 1\n"
        ),
    ])
    func mappingsChangeKeyByKey(before: String, after: String) throws {
        let value = YAMLEditor.Value.mapping([
            YAMLEditor.Entry("day", "sun", quoted: false), YAMLEditor.Entry("time", "07:30", quoted: true),
        ])
        #expect(try edit(before, ["at"], value) == after)
        #expect(try edit(after, ["at"], value) == after)
    }

    @Test(arguments: [
        (
            "configure:\n    mail:\n        to: a@b.c\nx: 1\n",
            "configure:\n    mail:\n        to: a@b.c\n        from: me@x.org\nx: 1\n"
        ),
        ("x: 1\n", "x: 1\nconfigure:\n  mail:\n    from: me@x.org\n"),
        ("configure: {mail: {}}\n", "configure: {mail: {from: me@x.org}}\n"),
        ("configure: {}\n", "configure: {mail: {from: me@x.org}}\n"),
        ("configure:\nx: 1\n", "configure:\n  mail:\n    from: me@x.org\nx: 1\n"),
    ])
    func missingKeysAreAddedInOrder(before: String, after: String) throws {
        #expect(try edit(before, ["configure", "mail", "from"], .scalar("me@x.org", quoted: false)) == after)
    }

    @Test(arguments: [
        "it's", "a: b", "", " lead", "x # y", "tab\there", "new\nline", "\"quoted\"", "yes", "07:30", "ü€😀", "\u{7}",
        "- x", "@home", "{a}", "back\\slash",
    ])
    func anyTextReadsBack(text: String) throws {
        for before in ["v: old\n", "v: 'old'\n", "v: \"old\"\n", "v: |\n  old\nw: 1\n", "{v: old, w: 1}\n", ""] {
            let result = try edit(before, ["v"], .scalar(text, quoted: false))
            #expect(try #require(parse(result).document).root["v"]?.text == text, "\(result)")
        }
    }

    @Test func uneditableFilesAreRefusedAndKept() throws {
        var broken = YAMLEditor(SourceText(path: "settings.yaml", text: "a: [\n"))
        #expect(throws: YAMLEditor.Failure.self) { try broken.set(["b"], to: .list([])) }
        #expect(broken.source.bytes == Array("a: [\n".utf8))
        var scalar = YAMLEditor(SourceText(path: "settings.yaml", text: "configure: yes\n"))
        let error = #expect(throws: YAMLEditor.Failure.self) {
            try scalar.set(["configure", "mail"], to: .list(["x"]))
        }
        #expect(error == .notAMapping(key: "configure", span: SourceSpan(start: 11, end: 14)))
    }

    @Test func everythingElseStaysByteForByte() throws {
        var random = SplitMix64(seed: 77)
        let lines = [
            "# a comment", "", "alpha: 1 # one", "beta: 'two'", "gamma: [x,  y ]", "delta:\n    - p   # p\n    - q",
            "epsilon:\n  k: \"v\"", "zeta: |\n  block\n  text",
        ]
        for _ in 0..<400 {
            let chosen = lines.shuffled(using: &random).prefix(Int.random(in: 1...lines.count, using: &random))
            let breaks = Bool.random(using: &random) ? "\n" : "\r\n"
            let text = chosen.joined(separator: "\n").replacing("\n", with: breaks) + breaks
            let key = ["alpha", "beta", "new"].randomElement(using: &random) ?? "new"
            let result = try edit(text, [key], .scalar("changed", quoted: false))
            let before = text.components(separatedBy: breaks)
            let after = result.components(separatedBy: breaks)
            let kept = after.filter { !$0.contains("changed") }
            #expect(kept == before.filter { !$0.hasPrefix(key + ":") }, "\(text)\n→\n\(result)")
            #expect(try #require(parse(result).document).root[named: key]?.text == "changed")
        }
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
