import ArgumentParser

/// The help of a command, with examples and a pointer to the global options.
enum CommandHelp {
    /// - Parameters:
    ///   - path: the names of the command.
    ///   - root: the command `antrain`.
    static func text(of path: [String], in root: any ParsableCommand.Type) -> String {
        var lines = [parserText(of: path, in: root)]
        let examples = CommandExamples.of(path)
        if !examples.isEmpty {
            let texts = examples.map { "  # \($0.purpose)\n  \($0.command)" }
            lines += ["", "EXAMPLES:", texts.joined(separator: "\n\n")]
        }
        let names = GlobalOptions.all.compactMap(\.names.last).joined(separator: ", ")
        lines += ["", "  Options of every command (\(names)): see 'antrain help all'."]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The help from the parser, without empty lines at its end.
    ///
    /// `helpMessage(for:)` finds a command by its type, and some are in two groups: `channel test` and `plugin test`.
    private static func parserText(of path: [String], in root: any ParsableCommand.Type) -> String {
        do {
            var help = try root.parseAsRoot(["help"] + path)
            try help.run()
            return ""
        } catch {
            var text = root.message(for: error)
            while text.last == "\n" { text.removeLast() }
            return text
        }
    }
}
