import Foundation
import TestSupport
import Testing

/// `antrain setup`: from an empty home to the first reminder. 22 November 2026 is a Sunday.
@Suite struct SetupTests {
    private static let program = [
        Turn("How many days a week", "3"), Turn("Level:", ""), Turn("Which program?", "push-pull-legs"),
    ]
    private static let loads = Turn("Starting load of", "q")
    private static let days = Turn("Enter keeps these days", "")
    private static let time = Turn("When should antrain remind you", "18:00")
    private static let channel = [Turn("Which channel?", "log"), Turn("Did it arrive?", "y")]
    private static let trigger = [Turn("What should run it?", "1"), Turn("Make this change? [Y/n]", "")]

    /// An empty home with a crontab of its own, in which nothing runs antrain.
    private struct Fresh {
        let installed: InstalledHome
        var home: Home { installed.cron.home }
        /// The programs of the home come before the system's.
        var variables = ["LOGNAME": "me", "COLUMNS": "80", "NO_COLOR": "1"]

        init() throws {
            installed = try InstalledHome(nil)
            home.hasTrigger = false
            for folder in [".config", ".local"] {
                try FileManager.default.removeItem(atPath: home.folder.path + "/" + folder)
            }
            variables["PATH"] = home.folder.path + "/bin:/usr/bin:/bin"
        }

        func talk(_ turns: [Turn], _ extra: [String: String] = [:]) throws -> String {
            try home.talk("setup", turns, environment: variables.merging(extra) { $1 })
        }

        func antrain(_ line: String) throws -> Finished { try home.antrain(line, environment: variables) }

        /// The names of the parts that are set.
        func set() throws -> [String] {
            let output = try antrain("setup --json").output
            let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
            let steps = object?["steps"] as? [[String: Any]] ?? []
            return steps.filter { $0["set"] as? Bool == true }.compactMap { $0["step"] as? String }
        }
    }

    @Test func anEmptyHomeGetsItsFirstReminder() throws {
        let fresh = try Fresh()
        let said = try fresh.talk(Self.program + [Self.loads, Self.days, Self.time] + Self.channel + Self.trigger)
        #expect(said.contains("Next reminder: Push Day, tomorrow at 18:00"), "\(said)")
        for command in ["antrain start", "antrain done"] { #expect(said.contains("  \(command) "), "\(said)") }
        #expect(try fresh.home.pending().first == "workout/2026-11-23/1800")
        #expect(fresh.installed.crontab?.contains("schedule-next") == true)
        // There is no cron here, so its line does not help yet.
        #expect(said.contains("problem: cron is not running") == said.contains("  antrain doctor "), "\(said)")
        #expect(
            try fresh.set().filter { $0 != "loads" } == ["program", "days", "time", "channel", "trigger"],
            "\(said)"
        )
        #expect(try fresh.antrain("settings").output.contains("log"), "\(said)")
    }

    /// Ctrl-C keeps what was agreed, and the next run continues with the question that was open.
    @Test(arguments: [
        (0, [], "How many days a week"), (4, ["program"], "Enter keeps these days"),
        (5, ["program", "days"], "When should antrain remind you"),
        (6, ["program", "days", "time"], "Which channel?"),
        (8, ["program", "days", "time", "channel"], "What should run it?"),
        (9, ["program", "days", "time", "channel"], "Make this change?"),
    ])
    func aSetupCanBeInterrupted(after count: Int, agreed: [String], next: String) throws {
        let all = Self.program + [Self.loads, Self.days, Self.time] + Self.channel + Self.trigger
        for ending in [Turn.interrupt, Turn.endOfInput, Turn.hangUp] {
            let fresh = try Fresh()
            let said = try fresh.talk(all.prefix(count) + [Turn(next, ending)])
            #expect(said.contains("to continue: antrain setup") == (ending != Turn.hangUp), "\(said)")
            #expect(try fresh.set().filter { $0 != "loads" } == agreed, "\(said)")
            guard ending == Turn.interrupt else { continue }
            // Loads that were skipped are asked for again.
            let loads = count >= 4 ? [Self.loads] : []
            let resumed = try fresh.talk(loads + all.dropFirst(min(count, 8)))
            #expect(resumed.contains("Next reminder: Push Day, tomorrow at 18:00"), "\(resumed)")
            for turn in all.prefix(min(count, 8)) where turn.text != Self.loads.text {
                #expect(!resumed.contains(turn.text), "\(resumed)")
            }
        }
    }

