import Foundation
import TestSupport
import Testing

/// `antrain sync`: several machines of one person.
@Suite struct SyncTests {
    /// A laptop with an active program and a reminder that waits for an answer, and a desktop that joined it.
    private func pair() throws -> (laptop: SyncMachine, desktop: SyncMachine) {
        let laptop = try SyncMachine("laptop", try Home.waiting())
        let desktop = try SyncMachine("desktop")
        let begun = try laptop.begin()
        #expect(begun.status == 0 && begun.output.contains("laptop takes part in ~/Sync with a new key"), "\(begun)")
        let joined = try desktop.join(laptop)
        #expect(joined.status == 0 && joined.output.contains("changes from other machines"), "\(joined)")
        return (laptop, desktop)
    }

    @Test func anAnswerOnOneMachineCountsOnTheOther() throws {
        let (laptop, desktop) = try pair()
        let today = try desktop.antrain("today")
        #expect(today.output.contains("Push") && today.errors.isEmpty, "\(today)")
        let files = try laptop.files
        let answered = try laptop.antrain("done Push")
        #expect(answered.status == 0 && answered.errors.isEmpty, "\(answered)")
        #expect(try laptop.files != files, "the answer did not travel at once")
        try laptop.send(to: desktop)
        let exchanged = try desktop.antrain("sync now")
        #expect(exchanged.output == "1 change from other machines\n" && exchanged.errors.isEmpty, "\(exchanged)")
        let done = try desktop.antrain("today")
        #expect(done.output.contains("done"), "\(done)")
        desktop.home.now = "2026-11-23T08:35"
        let undone = try desktop.antrain("undo")
        #expect(undone.status == 0, "\(undone)")
        try desktop.send(to: laptop)
        laptop.home.now = "2026-11-23T08:40"
        #expect(try laptop.antrain("sync now").output == "1 change from other machines\n")
        #expect(try laptop.antrain("today").output.contains("done") == false)
        let status = try laptop.antrain("sync status")
        #expect(
            status.output.contains(#/desktop +2026-11-23 08:40/#) && !status.output.contains("problem"),
            "\(status)"
        )
    }

    /// A run of cron exchanges before it plans, and delivers what it got.
    @Test(arguments: ["schedule-next", "deliver"]) func aRunDeliversWhatIsNew(command: String) throws {
        let (laptop, desktop) = try pair()
        #expect(try desktop.antrain("sync deliver").output.hasPrefix("this machine sends the reminders"))
        #expect(try desktop.antrain(command).errors == "")
        try laptop.add("Stretch", at: "2026-11-23 08:40")
        try laptop.send(to: desktop)
        desktop.home.now = "2026-11-23T08:40"
        let run = try desktop.antrain(command)
        #expect(run.status == 0 && run.output.contains("Stretch") && run.errors.isEmpty, "\(run)")
    }

