import ArgumentParser

/// The command `antrain reminder …`.
struct ReminderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reminder",
        abstract: "Keep reminders of your own: once, or again and again.",
        subcommands: [
            ReminderAddCommand.self, ReminderListCommand.self, ReminderShowCommand.self, ReminderEditCommand.self,
            ReminderDoneCommand.self, ReminderUndoneCommand.self, ReminderDeleteCommand.self,
        ]
    )
}
