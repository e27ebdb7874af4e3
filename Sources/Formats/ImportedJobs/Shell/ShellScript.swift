/// A script of simple commands that can be interpreted without running it.
struct ShellScript {
    /// A command with its surroundings.
    struct Command {
        var assignments: [(name: String, value: ShellWord)] = []
        var words: [ShellWord] = []
        var redirections: [ShellRedirection] = []

        var isEmpty: Bool { assignments.isEmpty && words.isEmpty && redirections.isEmpty }
    }

    /// Commands connected by pipes, with the operators around them.
    struct Pipeline {
        let commands: [Command]
        /// The operator before it, such as `||`; nil for the first.
        let before: String?
        /// The operator after it.
        let after: String
    }

    /// The pipelines in order.
    let pipelines: [Pipeline]

    private static let reserved: Set<String> = [
        "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "in", "{", "}", "!",
        "function", "select", "[[",
    ]

    /// Parses a script; nil if it has conditions or loops, or if sh(1) would reject it.
    init?(_ text: String) {
        guard let tokens = ShellLexer.tokens(text) else { return nil }
        var pipelines: [Pipeline] = []
        var pipeline: [Command] = []
        var command = Command()
        for token in tokens + [.control("\n")] {
            switch token {
            case .word(let word):
                if command.words.isEmpty, let assignment = word.assignment {
                    command.assignments.append(assignment)
                } else if command.words.isEmpty, let bare = word.bare, ShellScript.reserved.contains(bare) {
                    return nil
                } else {
                    command.words.append(word)
                }
            case .redirection(let redirection): command.redirections.append(redirection)
            case .control(let sign):
                // After a joining operator, the command may continue on the next line.
                if command.isEmpty, sign == "\n", !pipeline.isEmpty { continue }
                guard !command.isEmpty || (pipeline.isEmpty && sign == "\n") else { return nil }
                if !command.isEmpty { pipeline.append(command) }
                command = Command()
                if sign != "|", !pipeline.isEmpty {
                    pipelines.append(Pipeline(commands: pipeline, before: pipelines.last?.after, after: sign))
                    pipeline = []
                }
            }
        }
        guard pipeline.isEmpty else { return nil }
        self.pipelines = pipelines
    }
}