    /// One machine sends a reminder. If it gives no sign of life, another one sends the next, and says why; the first one does not send it again.
    @Test func oneMachineSendsTheReminders() throws {
        let (laptop, desktop) = try pair()
        try laptop.add("Stretch", at: "2026-11-23 08:10")
        try laptop.add("Walk", at: "2026-11-23 09:00")
        try laptop.send(to: desktop)
        for machine in [laptop, desktop] { machine.home.now = "2026-11-23T08:10" }
        let left = try desktop.antrain("deliver")
        #expect(left.status == 0 && left.output.isEmpty && left.errors.isEmpty, "\(left)")
        #expect(try laptop.antrain("deliver").output.contains("Stretch"))
        let status = try desktop.antrain("sync status")
        #expect(
            status.output.contains("laptop sends the reminders; this machine takes over if laptop stays silent until"),
            "\(status)"
        )
        #expect(
            try desktop.antrain("").words.contains(
                "Sent by laptop; if laptop stays silent, this machine takes over today at 10:"
            )
        )
        #expect(try laptop.antrain("").words.contains("Sent by this machine (laptop)"))
        try laptop.send(to: desktop)
        // The laptop is off from now on, also at 9:00.
        for time in ["08:20", "09:10", "10:00"] {
            desktop.home.now = "2026-11-23T\(time)"
            let run = try desktop.antrain("deliver")
            #expect(run.status == 0 && run.output.isEmpty, "\(run)")
        }
        #expect(try desktop.antrain("history").output.contains("Stretch"))
        desktop.home.now = "2026-11-23T10:50"
        let taken = try desktop.antrain("deliver")
        let note = "Sent by desktop, because laptop has not been heard from since 2026-11-23T08:20."
        #expect(taken.output.contains("Walk") && taken.words.contains(note), "\(taken)")
        #expect(
            try desktop.antrain("").words.contains(
                "Sent by this machine (desktop), because laptop has not been heard from since"
            )
        )
        try desktop.send(to: laptop)
        laptop.home.now = "2026-11-23T11:00"
        let back = try laptop.antrain("deliver")
        #expect(back.status == 0 && back.output.isEmpty, "\(back)")
        let history = try laptop.antrain("history --json").output
        #expect(history.contains("@desktop"), "\(history)")
        #expect(try laptop.antrain("sync deliver nobody").errors.contains("expected laptop or desktop"))
        // Under another name it goes on.
        #expect(try laptop.antrain("sync folder Sync --name tower").status == 0)
        #expect(try laptop.antrain("sync status --json").output.contains("\"deliverer\" : \"tower\""))
    }

    // MARK: Settings

    /// The settings file of a machine.
    private func settings(_ machine: SyncMachine) throws -> String {
        try String(contentsOfFile: machine.home.folder.path + "/.config/antrain/settings.yaml", encoding: .utf8)
    }

    private func write(_ text: String, _ machine: SyncMachine) throws {
        try machine.home.folder.write(".config/antrain/settings.yaml", text)
    }

    /// A machine that joins gets the shared settings, keeps its own ones and its comments, and adds what was set nowhere.
    @Test func aMachineThatJoinsGetsTheSettings() throws {
        let (laptop, desktop) = (try SyncMachine("laptop"), try SyncMachine("desktop"))
        try write("# Laptop\nenabled: on\ntime: 07:15\ndays: [mon, wed]\nchannels: [console]\n", laptop)
        try write("enabled: off # for now\ntime: 06:00 # early\ngrace: 2h\nchannels: [console, log]\n", desktop)
        try laptop.begin()
        let joined = try desktop.join(laptop)
        #expect(joined.status == 0 && joined.errors.isEmpty, "\(joined)")
        let expected =
            "enabled: on # for now\ntime: 07:15 # early\ngrace: 2h\nchannels: [console, log]\ndays: [mon, wed]\n"
        #expect(try settings(desktop) == expected)
        #expect(try laptop.antrain("sync now").status == 0)
        #expect(
            try settings(laptop)
                == "# Laptop\nenabled: on\ntime: 07:15\ndays: [mon, wed]\nchannels: [console]\ngrace: 2h\n"
        )
        // Nothing is left to exchange.
        try laptop.send(to: desktop)
        #expect(try desktop.antrain("sync now").output.contains("nothing new") || settings(desktop) == expected)
        let files = try desktop.files
        for machine in [laptop, desktop] { for _ in 0..<2 { try machine.antrain("schedule-next") } }
        #expect(try desktop.files == files)
    }

    /// A machine without a settings file gets one, with a channel.
    @Test func aNewHomeGetsTheSettings() throws {
        let (laptop, desktop) = (try SyncMachine("laptop"), try SyncMachine("desktop"))
        try laptop.antrain("settings --time 07:15")
        try FileManager.default.removeItem(atPath: desktop.home.folder.path + "/.local")
        try FileManager.default.removeItem(atPath: desktop.home.folder.path + "/.config/antrain")
        try laptop.begin()
        let joined = try desktop.join(laptop)
        #expect(joined.status == 0 && joined.errors.isEmpty, "\(joined)")
        let text = try settings(desktop)
        #expect(
            text.contains("enabled: on\n") && text.contains("07:15") && text.contains("channels: [console]"),
            "\(text)"
        )
    }

    /// The last change counts on all machines, whether a command or an editor made it, and can be undone on each of them.
    @Test func changesOfSettingsTravel() throws {
        let (laptop, desktop) = try pair()
        func exchange(_ time: String) throws {
            for (one, other) in [(laptop, desktop), (desktop, laptop)] {
                (one.home.now, other.home.now) = ("2026-11-23T\(time)", "2026-11-23T\(time)")
                #expect(try one.antrain("schedule-next").errors == "")
                try one.send(to: other)
            }
            #expect(try laptop.antrain("schedule-next").errors == "")
        }
        desktop.home.now = "2026-11-23T08:05"
        #expect(try desktop.antrain("settings --time 06:45 --days mon,fri").status == 0)
        try exchange("08:10")
        #expect(try settings(laptop).contains("06:45") && settings(laptop).contains("[mon, fri]"))
        // The other machine plans as if it had changed them itself.
        #expect(try desktop.antrain("next --json").output == laptop.antrain("next --json").output)
        let undone = try laptop.antrain("undo")
        #expect(undone.status == 0 && undone.output.contains("settings"), "\(undone)")
        #expect(try !settings(laptop).contains("06:45") && !settings(laptop).contains("[mon, fri]"))
        try exchange("08:20")
        #expect(try !settings(desktop).contains("06:45"))
        #expect(try desktop.antrain("redo").status == 0)
        try exchange("08:30")
        #expect(try settings(laptop).contains("06:45") && settings(desktop).contains("06:45"))
        // An editor on one machine, and a command on the other that knows nothing of it.
        try write(try settings(laptop) + "horizon: 3\ngrace: 1h\n", laptop)
        desktop.home.now = "2026-11-23T08:40"
        #expect(try desktop.antrain("settings grace 3h").status == 0)
        laptop.home.now = "2026-11-23T08:50"
        try desktop.send(to: laptop)
        try exchange("08:50")
        for machine in [laptop, desktop] {
            #expect(
                try settings(machine).contains("horizon: 3\ngrace: 1h\n")
                    || settings(machine).contains("grace: 1h\nhorizon: 3\n")
            )
        }
        #expect(try laptop.antrain("settings").output.contains("3 days"))
    }

    /// Removed parts of a setting travel, and a change that follows an undone one is not taken for an edit of before.
    @Test func partsOfSettingsTravel() throws {
        let (laptop, desktop) = try pair()
        func exchange(_ time: String) throws {
            for machine in [laptop, desktop, laptop] {
                machine.home.now = "2026-11-23T\(time)"
                #expect(try machine.antrain("schedule-next").errors == "")
                try machine.send(to: machine === laptop ? desktop : laptop)
            }
        }
        let former = try settings(desktop)
        let added =
            "quiet-hours: {to: \"07:00\", from: \"22:00\", do: silence}\ngyms:\n  home: {units: kg} # mine\n  fit: {units: kg}\n"
        try write(former + added, desktop)
        try exchange("08:10")
        try exchange("08:15")
        #expect(try settings(laptop).contains("fit: {units: kg}") && settings(laptop).contains("do: silence"))
        try write(
            try settings(laptop).replacing("fit: {units: kg}, ", with: "").replacing("do: silence, ", with: ""),
            laptop
        )
        try exchange("08:20")
        try exchange("08:25")
        let kept = "quiet-hours: {to: \"07:00\", from: \"22:00\"}\ngyms:\n  home: {units: kg} # mine\n"
        #expect(try settings(desktop) == former + kept)
        // Nothing is left to do.
        let file = desktop.home.folder.path + "/.config/antrain/settings.yaml"
        let date = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
        try exchange("08:30")
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date == date)
        desktop.home.now = "2026-11-23T08:31"
        #expect(try desktop.antrain("settings milestones on").status == 0)
        try exchange("08:32")
        desktop.home.now = "2026-11-23T08:33"
        #expect(try desktop.antrain("undo").status == 0)
        try desktop.send(to: laptop)
        laptop.home.now = "2026-11-23T08:34"
        for line in ["sync now", "settings milestones 5"] { #expect(try laptop.antrain(line).status == 0) }
        try laptop.send(to: desktop)
        try exchange("08:40")
        #expect(try settings(laptop).contains("milestones: [5]") && settings(desktop).contains("milestones: [5]"))
    }

    /// `sync now` and `sync leave` exchange an edit by hand.
    @Test(arguments: ["sync now", "sync leave"]) func anEditIsExchangedAtOnce(line: String) throws {
        let (laptop, desktop) = try pair()
        let file = try desktop.ownFile()
        try write(try settings(desktop) + "snooze: 25m\n", desktop)
        desktop.home.now = "2026-11-23T08:10"
        #expect(try desktop.antrain(line).status == 0)
        let copied = try run("/bin/cp", ["\(desktop.folder)/\(file)", laptop.folder])
        #expect(copied.status == 0)
        #expect(try laptop.antrain("sync now").status == 0)
        #expect(try settings(laptop).contains("snooze: 25m"))
    }

    /// An edit by hand is not undone with the action whose command finds it.
    @Test func anUndoneActionKeepsAnEdit() throws {
        let (laptop, _) = try pair()
        try write(try settings(laptop) + "grace: 1h\n", laptop)
        #expect(try laptop.antrain("done Push").status == 0)
        #expect(try laptop.antrain("undo").status == 0)
        #expect(try laptop.antrain("sync now").status == 0)
        #expect(try settings(laptop).contains("grace: 1h"))
    }

    /// Channels belong to a machine, so another one cannot undo their change.
    @Test func settingsOfOneMachineStay() throws {
        let (laptop, desktop) = try pair()
        laptop.home.now = "2026-11-23T08:05"
        #expect(try laptop.antrain("settings --channels console,log").status == 0)
        try laptop.send(to: desktop)
        #expect(try desktop.antrain("sync now").status == 0)
        #expect(try !settings(desktop).contains("log"))
        desktop.home.now = "2026-11-23T08:10"
        let undone = try desktop.antrain("undo")
        #expect(
            undone.status == 64 && undone.errors.contains("another machine") && undone.errors.contains("undo 2"),
            "\(undone)"
        )
        #expect(try laptop.antrain("undo").status == 0)
        #expect(try !settings(laptop).contains("log"))
    }

    /// A value that a machine cannot use is reported once and changes nothing there.
    @Test func aValueThatAMachineCannotUseIsReported() throws {
        let (laptop, desktop) = try pair()
        let ledger = laptop.home.folder.path + "/.local/share/antrain/ledger.sqlite"
        laptop.home.now = "2026-11-23T08:05"
        for line in ["settings grace 3h", "settings horizon 5"] { #expect(try laptop.antrain(line).status == 0) }
        // As a newer antrain could write it.
        let changed = try run(
            "/usr/bin/sqlite3",
            [ledger, "UPDATE journal SET value = 'forever' WHERE kind = 'setting' AND subject = 'grace'"]
        )
        #expect(changed.status == 0)
        // Its file is written anew.
        let (file, key) = (try laptop.ownFile(), try desktop.key())
        try laptop.antrain("sync leave")
        try FileManager.default.removeItem(atPath: "\(laptop.folder)/\(file)")
        try laptop.join(key)
        try laptop.send(to: desktop)
        desktop.home.now = "2026-11-23T08:10"
        let first = try desktop.antrain("schedule-next")
        #expect(
            first.status == 0 && first.errors.contains("the value of the setting 'grace' from other machines")
                && first.errors.contains("forever"),
            "\(first)"
        )
        #expect(try settings(desktop).contains("horizon: 5") && !settings(desktop).contains("grace"))
        desktop.home.now = "2026-11-23T08:11"
        #expect(try desktop.antrain("schedule-next").errors == "")
    }

    // MARK: Joining

    /// The channels of a program are those of the machine on which it was activated.
    @Test func aProgramUsesChannelsOfTheMachineThatSends() throws {
        let (laptop, desktop) = try pair()
        laptop.home.now = "2026-11-23T08:05"
        let activated = try laptop.antrain("program activate push-pull-legs --replace --channels log")
        #expect(activated.status == 0, "\(activated)")
        try laptop.send(to: desktop)
        desktop.home.now = "2026-11-23T08:10"
        #expect(try desktop.antrain("sync deliver").status == 0)
        // It was off, so it waits for half an hour.
        desktop.home.now = "2026-11-25T07:00"
        #expect(try desktop.antrain("schedule-next").status == 0)
        desktop.home.now = "2026-11-25T07:30"
        let run = try desktop.antrain("schedule-next")
        #expect(run.status == 0 && run.output.contains("Pull Day"), "\(run)")
    }

    // MARK: Reminders

    /// Runs `schedule-next` on both machines and copies their files, every half hour of a day.
    private func runAll(_ machines: [SyncMachine], on date: String, _ hours: ClosedRange<Int>) throws {
        for hour in hours {
            for minute in ["00", "30"] {
                for machine in machines {
                    machine.home.now = "\(date)T\(hour < 10 ? "0" : "")\(hour):\(minute)"
                    #expect(try machine.antrain("schedule-next").status == 0)
                }
                for one in machines { for other in machines where one !== other { try one.send(to: other) } }
            }
        }
    }

    /// A machine that was off waits for files before it sends what another one may have sent.
    @Test func aMachineThatWakesWaitsForFiles() throws {
        let (laptop, desktop) = try pair()
        try runAll([laptop, desktop], on: "2026-11-24", 19...20)
        for time in ["2026-11-24T22:00", "2026-11-24T22:30", "2026-11-25T06:30", "2026-11-25T07:00"] {
            desktop.home.now = time
            #expect(try desktop.antrain("schedule-next").status == 0)
        }
        desktop.home.now = "2026-11-25T07:30"
        #expect(try desktop.antrain("schedule-next").output.contains("Pull Day"))
        laptop.home.now = "2026-11-25T07:40"
        let woken = try laptop.antrain("schedule-next")
        #expect(woken.status == 0 && !woken.output.contains("Pull Day"), "\(woken)")
        #expect(try laptop.antrain("").words.contains("which starts today at 08:10; it waits for news"))
        try desktop.send(to: laptop)
        for time in ["07:50", "08:20", "13:00"] {
            laptop.home.now = "2026-11-25T\(time)"
            let later = try laptop.antrain("schedule-next")
            #expect(later.status == 0 && !later.output.contains("Pull Day"), "\(later)")
        }
    }

    /// A sign of life that is already in the folder counts before the machine decides who sends.
    @Test func aSignOfLifeInTheFolderCounts() throws {
        let (laptop, desktop) = try pair()
        try runAll([laptop, desktop], on: "2026-11-24", 19...20)
        for machine in [desktop, laptop] {
            machine.home.now = "2026-11-25T07:00"
            #expect(try machine.antrain("schedule-next").status == 0)
        }
        try laptop.send(to: desktop)
        desktop.home.now = "2026-11-25T07:30"
        let stands = try desktop.antrain("schedule-next")
        #expect(stands.status == 0 && stands.output.isEmpty, "\(stands)")
    }

    /// A machine that is named just before a reminder is due does not send it, too.
    @Test func aNewSenderWaitsUntilTheFormerOneKnows() throws {
        let (laptop, desktop) = try pair()
        try runAll([laptop, desktop], on: "2026-11-24", 20...23)
        try runAll([laptop, desktop], on: "2026-11-25", 0...6)
        desktop.home.now = "2026-11-25T07:28"
        let named = try desktop.antrain("sync deliver")
        #expect(named.output.contains("from 2026-11-25 07:58 on; until then, it waits for news"), "\(named)")
        for (machine, isSent) in [(laptop, true), (desktop, false)] {
            machine.home.now = "2026-11-25T07:30"
            #expect(try machine.antrain("schedule-next").output.contains("Pull Day") == isSent)
        }
        try laptop.send(to: desktop)
        try desktop.send(to: laptop)
        try desktop.add("Stretch", at: "2026-11-25 08:10")
        try desktop.send(to: laptop)
        for (machine, isSent) in [(laptop, false), (desktop, true)] {
            machine.home.now = "2026-11-25T08:10"
            let run = try machine.antrain("schedule-next")
            #expect(run.output.contains("Stretch") == isSent && !run.output.contains("Pull Day"), "\(run)")
        }
    }

    /// A named machine whose first run comes after another one took over waits, too.
    @Test func aFirstRunWaitsForFiles() throws {
        let (laptop, desktop) = try pair()
        try laptop.antrain("sync now")
        for time in ["06:00", "06:30", "07:00"] {
            desktop.home.now = "2026-11-25T\(time)"
            #expect(try desktop.antrain("schedule-next").status == 0)
        }
        desktop.home.now = "2026-11-25T07:30"
        #expect(try desktop.antrain("schedule-next").output.contains("Pull Day"))
        laptop.home.now = "2026-11-25T07:40"
        let first = try laptop.antrain("schedule-next")
        #expect(first.status == 0 && !first.output.contains("Pull Day"), "\(first)")
    }

    /// A machine that left and came back is heard at once.
    @Test func aMachineThatComesBackIsHeard() throws {
        let (laptop, desktop) = try pair()
        try runAll([laptop, desktop], on: "2026-11-24", 12...20)
        let key = try laptop.key()
        #expect(try laptop.antrain("sync leave").status == 0)
        #expect(try laptop.join(key).status == 0)
        try runAll([laptop, desktop], on: "2026-11-24", 21...23)
        try runAll([laptop, desktop], on: "2026-11-25", 0...6)
        for (machine, isSent) in [(laptop, true), (desktop, false)] {
            machine.home.now = "2026-11-25T07:30"
            #expect(try machine.antrain("schedule-next").output.contains("Pull Day") == isSent)
            try laptop.send(to: desktop)
        }
    }

    /// A machine that was off reports nothing as missed that was answered, paused or deleted in time on another one.
    @Test(arguments: ["done --date 2026-11-25", "pause --until 2026-11-26", "program deactivate push-pull-legs"])
    func whatEndedElsewhereIsNotMissed(line: String) throws {
        let (laptop, desktop) = try pair()
        try runAll([laptop, desktop], on: "2026-11-24", 20...20)
        try runAll([laptop, desktop], on: "2026-11-25", 6...6)
        desktop.home.now = "2026-11-25T06:40"
        let done = try desktop.antrain(line)
        #expect(done.status == 0, "\(done)")
        try runAll([desktop], on: "2026-11-25", 7...12)
        try desktop.send(to: laptop)
        for time in ["13:00", "13:05", "13:30", "14:30"] {
            laptop.home.now = "2026-11-25T\(time)"
            let run = try laptop.antrain("schedule-next")
            #expect(run.status == 0 && !run.output.contains("Pull Day"), "\(run)")
        }
        #expect(try !laptop.antrain("history --state missed").output.contains("Pull Day"))
    }

    /// The machine that sends the reminders sends what was snoozed on another one, even if it never planned it.
    @Test func aSnoozeOfAnotherMachineIsSent() throws {
        let laptop = try SyncMachine("laptop")
        // The reminder of today has passed when the program is activated.
        for line in ["program activate push-pull-legs", "settings --time 07:30"] { try laptop.antrain(line) }
        let desktop = try SyncMachine("desktop")
        try laptop.begin()
        #expect(try desktop.join(laptop).status == 0)
        desktop.home.now = "2026-11-23T08:30"
        let snoozed = try desktop.antrain("snooze --for 1h")
        #expect(snoozed.status == 0, "\(snoozed)")
        try desktop.send(to: laptop)
        laptop.home.now = "2026-11-23T08:36"
        #expect(try laptop.antrain("schedule-next").status == 0)
        laptop.home.now = "2026-11-23T09:30"
        let sent = try laptop.antrain("schedule-next")
        #expect(sent.status == 0 && sent.output.contains("Push Day"), "\(sent)")
    }

    /// What another machine planned arrives after its time, and is sent late, within the grace period.
    @Test(arguments: [
        (["reminder add Egg --in 2m"], "Egg"), (["settings --time 09:00", "settings --time 06:56"], "Pull Day"),
        (["move today 2026-11-27", "move today 2026-11-27"], "Push Day|Pull Day|Legs"),
    ])
    func whatArrivesAfterItsTimeIsSent(lines: [String], expected: String) throws {
        let (laptop, desktop) = try pair()
        try runAll([laptop, desktop], on: "2026-11-24", 18...23)
        try runAll([laptop, desktop], on: "2026-11-25", 0...6)
        laptop.home.now = "2026-11-25T06:50"
        #expect(try laptop.antrain("schedule-next").status == 0)
        for (minute, line) in lines.enumerated() {
            desktop.home.now = "2026-11-25T06:5\(3 + minute)"
            #expect(try desktop.antrain(line).status == 0)
        }
        laptop.home.now = "2026-11-25T06:55"
        #expect(try !laptop.antrain("schedule-next").output.contains(try Regex(expected)))
        try desktop.send(to: laptop)
        laptop.home.now = "2026-11-25T07:35"
        let sent = try laptop.antrain("schedule-next")
        #expect(try sent.status == 0 && sent.output.contains(Regex(expected)), "\(sent)")
        laptop.home.now = "2026-11-25T07:40"
        #expect(try !laptop.antrain("schedule-next").output.contains(try Regex(expected)))
    }

    /// A program that was activated after the time of its reminder sends none, as on one machine.
    @Test func aLateActivationSendsNothing() throws {
        let laptop = try SyncMachine("laptop")
        try laptop.antrain("settings --time 07:30")
        let desktop = try SyncMachine("desktop")
        try laptop.begin()
        #expect(try desktop.join(laptop).status == 0)
        laptop.home.now = "2026-11-23T08:05"
        #expect(try laptop.antrain("schedule-next").status == 0)
        desktop.home.now = "2026-11-23T08:05"
        #expect(try desktop.antrain("program activate push-pull-legs").status == 0)
        try desktop.send(to: laptop)
        laptop.home.now = "2026-11-23T08:10"
        #expect(try laptop.antrain("schedule-next").output == "")
    }

    /// Entries of one day count in the order in which they were recorded, whatever their numbers on a machine.
    @Test func entriesOfADayHaveOneOrder() throws {
        let (laptop, desktop) = try pair()
        desktop.home.now = "2026-11-23T10:00"
        #expect(try desktop.antrain("log deadlift 3x5@100kg").status == 0)
        laptop.home.now = "2026-11-23T10:30"
        #expect(try laptop.antrain("log deadlift 3x5@120kg").status == 0)
        try laptop.send(to: desktop)
        try desktop.send(to: laptop)
        for machine in [laptop, desktop] {
            machine.home.now = "2026-11-23T10:40"
            #expect(try machine.antrain("sync now").status == 0)
        }
        func loads(_ machine: SyncMachine) throws -> [String] {
            try machine.antrain("log list").output.matches(of: #/\d+ kg/#).map { String($0.0) }
        }
        #expect(try loads(laptop) == ["120 kg", "100 kg"] && loads(desktop) == ["120 kg", "100 kg"])
        #expect(try laptop.antrain("next --json").output == desktop.antrain("next --json").output)
    }

    // MARK: Other machines

    @Test func aProgramIsEditedWhereItsFileIs() throws {
        let (_, desktop) = try pair()
        let edit = try desktop.antrain("program edit push-pull-legs")
        #expect(edit.status == 64 && edit.errors.contains("is on another machine; edit it there"), "\(edit)")
    }

    @Test func aNameThatAnotherMachineHasIsReported() throws {
        let (laptop, desktop) = try pair()
        let named = try desktop.antrain("sync folder Sync --name laptop")
        #expect(named.status == 69 && named.errors.contains("another machine has the name 'laptop', too"), "\(named)")
        try desktop.send(to: laptop)
        laptop.home.now = "2026-11-23T08:20"
        #expect(try laptop.antrain("schedule-next").errors.contains("another machine has the name 'laptop', too"))
        #expect(try desktop.antrain("sync folder Sync --name tower").status == 0)
    }

    /// Only `sync join` shows the key.
    @Test func theKeyIsShownOnceOnly() throws {
        let (laptop, desktop) = try pair()
        let key = try laptop.key()
        #expect(try desktop.key() == key)
        let shown = try laptop.antrain("sync join").output
        #expect(shown.contains(key) && shown.contains("antrain sync folder ~/Sync"))
        for line in [
            "sync status", "sync status --json", "sync now --json", "sync folder Sync", "status --json", "--json",
            "doctor",
            "doctor --json", "history --json", "settings --json", "sync leave --json",
        ] {
            let run = try laptop.antrain(line)
            #expect(!run.words.contains(key.prefix(9)), "\(line): \(run)")
        }
    }

    @Test(arguments: [
        ("", "it is empty"), ("ABCD", "it has 4 letters and digits instead of 56"),
        ("AB!D", "no key contains its character 3, '!'"),
        ("checksum", "a character is wrong, or two are swapped"),
        ("other", "this is not the key of the machines in ~/Sync"),
    ])
    func aWrongKeyIsExplained(typed: String, message: String) throws {
        let laptop = try SyncMachine("laptop")
        try laptop.begin()
        let desktop = try SyncMachine("desktop")
        try laptop.send(to: desktop)
        let files = try desktop.files
        var key = typed
        if typed == "checksum" {
            key = try laptop.key()
            key = (key.first == "A" ? "B" : "A") + key.dropFirst()
        }
        if typed == "other" {
            let other = try SyncMachine("other")
            try other.begin()
            key = try other.key()
        }
        let run = try desktop.join(key)
        #expect(run.status == 65 && run.errors.contains(message) && run.output.isEmpty, "\(run)")
        #expect(key.count < 9 || !run.errors.contains(key.prefix(9)))
        #expect(try desktop.files == files)
        #expect(try desktop.antrain("sync status").status == 66)
        #expect(try desktop.join(try laptop.key().lowercased().replacing("-", with: " ")).status == 0)
    }

    /// On a terminal, the key is typed without being shown.
    @Test func theKeyIsTypedInvisibly() throws {
        let laptop = try SyncMachine("laptop")
        try laptop.begin()
        let desktop = try SyncMachine("desktop")
        try laptop.send(to: desktop)
        let key = try laptop.key()
        let typed = try desktop.home.talk("sync folder Sync --name desktop", [Turn("it there)> ", key)])
        #expect(typed.contains("desktop takes part in ~/Sync") && !typed.contains(key.prefix(9)), "\(typed)")
        #expect(try desktop.key() == key)
    }

    @Test(arguments: [
        ("sync folder none", 66, "none"), ("sync folder Sync --name a_b", 64, "a_b"),
        ("sync folder Sync --name \(String(repeating: "a", count: 33))", 64, "at most 32"),
        ("sync now", 66, "antrain sync folder PATH"), ("sync join", 66, "antrain sync folder PATH"),
        ("sync leave", 66, "antrain sync folder PATH"),
    ])
    func whatIsImpossibleIsExplained(line: String, status: Int32, words: String) throws {
        let run = try SyncMachine("laptop").antrain(line)
        #expect(run.status == status && run.errors.contains(words), "\(run)")
    }

    @Test func aFileOfAnotherPersonIsLeftAlone() throws {
        let (laptop, desktop) = try pair()
        let stranger = try SyncMachine("stranger")
        try stranger.begin()
        try stranger.send(to: laptop)
        let file = try stranger.ownFile()
        laptop.home.now = "2026-11-23T08:01"
        let first = try laptop.antrain("schedule-next")
        #expect(
            first.status == 0 && first.errors.contains("~/Sync/\(file) has another key (ID "),
            "\(first)"
        )
        laptop.home.now = "2026-11-23T08:02"
        #expect(try laptop.antrain("schedule-next").errors == "")
        let now = try laptop.antrain("sync now")
        #expect(now.status == 69 && now.errors.contains(file), "\(now)")
        #expect(try laptop.antrain("sync status").output.contains("problem: ~/Sync/\(file) has another key"))
        #expect(try laptop.files[file] == stranger.files[file])
        try desktop.add("Milk")
        try desktop.send(to: laptop)
        try laptop.antrain("sync now")
        #expect(try laptop.reminders().contains("Milk"))
    }

    /// A folder whose disk is not mounted is reported once, and nothing else fails.
    @Test func aMissingFolderStopsNothing() throws {
        let (laptop, desktop) = try pair()
        for isEmpty in [false, true] {
            try FileManager.default.moveItem(atPath: laptop.folder, toPath: laptop.folder + "-away")
            if isEmpty {
                try FileManager.default.createDirectory(atPath: laptop.folder, withIntermediateDirectories: false)
            }
            laptop.home.now = "2026-11-23T08:1\(isEmpty ? 5 : 0)"
            let first = try laptop.antrain("schedule-next")
            #expect(first.status == 0 && first.errors.contains("~/Sync"), "\(first)")
            #expect(
                first.errors.contains(
                    isEmpty ? "is empty: the file of this machine is missing, too" : "or choose another folder"
                )
            )
            #expect(try laptop.antrain("deliver").errors == "")
            let title = isEmpty ? "Milk" : "Coffee"
            let added = try laptop.home.antrain(arguments: ["reminder", "add", title, "--at", "2026-11-23 21:00"])
            #expect(added.status == 0 && added.errors.isEmpty, "\(added)")
            if isEmpty {
                #expect(try laptop.files.isEmpty)
                try FileManager.default.removeItem(atPath: laptop.folder)
            }
            try FileManager.default.moveItem(atPath: laptop.folder + "-away", toPath: laptop.folder)
        }
        #expect(try laptop.antrain("deliver").errors == "")
        try laptop.send(to: desktop)
        try desktop.antrain("sync now")
        #expect(try desktop.reminders().isSuperset(of: ["Milk", "Coffee"]))
    }

    /// Both machines go on under names of their own, and neither loses anything.
    @Test func aCopiedHomeHasAFileOfItsOwn() throws {
        let laptop = try SyncMachine("laptop")
        try laptop.add("Tea")
        try laptop.begin()
        let copy = try SyncMachine("laptop")
        for item in [".local", "Sync"] {
            try? FileManager.default.removeItem(atPath: "\(copy.home.folder.path)/\(item)")
            let done = try run(
                "/bin/cp",
                ["-a", "\(laptop.home.folder.path)/\(item)", "\(copy.home.folder.path)/\(item)"]
            )
            #expect(done.status == 0, "\(done)")
        }
        let former = try laptop.ownFile()
        // The stored path of the folder is that of the original.
        #expect(try copy.antrain("sync folder Sync --name copy").status == 0)
        try copy.add("Milk")
        try laptop.add("Coffee")
        #expect(try laptop.ownFile() == former)
        #expect(try copy.ownFile() != former)
        try laptop.send(to: copy)
        try copy.send(to: laptop)
        for machine in [laptop, copy] {
            #expect(try machine.antrain("sync now").status == 0)
            #expect(try machine.reminders() == ["Tea", "Milk", "Coffee"])
        }
    }

    /// `doctor` finds a clock that is ahead on both machines, and a machine of which nothing is heard.
    @Test func theDoctorExaminesTheExchange() throws {
        let (laptop, desktop) = try pair()
        func found(_ machine: SyncMachine) throws -> String { String(try machine.antrain("doctor").words) }
        try laptop.antrain("sync now")
        #expect(try found(laptop).contains("desktop in ~/Sync"))
        #expect(try !found(laptop).contains("clock of") && !found(desktop).contains("clock of"))
        desktop.home.now = "2026-11-23T11:00"
        #expect(try desktop.antrain("schedule-next").status == 0)
        try desktop.send(to: laptop)
        laptop.home.now = "2026-11-23T08:40"
        #expect(try laptop.antrain("schedule-next").status == 0)
        let ahead = try found(laptop)
        #expect(
            ahead.contains("the clock of 'desktop' is ahead of the clock of this machine by at least 2h20m"),
            "\(ahead)"
        )
        try laptop.send(to: desktop)
        desktop.home.now = "2026-11-23T11:10"
        #expect(try desktop.antrain("schedule-next").status == 0)
        let own = try found(desktop)
        #expect(own.contains("the clock of this machine is ahead of the clock of 'laptop' by at least 2h20m"), "\(own)")
        desktop.home.now = "2026-11-24T12:00"
        let silent = try found(desktop)
        #expect(silent.contains("'laptop' should send the reminders, but has not been heard from since"), "\(silent)")
        #expect(silent.contains("nothing has arrived from other machines since"), "\(silent)")
        // The user deletes the file of a machine that is no longer used.
        desktop.home.now = "2026-12-10T12:00"
        try FileManager.default.removeItem(atPath: "\(desktop.folder)/\(try laptop.ownFile())")
        #expect(try desktop.antrain("schedule-next").status == 0)
        #expect(try desktop.antrain("sync status").output.contains("no other machine has been heard from yet"))
    }

    /// After a restore the machine goes on under a new name, and gets back from its old file what the backup lacks.
    @Test func aRestoreLosesNothing() throws {
        let (laptop, desktop) = try pair()
        let former = try laptop.ownFile()
        #expect(try laptop.antrain("backup a.tar").status == 0)
        try laptop.add("Milk")
        try laptop.send(to: desktop)
        try desktop.antrain("sync now")
        laptop.home.now = "2026-11-23T09:00"
        let restored = try laptop.antrain("restore a.tar --yes")
        #expect(restored.status == 0, "\(restored)")
        #expect(try !laptop.reminders().contains("Milk"))
        try laptop.add("Coffee")
        let now = try laptop.antrain("sync now")
        #expect(now.status == 0, "\(now)")
        #expect(try laptop.ownFile() != former)
        #expect(try laptop.reminders().isSuperset(of: ["Milk", "Coffee"]))
        try laptop.send(to: desktop)
        #expect(try desktop.antrain("sync now").status == 0)
        #expect(try desktop.reminders() == laptop.reminders())
        #expect(try desktop.antrain("sync status --json").output.components(separatedBy: "heard_at").count == 2)
    }

    /// After a repair, the machines' files have what the ledger lost, also of this machine.
    @Test func aRepairLosesNothing() throws {
        let (laptop, desktop) = try pair()
        try laptop.antrain("done Push")
        try laptop.add("Milk")
        try laptop.send(to: desktop)
        desktop.home.now = "2026-11-23T08:10"
        try desktop.antrain("sync now")
        try desktop.add("Coffee")
        try desktop.send(to: laptop)
        laptop.home.now = "2026-11-23T08:20"
        #expect(try laptop.antrain("sync now").status == 0)
        let data = laptop.home.folder.path + "/.local/share/antrain"
        try? FileManager.default.removeItem(atPath: data + "/snapshots")
        let ledger = data + "/ledger.sqlite"
        let pages = try run(
            "/usr/bin/sqlite3",
            [
                ledger,
                "PRAGMA wal_checkpoint(TRUNCATE); SELECT rootpage FROM sqlite_schema WHERE name IN ('journal', 'reminder')",
            ]
        )
        let file = try FileHandle(forUpdating: URL(filePath: ledger))
        for page in pages.output.split(separator: "\n").compactMap({ UInt64($0) }) {
            try file.seek(toOffset: (page - 1) * 4096)
            try file.write(contentsOf: Data(count: 4096))
        }
        try file.close()
        let repaired = try laptop.antrain("repair")
        #expect(repaired.status == 0 && repaired.output.contains("lost"), "\(repaired)")
        #expect(try laptop.reminders().isEmpty)
        let now = try laptop.antrain("sync now")
        #expect(now.status == 0 && !now.output.contains("no changes"), "\(now)")
        #expect(try laptop.reminders() == ["Drink water", "Milk", "Coffee"])
        #expect(try laptop.antrain("today").output.contains("done"))
        try laptop.send(to: desktop)
        #expect(try desktop.antrain("sync now").status == 0)
        #expect(try laptop.antrain("next --json").output == desktop.antrain("next --json").output)
        for machine in [laptop, desktop] { #expect(try machine.antrain("doctor --files").status == 0) }
    }

    @Test func leavingDeletesNothing() throws {
        let (laptop, desktop) = try pair()
        let file = try laptop.ownFile()
        let left = try laptop.antrain("sync leave")
        let files = try laptop.files
        #expect(left.status == 0 && left.output.contains("delete its file: ~/Sync/\(file)"), "\(left)")
        #expect(left.output.contains("on that machine: antrain sync deliver"), "\(left)")
        try laptop.add("Milk")
        #expect(try laptop.files == files)
        #expect(try laptop.antrain("sync now").status == 66)
        // It can come back.
        #expect(try laptop.join(try desktop.key()).status == 0)
        try laptop.send(to: desktop)
        try desktop.antrain("sync now")
        #expect(try desktop.reminders().contains("Milk"))
    }

    @Test func theFolderAndTheNameCanChange() throws {
        let (laptop, desktop) = try pair()
        try FileManager.default.moveItem(atPath: laptop.folder, toPath: laptop.folder + "2")
        let moved = try laptop.antrain("sync folder Sync2 --name travel")
        #expect(moved.status == 0 && moved.output.contains("travel now takes part in ~/Sync2"), "\(moved)")
        #expect(try laptop.key() == desktop.key())
        let other = try SyncMachine("other")
        try other.begin()
        let foreign = try laptop.home.antrain(arguments: ["sync", "folder", other.folder])
        #expect(foreign.status == 65 && foreign.errors.contains("antrain sync leave"), "\(foreign)")
    }

    /// A machine that exchanges nothing has nothing of it.
    @Test func withoutAFolderNothingChanges() throws {
        let home = try Home.waiting()
        for line in ["done --all", "undo", "schedule-next", "deliver"] { try home.antrain(line) }
        let names = try FileManager.default.subpathsOfDirectory(atPath: home.folder.path)
        #expect(
            !names.contains { $0.contains("exchange") || $0.contains(".antrain/") || $0.hasSuffix(".antrain") },
            "\(names)"
        )
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        let facts = try run(
            "/usr/bin/sqlite3",
            [ledger, "SELECT name FROM fact WHERE name IN ('sync', 'exchange', 'sync-problems')"]
        )
        #expect(facts.status == 0 && facts.output.isEmpty, "\(facts)")
    }

    /// The daemon gets changes when a file arrives.
    @Test func theDaemonGetsChangesAtOnce() throws {
        let daemon = try DaemonHome()
        let desktop = try SyncMachine("desktop", daemon.home)
        let laptop = try SyncMachine("laptop", Home(now: "", zone: daemon.home.zone))
        try laptop.begin()
        #expect(try desktop.join(laptop).status == 0)
        try daemon.start()
        #expect(eventually(true) { (try? desktop.antrain("sync status").output.contains("laptop")) ?? false })
        try laptop.home.antrain("reminder add Milk --in 1h")
        try laptop.send(to: desktop)
        #expect(eventually(true, within: 100) { (try? desktop.reminders()) == ["Milk"] })
        #expect(daemon.log == "")
    }

    // MARK: Real transports

    /// The line of the guide for cron.
    private func transport(_ program: String) throws -> String {
        let guide = try String(
            contentsOfFile: BuildProducts.package + "Sources/CommandLine/antrain/Manual/sync.md",
            encoding: .utf8
        )
        let line = guide.split(separator: "\n").first { $0.hasPrefix("*/10") && $0.contains(program) }
        return String(try #require(line).dropFirst("*/10 * * * * ".count))
    }

    @Test func gitCarriesTheFiles() throws {
        let command = try transport("git pull")
        let laptop = try SyncMachine("laptop", try Home.waiting())
        let desktop = try SyncMachine("desktop")
        func shell(_ command: String, _ machine: SyncMachine) throws -> Finished {
            try run("/bin/sh", ["-c", command], environment: machine.home.environment, in: machine.home.folder.path)
        }
        let server = try TemporaryFolder()
        for machine in [laptop, desktop] {
            try machine.home.folder.write(".gitconfig", "[user]\n\tname = Anna\n\temail = anna@example.org\n")
            let begin =
                machine === laptop
                ? "git init -q --bare \(server.path)/r.git && git clone -q \(server.path)/r.git Sync && cd Sync && git commit -q --allow-empty -m begin && git push -q"
                : "git clone -q \(server.path)/r.git Sync"
            let begun = try shell(begin, machine)
            try #require(begun.status == 0, "\(begun)")
        }
        func copy(_ machines: [SyncMachine]) throws {
            for machine in machines {
                let copied = try shell(command, machine)
                #expect(copied.status == 0, "\(copied)")
            }
        }
        try laptop.begin()
        try copy([laptop, desktop])
        #expect(try desktop.join(try laptop.key()).status == 0)
        for round in 0..<4 {
            // Both machines write before either hears of the other.
            try laptop.add("Laptop \(round)")
            try desktop.add("Desktop \(round)")
            try copy([laptop, desktop, laptop])
            for machine in [laptop, desktop] { #expect(try machine.antrain("sync now").status == 0) }
        }
        let titles = Set((0..<4).flatMap { ["Laptop \($0)", "Desktop \($0)"] } + ["Drink water"])
        for machine in [laptop, desktop] { #expect(try machine.reminders() == titles) }
        #expect(try shell("cd Sync && git diff --quiet && git log --format=%s | grep -c antrain", laptop).status == 0)
    }

    @Test(.requires(.program("syncthing"))) func syncthingCarriesTheFiles() throws {
        let laptop = try SyncMachine("laptop", try Home.waiting())
        let desktop = try SyncMachine("desktop")
        let transport = try Syncthing(between: laptop, desktop)
        try laptop.begin()
        let file = try laptop.ownFile()
        #expect(eventually(true, within: 120) { (try? desktop.files[file] != nil) ?? false }, "\(transport.log)")
        let joined = try desktop.join(try laptop.key())
        #expect(joined.status == 0, "\(joined)")
        try laptop.antrain("done Push")
        #expect(
            eventually(true, within: 120) {
                (try? desktop.antrain("sync now").status == 0 && desktop.antrain("today").output.contains("done"))
                    ?? false
            },
            "\(transport.log)"
        )
        desktop.home.now = "2026-11-23T08:05"
        #expect(try desktop.antrain("undo").status == 0)
        #expect(
            eventually(true, within: 120) {
                _ = try? laptop.antrain("sync now")
                return (try? !laptop.antrain("today").output.contains("done")) ?? false
            },
            "\(transport.log)"
        )
        let counts = try [laptop, desktop].map { try $0.files.count }
        #expect(counts == [2, 2])
        withExtendedLifetime(transport) {}
    }
}

