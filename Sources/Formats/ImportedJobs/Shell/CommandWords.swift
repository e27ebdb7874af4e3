/// The options and operands of a command, parsed like getopt_long(3).
struct CommandWords {
    /// The operands; nil if only the shell can determine one.
    private(set) var operands: [String?] = []
    private var options: [(name: String, value: String?)] = []

    /// - Parameter flags: the options without a value: `n` for `-n`, `wait` for `--wait`.
    /// - Throws: `MigrationObstacle.unknownOption`.
    init(_ invocation: ShellInvocation, flags: Set<String>, valued: Set<String>) throws(MigrationObstacle) {
        var rest = invocation.arguments[...]
        while let word = rest.popFirst() {
            guard let argument = word, argument.unicodeScalars.first == "-", argument != "-" else {
                operands.append(word)
                continue
            }
            if argument == "--" {
                operands += rest
                return
            }
            let isLong = argument.unicodeScalars.starts(with: "--".unicodeScalars)
            for (name, value) in isLong ? CommandWords.long(argument) : CommandWords.short(argument, valued) {
                switch (valued.contains(name), flags.contains(name), value) {
                case (true, _, let value?): options.append((name, value))
                case (true, _, nil):
                    guard let following = rest.popFirst() else {
                        throw .unknownOption(argument, command: invocation.name ?? "")
                    }
                    options.append((name, following))
                case (false, true, nil): options.append((name, nil))
                default: throw .unknownOption(argument, command: invocation.name ?? "")
                }
            }
        }
    }

    private static func long(_ argument: String) -> [(name: String, value: String?)] {
        let parts = argument.unicodeScalars.dropFirst(2)
            .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return [(String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)]
    }

    /// `-wt5` is the flag `w`, and `t` with the value 5.
    private static func short(_ argument: String, _ valued: Set<String>) -> [(name: String, value: String?)] {
        var result: [(name: String, value: String?)] = []
        var rest = argument.unicodeScalars.dropFirst()
        while let letter = rest.popFirst() {
            guard valued.contains(String(letter)) else {
                result.append((String(letter), nil))
                continue
            }
            result.append((String(letter), rest.isEmpty ? nil : String(rest)))
            break
        }
        return result
    }

    func has(_ name: String) -> Bool { options.contains { $0.name == name } }

    /// The last value of an option; nil if there is none, or if only the shell can determine it.
    func value(of name: String) -> String? { options.last { $0.name == name }?.value }
}
