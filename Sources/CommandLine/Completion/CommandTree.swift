package import ArgumentParser
package import Platform

/// A group of commands whose default subcommand has arguments, so that the next word may be one of them: `antrain log squat 5x5`.
package protocol ImplicitSubcommand: ParsableCommand {}

/// The commands that are completed.
package struct CommandTree {
    /// The command `antrain`.
    let root: any ParsableCommand.Type
    /// A command without subcommands that has the options of `antrain` itself.
    ///
    /// The parser describes a command together with all its subcommands, which is slow for the whole program.
    let rootOptions: any ParsableCommand.Type
    /// The names of the options of every command, which are hidden only to keep the help of each command short.
    let globalNames: Set<String>
    /// The values of these options.
    let launch: ([String]) throws -> LaunchOptions

    package init(
        _ root: any ParsableCommand.Type,
        options: any ParsableCommand.Type,
        globalNames: Set<String>,
        launch: @escaping ([String]) throws -> LaunchOptions
    ) {
        (self.root, rootOptions) = (root, options)
        self.globalNames = globalNames
        self.launch = launch
    }

    /// The arguments of a command; of a group, the arguments of its default subcommand if they may follow its name.
    func arguments(of command: any ParsableCommand.Type) -> [ArgumentDescription] {
        if command == root { return ArgumentDescription.all(of: rootOptions) }
        let implicit = command is any ImplicitSubcommand.Type ? command.configuration.defaultSubcommand : nil
        return ArgumentDescription.all(of: implicit ?? command)
    }

    /// Whether an option is one of those of every command.
    func isGlobal(_ option: ArgumentDescription) -> Bool { globalNames.contains(where: option.isNamed) }
}
