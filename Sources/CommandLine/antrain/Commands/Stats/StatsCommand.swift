import ArgumentParser

/// The command `antrain stats …`.
struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show how regularly and how much you train, and how reliably reminders arrive.",
        subcommands: [StatsTrainingCommand.self, StatsDeliveryCommand.self],
        defaultSubcommand: StatsTrainingCommand.self
    )
}
