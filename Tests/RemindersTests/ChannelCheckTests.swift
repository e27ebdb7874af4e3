import Reminders
import Testing
import YAMLSource

/// A plugin with a key of each type.
private let keys: [PluginKey] = [
    PluginKey(name: "topic", type: .text, isRequired: true, isSecret: false, isList: false),
    PluginKey(name: "token", type: .text, isRequired: false, isSecret: true, isList: false),
    PluginKey(name: "tags", type: .text, isRequired: false, isSecret: false, isList: true),
    PluginKey(name: "volume", type: .number, isRequired: false, isSecret: false, isList: false),
    PluginKey(name: "loud", type: .switch, isRequired: false, isSecret: false, isList: false),
    PluginKey(name: "wait", type: .span, isRequired: false, isSecret: false, isList: false),
    PluginKey(name: "file", type: .path, isRequired: false, isSecret: false, isList: false),
    PluginKey(name: "run", type: .command, isRequired: false, isSecret: false, isList: false),
    PluginKey(name: "pin", type: .number, isRequired: false, isSecret: true, isList: false),
    PluginKey(name: "later", type: nil, isRequired: false, isSecret: false, isList: false),
]

@Suite struct ChannelCheckTests {
    private func checked(_ values: String) throws -> (check: ChannelCheck, source: SourceText) {
        let source = SourceText(path: "s.yaml", text: "configure:\n  push: {\(values)}\n")
        let reading = SettingsReader.read(source)
        let settings = try #require(reading.settings, "\(reading.diagnostics)")
        let channel = try #require(settings.configurations.first)
        return (ChannelCheck(channel, plugin: "push", keys: keys), source)
    }

    @Test(arguments: [
        "topic: a", "topic: a, tags: [a, b]", "topic: a, volume: 5", "topic: a, volume: -0.5", "topic: a, loud: off",
        "topic: a, loud: true", "topic: a, wait: 1m30s", "topic: a, file: ~/x", "topic: a, file: /x",
        "topic: a, run: notify --now", "topic: {env: TOPIC}", "topic: a, token: {file: ~/.secrets/push}",
        "topic: a, later: anything", "topic: a, volume: ", "topic: a, limit: 5, optional: yes",
    ])
    func validValuesAreAccepted(values: String) throws {
        #expect(try checked(values).check.findings.items.isEmpty)
    }

    @Test(arguments: [
        ("topic: a, tokn: b", "2:20", "unknown key 'tokn' for plugin push", "did you mean 'token'?"),
        ("topic: a, optionl: yes", "2:20", "unknown key 'optionl'", "did you mean 'optional'?"),
        ("tpoic: a", "2:10", "unknown key 'tpoic' for plugin push", "did you mean 'topic'?"),
        ("token: b", "2:3", "missing value for 'topic' in channel 'push'", "add 'topic: …' under 'push:'"),
        ("topic: ", "2:3", "missing value for 'topic'", "add 'topic"),
        ("topic: [a, b]", "2:21", "'topic' takes a single value", "remove the others"),
        ("topic: a, volume: loud", "2:28", "invalid value 'loud' for 'volume'", "expected: a number"),
        ("topic: a, volume: 1.2.3", "2:28", "invalid value '1.2.3' for 'volume'", ""),
        ("topic: a, volume: 1e5", "2:28", "invalid value '1e5' for 'volume'", ""),
        ("topic: a, loud: loudly", "2:26", "invalid value 'loudly' for 'loud'", ""),
        ("topic: a, wait: soon", "2:26", "invalid value 'soon' for 'wait'", ""),
        ("topic: a, file: x", "2:26", "invalid value 'x' for 'file'", ""),
        ("topic: a, run: ''", "2:25", "invalid value '' for 'run'", ""),
        ("topic: a, file: {env: PLACE}", "2:26", "'file' must be written in the settings", ""),
        ("topic: a, pin: a1b2c3d4", "2:25", "invalid value for 'pin'", ""),
    ])
    func invalidValuesAreReported(values: String, place: String, message: String, help: String) throws {
        let (check, source) = try checked(values)
        let text = DiagnosticRenderer(source: source, concealed: check.secretSpans).render(check.findings)
        #expect(text.contains("s.yaml:\(place): error: "), "\(text)")
        #expect(text.contains(message) && text.contains(help), "\(text)")
        #expect(!text.contains("a1b2c3d4"), "\(text)")
        #expect(check.findings.items.count == 1)
    }

