import ArgumentParser

/// The help of a command, with examples and a pointer to the global options.
enum CommandHelp {
    private static let exitCodes = [
        ("0 ", "success"), ("64", "wrong usage"), ("65", "a file has errors"), ("66", "no such file or name"),
        ("69", "a channel refused a notification"), ("74", "a file cannot be read or written"),
        ("75", "a delivery failed and will be tried again"),
        ("78", "invalid settings"),
    ]

    /// Adds the examples and the global options to the help from the argument parser.
    static func completed(_ text: String, of path: [String]) -> String {
        guard text.hasPrefix("OVERVIEW:") || text.hasPrefix("USAGE:") else { return text }
        // The parser adds "SUBCOMMANDS" to the name of each group.
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasSuffix(" SUBCOMMANDS:") ? line.dropLast(" SUBCOMMANDS:".count) + ":" : line
        }
        // The parser lists the version of antrain among the options of every command.
        if !path.isEmpty { lines.removeAll { $0.hasPrefix("  --version ") } }
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
        if path.isEmpty {
            lines.append("GLOBAL OPTIONS (for every command):")
            let width = (GlobalOptions.all.map(\.names.count).max() ?? 0) + 2
            lines += GlobalOptions.all.map { option in
                let gap = String(repeating: " ", count: width - option.names.count)
                return "  \(option.names)\(gap)\(option.purpose)"
            }
            lines += ["", "EXIT CODES (see sysexits(3)):"] + exitCodes.map { "  \($0.0)  \($0.1)" }
        } else {
            lines.append("  Global options (--config, --data-dir, --plugin-path, --verbose): see 'antrain --help'.")
        }
        return lines.joined(separator: "\n")
    }
}