/// Two Syncthings on this machine that know only each other, and end with this value.
private final class Syncthing {
    private let folder: TemporaryFolder
    private var programs: [BackgroundProgram] = []

    init(between one: SyncMachine, _ other: SyncMachine) throws {
        folder = try TemporaryFolder()
        let machines = [one, other]
        var ids: [String] = []
        for machine in machines {
            let home = "\(folder.path)/\(machine.name)"
            let made = try run("/usr/bin/syncthing", ["generate", "--home", home], environment: environment)
            try #require(made.status == 0, "\(made)")
            let id = try run("/usr/bin/syncthing", ["--home", home, "--device-id"], environment: environment)
            ids.append(id.output.trimmingCharacters(in: .whitespacesAndNewlines))
            try FileManager.default.createDirectory(
                atPath: machine.folder + "/.stfolder",
                withIntermediateDirectories: true
            )
        }
        let ports = try (0..<4).map { _ in try freePort() }
        for (index, machine) in machines.enumerated() {
            try folder.write("\(machine.name)/config.xml", configuration(index, machine, ids, ports))
            programs.append(
                try BackgroundProgram(
                    "/usr/bin/syncthing",
                    ["--home", "\(folder.path)/\(machine.name)", "--no-browser", "--no-restart"],
                    environment: environment,
                    log: "\(folder.path)/\(machine.name).log"
                )
            )
        }
    }

