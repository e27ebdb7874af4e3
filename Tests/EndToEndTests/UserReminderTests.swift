import Foundation
import TestSupport
import Testing

/// `antrain reminder …` on the command line.
@Suite struct UserReminderTests {
    /// A home with reminders on and no program.
    private func home() throws -> Home {
        let home = try Home(now: "2026-11-22T08:00")
        try home.antrain("settings --on")
        return home
    }

    private func add(_ home: Home, _ title: String, _ rest: String) throws -> Finished {
        try home.antrain(arguments: ["reminder", "add", title] + rest.split(separator: " ").map(String.init))
    }

    /// A time alone does not move the days of a repeated reminder.
    @Test func aNewTimeKeepsTheDays() throws {
        let home = try Home(now: "2027-01-10T20:00")
        try home.antrain("settings --time 07:30")
        try home.antrain(arguments: ["reminder", "add", "Rent", "--at", "2027-01-31 08:00", "--repeat", "monthly"])
        let edited = try home.antrain("reminder edit 1 --at 10:00 --json")
        #expect(edited.output.contains("\"at\" : \"2027-01-31T10:00\""), "\(edited)")
        #expect(try home.antrain(arguments: ["reminder", "edit", "1", "--at", "2027-02-01 10:00"]).status == 0)
        #expect(try home.antrain("reminder show 1 --json").output.contains("2027-02-01T10:00"))
    }

