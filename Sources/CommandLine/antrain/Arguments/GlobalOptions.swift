import ArgumentParser
import Platform
import Results

/// The options of every command; only the help of `antrain` lists them.
struct GlobalOptions: ParsableArguments {
    private static let configText = "Settings file."
    private static let dataDirText = "Data folder."
    private static let pluginPathText = "Plugin folders to search first, separated by colons."
    private static let verboseText = "Print details to standard error."
    private static let plainText = "Print words instead of colours and bars, as with TERM=dumb."

    /// The options without the parser; the last name is the longest.
    static let all: [(names: [String], value: String?, purpose: String)] = [
        (["--config"], "file", configText), (["--data-dir"], "folder", dataDirText),
        (["--plugin-path"], "folders", pluginPathText), (["-v", "--verbose"], nil, verboseText),
        (["--plain"], nil, plainText),
    ]

    @Option(
        help: ArgumentHelp("\(configText)", valueName: "file", visibility: .hidden),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var config: String?

    @Option(help: ArgumentHelp("\(dataDirText)", valueName: "folder", visibility: .hidden), completion: .directory)
    var dataDir: String?

    @Option(help: ArgumentHelp("\(pluginPathText)", valueName: "folders", visibility: .hidden), completion: .directory)
    var pluginPath: String?

    @Flag(name: .shortAndLong, help: ArgumentHelp("\(verboseText)", visibility: .hidden))
    var verbose = false

    /// `Output.live` reads it from the command line, because messages about a wrong command line follow it too.
    @Flag(help: ArgumentHelp("\(plainText)", visibility: .hidden))
    var plain = false

    /// No options, without the parser.
    static var none: GlobalOptions {
        var options = GlobalOptions()
        (options.config, options.dataDir, options.pluginPath) = (nil, nil, nil)
        (options.verbose, options.plain) = (false, false)
        return options
    }

    /// The values, for code that does not know the parser.
    var launch: LaunchOptions {
        LaunchOptions(config: config, dataDir: dataDir, pluginPath: pluginPath, verbose: verbose)
    }
}

/// The options of `antrain` without a command.
struct StatusOptions: ParsableArguments {
    @Option(
        help: "Line for a status bar: waybar, tmux or i3blocks; badge prints only the number of unanswered reminders.",
        completion: .list(StatusLine.Format.allCases.map(\.rawValue))
    )
    var format: String?
}

/// The options of `antrain` itself, as a command without subcommands.
struct RootOptions: ParsableCommand {
    static let configuration = CommandConfiguration(version: Installation.version)

    @OptionGroup var status: StatusOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions
}

/// The option of commands that show data.
struct DataOptions: ParsableArguments {
    @Flag(help: "Print the result as JSON.")
    var json = false

    /// No options, without the parser.
    static var none: DataOptions {
        var options = DataOptions()
        options.json = false
        return options
    }
}
