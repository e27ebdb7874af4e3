import ArgumentParser

/// The command `antrain program …`.
struct ProgramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "program",
        abstract: "List, search, show, validate, activate and edit training programs, and choose exercises.",
        subcommands: [
            ProgramListCommand.self, ProgramSearchCommand.self, ProgramShowCommand.self, ProgramValidateCommand.self,
            ProgramActivateCommand.self, ProgramDeactivateCommand.self, ProgramChooseCommand.self,
            ProgramPriorityCommand.self,
            ProgramCopyCommand.self,
            ProgramEditCommand.self,
        ]
    )
}
