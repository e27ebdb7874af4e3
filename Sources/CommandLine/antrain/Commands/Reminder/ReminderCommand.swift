import ArgumentParser

/// The command `antrain reminder …`.
struct ReminderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reminder",
        abstract: "Manage your own one-time and repeating reminders.",
        subcommands: [
            ReminderAddCommand.self, ReminderListCommand.self, ReminderShowCommand.self, ReminderEditCommand.self,
            ReminderDoneCommand.self, ReminderUndoneCommand.self, ReminderDeleteCommand.self,
        ]
    )
}
