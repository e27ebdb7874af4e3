import ArgumentParser
import YAMLSource

/// Checks the names of commands before the parser does, which would report a misspelled name as an extra argument.
enum CommandNames {
    /// The error message for the first unknown command name; nil if all are known.
    static func problem(_ arguments: some Sequence<String>, in root: any ParsableCommand.Type) -> String? {
        var command = root
        var path: [String] = []
        for (place, word) in arguments.enumerated() {
            let known = command.configuration.subcommands
            if known.isEmpty || word.hasPrefix("-") { return nil }
            if place == 0, word == "help" { continue }
            guard let next = known.first(where: { names(of: $0).contains(word) }) else {
                let help = "list the commands: \((["antrain"] + path).joined(separator: " ")) --help"
                return "no such command \(quoted((path + [word]).joined(separator: " "))); "
                    + (Suggestion.help(for: word, among: known.flatMap(names)) ?? help)
            }
            command = next
            path.append(word)
        }
        return nil
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command._commandName] + command.configuration.aliases
    }
}
