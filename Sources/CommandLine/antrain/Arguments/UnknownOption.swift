import ArgumentParser
import Completion
import YAMLSource

/// Finds misspelled options.
enum UnknownOption {
    /// The error message for the first unknown long option, with a similar name; nil if all are known.
    ///
    /// The parser's own message is not used: it suggests dissimilar options, and never `--help` or `--version`.
    ///
    /// - Parameters:
    ///   - arguments: the arguments after the name of the command.
    ///   - path: the name of the command; empty for `antrain` itself.
    static func problem(
        in arguments: some Sequence<String>,
        of command: any ParsableCommand.Type,
        _ path: [String]
    ) -> String? {
        // Before the name of a subcommand, the options of every command are allowed.
        let owner = command.configuration.defaultSubcommand ?? command
        let described =
            (path.isEmpty ? [] : ArgumentDescription.all(of: owner)) + ArgumentDescription.all(of: RootOptions.self)
        let known = described.flatMap { $0.names ?? [] }.map(\.text)
        let options = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
        let hidden = ["--help-hidden", "--generate-completion-script", "--experimental-dump-help"]
        guard let unknown = options.first(where: { !(known + hidden).contains(String($0)) }) else { return nil }
        let words = Array(arguments)
        let index = words.firstIndex { $0.hasPrefix(unknown) }
        let attached = index.flatMap {
            words[$0].split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
        }
        let following = index.flatMap { words.dropFirst($0 + 1).first }.flatMap { $0.hasPrefix("-") ? nil : $0 }
        let value = attached ?? following
        if let moved = MovedCommands.problem(option: String(unknown), value: value, of: path) { return moved }
        let similar = Suggestion.nearest(to: String(unknown), among: known.filter { $0.hasPrefix("--") })
        return "unknown option '\(unknown)'" + (similar.map { "; did you mean '\($0)'?" } ?? "")
    }
}