    @Test func loadsTypedBeforeCtrlCStay() throws {
        let fresh = try Fresh()
        let program = [
            Turn("How many days a week", ""), Turn("Level:", "beginner"), Turn("Which program?", "gzclp"),
        ]
        let first = Turn("Starting load of", "60")
        let said = try fresh.talk(program + [first, Turn("Starting load of", Turn.interrupt)])
        #expect(said.contains("to continue: antrain setup"), "\(said)")
        #expect(try fresh.antrain("next --workouts 1").output.contains("@ 60 kg"))
        let resumed = try fresh.talk([
            Self.loads, Turn("Which days do you train? [mon,wed,fri]", "tue,thu"),
            Turn("When should", "q"), Turn("Which channel?", "q"), Turn("What should", "q"),
        ])
        #expect(resumed.contains("missing load") && resumed.contains("antrain settings --time"), "\(resumed)")
        #expect(try fresh.set() == ["program", "days"], "\(resumed)")
        #expect(try fresh.antrain("settings").output.contains("tue,thu"))
    }

    /// Each invalid answer is asked again with the reason.
    @Test func invalidAnswersAreAskedAgain() throws {
        let fresh = try Fresh()
        let again = "> "
        let said = try fresh.talk([
            Turn("How many days a week", "9"), Turn(again, "x"), Turn(again, "3"),
            Turn("Level:", "expert"), Turn(again, ""),
            Turn("Which program?", "99"), Turn(again, "push-pul-legs"), Turn(again, "push-pull-legs"),
            Turn("Starting load of", "heavy"), Turn("Starting load of", "q"),
            Turn("Enter keeps these days", "mno"), Turn(again, "none"), Turn(again, "mon,tue"),
            Turn("Type 3 days", "c"), Turn("Enter keeps these days", "tue,thu,sat"),
            Turn("When should", "25:00"), Turn(again, "6am"),
            Turn("Which channel?", "nowhere"), Turn(again, "log"), Turn("Did it arrive?", "y"),
            Turn("What should run it?", "7"), Turn(again, "1"), Turn("Make this change?", "x"),
            Turn("answer y or n", "y"),
        ])
        for reason in [
            "invalid number of days '9'", "invalid number of days 'x'", "expected one of beginner",
            "invalid number '99'",
            "did you mean 'push-pull-legs'?", "unknown weekday 'mno'", "invalid days 'none'",
            "Leg Day", "'25:00'", "'nowhere'", "invalid number '7'",
            "Next reminder: Push Day, Tue 24 Nov at 06:00",
        ] { #expect(said.replacing(/\s+/, with: " ").contains(reason), "\(reason): \(said)") }
    }

    /// Once everything is set, one part can be changed; Enter changes nothing.
    @Test func oneThingCanBeChanged() throws {
        let fresh = try Fresh()
        _ = try fresh.talk(Self.program + [Self.loads, Self.days, Self.time] + Self.channel + Self.trigger)
        let menu = "What do you want to change?"
        let none = try fresh.talk([Turn(menu, "")])
        #expect(none.contains("1  Program  push-pull-legs") && none.contains("Next reminder"), "\(none)")
        let said = try fresh.talk([Turn(menu, "9"), Turn("> ", "4"), Turn("[18:00]", "07:15")])
        #expect(said.contains("expected 1 to 6") && said.contains("tomorrow at 07:15"), "\(said)")
        #expect(try fresh.home.pending().first == "workout/2026-11-23/0715")
        let days = try fresh.talk([Turn(menu, "3"), Turn("[mon,wed,fri]", "tue,thu,sat")])
        #expect(days.contains("Push Day, Tue 24 Nov at 07:15"), "\(days)")
        let program = try fresh.talk(
            [Turn(menu, "1")] + Self.program.dropLast() + [
                Turn("Which program?", ""), Turn("type an answer", "push-pull-legs"),
                Turn("is active already", "gzclp"),
                Turn("Already active", "r"), Self.loads, Turn("Which days do you train? [tue,thu,sat]", "mon,wed,fri"),
            ]
        )
        #expect(program.contains("Program  gzclp"), "\(program)")
    }

    /// A step that fails is reported, and stays open with its commands.
    @Test func aFailingStepStaysOpen() throws {
        let fresh = try Fresh()
        try fresh.home.folder.write(
            "bin/crontab",
            "#!/bin/sh\necho 'me is not allowed to use crontab' >&2; exit 1\n",
            mode: 0o755
        )
        try fresh.home.folder.write("no-manager", "")
        let said = try fresh.talk(
            Self.program + [Self.loads, Self.days, Self.time]
                + [
                    Turn("Which channel?", "mail"), Turn("to (", ""), Turn("Choose another channel?", "n"),
                    Turn("What should run it?", "1"),
                ]
        )
        let open = said.components(separatedBy: "Still missing:").last ?? ""
        #expect(open.contains("antrain channel test"), "\(said)")
        #expect(open.contains("antrain daemon") || open.contains("antrain doctor"), "\(said)")
        #expect(said.contains("Next reminder: Push Day, tomorrow at 18:00"), "\(said)")
    }

    /// Without a terminal, the commands that do the same are printed, without those whose values are set.
    @Test func withoutATerminalItPrintsTheCommands() throws {
        let fresh = try Fresh()
        let run = try fresh.antrain("setup")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        let commands = [
            "antrain program activate", "antrain settings --days", "antrain settings --time", "antrain channel test",
            "antrain install cron",
        ]
        for command in commands { #expect(run.output.contains(command), "\(run.output)") }
        #expect(!FileManager.default.fileExists(atPath: fresh.home.folder.path + "/.local"))
        _ = try fresh.antrain("program activate push-pull-legs --days mon,wed,fri")
        _ = try fresh.antrain("settings --time 07:30")
        let later = try fresh.antrain("setup").output
        for command in commands.prefix(3) { #expect(!later.contains(command), "\(later)") }
        for command in commands.suffix(2) { #expect(later.contains(command), "\(later)") }
    }

    /// The lines fit the terminal, and a plain one gets no control sequences.
    @Test(arguments: [50, 80]) func itFitsTheTerminal(columns: Int) throws {
        let turns = Self.program + [Self.loads, Self.days, Self.time] + Self.channel + Self.trigger
        let said = try Fresh().talk(turns, ["COLUMNS": "\(columns)", "NO_COLOR": "", "TERM": "dumb"])
        #expect(!said.contains("\u{1B}") && said.contains("Next reminder"), "\(said)")
        // Lines of the crontab are shown as they are, and answers follow the questions.
        let isExempt = { (line: Substring) in
            ["schedule-next", "# Written by", "> "].contains { line.contains($0) }
        }
        for line in said.split(separator: "\n") where line.count > columns && !isExempt(line) {
            Issue.record("\(line.count) columns: \(line)")
        }
    }

    /// Setup is in English; dates and the texts of the program follow the user's language.
    @Test func theNextReminderIsInTheUsersLanguage() throws {
        let turns = Self.program + [Turn("Anfangslast von", "q"), Self.days, Self.time] + Self.channel + Self.trigger
        let said = try Fresh().talk(turns, ["LC_ALL": "de_DE.UTF-8"])
        #expect(said.contains("Nächste Erinnerung: Push Day, morgen um 18:00"), "\(said)")
    }

    // MARK: Answers

    /// Only an answer decides whether the test arrived; q leaves the channel untested.
    @Test func anUnclearAnswerIsNotAYes() throws {
        let fresh = try Fresh()
        let channel = [Turn("Which channel", "log"), Turn("Did it arrive?", "blah"), Turn("answer y or n", "q")]
        let said = try fresh.talk(Self.program + [Self.loads, Self.days, Self.time] + channel + Self.trigger)
        #expect(said.contains("it was written to ~/.local/state/antrain/notifications.log"), "\(said)")
        #expect(said.contains("console, log (not tested)"), "\(said)")
        #expect(try !fresh.set().contains("channel"))
    }

    @Test func answersMayBeShort() throws {
        let fresh = try Fresh()
        let said = try fresh.talk(
            [
                Turn("How many days a week", "3"), Turn("Level:", "b"), Turn("Which program?", ""),
                Turn("type an answer, or q", "stronglifts-5x5"), Self.loads,
                Turn("Which days do you train?", "3"), Turn("name the weekdays", "mon,wed,fri"),
                Turn("When should", "7"), Turn("type 7am, 7pm", "19"),
                Turn("Which channel", "console,log"), Turn("Did it arrive?", ""), Turn("Did it arrive?", "y"),
            ] + Self.trigger
        )
        #expect(said.contains("Time     19:00") && said.contains("Channel  console, log\n"), "\(said)")
        #expect(said.contains("\n   1  console") && said.contains("\n  10  "), "\(said)")
        #expect(said.contains("antrain setup") && !said.contains("40kg"), "\(said)")
    }

    /// The line of the crontab is shown before it is written, and the user may decline.
    @Test func theTriggerIsShownFirst() throws {
        let fresh = try Fresh()
        let trigger = [Turn("What should run it?", ""), Turn("schedule-next", "n")]
        let said = try fresh.talk(Self.program + [Self.loads, Self.days, Self.time] + Self.channel + trigger)
        #expect(said.contains("nothing was changed") && fresh.installed.crontab == nil, "\(said)")
        #expect(said.contains("  antrain install cron ") && !said.contains("find out why nothing runs"), "\(said)")
    }

    /// A program that would begin in the middle of its week waits for its first workout. 26 November 2026 is a Thursday.
    @Test(arguments: [("", "2026-11-30", "First Run"), ("this", "2026-11-27", "Third Run")])
    func aProgramBeginsWithItsFirstWorkout(answer: String, date: String, workout: String) throws {
        let fresh = try Fresh()
        fresh.home.now = "2026-11-26T20:00"
        let said = try fresh.talk(
            [
                Turn("How many days a week", ""), Turn("Level:", ""), Turn("Which program?", "couch-to-5k"),
                Turn("this or next [next]", answer), Turn("Enter keeps these days", ""), Self.time,
            ] + Self.channel + Self.trigger
        )
        #expect(said.contains("it begins with Third Run") && said.contains("Next reminder: \(workout)"), "\(said)")
        #expect(try fresh.home.pending().first == "workout/\(date)/1800")
    }

    // MARK: State

    @Test func missingLoadsAreAskedForWhenOtherThingsAreSet() throws {
        let fresh = try Fresh()
        _ = try fresh.antrain("settings --time 07:30 --days mon,wed,fri")
        _ = try fresh.antrain("program activate gzclp")
        let commands = try fresh.antrain("setup").output
        #expect(commands.contains("antrain program load bench-t1 WEIGHT"), "\(commands)")
        #expect(commands.contains("Bench Press, tier 1"), "\(commands)")
        let said = try fresh.talk([Self.loads, Turn("Which channel", "q"), Turn("What should run it?", "q")])
        #expect(said.contains("antrain setup") && said.contains("missing loads"), "\(said)")
    }

    /// The usual days of a program apply until the user chooses others.
    @Test func theUsualDaysAreShown() throws {
        let fresh = try Fresh()
        _ = try fresh.antrain("program activate gzclp")
        _ = try fresh.antrain("settings --time 07:30")
        let said = try fresh.talk([
            Self.loads, Turn("Which days do you train? [mon,wed,fri]", "q"), Turn("Which channel", "q"),
            Turn("What should run it?", "q"),
        ])
        #expect(said.contains("mon,wed,fri (of the program)") && said.contains("choose your training days"), "\(said)")
        #expect(!said.contains("turn reminders on"), "\(said)")
        #expect(!(try fresh.antrain("doctor").output.contains("mon,tue")))
    }

    /// Broken settings are reported once, and nothing is asked.
    @Test func brokenSettingsEndTheSetup() throws {
        let fresh = try Fresh()
        _ = try fresh.antrain("settings --time 07:30")
        try fresh.home.folder.write(".config/antrain/settings.yaml", "time: 99:00\nenabled: on\n")
        let said = try fresh.talk([])
        #expect(said.components(separatedBy: "settings.yaml:1:").count == 2, "\(said)")
        #expect(said.contains("antrain settings edit") && !said.contains("How many days"), "\(said)")
    }
}
