extension CommandExamples {
    /// The examples of the commands for reminders, settings, channels, plugins and the ledger.
    static let upkeep: [String: [(String, String)]] = [
        "reminder add": [
            ("antrain reminder add 'Call the physio' --at 'fri 4pm'", "Get a reminder once"),
            ("antrain reminder add 'Drink water' --at 9am --repeat daily", "Get a reminder every day"),
        ],
        "reminder list": [
            ("antrain reminder list", "Show your reminders with their numbers"),
            ("antrain reminder list --json", "The same, as JSON"),
        ],
        "reminder show": [
            ("antrain reminder show 1", "Show reminder 1"),
            ("antrain reminder show 1 --json", "The same, as JSON"),
        ],
        "reminder edit": [
            ("antrain reminder edit 1 --at 'tomorrow 9am'", "Change the time of reminder 1"),
            ("antrain reminder edit 1 --in 2h --repeat once", "Send reminder 1 in two hours, and only once"),
        ],
        "reminder done": [
            ("antrain reminder done 1", "Mark reminder 1 as done"),
            ("antrain reminder done 1 --json", "The same, as JSON"),
        ],
        "reminder undone": [
            ("antrain reminder undone 1", "Mark reminder 1 as not done"),
            ("antrain reminder undone 1 --json", "The same, as JSON"),
        ],
        "reminder delete": [
            ("antrain reminder delete 1", "Delete reminder 1 after confirmation"),
            ("antrain reminder delete 1 --yes", "Delete it without asking"),
        ],
        "reminder preset list": [
            ("antrain reminder preset list", "Show the presets, and which you have added"),
            ("antrain reminder preset list --json", "The same, as JSON"),
        ],
        "reminder preset show": [
            ("antrain reminder preset show sleep", "Show the reminders of a preset"),
            ("antrain reminder preset show meals --json", "The same, as JSON"),
        ],
        "reminder preset add": [
            (
                "antrain reminder preset add hydration --time 08:00,12:00,16:00",
                "Get a reminder to drink at three times a day"
            ),
            ("antrain reminder preset add stretch --dry-run", "See what a preset would add"),
        ],
        "pending": [
            ("antrain pending", "Show the next reminders"),
            ("antrain pending --all --json", "Show all of them, as JSON"),
        ],
        "history": [
            ("antrain history", "Show the last 20 reminders"),
            ("antrain history --since 'last mon' --channel mail --state failed", "Show what could not be mailed"),
        ],
        "why": [
            ("antrain why", "Explain today's reminders"),
            ("antrain why wed", "Explain why Wednesday has a reminder, or none"),
        ],
        "simulate": [
            (
                "antrain simulate stronglifts-5x5 --from 'next monday'",
                "Show the reminders of a program before you activate it"
            ),
            ("antrain simulate --time 6am --set follow-up=30m --days 14", "Show two weeks with other settings"),
        ],
        "cancel": [
            ("antrain cancel workout/2026-11-23/0730", "Cancel one reminder of a workout"),
            ("antrain cancel 1", "Cancel the next occurrence of your reminder 1"),
        ],
        "migrate": [
            ("antrain migrate", "Show which crontab lines and at jobs can be moved"),
            ("antrain migrate --line 3 --apply", "Move line 3 of the crontab"),
        ],
        "export ics": [
            ("antrain export ics ~/training.ics", "Write the next 90 days as a calendar, or update it"),
            ("antrain export ics --year --alarms - > training.ics", "Print a year with alarms"),
        ],
        "import ics": [
            ("antrain import ics habits.ics --dry-run", "Show what would become reminders"),
            ("antrain import ics habits.ics", "Add them"),
        ],
        "settings": [
            ("antrain settings --time 9pm --days weekdays", "Get reminders at 21:00 from Monday to Friday"),
            ("antrain settings follow-up 30m", "Get another reminder if you don't answer"),
        ],
        "settings edit": [
            ("antrain settings edit", "Edit the settings file and validate it"),
            ("EDITOR='code --wait' antrain settings edit", "Use another editor"),
        ],
        "channel add": [
            ("antrain channel add mail me@example.org", "Mail reminders, too"),
            ("antrain channel add ntfy my-topic-1234", "Send them to a phone, through ntfy.sh"),
        ],
        "channel list": [
            ("antrain channel list", "Show the channels, whether they are ready, and how far ahead they reach"),
            ("antrain channel list --json", "The same, as JSON"),
        ],
        "channel test": [
            ("antrain channel test desktop", "Send a notification to the desktop"),
            ("antrain channel test mail --message 'Do I see this?'", "Send a text of your own"),
        ],
        "channel allow": [
            ("antrain channel allow phone", "Allow a channel's plugin to run"),
            ("antrain channel allow desktop --quietly", "Allow a channel to deliver without sound"),
        ],
        "channel deny": [
            ("antrain channel deny desktop", "Stop a channel from delivering"),
            ("antrain channel deny desktop --json", "The same, as JSON"),
        ],
        "channel remove": [
            ("antrain channel remove mail", "Stop sending reminders by mail, but keep its values"),
            ("antrain channel remove ntfy --settings", "Remove a channel and its values from the settings"),
        ],
        "plugin list": [
            ("antrain plugin list", "List the available plugins"),
            ("antrain plugin list --json", "The same, as JSON"),
        ],
        "plugin info": [
            ("antrain plugin info mail", "Show what the mail plugin needs and which values it takes"),
            ("antrain plugin info mail --json", "The same, as JSON"),
        ],
        "plugin test": [
            ("antrain plugin test desktop", "Send a notification to the desktop"),
            ("antrain plugin test console --json", "The same, as JSON"),
        ],
        "plugin check": [
            ("antrain plugin check libfile.so --set path=/tmp/out.txt", "Check a library of your own"),
            ("antrain plugin check file", "Check a plugin with its values from the settings"),
        ],
        "plugin new": [
            ("antrain plugin new bell --language c", "Create a plugin in C, in ./bell"),
            ("antrain plugin new bell --language swift --into ~/src", "Create one in Swift, in ~/src/bell"),
        ],
        "plugin install": [
            ("antrain plugin install libfile.so", "Copy a plugin to your plugin folder"),
            ("antrain plugin install libfile.so --replace", "Replace the installed version"),
        ],
        "plugin remove": [
            ("antrain plugin remove file", "Remove a plugin that you installed"),
            ("antrain plugin remove file --json", "The same, as JSON"),
        ],
        "plugin search-path": [
            ("antrain plugin search-path", "Show the folders that are searched"),
            ("ANTRAIN_PLUGIN_PATH=~/build antrain plugin search-path", "Search another folder first"),
        ],
        "plugin allow": [
            ("antrain plugin allow file", "Allow a plugin that you installed"),
            ("antrain plugin allow desktop --quietly", "Allow a channel to deliver without sound"),
        ],
        "plugin deny": [
            ("antrain plugin deny desktop", "Stop a channel from delivering"),
            ("antrain plugin deny desktop --json", "The same, as JSON"),
        ],
        "plugin reset": [
            ("antrain plugin reset desktop", "Forget whether a channel was allowed or denied"),
            ("antrain plugin reset desktop --json", "The same, as JSON"),
        ],
        "setup": [
            ("antrain setup", "Get to the first reminder, or change the setup"),
            ("antrain setup --json", "Show what is set and what is missing, as JSON"),
        ],
        "install cron": [
            ("antrain install cron", "Show the crontab line and add it after confirmation"),
            ("antrain install cron --yes", "Add it without asking"),
        ],
        "install systemd": [
            ("antrain install systemd", "Run antrain every minute with a timer"),
            ("antrain install systemd --daemon", "Run the daemon, which also handles the buttons of notifications"),
        ],
        "uninstall cron": [
            ("antrain uninstall cron", "Show the crontab line and remove it after confirmation"),
            ("antrain uninstall cron --yes", "Remove it without asking"),
        ],
        "uninstall systemd": [
            ("antrain uninstall systemd", "Stop and remove the units after confirmation"),
            ("antrain uninstall systemd --force", "Also remove units that you changed"),
        ],
        "doctor": [
            ("antrain doctor", "Find out why no reminder arrives"),
            ("antrain doctor --fix", "Apply the safe fixes, then check again"),
        ],
        "schedule-next": [
            ("antrain schedule-next", "Plan the coming days and deliver due reminders"),
            ("antrain schedule-next --dry-run", "Show what would change"),
        ],
        "deliver": [
            ("antrain deliver", "Deliver due reminders"),
            ("antrain deliver --json", "The same, as JSON"),
        ],
        "daemon": [
            ("antrain daemon", "Deliver reminders until it is stopped"),
            ("antrain install systemd --daemon", "Run it as a service"),
        ],
        "answer": [
            ("antrain answer --mail <reply.eml", "Read a reply from a file"),
            ("formail -s antrain answer --mail <~/mail/antrain", "Read all replies in a mailbox"),
        ],
        "backup": [
            ("antrain backup ~/antrain.tar", "Save everything except secrets"),
            ("antrain backup - | ssh host 'cat >antrain.tar'", "Save it on another machine"),
        ],
        "restore": [
            ("antrain restore ~/antrain.tar", "Restore a backup after confirmation"),
            ("antrain restore --abort", "Undo a restore that a crash interrupted"),
        ],
        "sync folder": [
            ("antrain sync folder ~/Sync", "Begin, or join other machines with their key"),
            ("antrain sync folder ~/Sync --name laptop", "Give this machine a name"),
        ],
        "sync join": [
            ("antrain sync join", "Show the key to type on another machine"),
            ("antrain sync join --json", "The same, as JSON"),
        ],
        "sync deliver": [
            ("antrain sync deliver server", "Let the server send the reminders"),
            ("antrain sync deliver --after 6h", "Send them from this machine, unless it is off for 6 hours"),
        ],
        "sync now": [
            ("antrain sync now", "Get the changes of other machines"),
            ("antrain sync now --json", "The same, as JSON"),
        ],
        "sync status": [
            ("antrain sync status", "Show when each machine was last heard from"),
            ("antrain sync status --json", "The same, as JSON"),
        ],
        "sync leave": [
            ("antrain sync leave", "Stop exchanging changes on this machine"),
            ("antrain sync leave --json", "The same, as JSON"),
        ],
        "repair copy": [
            ("antrain repair copy ~/backup/ledger.sqlite", "Copy the ledger"),
            ("antrain repair copy \"ledger-$(date +%F).sqlite\"", "Copy it to a file named after today"),
        ],
        "repair new": [
            ("antrain repair new", "Create a new ledger after the old one was lost"),
            ("antrain repair new --data-dir ~/training", "Create one in another folder"),
        ],
        "repair ledger": [
            ("antrain repair", "Repair a damaged ledger, or rebuild a missing or empty one"),
            ("antrain repair ledger --data-dir ~/training", "Repair a ledger in another folder"),
        ],
    ]
}
