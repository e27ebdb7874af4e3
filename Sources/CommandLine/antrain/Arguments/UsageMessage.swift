import ArgumentParser
import YAMLSource

/// The message for a command line that cannot be parsed, in the style of all other errors.
struct UsageMessage {
    /// What is wrong.
    let problem: String
    /// The command that shows the relevant help.
    let help: String

    /// The message as text.
    var text: String { problem + "\n" + help }

    /// Rewords a message of the argument parser, which consists of full sentences.
    init(_ message: String, command path: [String]) {
        let sentences = message.split(separator: "\n").joined(separator: " ").replacing(
            ". Did you mean",
            with: "; did you mean"
        )
        let choice = UsageMessage.choice(sentences)
        help = "see '\((["antrain"] + path + ["--help"]).joined(separator: " "))'"
        let words = choice ?? UsageMessage.withoutPeriod(UsageMessage.withNearSuggestion(sentences))
        problem = UsageMessage.lowercasingFirst(words.replacing("issing expected argument", with: "issing argument"))
    }

    private static func lowercasingFirst(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }

    private static func withoutPeriod(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

    /// The message with a suggestion only if it is similar to the input: the parser suggests `--all` for `--foo`, and never its own
    /// options.
    private static func withNearSuggestion(_ text: String) -> String {
        let mark = text.firstRange(of: "; did you mean '--")
        let problem = text[..<(mark?.lowerBound ?? text.endIndex)]
        guard problem.hasPrefix("Unknown option '--"), let word = problem.split(separator: "'").last else {
            return text
        }
        let suggested = mark.map { String(text[$0.upperBound...].dropLast(2)) }
        let names = [suggested, "help", "version"].compactMap { $0 }
        return Suggestion.nearest(to: String(word), among: names).map { "\(problem); did you mean '--\($0)'?" }
            ?? String(problem)
    }

    /// The message for an invalid enumerated value, with a suggestion or the allowed names; nil for other messages.
    ///
    /// The parser writes `The value 'x' is invalid for '--format <format>'. Please provide one of 'a', 'b' and 'c'.` More than five names
    /// are a list: `Please provide one of the following:`, with a line `  - a` for each.
    private static func choice(_ text: String) -> String? {
        guard let end = text.firstRange(of: ". Please provide one of "), text.hasPrefix("The value '"),
            let close = text[..<end.lowerBound].firstRange(of: "' is invalid for")
        else { return nil }
        let value = String(text[text.index(text.startIndex, offsetBy: "The value '".count)..<close.lowerBound])
        let list = text[end.upperBound...]
        let names =
            list.hasPrefix("the following:")
            ? list.split(separator: " - ").dropFirst().map { String($0.filter { $0 != " " }) }
            : list.split(separator: "'", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        let help = CommandNames.suggestion(for: value, among: names) ?? "expected \(names.joined(separator: ", "))"
        return "\(text[..<end.lowerBound]); \(help)"
    }
}
