import ArgumentParser

/// The command `antrain import …`.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import reminders from other programs.",
        discussion:
            "To import a training log, use 'antrain log import'; to move reminders from cron, 'antrain migrate'.",
        subcommands: [ImportICSCommand.self]
    )
}
