import ArgumentParser

/// The options of every command.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Settings file to use.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("Folder for antrain's data.", valueName: "folder"))
    var dataDir: String?

    @Option(help: ArgumentHelp("Plugin folders to search first, separated by colons.", valueName: "folders"))
    var pluginPath: String?

    @Flag(name: .shortAndLong, help: "Print more details to standard error.")
    var verbose = false
}

/// The option of commands that show data.
struct DataOptions: ParsableArguments {
    @Flag(help: "Print the data as JSON.")
    var json = false
}
