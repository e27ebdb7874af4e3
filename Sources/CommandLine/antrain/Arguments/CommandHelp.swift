import ArgumentParser

/// The help of a command, with examples and a pointer to the global options.
enum CommandHelp {
    /// Adds the examples and the global options to the help from the argument parser.
    static func completed(_ text: String, of path: [String]) -> String {
        guard text.hasPrefix("OVERVIEW:") || text.hasPrefix("USAGE:") else { return text }
        // The parser adds "SUBCOMMANDS" to the name of each group.
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasSuffix(" SUBCOMMANDS:") ? line.dropLast(" SUBCOMMANDS:".count) + ":" : line
        }
        // The parser lists the version of antrain among the options of every command.
        lines.removeAll { $0.hasPrefix("  --version ") }
        while lines.last?.isEmpty == true { lines.removeLast() }
        let examples = CommandExamples.of(path)
        if !examples.isEmpty {
            lines += ["", "EXAMPLES:"]
            for (index, example) in examples.enumerated() {
                if index > 0 { lines.append("") }
                lines += ["  # \(example.purpose)", "  \(example.command)"]
            }
        }
        lines.append("")
        lines.append(
            "  Options of every command (--config, --data-dir, --plugin-path, --verbose, --plain): see 'antrain help all'."
        )
        return lines.joined(separator: "\n")
    }
}
