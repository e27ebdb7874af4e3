/// Worked examples of the commands, as their help shows them.
enum CommandExamples {
    /// A command line and what it is for.
    struct Example {
        let command: String
        let purpose: String
    }

    /// The examples of a command; none for commands that only have subcommands.
    static func of(_ path: [String]) -> [Example] {
        (all[path.joined(separator: " ")] ?? []).map { Example(command: $0.0, purpose: $0.1) }
    }

    private static let all: [String: [(String, String)]] = [
        "": [
            ("antrain program activate push-pull-legs", "Use a shipped program from today on"),
            ("antrain settings --time 07:30 --days mon,wed,fri", "Be reminded at 07:30 on three days"),
        ],
        "today": [
            ("antrain today", "Show today's workout and its reminder"),
            ("antrain today --json", "The same for a script"),
        ],
        "tomorrow": [
            ("antrain tomorrow", "Show tomorrow's workout and its reminder"),
            ("antrain tomorrow --json", "The same for a script"),
        ],
        "week": [
            ("antrain week", "Show the coming seven days"),
            ("antrain week --this", "Show this calendar week, with what you answered"),
        ],
        "status": [
            ("antrain status", "Show the next reminder, open workouts and problems"),
            ("antrain status --format waybar", "Write a line for a status bar"),
        ],
        "start": [
            ("antrain start", "Show today's workout with its sets, and start it"),
            ("antrain start --date tomorrow", "Start tomorrow's workout today"),
        ],
        "done": [
            ("antrain done", "Log today's workout as done"),
            ("antrain done --date yesterday", "Log yesterday's workout"),
        ],
        "skip": [
            ("antrain skip", "Skip today's workout"),
            ("antrain skip --date fri --program push-pull-legs", "Skip Friday's workout of one program"),
        ],
        "snooze": [
            ("antrain snooze --for 15m", "Send today's reminder again in 15 minutes"),
            ("antrain snooze 2 --for '1h 30m'", "Snooze your own reminder 2"),
        ],
        "move": [
            ("antrain move wed thu", "Train on Thursday what is planned for Wednesday"),
            ("antrain move today tomorrow --program push-pull-legs", "Move today's workout of one program"),
        ],
        "pause": [
            ("antrain pause --until 'in 2 weeks'", "Go on holiday from today"),
            ("antrain pause --from fri --program push-pull-legs", "Pause one program from Friday on"),
        ],
        "resume": [
            ("antrain resume", "Train again from today"),
            ("antrain resume --on 'next monday'", "Train again from a date on"),
        ],
        "undo": [
            ("antrain undo --list", "Show what would be undone, the last action first"),
            ("antrain undo", "Undo the last action"),
        ],
        "open": [
            ("antrain open workout/2026-11-23/0730", "Show the workout of a reminder"),
            ("antrain open antrain://workout/2026-11-23/0730", "Follow the link of a notification"),
        ],
        "program list": [
            ("antrain program list", "Show the active and the shipped programs"),
            ("antrain program list --json", "The same for a script"),
        ],
        "program show": [
            ("antrain program show gzclp", "Show a shipped program"),
            ("antrain program show ./mine.yaml", "Show a program of your own"),
        ],
        "program validate": [
            ("antrain program validate mine.yaml", "Check a program before you activate it"),
            ("antrain program validate *.yaml --json", "Check all programs of a folder, for a script"),
        ],
        "program activate": [
            ("antrain program activate push-pull-legs --start 'next monday'", "Use a shipped program from Monday on"),
            ("antrain program activate mine.yaml --time 6pm --days mo,we,fr", "Use your own file, at its own times"),
        ],
        "program deactivate": [
            ("antrain program deactivate push-pull-legs", "Stop a program; its history is kept"),
            ("antrain program deactivate push-pull-legs --json", "The same for a script"),
        ],
        "program copy": [
            ("antrain program copy gzclp", "Copy a shipped program to ./gzclp.yaml"),
            ("antrain program copy gzclp ~/training/gzclp.yaml", "Copy it to another place"),
        ],
        "program edit": [
            ("antrain program edit mine.yaml", "Edit a program and check it"),
            (
                "EDITOR='code --wait' antrain program edit push-pull-legs",
                "Edit an active program's file in another editor"
            ),
        ],
        "reminder add": [
            ("antrain reminder add 'Call the physio' --at 'fri 4pm'", "Be reminded once"),
            ("antrain reminder add 'Drink water' --at 9am --repeat daily", "Be reminded every day"),
        ],
        "reminder list": [
            ("antrain reminder list", "Show your reminders with their numbers"),
            ("antrain reminder list --json", "The same for a script"),
        ],
        "reminder show": [
            ("antrain reminder show 1", "Show reminder 1"),
            ("antrain reminder show 1 --json", "The same for a script"),
        ],
        "reminder edit": [
            ("antrain reminder edit 1 --at 'tomorrow 9am'", "Give reminder 1 another time"),
            ("antrain reminder edit 1 --in 2h --repeat once", "Be reminded in two hours, and only once"),
        ],
        "reminder done": [
            ("antrain reminder done 1", "Mark reminder 1 as done"),
            ("antrain reminder done 1 --json", "The same for a script"),
        ],
        "reminder undone": [
            ("antrain reminder undone 1", "Mark reminder 1 as not done"),
            ("antrain reminder undone 1 --json", "The same for a script"),
        ],
        "reminder delete": [
            ("antrain reminder delete 1", "Delete reminder 1 after a question"),
            ("antrain reminder delete 1 --yes", "Delete it without a question"),
        ],
        "pending": [
            ("antrain pending", "Show the next reminders"),
            ("antrain pending --all --json", "All of them, for a script"),
        ],
        "history": [
            ("antrain history", "Show the last 20 reminders"),
            ("antrain history --limit 200", "Show more of them"),
        ],
        "cancel": [
            ("antrain cancel workout/2026-11-23/0730", "Cancel one reminder of a workout"),
            ("antrain cancel 1", "Cancel the next one of your own reminder 1"),
        ],
        "migrate": [
            ("antrain migrate", "Show what would become of your crontab and at jobs"),
            ("antrain migrate --line 3 --apply", "Move line 3 of the crontab"),
        ],
        "settings": [
            ("antrain settings --time 9pm --days weekdays", "Be reminded at 21:00 from Monday to Friday"),
            ("antrain settings --channels console,desktop", "Choose the channels"),
        ],
        "settings edit": [
            ("antrain settings edit", "Edit the settings file and check it"),
            ("EDITOR='code --wait' antrain settings edit", "Use another editor"),
        ],
        "plan": [
            ("antrain plan", "Show how far ahead each channel reaches"),
            ("antrain plan --json", "The same for a script"),
        ],
        "plugin list": [
            ("antrain plugin list", "Show the plugins"),
            ("antrain plugin list --json", "The same for a script"),
        ],
        "plugin info": [
            ("antrain plugin info mail", "Show what the mail plugin needs and takes"),
            ("antrain plugin info ./libfile.so", "Show a library of your own"),
        ],
        "plugin test": [
            ("antrain plugin test desktop", "Send a notification to the desktop"),
            ("antrain plugin test console --json", "The same for a script"),
        ],
        "plugin check": [
            ("antrain plugin check libfile.so --set path=/tmp/out.txt", "Check a library of your own"),
            ("antrain plugin check file", "Check a plugin with the values of the settings"),
        ],
        "plugin new": [
            ("antrain plugin new bell --language c", "Start a plugin in C, in ./bell"),
            ("antrain plugin new bell --language swift --into ~/src", "Start one in Swift, in another folder"),
        ],
        "plugin install": [
            ("antrain plugin install libfile.so", "Copy a plugin into your plugin folder"),
            ("antrain plugin install libfile.so --replace", "Replace the version that is there"),
        ],
        "plugin remove": [
            ("antrain plugin remove file", "Remove a plugin that you installed"),
            ("antrain plugin remove file --json", "The same for a script"),
        ],
        "plugin search-path": [
            ("antrain plugin search-path", "Show the folders of plugins"),
            ("ANTRAIN_PLUGIN_PATH=~/build antrain plugin search-path", "Look in another folder first"),
        ],
        "plugin allow": [
            ("antrain plugin allow file", "Allow a plugin that you installed to run"),
            ("antrain plugin allow desktop --quietly", "Let a channel deliver without sound"),
        ],
        "plugin deny": [
            ("antrain plugin deny desktop", "Silence a channel"),
            ("antrain plugin deny desktop --json", "The same for a script"),
        ],
        "plugin reset": [
            ("antrain plugin reset desktop", "Forget the decision about a channel"),
            ("antrain plugin reset desktop --json", "The same for a script"),
        ],
        "schedule-next": [
            ("antrain schedule-next", "Plan the coming days and deliver what is due, as from cron"),
            ("antrain schedule-next --dry-run", "Show what would change"),
        ],
        "deliver": [
            ("antrain deliver", "Deliver what is due, without planning"),
            ("antrain deliver --json", "The same for a script"),
        ],
        "daemon": [
            ("antrain daemon", "Send reminders until the process ends"),
            ("systemctl --user enable --now antrain", "Run it as a service"),
        ],
        "ledger copy": [
            ("antrain ledger copy ~/backup/ledger.sqlite", "Write a complete copy"),
            ("antrain ledger copy \"ledger-$(date +%F).sqlite\"", "Write a copy with today's date"),
        ],
        "ledger new": [
            ("antrain ledger new", "Start a new ledger where the old one is lost"),
            ("antrain ledger new --data-dir ~/training", "Start one in another folder"),
        ],
        "ledger repair": [
            ("antrain ledger repair", "Rescue what can be read of a damaged ledger"),
            ("antrain ledger repair --data-dir ~/training", "Repair a ledger in another folder"),
        ],
    ]
}
