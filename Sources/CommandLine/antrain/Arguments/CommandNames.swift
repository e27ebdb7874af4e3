import ArgumentParser
import Completion
import Platform
import YAMLSource

/// Checks the names of commands before the parser does, which would report a misspelled name as an extra argument.
enum CommandNames {
    /// The error message for the first unknown command name, with similar names, or for a negative value; nil if there are none.
    ///
    /// - Parameter options: the options before the name of the command.
    static func problem(
        _ arguments: some Sequence<String>,
        after options: some Sequence<String>,
        in root: any ParsableCommand.Type
    ) -> String? {
        let (path, _, unknown) = resolve(arguments, in: root)
        guard let (word, known) = unknown else { return negativeValue(in: arguments) }
        if let moved = MovedCommands.problem(arguments, after: options) { return moved }
        let message = "no such command \(quoted((path + [word]).joined(separator: " ")))"
        let inGroups = path.isEmpty ? commands(named: word, inGroupsOf: root) : []
        let help =
            inGroups.isEmpty || inGroups.count > 8 ? suggestion(for: word, among: known) : question(inGroups)
        return help.map { "\(message); \($0)" } ?? message
    }

    /// The parser reads `-1h` as the options `-1` and `-h`, and prints the help.
    private static func negativeValue(in arguments: some Sequence<String>) -> String? {
        let value = arguments.prefix { $0 != "--" }.first {
            $0.hasPrefix("-") && $0.dropFirst().first?.isNumber == true
        }
        return value.map { "no value begins with a minus sign: \(quoted($0))" }
    }

    /// The arguments without the options that may precede the name of a command: those of every command, and `--json`.
    static func withoutLeadingOptions(_ arguments: ArraySlice<String>) -> ArraySlice<String> {
        var rest = arguments
        while let word = rest.first, word.hasPrefix("-") {
            let name = String(word.prefix { $0 != "=" })
            let option = GlobalOptions.all.first { $0.names.contains(name) }
            guard option != nil || word == "--json" else { return rest }
            rest = rest.dropFirst(option?.value != nil && name == word ? 2 : 1)
        }
        return rest
    }

    /// The commands of groups, such as `program activate`, that have a name of one word.
    private static func commands(named word: String, inGroupsOf root: any ParsableCommand.Type) -> [String] {
        root.configuration.subcommands.flatMap { group in
            group.configuration.subcommands.filter { names(of: $0).contains(word.lowercased()) }.map {
                "\(name(of: group)) \(name(of: $0))"
            }
        }
    }

    /// A command, and the arguments after its names.
    struct Resolved {
        /// The names, as in `["program", "activate"]`; empty for `antrain` itself.
        let path: [String]
        let type: any ParsableCommand.Type
        let arguments: [String]
    }

    /// The command in the arguments, as far as its names are known.
    static func resolved(_ arguments: some Sequence<String>, in root: any ParsableCommand.Type) -> Resolved {
        let (path, type, _) = resolve(arguments, in: root)
        return Resolved(path: path, type: type, arguments: Array(arguments.dropFirst(path.count)))
    }

    /// The command in the arguments and the arguments after its names; nil if other arguments come first.
    static func command(_ arguments: some Sequence<String>, in root: any ParsableCommand.Type)
        -> (type: any ParsableCommand.Type, arguments: [String])?
    {
        let (path, command, unknown) = resolve(arguments, in: root)
        guard !path.isEmpty, unknown == nil else { return nil }
        let words = Array(arguments)
        return words.first == "help" ? nil : (command, Array(words.dropFirst(path.count)))
    }

    /// A did-you-mean for a word: commands that begin with it, or that it may be a misspelling of.
    static func suggestion(for word: String, among known: [String]) -> String? {
        let beginnings = word.count < 2 ? [] : known.filter { $0.hasPrefix(word.lowercased()) }
        let near = Suggestion.nearest(to: word, among: known).map { [$0] } ?? []
        return question(Array((beginnings + near.filter { !beginnings.contains($0) }).prefix(3)))
    }

    private static func question(_ commands: [String]) -> String? {
        let names = commands.map { "'\($0)'" }
        guard let last = names.last else { return nil }
        let list = names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " or " + last
        return "did you mean \(list)?"
    }

    /// The names of the command in the arguments, its type, and the first word that should name a command but does not, with the
    /// known names.
    private static func resolve(_ arguments: some Sequence<String>, in root: any ParsableCommand.Type)
        -> (path: [String], command: any ParsableCommand.Type, unknown: (word: String, known: [String])?)
    {
        var command = root
        var path: [String] = []
        for (index, word) in arguments.enumerated() {
            let known = command.configuration.subcommands
            if known.isEmpty || word.hasPrefix("-") { break }
            if command is any ImplicitSubcommand.Type, !known.contains(where: { names(of: $0).contains(word) }) {
                break
            }
            if index == 0, word == "help" { continue }
            guard let next = known.first(where: { names(of: $0).contains(word) }) else {
                return (path, command, (word, known.flatMap(names)))
            }
            command = next
            path.append(name(of: next))
        }
        return (path, command, nil)
    }

    private static func name(of command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [name(of: command)] + command.configuration.aliases
    }
}
