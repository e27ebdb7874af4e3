import Foundation
import TestSupport

/// The states of a home in which commands run.
extension JSONOutputs {
    /// Commands that change nothing, or only the queue.
    private static let lists = [
        "", "doctor", "doctor --files", "today", "today tomorrow", "week", "week --this", "calendar",
        "calendar year --past",
        "pending", "history", "channel list", "settings", "setup",
        "undo --list", "next", "log", "settings --time suggest", "stats records", "stats", "stats delivery",
        "program max", "measure",
        "program list",
        "reminder list",
        "plugin list", "plugin search-path", "why", "why mon", "why 2027-03-01", "why workout/2026-11-23/0730",
        "simulate", "simulate 531 --days 7 --time 6am", "export ics training.ics", "schedule-next --dry-run",
        "schedule-next", "deliver",
    ]
    /// Commands whose output changes with time.
    private static let states = ["", "today", "week", "pending", "history", "deliver", "schedule-next"]

    func emptyHome() throws {
        let home = try home("empty home")
        for line in Self.lists { try run(home, line) }
        for line in ["program list --days 3 --level beginner", "program search kniebeuge", "program search zzz"] {
            try run(home, line)
        }
        // Nothing to answer, no such file, no name, an unknown option.
        for line in [
            "done", "undo", "open nothing", "program show nothing", "cancel 7", "today --nothing", "pause",
            "program show gzclpp", "log import none.csv",
        ] {
            try run(home, line)
        }
    }

    /// A program that uses every key.
    private static let program = """
        antrain: 1
        id: mine
        name: Mine
        author: Me
        source: https://example.org/mine
        description: Everything there is.
        goal: [strength, general-fitness]
        level: beginner
        exercises: {squat: {name: Squat, rest: 3m, notes: Deep, progression: {type: linear, add: 2.5}}}
        sets: {main: [5 @ 65%, 5+ @ 85%]}
        phases:
          - name: Build
            weeks:
              - {name: One, sets: {main: [3 @ 70%]}, exercises: {row: 3x8}}
              - {name: Easy, deload: true}
        days:
          a:
            name: A
            duration: 45m
            notes: Warm up first
            exercises:
              - {lift: squat, sets: main}
              - exercise: Bench
                superset: X
                sets:
                  - {sets: 3, reps: 8-12, load: 80kg, rest: 90s, kind: drop, notes: Slowly}
                  - {sets: 1, reps: AMRAP, load: rpe 8}
                  - {sets: 1, reps: 5, load: rir 2}
                  - {sets: 1, reps: 5, load: bodyweight}
              - {exercise: Plank, time: 60s}
              - {exercise: Run, distance: 5km, alternatives: [Rowing, {exercise: Swim, distance: 1km}]}
          b: {name: B, exercises: [{exercise: Row, sets: 5x5}]}
          c: {name: C, exercises: [{exercise: Press, sets: 5x5}]}
        schedule: {mode: weekdays, monday: a, wednesday: b, friday: c, on-missed: shift}

        """

    /// An event that can be imported, and one that cannot.
    private static let calendar = """
        BEGIN:VCALENDAR
        BEGIN:VEVENT
        UID:1
        SUMMARY:Habit
        DTSTART:20261124T180000
        RRULE:FREQ=WEEKLY
        END:VEVENT
        BEGIN:VEVENT
        UID:2
        SUMMARY:Rent
        DTSTART:20261201
        RRULE:FREQ=YEARLY
        END:VEVENT
        END:VCALENDAR

        """

