import ArgumentParser

/// The options that every command has.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The settings file to use.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("The folder for antrain's data.", valueName: "folder"))
    var dataDir: String?

    @Option(help: ArgumentHelp("Folders of plugins to look in first, separated by colons.", valueName: "folders"))
    var pluginPath: String?

    @Flag(name: .shortAndLong, help: "Say more on standard error.")
    var verbose = false
}

/// The option of commands that have data to show.
struct DataOptions: ParsableArguments {
    @Flag(help: "Write the data as JSON.")
    var json = false
}