    @Test func aReminderComesOnce() throws {
        let home = try home()
        let run = try home.antrain(arguments: [
            "reminder", "add", "Water the plants", "--at", "2026-11-22 09:00", "--notes", "The ficus, too",
        ])
        #expect(
            run.output
                == "reminder 1: Water the plants, Sun 22 Nov at 09:00\nNext reminder: Water the plants, today at 09:00\n"
        )
        #expect(
            try home.antrain("reminder list").output.contains("1  Water the plants  today at 09:00  on  The ficus, too")
        )
        home.now = "2026-11-22T09:00"
        let sent = try home.antrain("schedule-next").output
        #expect(sent.contains("Water the plants") && sent.contains("The ficus, too"))
        #expect(try home.antrain("done").output.contains("done: Water the plants"))
        #expect(try home.antrain("reminder list").output.contains("done"))
        home.now = "2026-11-23T09:00"
        #expect(try home.antrain("schedule-next").output.isEmpty)
    }

    @Test func spansAndTimesAreResolved() throws {
        let home = try home()
        #expect(try add(home, "Tea", "--in 45m").output.contains("Tea, Sun 22 Nov at 08:45"))
        #expect(try add(home, "Bed", "--at 07:00").output.contains("Bed, Mon 23 Nov at 07:00"))
        #expect(try add(home, "Lunch", "--at 12:00").output.contains("Lunch, Sun 22 Nov at 12:00"))
        #expect(
            try home.pending() == [
                "reminder/1/2026-11-22/0845", "reminder/3/2026-11-22/1200", "reminder/2/2026-11-23/0700",
            ]
        )
    }

    @Test func eachOccurrenceIsAnsweredSeparately() throws {
        let home = try home()
        #expect(try add(home, "Drink water", "--at 09:00 --repeat daily").status == 0)
        #expect(try home.pending().count == 7)
        #expect(
            try home.antrain("reminder done 1 --verbose").output.contains(
                "done: Drink water (today); 0 added, 1 cancelled, 6 kept"
            )
        )
        #expect(try home.pending().first == "reminder/1/2026-11-23/0900")
        #expect(try home.antrain("reminder undone 1 --verbose").output.contains("1 added"))
        #expect(try home.antrain("reminder undone 1").status == 66)
        home.now = "2026-11-23T09:00"
        #expect(try home.antrain("deliver").output.contains("Drink water"))
        #expect(try home.antrain("skip").output.contains("skipped: Drink water"))
        #expect(try home.pending().first == "reminder/1/2026-11-24/0900")
        try home.antrain("settings follow-up 30m")
        #expect(try home.antrain("snooze reminder/1/2026-11-24/0900 --for 15m").status == 0)
        #expect(try home.pending().first == "reminder/1/2026-11-24/0900/snooze-1")
    }

    @Test func remindersCanBeEditedAndDeleted() throws {
        let home = try home()
        _ = try add(home, "Weekly check-in", "--at 18:00 --repeat weekly:sun")
        #expect(try home.pending() == ["reminder/1/2026-11-22/1800"])
        #expect(try home.antrain("reminder edit 1 --at 19:30 --repeat weekly:mon").status == 0)
        #expect(try home.pending() == ["reminder/1/2026-11-23/1930"])
        #expect(try home.antrain("reminder show 1 --json").output.contains("\"repeat\" : \"weekly:mon\""))
        #expect(try home.antrain("reminder delete 1 --verbose").output.contains("1 cancelled"))
        #expect(try home.pending().isEmpty)
        for line in ["show 1", "edit 1 --at 09:00", "delete 1", "done 1", "undone 1"] {
            #expect(try home.antrain("reminder \(line)").status == 66)
        }
    }

    @Test func aReminderRepeatsOnADayOfTheMonth() throws {
        let home = try home()
        let add = try home.antrain(arguments: [
            "reminder", "add", "Waist", "--at", "08:30", "--repeat", "Last friday of the month",
        ])
        #expect(add.output.contains("Waist, monthly:last fri at 08:30"), "\(add)")
        #expect(try home.pending() == ["reminder/1/2026-11-27/0830"])
        let german = ["LANG": "de_DE.UTF-8", "COLUMNS": "200"]
        let list = try home.antrain("reminder list", environment: german).output
        #expect(list.contains("am letzten Freitag des Monats um 08:30"), "\(list)")
        #expect(try home.antrain("why 2026-11-27").output.contains("Waist"))
        home.now = "2026-11-27T08:30"
        #expect(try home.antrain("deliver").output.contains("Waist"))
        #expect(try home.antrain("reminder list --json").output.contains("\"next_date\" : \"2026-12-25\""))
        #expect(try home.antrain("simulate --days 40").output.contains("Fri 25 Dec 08:30"))
        #expect(try home.antrain("reminder edit 1 --repeat monthly:31").status == 0)
        let json = try home.antrain("reminder show 1 --json").output
        #expect(json.contains("\"repeat\" : \"monthly:last\""), "\(json)")
        #expect(json.contains("\"next_date\" : \"2026-11-30\""), "\(json)")
        #expect(try home.antrain("export ics --year -").output.components(separatedBy: "SUMMARY:Waist").count == 13)
    }

    @Test func pastRemindersAreKeptAndNotSent() throws {
        let home = try home()
        let run = try home.antrain(arguments: ["reminder", "add", "Call", "--at", "2026-11-21 09:00"])
        #expect(
            run.status == 0 && run.errors.contains("has passed, so nothing is sent; the reminder stays in the list")
        )
        #expect(try home.antrain("reminder list").output.contains("past"))
        #expect(try home.antrain("schedule-next").output.isEmpty)
        try home.antrain("settings --off")
        #expect(try add(home, "Tea", "--in 5m").errors.contains("reminders are off"))
    }

    @Test(arguments: [
        (["", "--at", "09:00"], "invalid title"), (["   ", "--in", "5m"], "invalid title"),
        (["Tea"], "add --at or --in"), (["Tea", "--at", "09:00", "--in", "5m"], "--at and --in cannot be combined"),
        (["Tea", "--at", "2026-02-30 09:00"], "2026-02-30"), (["Tea", "--at", "25:00"], "25:00"),
        (["Tea", "--in", "0m"], "invalid --in '0m'"),
        (["Tea", "--at", "09:00", "--repeat", "often"], "invalid repetition"),
    ])
    func invalidRemindersAreRefusedWithAReason(arguments: [String], reason: String) throws {
        let home = try home()
        let run = try home.antrain(arguments: ["reminder", "add"] + arguments)
        #expect(run.status == 64 && run.errors.contains(reason), "\(run.errors)")
        #expect(try home.antrain("reminder list --json").output.contains("\"reminders\" : [\n\n  ]"))
    }

    /// The clocks go back at three, so 02:40 occurs twice; the first one has passed.
    @Test func aSpanCanEndInTheRepeatedHour() throws {
        let home = try Home(now: "2026-10-25T02:10+01:00")
        try home.antrain("settings --on")
        let run = try home.antrain(arguments: ["reminder", "add", "Tea", "--in", "30m"])
        #expect(run.output.contains("Tea, Sun 25 Oct at 03:00"), "\(run.errors)")
        #expect(run.errors.contains("the clocks go back"), "\(run.errors)")
        #expect(try home.pending() == ["reminder/1/2026-10-25/0300"])
        home.now = "2026-10-25T01:30+02:00"
        let plain = try home.antrain(arguments: ["reminder", "add", "Bread", "--in", "1h"])
        #expect(
            plain.output.contains("Bread, Sun 25 Oct at 02:30") && !plain.errors.contains("clocks"),
            "\(plain.errors)"
        )
    }

    /// An own reminder that would not be sent is not added.
    @Test(arguments: ["reminder add Tea --in 45m", "reminder preset add hydration --yes"])
    func ownRemindersNeedReminders(line: String) throws {
        let home = try Home()
        let run = try home.antrain(line, environment: ["COLUMNS": "200"])
        let message = "reminders are off, so nothing would be sent; nothing was changed; turn them on first:"
        #expect(run.status == 78 && run.errors.contains(message), "\(run)")
        #expect(try home.reminders().isEmpty)
        try home.antrain("settings --on")
        #expect(try home.antrain(line).status == 0)
        #expect(try !home.pending().isEmpty)
    }
}
