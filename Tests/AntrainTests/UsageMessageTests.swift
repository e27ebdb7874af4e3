import Testing
@testable import antrain

/// Messages about wrong command lines in the style of antrain's own errors.
@Suite struct UsageMessageTests {
    @Test(arguments: [
        ("Missing value for '--time <time>'", "missing value for '--time <time>'"),
        ("A.\n   B", "a. B"), ("It is wrong.", "it is wrong"),
    ])
    func sentences(sentence: String, expected: String) {
        #expect(UsageMessage(sentence, command: ["week"]).text == expected + "\nsee 'antrain week --help'")
    }

    @Test(arguments: [
        ("--tme 07:30", "unknown option '--tme'; did you mean '--time'?"), ("--foo", "unknown option '--foo'"),
        ("--hlep=1", "unknown option '--hlep'; did you mean '--help'?"), ("--time 07:30 --verbose", nil),
        ("-- --foo", nil), ("--data-dir=x", nil), ("--generate-completion-script bsh", nil),
    ])
    func unknownOptions(line: String, expected: String?) {
        let words = line.split(separator: " ").map(String.init)
        #expect(UnknownOption.problem(in: words, of: SettingsCommand.self, ["settings"]) == expected)
    }

    /// Of a group, the options of its default command count, and those of every command.
    @Test func optionsOfTheDefaultCommandAreKnown() {
        func found(_ words: String...) -> String? { UnknownOption.problem(in: words, of: LogCommand.self, ["log"]) }
        #expect(found("squat", "5x5", "--daet", "today") == "unknown option '--daet'; did you mean '--date'?")
        #expect(found("--verbose", "lst") == nil && found("--json", "lst") == nil)
    }

    @Test func theVersionIsAnOptionOfAntrain() {
        let found = UnknownOption.problem(in: ["--versoin"], of: Antrain.self, [])
        #expect(found == "unknown option '--versoin'; did you mean '--version'?")
    }
}
