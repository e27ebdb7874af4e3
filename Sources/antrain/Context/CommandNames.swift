import ArgumentParser
import YAMLSource

/// The names of the commands, looked at before the command line is parsed: so that one that is misspelt is told as what it is.
enum CommandNames {
    /// What is wrong with the name of a command, and the way out; nil where all names are known.
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
