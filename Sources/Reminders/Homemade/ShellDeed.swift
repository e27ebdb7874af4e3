/// A command of a script with the values of its words.
struct ShellDeed: Hashable {
    /// What a command reads.
    enum Input: Hashable {
        /// A text; nil where only the shell could tell it.
        case text(String?)
        /// A file; nil where only the shell could tell which.
        case file(String?)
    }

    /// Where a command writes.
    struct Output: Hashable {
        /// The file's path; nil where only the shell could tell it.
        let path: String?

        static let standardOutput = Output(path: "/dev/stdout")
        static let standardError = Output(path: "/dev/stderr")

        /// Whether it is a terminal that is named.
        var isTerminal: Bool {
            path.map { $0 == "/dev/console" || $0.hasPrefix("/dev/tty") || $0.hasPrefix("/dev/pts/") } ?? false
        }

        /// Whether nothing is lost where it is written anew.
        var keepsNothing: Bool {
            isTerminal || path == "/dev/null" || self == .standardOutput || self == .standardError
        }
    }

    /// The command as it is written; nil where only the shell could tell it.
    let command: String?
    /// Its arguments; nil where only the shell could tell one.
    let arguments: [String?]
    /// Whether only the shell could tell how many they are, or runs something to make one.
    let hasMadeArguments: Bool
    /// What it reads, where that is said.
    let input: Input?
    /// Where it writes, where that is not where the script does.
    let output: Output?
    /// Whether something happens beside it: a file is emptied, a command makes a variable, or one before it has failed.
    let doesMore: Bool

    private static let systemFolders: Set<Substring> = ["/bin/", "/usr/bin/", "/usr/local/bin/"]

    /// The command's name without its folder; nil where that is none of the system's, and it may be anything.
    var name: String? {
        guard let command, let slash = command.lastIndex(of: "/") else { return command }
        return ShellDeed.systemFolders.contains(command[...slash])
            ? String(command[command.index(after: slash)...]) : nil
    }

    /// Whether it reads and writes where the script does.
    var isUndirected: Bool { input == nil && output == nil && !doesMore }

    /// Whether a program is a shell whose scripts antrain reads.
    static func isShell(_ program: String) -> Bool {
        let name = program.split(separator: "/").last
        return name == "sh" || name == "bash" || name == "dash"
    }
}

extension ShellScript {
    private static let setUp: Set<String> = ["export", "cd", "set", "umask", "true", ":", "unset"]
    private static let wrappers: Set<String> = ["env", "nohup", "exec", "command"]
    /// What says where the session is; whatever makes these values, they are only for reminding.
    private static let session: Set<String> = ["DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"]
    /// Scripts that call scripts are followed so far.
    private static let deepest = 4

    /// What the script does, pipeline by pipeline; what only sets things up is left out.
    ///
    /// - Parameter variables: those that the script begins with, and then those that it leaves.
    func deeds(_ variables: inout [String: String], depth: Int = 0) -> [[ShellDeed]] {
        let environment = variables
        var result: [[ShellDeed]] = []
        for pipeline in pipelines {
            if ShellScript.setUp(pipeline, &variables) { continue }
            let deeds = pipeline.commands.map { ShellScript.deed($0, pipeline.before == "||", variables) }
            if let inner = ShellScript.script(in: deeds), depth < ShellScript.deepest {
                // A variable that the script sets is not always handed on.
                var own = environment.filter { variables[$0] == $1 }
                for (name, _) in pipeline.commands[0].allAssignments { own[name] = nil }
                result += inner.deeds(&own, depth: depth + 1)
            } else {
                result.append(deeds)
            }
        }
        return result
    }

    /// Takes over the variables that a command sets; false where it does anything else, or what follows depends on it.
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

    /// Whether the shell makes one of the values, other than what tells where the session is.
    private static func isMadeToRun(_ assignments: [(name: String, value: ShellWord)]) -> Bool {
        assignments.contains { $0.value.isMade && !session.contains($0.name) }
    }

    private static func deed(_ command: Command, _ isAlternative: Bool, _ variables: [String: String]) -> ShellDeed {
        var words = command.words[...]
        while words.count > 1, let name = words.first?.value(variables), wrappers.contains(name),
            words.dropFirst().first?.bare?.hasPrefix("-") != true
        {
            words = words.dropFirst().drop { name == "env" && $0.assignment != nil }
        }
        var input: ShellDeed.Input?
        var outputs: [Int: ShellDeed.Output] = [1: .standardOutput, 2: .standardError]
        var isLossy = false
        for redirection in command.redirections {
            let target = redirection.target.value(variables)
            let output = ShellDeed.Output(path: target)
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
        return ShellDeed(
            command: words.first?.value(variables),
            arguments: words.dropFirst().map { $0.value(variables) },
            hasMadeArguments: words.dropFirst().contains { $0.value(variables) == nil && !$0.isSingle },
            input: input,
            output: outputs[1] == .standardOutput ? nil : outputs[1],
            doesMore: isAlternative || isLossy || isMadeToRun(taken)
        )
    }

    /// The script that a pipeline hands to a shell of its own, as `sh -c '…'` does.
    private static func script(in deeds: [ShellDeed]) -> ShellScript? {
        guard deeds.count == 1, let name = deeds[0].name, ShellDeed.isShell(name), deeds[0].isUndirected,
            deeds[0].arguments.count == 2, deeds[0].arguments[0] == "-c", let text = deeds[0].arguments[1]
        else { return nil }
        return ShellScript(text)
    }
}

extension ShellScript.Command {
    /// The variables that it sets, before its name or as its arguments.
    fileprivate var allAssignments: [(name: String, value: ShellWord)] {
        assignments + words.dropFirst().compactMap(\.assignment)
    }
}
