/// A command of a script with the values of its words.
struct ShellDeed: Hashable {
    /// What a command reads.
    enum Input: Hashable {
        /// A text; nil where only the shell could tell it.
        case text(String?)
        /// A file; nil where only the shell could tell which.
        case file(String?)
    }

    /// A file that a command writes.
    struct OutputFile: Hashable {
        /// Its path; nil where only the shell could tell it.
        let path: String?
    }

    /// The command as it is written; nil where only the shell could tell it.
    let command: String?
    /// Its arguments; nil where only the shell could tell one.
    let arguments: [String?]
    /// What it reads, where that is said.
    let input: Input?
    /// The file that it writes to, where it does not write to where the script does.
    let output: OutputFile?

    /// The command's name without its folder.
    var name: String? { command.map { String($0[($0.lastIndex(of: "/").map($0.index(after:)) ?? $0.startIndex)...]) } }
}

extension ShellScript {
    private static let setUp: Set<String> = ["export", "cd", "set", "umask", "true", ":", "exit", "unset"]
    private static let wrappers: Set<String> = ["env", "nohup", "exec", "command"]
    /// Scripts that call scripts are followed so far.
    private static let deepest = 4

    /// What the script does, pipeline by pipeline; what only sets things up is left out.
    ///
    /// - Parameter variables: those that the script begins with, and then those that it leaves.
    func deeds(_ variables: inout [String: String], depth: Int = 0) -> [[ShellDeed]] {
        var result: [[ShellDeed]] = []
        for pipeline in pipelines {
            if pipeline.count == 1, let command = pipeline.first, setUp(command, &variables) { continue }
            let deeds = pipeline.map { ShellScript.deed($0, variables) }
            if let inner = ShellScript.script(in: deeds), depth < ShellScript.deepest {
                var own = variables
                result += inner.deeds(&own, depth: depth + 1)
            } else {
                result.append(deeds)
            }
        }
        return result
    }

    /// Takes over the variables that a command sets; false where it does anything else.
    private func setUp(_ command: Command, _ variables: inout [String: String]) -> Bool {
        let isExport = command.words.first?.value(variables).map(ShellScript.setUp.contains) ?? false
        guard command.words.isEmpty || isExport else { return false }
        for (name, value) in command.assignments + command.words.dropFirst().compactMap(\.assignment) {
            variables[name] = value.value(variables)
        }
        return true
    }

    private static func deed(_ command: Command, _ variables: [String: String]) -> ShellDeed {
        var words = command.words[...]
        while words.count > 1, let name = words.first?.value(variables), wrappers.contains(name),
            words.dropFirst().first?.bare?.hasPrefix("-") != true
        {
            words = words.dropFirst().drop { name == "env" && $0.assignment != nil }
        }
        var input: ShellDeed.Input?
        var output: ShellDeed.OutputFile?
        for redirection in command.redirections {
            let target = redirection.target.value(variables)
            switch redirection.kind {
            case .text: input = .text(target.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" })
            case .input: input = target == "/dev/null" ? .text("") : .file(target)
            case .output where redirection.descriptor == 1: output = ShellDeed.OutputFile(path: target)
            case .output, .duplicate: break
            }
        }
        return ShellDeed(
            command: words.first?.value(variables),
            arguments: words.dropFirst().map { $0.value(variables) },
            input: input,
            output: output
        )
    }

    /// The script that a pipeline hands to a shell of its own, as `sh -c '…'` does.
    private static func script(in deeds: [ShellDeed]) -> ShellScript? {
        guard deeds.count == 1, let name = deeds[0].name, ["sh", "bash", "dash"].contains(name),
            deeds[0].arguments.count == 2, deeds[0].arguments[0] == "-c", let text = deeds[0].arguments[1]
        else { return nil }
        return ShellScript(text)
    }
}
