import ArgumentParser

/// The command `antrain exercise …`.
struct ExerciseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exercise",
        abstract: "List and show exercises, and edit your own.",
        subcommands: [ExerciseListCommand.self, ExerciseShowCommand.self, ExerciseEditCommand.self]
    )
}
