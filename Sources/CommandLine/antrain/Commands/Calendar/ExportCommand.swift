import ArgumentParser

/// The command `antrain export …`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the plan to other programs.",
        subcommands: [ExportICSCommand.self]
    )
}
