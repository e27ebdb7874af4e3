import ArgumentParser

/// The command `antrain preset …`.
struct PresetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preset",
        abstract: "Add ready-made reminders, such as drinking water or stretching.",
        subcommands: [PresetListCommand.self, PresetShowCommand.self, PresetAddCommand.self]
    )
}