    @Test func noSecretIsShownInTheExcerpt() throws {
        let (check, source) = try checked("tpic: hunter2é, token: sesame, volume: high")
        let text = DiagnosticRenderer(source: source, concealed: check.secretSpans).render(check.findings)
        #expect(!text.contains("hunter2") && !text.contains("sesame"))
        #expect(text.contains("  2 |   push: {tpic: ••••••••, token: ••••••, volume: high}"), "\(text)")
    }

    @Test func aPluginThatDeclaresNoKeysIsNotChecked() throws {
        let reading = SettingsReader.read(SourceText(path: "s", text: "configure: {x: {any: thing}}"))
        let channel = try #require(reading.settings?.configurations.first)
        #expect(ChannelCheck(channel, plugin: "x", keys: []).findings.items.isEmpty)
        #expect(ChannelCheck(channel, plugin: "x", keys: []).secretSpans.isEmpty)
    }

    @Test(arguments: [
        ("{fle: ~/x}", "unknown key 'fle' in a value reference"), ("{file: x}", "'file' is not an absolute path"),
        ("{env: $X}", "write it without '$'"), ("{env: 1X}", "'env' is not the name of a variable"),
        ("{file: /x, env: X}", "must have either 'file' or 'env'"), ("{}", "must have either 'file' or 'env'"),
        ("{forgotten: yes}", "unknown key 'forgotten'"), ("[[a]]", "a plugin value cannot be a list"),
        ("{file: [a]}", "invalid file path: expected a single value, found a list"),
    ])
    func unusablePathsAreReported(value: String, message: String) {
        let reading = SettingsReader.read(SourceText(path: "s", text: "configure: {x: {token: \(value)}}"))
        #expect(reading.settings == nil)
        #expect(reading.diagnostics.items.contains { $0.message.contains(message) }, "\(reading.diagnostics)")
    }
}

@Suite struct SettingsRedactionTests {
    @Test(arguments: [
        "configure: {x: {token: sesame}}\n", "configure:\n  x:\n    token: 'ses''ame'\n",
        "configure:\n  x:\n    token:\n      - sesame\n      - \"other one\" # mine\n    to: me\n",
        "configure:\n  x:\n    token: |\n      sesame\n    to: me\n", "configure: {x: {token: [sesame, tahini]}}",
    ])
    func secretsAreRemovedAndOtherValuesKept(text: String) throws {
        let source = SourceText(path: "s", text: "time: 06:15 # early\n" + text)
        let channel = try #require(SettingsReader.read(source).settings?.configurations.first)
        let secrets = channel.values.filter { $0.key == "token" }.map { ($0.span, $0.text) }
        let bytes = try #require(SettingsRedaction.redact(source, secrets))
        let left = String(decoding: bytes, as: UTF8.self)
        #expect(!left.contains("sesame") && !left.contains("ame'") && !left.contains("other") && left.contains("early"))
        let again = try #require(
            SettingsReader.read(SourceText(path: "s", bytes: bytes), isRemembered: true).settings?.configurations.first
        )
        #expect(again.values.map(\.key) == channel.values.map(\.key))
        #expect(again.values.filter { $0.key == "token" }.allSatisfy { $0.origin == .forgotten })
        #expect(again.values.filter { $0.key == "to" }.allSatisfy { $0.origin == .literal("me") })
    }

    @Test func secretsElsewhereInTheFilePreventRemembering() throws {
        let source = SourceText(path: "s", text: "# was: sesame\nconfigure: {x: {token: sesame}}\n")
        let channel = try #require(SettingsReader.read(source).settings?.configurations.first)
        #expect(SettingsRedaction.redact(source, channel.values.map { ($0.span, $0.text) }) == nil)
    }
}
