import ArgumentParser
import Results

/// The help of `antrain` itself: everyday commands on one screen, or all commands.
///
/// The parser's own help of a root command lists each command once, over two screens, and takes as long as a planning run.
enum RootHelp {
    /// The commands that a user needs in the first weeks.
    static let groups = [
        CommandGroup(
            name: "Every day",
            subcommands: [
                TodayCommand.self, WeekCommand.self, NextCommand.self, StartCommand.self, DoneCommand.self,
                SkipCommand.self, SnoozeCommand.self, UndoCommand.self,
            ]
        ),
        CommandGroup(
            name: "Training",
            subcommands: [
                ProgramCommand.self, LogCommand.self, ExerciseCommand.self, MeasureCommand.self, StatsCommand.self,
                ReportCommand.self,
            ]
        ),
        CommandGroup(
            name: "Plan",
            subcommands: [
                MoveCommand.self, PauseCommand.self, ResumeCommand.self, CalendarCommand.self, WhyCommand.self,
            ]
        ),
        CommandGroup(
            name: "Reminders",
            subcommands: [ReminderCommand.self, PendingCommand.self, HistoryCommand.self]
        ),
        CommandGroup(
            name: "Setup",
            subcommands: [
                SetupCommand.self, SettingsCommand.self, ChannelCommand.self, DoctorCommand.self, BackupCommand.self,
                RestoreCommand.self,
            ]
        ),
    ]

    /// The commands that only `antrain help all` lists.
    static let furtherGroups = [
        CommandGroup(
            name: "Automation",
            subcommands: [
                InstallCommand.self, ScheduleNextCommand.self, DeliverCommand.self, DaemonCommand.self,
                AnswerCommand.self,
                UninstallCommand.self,
            ]
        ),
        CommandGroup(
            name: "More",
            subcommands: [
                RedoCommand.self, OpenCommand.self, CancelCommand.self, SimulateCommand.self, SyncCommand.self,
                RepairCommand.self, PluginCommand.self, MigrateCommand.self, ImportCommand.self, ExportCommand.self,
            ]
        ),
    ]

    private static let exitCodes = [
        ("0 ", "success"), ("64", "the command line is wrong"), ("65", "a file has errors"),
        ("66", "no such file, program, plugin or reminder"),
        ("69", "a channel, a plugin or what runs antrain does not work"), ("74", "a file cannot be read or written"),
        ("75", "a delivery failed and will be retried"),
        ("78", "the settings, a channel or the time zone are wrong"),
    ]

    /// The help, if the arguments ask for it.
    static func text(_ arguments: some Collection<String>) -> String? {
        switch Array(arguments) {
        case ["--help"], ["-h"], ["help"]: short
        case ["help", "all"], ["--help", "all"]: long
        default: nil
        }
    }

    /// The everyday commands.
    static var short: String {
        ([title, ""] + lines(groups)
            + [
                "", "'antrain' alone shows the next reminder; 'antrain COMMAND --help' explains more.",
                "'antrain help all' lists all commands and exit codes; the manual: man antrain",
            ]).joined(separator: "\n") + "\n"
    }

    private static var long: String {
        let options =
            GlobalOptions.all.map { option in
                (option.names.joined(separator: ", ") + (option.value.map { " <\($0)>" } ?? ""), option.purpose)
            } + [
                ("--json", "Print the result as JSON; most commands have this option."),
                ("--format <format>", "Without a command: a line for waybar, tmux or i3blocks, or a badge."),
                ("--version", "Show the version."), ("-h, --help", "Show the help of a command."),
            ]
        return
            ([title, ""] + lines(groups + furtherGroups, withSubcommands: true) + ["", "OPTIONS of every command"]
            + table(options.map { ["  " + $0.0, $0.1] })
            + ["", "EXIT CODES, see sysexits(3)"] + table(exitCodes.map { ["  " + $0.0, $0.1] }))
            .joined(separator: "\n") + "\n"
    }

    private static let title = "antrain: reminders for the workouts in your training program"

    private static func lines(_ groups: [CommandGroup], withSubcommands: Bool = false) -> [String] {
        var rows: [[String]] = []
        for group in groups {
            rows.append([group.name.uppercased()])
            for command in group.subcommands {
                let configuration = command.configuration
                let name = configuration.commandName ?? ""
                rows.append(["  " + name, configuration.abstract])
                for subcommand in withSubcommands ? configuration.subcommands : [] {
                    let nested = subcommand.configuration
                    rows.append(["    \(name) \(nested.commandName ?? "")", nested.abstract])
                }
            }
        }
        return table(rows)
    }

    private static func table(_ rows: [[String]]) -> [String] { TextTable.lines(rows, columns: 80) }
}
