/// A command of a script, with its words evaluated.
struct ShellInvocation: Hashable {
    /// The standard input of a command.
    enum Input: Hashable {
        /// Text; nil if only the shell can determine it.
        case text(String?)
        /// A file; nil if only the shell can determine which.
        case file(String?)
    }

    /// The output of a command.
    struct Output: Hashable {
        /// The file's path; nil if only the shell can determine it.
        let path: String?

        static let standardOutput = Output(path: "/dev/stdout")
        static let standardError = Output(path: "/dev/stderr")

        /// Whether it is a specific terminal.
        var isTerminal: Bool {
            path.map { $0 == "/dev/console" || $0.hasPrefix("/dev/tty") || $0.hasPrefix("/dev/pts/") } ?? false
        }

        /// Whether overwriting it loses nothing.
        var keepsNothing: Bool {
            isTerminal || path == "/dev/null" || self == .standardOutput || self == .standardError
        }
    }

    /// The command as written; nil if only the shell can determine it.
    let command: String?
    /// Its arguments; nil if only the shell can determine one.
    let arguments: [String?]
    /// Whether only the shell can determine how many there are, or runs something to create one.
    let hasMadeArguments: Bool
    let input: Input?
    let output: Output?
    /// Whether something else happens: a file is emptied, a command sets a variable, or one before it has failed.
    let doesMore: Bool

    private static let systemFolders: Set<Substring> = ["/bin/", "/usr/bin/", "/usr/local/bin/"]

    /// The command's name without its folder; nil if that is not a system folder, so that it may be anything.
    var name: String? {
        guard let command, let slash = command.lastIndex(of: "/") else { return command }
        return ShellInvocation.systemFolders.contains(command[...slash])
            ? String(command[command.index(after: slash)...]) : nil
    }

    /// Whether it uses the script's input and output.
    var isUndirected: Bool { input == nil && output == nil && !doesMore }

    /// Whether a program is a shell whose scripts antrain can read.
    static func isShell(_ program: String) -> Bool {
        let name = program.split(separator: "/").last
        return name == "sh" || name == "bash" || name == "dash"
    }
}

extension ShellScript {
    private static let setUp: Set<String> = ["export", "cd", "set", "umask", "true", ":", "unset"]
    private static let wrappers: Set<String> = ["env", "nohup", "exec", "command"]
    /// The variables that identify the session; however they are set, they only serve the reminder.
    private static let session: Set<String> = ["DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"]
    /// The maximum depth of scripts that call scripts.
    private static let deepest = 4

    /// The commands of the script, pipeline by pipeline, without those that only set things up.
    ///
    /// - Parameter variables: the variables at the start, and then those at the end of the script.
    func invocations(_ variables: inout [String: String], depth: Int = 0) -> [[ShellInvocation]] {
        let environment = variables
        var result: [[ShellInvocation]] = []
        for pipeline in pipelines {
            if ShellScript.setUp(pipeline, &variables) { continue }
            let invocations = pipeline.commands.map { ShellScript.invocation($0, pipeline.before == "||", variables) }
            if let inner = ShellScript.script(in: invocations), depth < ShellScript.deepest {
                // A variable set by the script is not always exported.
                var own = environment.filter { variables[$0] == $1 }
                for (name, _) in pipeline.commands[0].allAssignments { own[name] = nil }
                result += inner.invocations(&own, depth: depth + 1)
            } else {
                result.append(invocations)
            }
        }
        return result
    }

    /// Applies the variables that a command sets; false if it does anything else, or if later commands depend on it.
    private static func setUp(_ pipeline: Pipeline, _ variables: inout [String: String]) -> Bool {
        guard pipeline.commands.count == 1, let command = pipeline.commands.first, command.redirections.isEmpty,
            !isMadeToRun(command.allAssignments),
            !command.words.contains(where: { $0.assignment == nil && $0.isMade }),
            pipeline.after != "||", pipeline.after != "&"
        else { return false }
        let name = command.words.first?.value(variables)
        guard command.words.isEmpty || name.map(setUp.contains) == true else { return false }
        if pipeline.before == "||" { return name == "true" || name == ":" }
        if name == "cd", pipeline.after == "&&" { return false }
        for (name, value) in command.allAssignments { variables[name] = value.value(variables) }
        if name == "unset" {
            for word in command.words.dropFirst() { word.value(variables).map { variables[$0] = nil } }
        }
        return true
    }

    /// Whether the shell generates one of the values, except those that identify the session.
    private static func isMadeToRun(_ assignments: [(name: String, value: ShellWord)]) -> Bool {
        assignments.contains { $0.value.isMade && !session.contains($0.name) }
    }

    private static func invocation(_ command: Command, _ isAlternative: Bool, _ variables: [String: String])
        -> ShellInvocation
    {
        var words = command.words[...]
        while words.count > 1, let name = words.first?.value(variables), wrappers.contains(name),
            words.dropFirst().first?.bare?.hasPrefix("-") != true
        {
            words = words.dropFirst().drop { name == "env" && $0.assignment != nil }
        }
        var input: ShellInvocation.Input?
        var outputs: [Int: ShellInvocation.Output] = [1: .standardOutput, 2: .standardError]
        var isLossy = false
        for redirection in command.redirections {
            let target = redirection.target.value(variables)
            let output = ShellInvocation.Output(path: target)
            switch redirection.kind {
            case .text: input = .text(target.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" })
            case .input:
                input = target == "/dev/null" ? .text("") : .file(target)
                isLossy = isLossy || redirection.target.isMade
            case .appended:
                outputs[redirection.descriptor] = output
                isLossy = isLossy || redirection.target.isMade
            case .duplicate where target == "-" || target.flatMap { Int($0) } != nil:
                outputs[redirection.descriptor] = target.flatMap { Int($0) }.flatMap { outputs[$0] } ?? .init(path: nil)
            case .output, .duplicate:
                outputs[redirection.descriptor] = output
                isLossy = isLossy || !output.keepsNothing
            }
        }
        let taken = command.assignments + command.words.dropLast(words.count).compactMap(\.assignment)
        return ShellInvocation(
            command: words.first?.value(variables),
            arguments: words.dropFirst().map { $0.value(variables) },
            hasMadeArguments: words.dropFirst().contains { $0.value(variables) == nil && !$0.isSingle },
            input: input,
            output: outputs[1] == .standardOutput ? nil : outputs[1],
            doesMore: isAlternative || isLossy || isMadeToRun(taken)
        )
    }

    /// The script that a pipeline passes to another shell, as in `sh -c '…'`.
    private static func script(in invocations: [ShellInvocation]) -> ShellScript? {
        guard invocations.count == 1, let name = invocations[0].name, ShellInvocation.isShell(name),
            invocations[0].isUndirected,
            invocations[0].arguments.count == 2, invocations[0].arguments[0] == "-c",
            let text = invocations[0].arguments[1]
        else { return nil }
        return ShellScript(text)
    }
}

extension ShellScript.Command {
    /// The variables that it sets, before its name or as arguments.
    fileprivate var allAssignments: [(name: String, value: ShellWord)] {
        assignments + words.dropFirst().compactMap(\.assignment)
    }
}