    func activeHome() throws {
        let home = try home(
            "active program",
            """
            enabled: on
            time: 07:30
            days: [mon, wed, fri]
            follow-up: {after: 30m, every: 15m, at-most: 3}
            unfinished: 3h
            quiet-hours: 22:00-06:00
            records: on
            summary: {on: sun, at: "18:00"}
            heartbeat: {file: ~/.local/state/antrain/heartbeat}
            milestones: [7, 30]
            streak-warning: "21:00"
            logging: {to: ~/antrain.log, level: warning}
            calendar-file: {path: ~/feed.ics, days: 30}
            days-off: ~/trips.ics
            timezone: Europe/Berlin
            channels: [console]

            """
        )
        try home.folder.write("mine.yaml", Self.program)
        let trip = "BEGIN:VEVENT\nDTSTART:20261123\nDTEND:20261126\nSUMMARY:Trip\nEND:VEVENT"
        try home.folder.write("trips.ics", "BEGIN:VCALENDAR\n\(trip)\nEND:VCALENDAR\n")
        try run(home, "program activate mine.yaml --start 2026-11-23")
        try run(home, ["reminder", "add", "Tea", "--at", "2026-11-23 08:00", "--repeat", "daily", "--notes", "Hot"])
        for rule in ["monthly", "monthly:last", "monthly:1st mon"] {
            try run(home, ["reminder", "add", "Rent", "--at", "2026-11-30 08:00", "--repeat", rule])
            try run(home, "undo")
        }
        try run(home, "reminder add Once --in 45m")
        try home.folder.write("habits.ics", Self.calendar)
        for line in ["import ics habits.ics --dry-run", "import ics habits.ics", "undo --list", "undo"] {
            try run(home, line)
        }
        try run(home, "reminder show 1")
        try run(home, "reminder add Pack --before-workout 2h")
        try run(home, "why reminder/3/2026-11-23/0730-2h")
        for line in ["list", "add stretch --dry-run", "add weigh-in", "add weigh-in", "show weigh-in"] {
            try run(home, "reminder preset \(line)")
        }
        for line in ["undo --list", "undo"] { try run(home, line) }
        for line in Self.lists { try run(home, line) }
        try run(home, ["log", "squat", "50 total@20kg"])
        for line in ["log", "stats records", "undo"] { try run(home, line) }
        for line in [
            "program show mine", "program show gzclp", "program show 531", "program choose mine run swim",
            "program choose mine run rowing --date 2026-11-30", "program choose mine", "today", "undo --list",
            "program choose mine run nothing", "program activate gzclp", "program activate gzclp --add --priority 3",
            "program priority mine 1", "program go-to 2 --program mine", "undo --list", "undo",
            "settings one-a-day on", "week", "today tomorrow", "schedule-next", "why 2026-11-23", "program list",
            "undo --list", "undo",
            "program priority mine 0",
            "settings one-a-day off", "program deactivate gzclp",
        ] { try run(home, line) }
        try run(home, "open workout/2026-11-23/0730")
        home.now = "2026-11-23T07:45"
        try run(home, "")
        for now in ["2026-11-23T08:05", "2026-12-01T12:00"] {
            home.now = now
            for line in Self.states { try run(home, line) }
        }
        for line in ["program repeat-week", "undo"] { try run(home, line) }
        try FileManager.default.removeItem(atPath: home.folder.path + "/mine.yaml")
        try run(home, "program list")
        try run(home, "settings --off")
        try run(home, "today")
        try run(home, "program deactivate mine")
    }

    /// An edited program, and a shipped one of which there is a new version.
    func editedPrograms() throws {
        state = "edited programs"
        let prefix = try Prefix()
        let home = prefix.home
        home.program = prefix.path + "/bin/antrain"
        home.now = "2026-11-23T06:00"
        let text = """
            antrain: 1
            id: mine
            name: Mine
            maxes: {bench-press: 100}
            weeks: [{name: One}, {name: Two}]
            days:
              a: {exercises: [{exercise: Bench Press, lift: bench-press, sets: 5 @ 80%}, {exercise: Rowing, sets: 3x8}]}
            schedule: {mode: weekdays, monday: a, thursday: a}

            """
        let new = text.replacing("100}", with: "110, squat: 140}").replacing("thursday", with: "friday")
            .replacing("Rowing", with: "Squat")
        try home.folder.write("prefix/share/antrain/programs/ours.yaml", text.replacing("mine", with: "ours"))
        try home.folder.write("mine.yaml", text)
        for line in [
            "settings --time 07:30", "program activate mine.yaml", "program activate ours --add", "program diff mine",
        ] { try run(home, line) }
        try home.folder.write("mine.yaml", new)
        try home.folder.write("new.yaml", text.replacing("maxes: {bench-press: 100}", with: ""))
        try home.folder.write("prefix/share/antrain/programs/ours.yaml", new.replacing("mine", with: "ours"))
        for line in ["program diff mine new.yaml", "schedule-next", "program diff mine", "", "doctor"] {
            try run(home, line)
        }
        for _ in 0..<2 { try run(home, "program update ours") }
        let tests = "tests: [{name: date, workouts: [{date: 2024-01-01}, {day: a, week: 2}]}]\n"
        try home.folder.write("tests.yaml", text + tests)
        try run(home, "program test tests.yaml")
    }

