import ArgumentParser
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
        let described = ArgumentDescription.all(of: command, isRoot: path.isEmpty)
        let own = described.flatMap { $0.names ?? [] }.map(\.text)
        let known = own + ["--help"] + (path.isEmpty ? ["--version"] : [])
        let options = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
        guard let unknown = options.first(where: { !known.contains(String($0)) }) else { return nil }
        let similar = Suggestion.nearest(to: String(unknown), among: known.filter { $0.hasPrefix("--") })
        return "unknown option '\(unknown)'" + (similar.map { "; did you mean '\($0)'?" } ?? "")
    }
}
