import ArgumentParser
import Completion

/// The command `antrain program …`.
struct ProgramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "program",
        abstract: "Find, activate and edit programs; set maxes and loads.",
        subcommands: [
            ProgramListCommand.self, ProgramSearchCommand.self, ProgramShowCommand.self, ProgramValidateCommand.self,
            ProgramActivateCommand.self, ProgramDeactivateCommand.self, ProgramChooseCommand.self,
            ProgramPriorityCommand.self, ProgramGoToCommand.self, ProgramRepeatWeekCommand.self,
            ProgramCopyCommand.self, ProgramEditCommand.self, ProgramDiffCommand.self, ProgramUpdateCommand.self,
            ProgramTestCommand.self,
            MaxCommand.self, LoadCommand.self,
        ]
    )
}

/// The command `antrain log …`.
struct LogCommand: ImplicitSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Log an exercise, and list and correct the training log.",
        subcommands: [
            LogAddCommand.self, LogListCommand.self, LogEditCommand.self, LogDeleteCommand.self, LogImportCommand.self,
            LogExportCommand.self,
        ],
        defaultSubcommand: LogAddCommand.self
    )
}

/// The command `antrain program max …`.
struct MaxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "max",
        abstract: "Show and set your maxes, and show the loads that you set.",
        subcommands: [MaxListCommand.self, MaxSetCommand.self],
        defaultSubcommand: MaxListCommand.self
    )
}

/// The command `antrain exercise …`.
struct ExerciseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exercise",
        abstract: "List and show exercises, and edit your own.",
        subcommands: [ExerciseListCommand.self, ExerciseShowCommand.self, ExerciseEditCommand.self]
    )
}

/// The command `antrain reminder …`.
struct ReminderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reminder",
        abstract: "Manage your own one-time and repeating reminders.",
        subcommands: [
            ReminderAddCommand.self, ReminderListCommand.self, ReminderShowCommand.self, ReminderEditCommand.self,
            ReminderDoneCommand.self, ReminderUndoneCommand.self, ReminderDeleteCommand.self, PresetCommand.self,
        ]
    )
}

/// The command `antrain export …`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the plan to other programs.",
        subcommands: [ExportICSCommand.self]
    )
}

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

/// The command `antrain stats …`.
struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show how much you train, your records, and late reminders.",
        subcommands: [StatsTrainingCommand.self, RecordsCommand.self, StatsDeliveryCommand.self],
        defaultSubcommand: StatsTrainingCommand.self
    )
}

/// The command `antrain plugin …`.
struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin",
        abstract: "List delivery plugins, allow or deny them, and create your own.",
        subcommands: [
            PluginListCommand.self, PluginInfoCommand.self, PluginAllowCommand.self, PluginDenyCommand.self,
            PluginResetCommand.self, PluginTestCommand.self, PluginCheckCommand.self, PluginNewCommand.self,
            PluginInstallCommand.self, PluginRemoveCommand.self, PluginSearchPathCommand.self,
        ]
    )
}

/// The command `antrain repair …`.
struct RepairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Repair the ledger, copy it, or create a new one after a loss.",
        subcommands: [RepairLedgerCommand.self, RepairCopyCommand.self, RepairNewCommand.self],
        defaultSubcommand: RepairLedgerCommand.self
    )
}

/// The command `antrain sync …`.
struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Exchange changes with your other machines through a folder.",
        subcommands: [
            SyncFolderCommand.self, SyncJoinCommand.self, SyncDeliverCommand.self, SyncNowCommand.self,
            SyncStatusCommand.self, SyncLeaveCommand.self,
        ]
    )
}

/// The command `antrain channel …`.
struct ChannelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channel",
        abstract: "Add, test and remove the channels that deliver reminders.",
        subcommands: [
            ChannelAddCommand.self, ChannelListCommand.self, PluginTestCommand.self, PluginAllowCommand.self,
            PluginDenyCommand.self, ChannelRemoveCommand.self,
        ]
    )
}

/// The command `antrain reminder preset …`.
struct PresetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preset",
        abstract: "Add ready-made reminders, such as drinking water or stretching.",
        subcommands: [PresetListCommand.self, PresetShowCommand.self, PresetAddCommand.self]
    )
}
