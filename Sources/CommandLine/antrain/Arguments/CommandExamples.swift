/// The examples in the commands' help.
enum CommandExamples {
    /// A command line and its purpose.
    struct Example {
        let command: String
        let purpose: String
    }

    /// The examples of a command; none for commands that only have subcommands.
    static func of(_ path: [String]) -> [Example] {
        (all[path.joined(separator: " ")] ?? []).map { Example(command: $0.0, purpose: $0.1) }
    }

    private static let all = training.merging(upkeep) { first, _ in first }

    /// The examples of the commands for workouts, programs, the log and exercises.
    private static let training: [String: [(String, String)]] = [
        "today": [
            ("antrain today", "Show today's workout and its reminder"),
            ("antrain today tomorrow", "Show tomorrow's workout and its reminder"),
        ],
        "week": [
            ("antrain week", "Show the next seven days"),
            ("antrain week --this", "Show the current calendar week, with your answers"),
        ],
        "calendar": [
            ("antrain calendar", "Show the current month"),
            ("antrain calendar year 2027-01-01", "Show the year 2027"),
        ],
        "start": [
            ("antrain start", "Start today's workout and show its sets"),
            ("antrain start --date yesterday", "Start or continue yesterday's workout"),
        ],
        "done": [
            ("antrain done", "Log today's workout as done"),
            ("antrain done --set squat=5,5,5,5,3 --missed row", "Log a workout that did not go as planned"),
        ],
        "skip": [
            ("antrain skip", "Skip today's workout"),
            ("antrain skip fri --program push-pull-legs", "Skip Friday's workout of one program"),
        ],
        "snooze": [
            ("antrain snooze --for 15m", "Send today's reminder again in 15 minutes"),
            ("antrain snooze 2 --for '1h 30m'", "Snooze your own reminder 2"),
        ],
        "move": [
            ("antrain move wed thu", "Swap the workouts of Wednesday and Thursday"),
            ("antrain move today tomorrow --program push-pull-legs", "Move today's workout of one program"),
        ],
        "pause": [
            ("antrain pause --until 'in 2 weeks'", "Pause all programs for two weeks"),
            ("antrain pause --from fri --program push-pull-legs", "Pause one program from Friday on"),
        ],
        "resume": [
            ("antrain resume", "Train again from today"),
            ("antrain resume --on 'next monday'", "Train again from next Monday on"),
        ],
        "undo": [
            ("antrain undo --list", "Show what can be undone, the last change first"),
            ("antrain undo 2", "Undo the change before the last one"),
        ],
        "redo": [
            ("antrain redo", "Redo the last undone change"),
            ("antrain redo --json", "The same, as JSON"),
        ],
        "open": [
            ("antrain open workout/2026-11-23/0730", "Show the workout of a reminder"),
            ("antrain open antrain://workout/2026-11-23/0730", "Open the link of a notification"),
        ],
        "program list": [
            ("antrain program list", "Show the active and the shipped programs"),
            ("antrain program list --days 3 --goal strength --level beginner", "Show strength programs for beginners"),
        ],
        "program search": [
            ("antrain program search kettlebell", "Show the programs with a word"),
            ("antrain program search deadlift --days 4", "Show those with four workouts a week"),
        ],
        "program show": [
            ("antrain program show gzclp", "Show a shipped program"),
            ("antrain program show ./mine.yaml", "Show a program of your own"),
        ],
        "program validate": [
            ("antrain program validate mine.yaml", "Validate a program before you activate it"),
            ("antrain program validate *.yaml --json", "Validate all programs in a folder, as JSON"),
        ],
        "next": [
            ("antrain next", "Show the next three workouts with their loads"),
            (
                "antrain next --weeks 12 --assume fail-every:5",
                "Project twelve weeks in which every fifth attempt fails"
            ),
        ],
        "log": [
            ("antrain log squat 5x5@80kg", "Log five sets of five squats with 80 kg"),
            ("antrain log list", "Show the last 20 entries"),
        ],
        "log add": [
            ("antrain log squat 5x5@80kg", "Log five sets of five squats with 80 kg"),
            ("antrain log add run 5km 27:30 --date yesterday", "Log yesterday's run"),
        ],
        "log list": [
            ("antrain log list", "Show the last 20 entries"),
            ("antrain log list --exercise squat --since 'last monday'", "Show this week's squats"),
        ],
        "log edit": [
            ("antrain log edit 12 5,5,5,5,3", "Correct the repetitions of entry 12"),
            ("antrain log edit 12 --notes 'left knee hurt'", "Add notes"),
        ],
        "log delete": [
            ("antrain log delete 12", "Delete entry 12"),
            ("antrain undo", "Restore it"),
        ],
        "log import": [
            ("antrain log import strong.csv", "Show what an import would add, and ask"),
            ("antrain log import strong.csv --unit lb --apply", "Import weights in pounds without asking"),
        ],
        "log export": [
            ("antrain log export log.csv", "Write the training log for a spreadsheet"),
            ("antrain log export --json", "Print it as JSON"),
        ],
        "settings gym": [
            ("antrain settings gym", "Show your gyms and their equipment"),
            ("antrain settings gym travel", "Round loads to the equipment of another gym"),
        ],
        "stats records": [
            ("antrain stats records", "Show the records of all exercises"),
            (
                "antrain stats records squat --formula brzycki",
                "Show one exercise's records, with another estimate of the max"
            ),
        ],
        "stats training": [
            ("antrain stats", "Show the statistics of the last twelve weeks"),
            ("antrain stats training --since 2026-01-01 --csv", "Print the statistics since a date as CSV"),
        ],
        "stats delivery": [
            ("antrain stats delivery", "Show how many reminders arrived on each channel, and how late"),
            ("antrain stats delivery --since 2026-01-01 --json", "Show the numbers since a date, as JSON"),
        ],
        "report": [
            ("antrain report --html report.html", "Write a report about the last twelve weeks"),
            ("antrain report --html report.html --since 2026-01-01", "Replace it with a report about a longer period"),
        ],
        "program max list": [
            ("antrain program max", "Show your maxes and loads, with their history"),
            ("antrain program max list --json", "The same, as JSON"),
        ],
        "program max set": [
            ("antrain program max set squat 140kg", "Set the one-rep max of the squat"),
            (
                "antrain program max set bench-press 95kg --training --date yesterday",
                "Set a training max from yesterday on"
            ),
        ],
        "program load": [
            ("antrain program load squat 60kg", "Do the next squats with 60 kg"),
            ("antrain program load squat 135lb --program stronglifts-5x5", "Set the load in one of several programs"),
        ],
        "measure": [
            ("antrain measure weight 82.4kg", "Record today's body weight"),
            ("antrain measure waist 84cm --date yesterday", "Record a girth of another date"),
        ],
        "program activate": [
            ("antrain program activate push-pull-legs --start 'next monday'", "Use a shipped program from Monday on"),
            (
                "antrain program activate mine.yaml --time 6pm --days mo,we,fr",
                "Use your own file, with its own time and days"
            ),
        ],
        "program deactivate": [
            ("antrain program deactivate push-pull-legs", "Stop a program; its history is kept"),
            ("antrain program deactivate push-pull-legs --json", "The same, as JSON"),
        ],
        "program priority": [
            ("antrain program priority ppl 10", "Give a program priority over others, with 'one-a-day'"),
            ("antrain program priority ppl 0", "Return to the default priority"),
        ],
        "program go-to": [
            ("antrain program go-to 5", "Continue with week 5 from today on"),
            ("antrain program go-to 3 squat --date mon", "Continue with the squat day of week 3 on Monday"),
        ],
        "program repeat-week": [
            ("antrain program repeat-week", "Do the week of the latest workout again"),
            ("antrain program repeat-week --date 'next monday'", "The same, from Monday on"),
        ],
        "program choose": [
            ("antrain program choose mine squat front-squat", "Do front squats instead of squats from today on"),
            ("antrain program choose mine squat leg-press --date fri", "Do the leg press on Friday only"),
        ],
        "program copy": [
            ("antrain program copy gzclp", "Copy a shipped program to ./gzclp.yaml"),
            ("antrain program copy gzclp ~/training/gzclp.yaml", "Copy it to another file"),
        ],
        "program edit": [
            ("antrain program edit mine.yaml", "Edit a program and validate it"),
            (
                "EDITOR='code --wait' antrain program edit push-pull-legs",
                "Edit an active program's file in another editor"
            ),
        ],
        "program diff": [
            ("antrain program diff mine", "Show what the latest edit of an active program changes"),
            ("antrain program diff gzclp mine.yaml --weeks 12", "Compare two programs over twelve weeks"),
        ],
        "program test": [
            ("antrain program test mine.yaml", "Run the tests in a program"),
            ("antrain program test gzclp 531", "Run the tests of shipped programs"),
        ],
        "program update": [
            ("antrain program update gzclp", "See what a new version changes, and use it"),
            ("antrain program update gzclp --json", "The same without a question, as JSON"),
        ],
        "exercise list": [
            ("antrain exercise list row", "Show the exercises whose name contains a word"),
            ("antrain exercise list --muscle chest --equipment dumbbell", "Show the dumbbell exercises for the chest"),
        ],
        "exercise show": [
            ("antrain exercise show deadlift", "Show an exercise's names, muscles and equipment"),
            ("antrain exercise show 'bench press' --json", "The same for another exercise, as JSON"),
        ],
        "exercise edit": [
            ("antrain exercise edit", "Edit your own exercises"),
            ("EDITOR='code --wait' antrain exercise edit", "Use another editor"),
        ],
    ]
}