    /// Programs whose loads progress in every way.
    func progress() throws {
        let home = try home("progress", now: "2026-11-23T06:00")
        for line in [
            "program activate 531 --max squat=140kg", "program activate gzclp --add --load squat-t1=80kg",
            "next --weeks 2",
            "next --weeks 20 --assume fail-every:3 --program gzclp", "next --weeks 9 --program 531",
            "next --weeks 9 --program 531 --assume fail-every:3", "program max set deadlift 160kg --training",
            "program load press-t1 40kg", "program max", "program max list", "done", "start --all", "undo --list",
            "undo", "undo",
            "next --workouts 0",
        ] { try run(home, line) }
        try home.folder.write("mine.yaml", Self.progressions)
        try run(home, "program activate mine.yaml --add --load a=50lb --load b=50lb --load c=50lb")
        try run(home, "next --weeks 5 --program mine")
        try run(home, "next --weeks 5 --program mine --assume fail-every:2")
        try run(home, "done --date today --program mine")
        try run(home, "next --program mine")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            equipment:
              bar: 20kg
              plates: [20, 10]
              dumbbells: {from: 2, to: 40, step: 2}
              kettlebells: [8, 16]
              exercises: {deadlift: {bar: 25kg}, curl: {loads: [10, 12]}}
            heartbeat: {url: "https://example.org/key", every: 1h}
            gyms: {travel: {plates: [10]}}
            """
        )
        try home.folder.write("sets.yaml", Self.notation)
        for line in [
            "program activate sets.yaml --add", "program show sets", "next --program sets", "program deactivate sets",
            "settings gym", "next", "start --all", "log squat-t1 5@100kg~101.25kg", "settings gym travel",
            "settings gym trave",
            "settings",
        ] {
            try run(home, line)
        }
        try log(home)
    }

    /// Sets in every notation.
    private static let notation = """
        antrain: 1
        id: sets
        name: Sets
        maxes: {sled: 100}
        days:
          x:
            time: "18:00"
            exercises:
              - {lift: sled, sets: [5 @ 70-75%, 5 @ 75%+, 5 @ 70% - 5kg]}
              - {exercise: Press, sets: [5 @ 70-75%, 5 @ 75%+, 5 @ 70% + 5kg, 5 @ rpe 7-8, 5 @ rir 1-2]}
              - {exercise: Squat, sets: [1 @ rpe 8, 5 @ 90% of top, 5 @ 90% of last]}
              - {exercise: Dip, sets: [50 total, 90-120s, 20-30 total, AMRAP in 7min, 20 in 10min, 5RM, 2-3x8 @ 50% cap rpe 8, 8 rest-pause, 8 myo, 9x2 emom]}
              - {exercise: Curl, sets: [5 @ 11-11.5kg, 5 @ 50kg+]}
        schedule: {mode: cycle, cycle: [x]}

        """

    /// Every kind of entry of the training log.
    private func log(_ home: Home) throws {
        for line in [
            "log squat-t1 warm-up 5@60kg 3x5@100kg rpe 8", "log run 5km 27:30 --date yesterday --notes windy",
            "log add pull-up 8@bw-20kg 8@bw", "done --program gzclp --missed bench-press-t2", "log",
            "log list --limit 2",
            "log export", "log export --since today", "log edit 1 5x5 --rpe 9", "undo --list", "undo", "log delete 1",
            "undo --list", "undo", "log edit 99 5x5", "stats records", "stats records squat --formula brzycki",
            "stats records nothing", "log press 5@40kg --date 2026-11-09", "log zz-carry 40m@20kg --new", "stats",
            "stats training --since 2026-11-01 --formula brzycki --target 1-2", "report --html report.html",
            "report --html report.html --since 2026-11-01", "report --html -",
            "measure weight 183lb --date 2026-10-24", "measure weight 82.9kg --date 2026-11-16",
            "measure weight 82.4kg", "measure body-fat 15%", "measure waist 33in", "measure", "measure weight",
            "measure calf", "measure calf 9m",
            "stats", "undo --list", "undo",
        ] { try run(home, line) }
        let header = "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment\n"
        try home.folder.write(
            "fitnotes.csv",
            header + "2026-01-05,Deadlift,Back,140,kg,5,,,,PR\n2026-01-06,Odd,,,,8,,,,\n"
        )
        try home.folder.write("bad.csv", header + "2036-01-05,Deadlift,Back,140,kg,5,,,,PR\n")
        for line in [
            "log import fitnotes.csv", "log import fitnotes.csv --apply", "log import fitnotes.csv",
            "log import bad.csv",
            "log import bad.csv --skip-bad", "undo --list", "undo",
        ] { try run(home, line) }
    }

    private static let progressions = """
        antrain: 1
        id: mine
        name: Mine
        units: lb
        maxes: {d: 100}
        days:
          x:
            exercises:
              - {exercise: A, sets: 3x5, progression: {type: linear, add: 5, every: week, fails: 2}}
              - {exercise: B, sets: 3x8-12, progression: {type: double, add: 5}}
              - {exercise: E, sets: 3x8, progression: {type: rep-goal, reps: 24, add: 5}}
              - {exercise: C, sets: 2x5+, progression: {type: amrap-table, table: {0-4: 0, 5+: 5}}}
              - {exercise: D, lift: d, sets: 3x5 @ 80%, progression: {type: linear, add: 5, fails: 1}}
              - {exercise: F, lift: d, sets: 1RM, progression: {type: max-test}}
              - {exercise: H, lift: d, sets: 5+ @ 60%, progression: {type: extra-reps, add: 1%}}
              - {exercise: J, sets: 8x2, progression: {type: rep-by-rep, reps: 3, add: 5}}
              - {exercise: L, sets: 8-12, progression: {type: rotate, add: 5, to: [M, N]}}
              - {exercise: K, lift: d, sets: 5 @ rpe 8, progression: {type: rpe}}
              - {exercise: G, sets: [3x5 @ 75% of load, 5], progression: {type: top-set}}
        schedule: {mode: cycle, cycle: [x]}

        """

    func answers() throws {
        state = "answers"
        let home = try Home.waiting()
        for line in [
            "", "start", "open 1", "done", "open workout/2026-11-23/0730", "undo --list", "undo", "skip", "undo",
            "snooze 1",
            "undo --list", "undo", "reminder done 1", "reminder list", "reminder undone 1",
            "cancel reminder/1/2026-11-24/0800", "undo --list", "reminder list", "undo", "pause --until 2026-12-01",
            "",
            "week", "undo", "redo", "undo", "pause --program push-pull-legs", "", "resume",
            "move 2026-11-25 2026-11-26",
            "undo --list",
            "undo", "reminder edit 1 --title Water --notes Cold", "reminder delete 1", "history", "undo --list",
            "undo", "settings --time 08:00", "why 2026-11-25", "done 1", "done 1", "skip --date tomorrow", "week",
        ] {
            try run(home, line)
        }
    }

    /// Answers that a channel reported: one that was recorded, and one that was refused.
    func reportedAnswers() throws {
        let home = try home(
            "reported answers",
            """
            enabled: on
            time: 07:30
            days: [mon, wed, fri]
            channels: [inbox]
            configure: {inbox: {plugin: \(try InboxPlugin.library.get()), path: ~/inbox}}

            """
        )
        try home.folder.write("inbox/.keep", "")
        try run(home, "channel allow inbox")
        try run(home, "program activate push-pull-legs")
        home.now = "2026-11-23T07:30"
        try run(home, "deliver")
        for (id, action) in [("a1", "done"), ("a2", "dance")] {
            try home.folder.write("inbox/answers/\(id)", "\(action) workout/2026-11-23/0730\nbench 3\n")
        }
        home.now = "2026-11-23T08:00"
        for line in ["schedule-next", "history", "why", "doctor"] { try run(home, line) }
    }

    /// Channels that fail temporarily, that fail permanently, or that are not allowed.
    func failures() throws {
        let home = try home(
            "failing channels",
            """
            enabled: on
            time: 07:30
            days: [mon, wed, fri]
            channels: [bad, worse, mail]
            configure:
              bad: {plugin: command, command: sh -c "exit 75"}
              worse: {plugin: command, command: sh -c "echo no >&2; exit 77"}
              mail: {to: me@example.org, command: \(nowhere)}

            """
        )
        try run(home, "program activate couch-to-5k --start 2026-11-23")
        try run(home, "plugin deny worse")
        for line in ["plugin test bad", "plugin test worse", "plugin info mail", "plugin info worse", "week"] {
            try run(home, line)
        }
        try run(home, "plugin allow worse")
        for line in [
            "channel deny bad", "channel allow bad", "channel test bad", "channel list", "channel remove mail",
            "channel remove none", "channel add mail",
            "channel add mail a@example.org", "channel add mail --name post", "channel add log", "channel add log",
            "channel list",
        ] {
            try run(home, line)
        }
        home.now = "2026-11-23T07:30"
        for line in ["deliver", "pending", "history", "", "schedule-next", "settings"] { try run(home, line) }
        home.now = "2026-11-23T23:30"
        for line in ["", "deliver", "history", "", ""] { try run(home, line) }
    }

    /// Logs of another app, and a folder with recorded activities.
    func evidence() throws {
        let home = try home(
            "evidence",
            now: "2026-11-25T20:00",
            "enabled: on\ntime: 07:30\nevidence: {folder: ~/activities}\n"
        )
        try home.folder.write(
            "gym.yaml",
            """
            antrain: 1
            id: gym
            name: Gym
            days:
              a: {name: A, exercises: [{exercise: Squat, sets: 2x5}, {exercise: Bench Press, sets: 2x5}]}
              b: {name: B, exercises: [{exercise: Deadlift, sets: 1x5}]}
            schedule: {mode: weekdays, monday: a, wednesday: b}

            """
        )
        try home.folder.write("activities/broken.gpx", "<gpx><trk></gpx>")
        try run(home, "program activate gym.yaml --start 2026-11-23")
        let header = "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment\n"
        let rows = ["23,Squat", "24,Deadlift"].map { "2026-11-\($0),Legs,60,kg,5,,,,\n" }
        try home.folder.write("fitnotes.csv", header + rows.joined())
        for line in ["log import fitnotes.csv", "log import fitnotes.csv --apply", "settings", "schedule-next"] {
            try run(home, line)
        }
        for line in ["doctor", "why 2026-11-23", "log bench 5@40kg --date 2026-11-23", "undo --list", "undo"] {
            try run(home, line)
        }
        for line in ["settings evidence on", "settings", "settings evidence off", "settings"] { try run(home, line) }
    }

    /// Workouts that begin at the same time, and a time of reminders that follows them.
    func habit() throws {
        let home = try home("habit", now: "2026-09-27T12:00", "enabled: on\ntime: 06:30\n")
        try home.folder.write("mine.yaml", Self.program)
        try home.antrain("program activate mine.yaml --start 2026-09-28")
        // Eight Mondays.
        for day in ["09-28", "10-05", "10-12", "10-19", "10-26", "11-02", "11-09", "11-16"] {
            home.now = "2026-\(day)T07:31"
            try home.antrain("schedule-next")
            home.now = "2026-\(day)T09:00"
            try home.antrain("done --date today --all")
        }
        home.now = "2026-11-22T20:00"
        for line in [
            "settings --time suggest", "settings --time auto --between 06:00-09:00", "schedule-next", "settings", "",
            "undo --list", "why wed", "undo",
        ] { try run(home, line) }
        let own = Self.program.replacing("id: mine", with: "id: own\nreminders: [{at: \"10:00\"}]")
        try home.folder.write("own.yaml", own)
        for line in ["program activate own.yaml --add", "settings --time suggest"] { try run(home, line) }
    }

    /// More reminders than a channel's limit.
    func limitedChannel() throws {
        let home = try home(
            "limited channel",
            "enabled: on\ntime: 07:30\ndays: all\nhorizon: 20\nchannels: [console]\nconfigure: {console: {limit: 6}}\n"
        )
        try run(home, "program activate easy-strength --start 2026-11-23")
        try run(home, "reminder add Tea --at 09:00 --repeat daily")
        try run(home, "settings configure.console.limit")
        for line in ["channel list", "", "pending", "pending --limit 2"] { try run(home, line) }
        try home.folder.write(".config/antrain/settings.yaml", "enabled: off\ntime: 07:30\ndays: all\n")
        for line in ["schedule-next --dry-run", "schedule-next"] { try run(home, line) }
    }

    func missedWorkout() throws {
        let home = try home("missed workout", now: "2026-11-23T06:00")
        try home.folder.write("mine.yaml", Self.program)
        try run(home, "program activate mine.yaml")
        try run(home, "settings --time 07:30 --days mon,wed,fri")
        try run(home, "done")
        home.now = "2026-11-26T06:00"
        for line in ["schedule-next", "schedule-next --date 2026-11-27", "week --this"] { try run(home, line) }
    }

    func failedWorkout() throws {
        let home = try home("failed workout", now: "2026-11-23T06:00")
        let program = Self.program.replacing("on-missed: shift", with: "on-missed: shift, on-failure: repeat-week")
        try home.folder.write("mine.yaml", program)
        for line in ["program activate mine.yaml", "done --missed run", "undo", "done"] { try run(home, line) }
    }

    /// A reminder that was delivered early because the clock was ahead is sent again.
    func correctedClock() throws {
        state = "corrected clock"
        let home = try Home.ready()
        for now in ["2026-11-23T07:30", "2026-11-22T20:05", "2026-11-23T07:30"] {
            home.now = now
            for line in ["", "deliver", "history"] { try run(home, line) }
        }
    }

    /// Old reminders that were replaced by counts.
    func compactedHistory() throws {
        let home = try home(
            "compacted history",
            "enabled: on\ntime: 07:30\ndays: all\nchannels: [console]\nkeep: 90d\n"
        )
        for line in ["activate phul", "activate push-pull-legs --replace"] { try run(home, "program \(line)") }
        home.now = "2026-11-23T07:31"
        for line in ["schedule-next", "done"] { try run(home, line) }
        for now in ["2026-12-20T20:00", "2027-01-15T20:00", "2027-02-10T20:00", "2027-03-05T20:00"] {
            home.now = now
            try run(home, "schedule-next")
        }
        for line in [
            "settings", "history", "why 2026-11-23", "why workout/2026-11-23/0730", "stats delivery",
            "stats delivery --since 2026-11-20 --until 2026-11-25", "plugin deny console", "stats delivery",
        ] {
            try run(home, line)
        }
    }

    func crontab() throws {
        state = "crontab"
        let cron = try CronHome(CronHome.sample)
        let script = "notify-send Stretch\nat -f '\(cron.folder.path)/stretch.sh' tomorrow\n"
        try cron.folder.write("stretch.sh", script)
        try cron.folder.write("job", CronHome.preamble(in: cron.folder.path) + script)
        // The second job is running.
        try cron.program("atq", "printf '4\\tThu Nov 26 06:30:00 2026 a me\\n5\\tFri Nov 27 06:30:00 2026 = me\\n'")
        try cron.program("at", "exec /bin/cat '\(cron.folder.path)/job'")
        try cron.program("atrm", "exit 0")
        for line in ["migrate", "migrate --apply"] {
            try run(cron.home, line, ["PATH": cron.folder.path + "/bin", "LOGNAME": "me"])
        }
    }

    func triggers() throws {
        state = "triggers"
        let home = try InstalledHome(CronHome.sample)
        for line in ["install cron", "install cron --yes", "uninstall cron --yes"] {
            try run(home.cron.home, line, home.environment)
        }
        try home.cron.program("pgrep", "exit 1")
        for line in ["install cron --yes", "install systemd --yes"] { try run(home.cron.home, line, home.environment) }
        try home.folder.write("no-manager", "")
        for line in ["install systemd --daemon --yes", "uninstall systemd --yes", "uninstall systemd"] {
            try run(home.cron.home, line, home.environment)
        }
    }

    func damagedLedger() throws {
        state = "damaged ledger"
        let home = try Home.waiting()
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        try run(home, "repair copy copy.sqlite")
        _ = try TestSupport.run("/usr/bin/sqlite3", [ledger, "UPDATE reminder SET at = 'x'"])
        try run(home, "repair")
        for table in ["activation", "reminder"] {
            let query = "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'"
            let page = try TestSupport.run("/usr/bin/sqlite3", [ledger, query]).output
            let file = try FileHandle(forUpdating: URL(filePath: ledger))
            try file.seek(toOffset: ((UInt64(page.dropLast()) ?? 0) - 1) * 4096)
            try file.write(contentsOf: Data(repeating: 0x5A, count: 4096))
            try file.close()
        }
        try run(home, "repair ledger")
        try run(home, "")
        // A truncated file.
        try FileHandle(forUpdating: URL(filePath: ledger)).truncate(atOffset: 8192 + 100)
        for line in ["today", "repair"] { try run(home, line) }
        try home.folder.write(".local/share/antrain/ledger.sqlite", "no database")
        try run(home, "repair new")
        // Lost rows that a snapshot has.
        let copied = try Home.waiting()
        try copied.antrain("schedule-next")
        let path = copied.folder.path + "/.local/share/antrain/ledger.sqlite"
        _ = try TestSupport.run("/usr/bin/sqlite3", [path, "UPDATE reminder SET at = 'x'"])
        try run(copied, "repair")
        // A missing ledger of which there is a snapshot.
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
        for line in ["today", "repair", "repair"] { try run(copied, line) }
    }

    func backups() throws {
        let library = try BackupTests.library.get()
        let home = try home(
            "backups",
            """
            time: 07:30
            channels: [console, desk]
            configure:
              desk: {plugin: \(library), path: ~/desk.txt}
              web: {plugin: webhook, url: {env: HOOK}, token: hush-hush, click: {file: ~/click}}

            """
        )
        for line in [
            "program activate push-pull-legs", "plugin allow desk", "backup a.tar", "backup a.tar",
            "backup --with-secrets b.tar", "restore a.tar", "restore a.tar --yes", "restore none.tar",
            "restore --abort",
            "plugin reset desk", "restore a.tar --yes",
        ] {
            try run(home, line)
        }
        for stage in [UnfinishedRestore.Stage.committed, .replaced] {
            try UnfinishedRestore(home).prepare(stage)
            try run(home, "restore --abort")
        }
        try home.folder.write("text.tar", "not an archive")
        try run(home, "restore text.tar --yes")
        let settings = try home.folder.read(".config/antrain/settings.yaml")
        let missing = settings.replacing(library, with: nowhere + "/libdesk.so")
        try home.folder.write(".config/antrain/settings.yaml", missing)
        for line in ["backup c.tar", "restore c.tar --yes"] { try run(home, line) }
        try home.folder.write(".config/antrain/settings.yaml", "time: never\n")
        try run(home, "backup d.tar")
        try home.folder.write(".local/share/antrain/ledger.sqlite", String(repeating: "damaged ", count: 4000))
        try run(home, "restore c.tar --yes")
    }

    func machines() throws {
        let home = try home("machines", "channels: [console]\n")
        for line in ["sync status", "sync folder none", "sync folder . --name a_b"] { try run(home, line) }
        let other = try SyncMachine("desktop")
        try other.home.antrain(arguments: ["reminder", "add", "Tea", "--at", "2026-11-23 08:00"])
        try other.begin()
        try FileManager.default.copyItem(atPath: other.folder, toPath: home.folder.path + "/sync")
        for typed in ["no key", try other.key()] { try run(home, "sync folder sync --name laptop", input: typed) }
        let now = home.now
        home.now = "2026-11-24T08:00"
        for line in ["schedule-next", "doctor"] { try run(home, line) }
        home.now = "2026-11-24T08:30"
        try run(home, "")
        home.now = now
        for line in ["sync deliver nobody", "sync deliver --after 1m", "", "sync deliver", ""] { try run(home, line) }
        for line in ["sync folder sync --name desk", "sync now", "sync status", "sync join"] { try run(home, line) }
        try home.folder.write("sync/0123456789abcdef.antrain", "text")
        for line in ["sync now", "sync status", "sync leave"] { try run(home, line) }
    }

    func plugins() throws {
        let library = try Self.library.get()
        let home = try home(
            "plugins",
            """
            enabled: on
            channels: [desk, web]
            configure:
              desk: {path: ~/desk.txt}
              web: {plugin: webhook, url: {env: HOOK}, token: secret, click: {file: ~/.secrets/click}}

            """
        )
        try run(home, "plugin install \(library)")
        for line in [
            "plugin install \(library)", "plugin list", "plugin info desk", "", "plugin test desk",
            "plugin allow desk", "plugin info desk", "plugin allow desk --quietly", "plugin deny desk",
            "plugin reset desk",
            "plugin list", "plugin allow mail", "plugin reset mail", "plugin info web", "plugin info log",
            "plugin test console",
            "plugin check \(library) --run --deliveries 3 --set path=\(home.folder.path)/checked.txt",
            "plugin check \(library) --run --set file=x", "plugin new lamp --language c --into mine",
            "plugin new lamp --language c --into mine",
        ] {
            try run(home, line)
        }
        try run(home, "plugin search-path", ["ANTRAIN_PLUGIN_PATH": home.folder.path + "/none"])
        let installed = home.folder.path + "/.local/share/antrain/plugins/libdesk.so"
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: installed)
        try run(home, "plugin list")
        try run(home, "plugin remove desk")
    }

    func files() throws {
        let home = try home(
            "files",
            """
            time: 07:30
            rest-days: on
            horizon: 9
            grace: 2h
            snooze: 15m
            details: off
            language: fr

            """
        )
        try run(home, "settings")
        let editor = { (from: String, to: String) in ["VISUAL": "sed -i s/\(from)/\(to)/"] }
        try run(home, "program copy push-pull-legs mine.yaml")
        try run(home, "program edit mine.yaml", ["VISUAL": "true"])
        try run(home, "program edit mine.yaml", editor("Push.Day", "Shove"))
        try run(home, "program edit mine.yaml", editor("mode:", "mood:"))
        try run(home, "settings edit", ["VISUAL": "true"])
        try run(home, "settings edit", editor("07:30", "06:15"))
        try home.folder.write("wrong.yaml", "antrain: 1\nid: wrong\nnam: Wrong\ndays: 7\n")
        try run(home, "program validate mine.yaml wrong.yaml push-pull-legs none.yaml")
        try run(home, "program activate wrong.yaml")
    }

    func exercises() throws {
        let home = try home("exercises")
        let editor = ["VISUAL": "sed -i 's/^#  /  /'"]
        try run(home, "exercise edit", ["VISUAL": "true"])
        for line in ["exercise list", "exercise list --muscle chest --equipment dumbbell", "exercise list nothing"] {
            try run(home, line)
        }
        try run(home, "exercise edit", editor)
        try run(home, "exercise edit", ["VISUAL": "sed -i s/4m/5m/"])
        try run(home, "program activate push-pull-legs")
        for line in ["squat", "tire-flip", "Kniebeuge", "dumbbell-row", "nothing"] {
            try run(home, "exercise show \(line)")
        }
        try run(home, "exercise list --muscle nothing")
        try run(home, "exercise edit", ["VISUAL": "sed -i s/squat/Squat/"])
        try home.folder.write(".config/antrain/exercises.yaml", "antrain: 1\nexercises: {a: {rest: 5m}}\n")
        try run(home, "exercise list")
    }

    /// A program whose last workout was yesterday.
    func endedHome() throws {
        let home = try home("ended program", "enabled: on\ntime: \"19:00\"\n")
        let days = "days: {a: {exercises: [{exercise: Row, sets: 5}]}}\n"
        let schedule = "schedule: {mode: cycle, cycle: [a, rest], length: 3 workouts}\n"
        try home.folder.write("short.yaml", "antrain: 1\nid: short\nname: Short\n" + days + schedule)
        for line in ["program activate short.yaml --start 2026-11-17", "", "why 2026-11-22", "pending"] {
            try run(home, line)
        }
    }

    func brokenHome() throws {
        let home = try home("broken settings", "enabled: on\ntime: 07:30\ndays: all\n")
        try run(home, "program activate push-pull-legs")
        try home.folder.write(".config/antrain/settings.yaml", "time: 27:30\n")
        try home.folder.write("mine.yaml", Self.program)
        try run(home, "program activate mine.yaml --add")
        try home.folder.write("mine.yaml", Self.program.replacing("3x8", with: "3xx"))
        for line in ["settings", "", "week", "doctor", "doctor --files"] { try run(home, line) }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644],
            ofItemAtPath: home.folder.path + "/.local/share/antrain/ledger.sqlite"
        )
        try run(home, "doctor --fix")
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: ledger)
        try run(home, "doctor --files --fix")
        // A fix that fails.
        let leftover = home.folder.path + "/.config/antrain/.antrain-2000000000.tmp"
        try FileManager.default.createDirectory(atPath: leftover, withIntermediateDirectories: true)
        for line in ["doctor --files --fix", "doctor --fix"] { try run(home, line) }
    }
}