    var log: String {
        ["laptop.log", "desktop.log"].map { (try? folder.read($0)) ?? "" }.joined(separator: "\n")
    }

    private var environment: [String: String] {
        ["HOME": folder.path, "PATH": "/usr/bin:/bin", "STNOUPGRADE": "1", "STNODEFAULTFOLDER": "1"]
    }

    private func configuration(_ index: Int, _ machine: SyncMachine, _ ids: [String], _ ports: [Int]) -> String {
        let members = ids.map { "<device id=\"\($0)\"/>" }.joined()
        let devices = zip(ids, ports).map { "<device id=\"\($0)\"><address>tcp://127.0.0.1:\($1)</address></device>" }
        return """
            <configuration version="36">
              <folder id="antrain" path="\(machine.folder)" type="sendreceive" rescanIntervalS="5" fsWatcherEnabled="true"
                fsWatcherDelayS="1">\(members)</folder>
              \(devices.joined())
              <gui enabled="false"><address>127.0.0.1:\(ports[2 + index])</address><apikey>key</apikey></gui>
              <options>
                <listenAddress>tcp://127.0.0.1:\(ports[index])</listenAddress>
                <globalAnnounceEnabled>false</globalAnnounceEnabled>
                <localAnnounceEnabled>false</localAnnounceEnabled>
                <relaysEnabled>false</relaysEnabled>
                <natEnabled>false</natEnabled>
                <startBrowser>false</startBrowser>
                <urAccepted>-1</urAccepted>
                <autoUpgradeIntervalH>0</autoUpgradeIntervalH>
                <crashReportingEnabled>false</crashReportingEnabled>
                <reconnectionIntervalS>1</reconnectionIntervalS>
              </options>
            </configuration>

            """
    }
}
