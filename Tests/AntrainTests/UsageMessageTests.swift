import Testing
@testable import antrain

/// The parser's sentences in the style of antrain's own errors.
@Suite struct UsageMessageTests {
    @Test(arguments: [
        ("Unknown option '--tme'. Did you mean '--time'?", "unknown option '--tme'; did you mean '--time'?"),
        ("Unknown option '--foo'. Did you mean '--all'?", "unknown option '--foo'"),
        ("Unknown option '--days'. Did you mean '--this'?", "unknown option '--days'"),
        ("Missing expected argument '<name>'", "missing argument '<name>'"),
        ("Missing value for '--time <time>'", "missing value for '--time <time>'"),
        (
            "The value 'jsn' is invalid for '--format <format>'. Please provide one of 'json' and 'text'.",
            "the value 'jsn' is invalid for '--format <format>'; did you mean 'json'?"
        ),
    ])
    func sentences(sentence: String, expected: String) {
        #expect(UsageMessage(sentence, command: ["week"]).text == expected + "\nsee 'antrain week --help'")
    }
}
