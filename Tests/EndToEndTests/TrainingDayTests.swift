import Foundation
import TestSupport
import Testing

/// Which days a program is trained on, and what every command shows about them. 23 November 2026 is a Monday.
@Suite struct TrainingDayTests {
    private func dates(_ text: String, _ pattern: String) throws -> [String] {
        try text.matches(of: Regex(pattern)).compactMap { $0[1].substring.map(String.init) }
    }

    /// The plan, the queue, a simulation and the exported calendar have a workout on the same dates of the coming week.
    private func agree(_ home: Home, _ expected: [String]) throws {
        let pending = try home.pending().filter { $0.hasPrefix("workout/") }.map { String($0.dropFirst(8).prefix(10)) }
        #expect(pending == expected)
        let week = try home.antrain("week --json").output
        let data = try JSONSerialization.jsonObject(with: Data(week.utf8)) as? [String: Any]
        let planned = (data?["days"] as? [[String: Any]] ?? []).compactMap { day -> String? in
            let reminders = day["notifications"] as? [[String: Any]] ?? []
            return reminders.isEmpty ? nil : day["date"] as? String
        }
        #expect(planned == expected, "\(week)")
        let simulated = try home.antrain("simulate --days 7 --json").output
        #expect(Set(try dates(simulated, "\"workout/([0-9-]+)/")) == Set(expected), "\(simulated)")
        let events = try home.antrain("export ics - --days 7").output
        let starts = try dates(events, "BEGIN:VEVENT[\\s\\S]*?DTSTART[^:]*:([0-9]+)")
        #expect(starts.map { "\($0.prefix(4))-\($0.dropFirst(4).prefix(2))-\($0.dropFirst(6))" }.sorted() == expected)
        for date in ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"] {
            let why = try home.antrain("why \(date)").output
            #expect(why.contains(": pending") == expected.contains(date), "\(date): \(why)")
        }
    }

    @Test(arguments: [
        ("gzclp", "tue,thu", ["2026-11-24", "2026-11-26"]),
        ("gzclp", "mon,fri", ["2026-11-23", "2026-11-27"]),
        ("fighter-pull-ups", "wed,sat", ["2026-11-25", "2026-11-28"]),
        ("push-pull-legs", "tue,thu,sat", ["2026-11-24", "2026-11-26", "2026-11-28"]),
    ])
    func everyCommandShowsTheChosenDays(program: String, days: String, expected: [String]) throws {
        for command in ["settings", "activate"] {
            let home = try Home()
            let own = command == "activate" ? " --days \(days)" : ""
            let run = try home.antrain("program activate \(program)\(own)")
            #expect(run.status == 0 && !run.errors.contains("warning"), "\(run)")
            let set = try home.antrain("settings --time 07:30" + (own.isEmpty ? " --days \(days)" : ""))
            #expect(set.status == 0 && !set.errors.contains("warning"), "\(set)")
            try agree(home, expected)
        }
    }

    /// Without a terminal, a program with fixed weekdays keeps them, and the workouts without reminders are named.
    @Test func workoutsWithoutRemindersAreNamed() throws {
        let home = try Home()
        let run = try home.antrain("program activate push-pull-legs --days mon,wed --time 07:30")
        #expect(run.status == 0)
        #expect(run.errors.contains("no reminders for Leg Day (fri)"), "\(run.errors)")
        #expect(run.errors.contains("choose 3 days with --days"), "\(run.errors)")
        try home.antrain("settings --on")
        try agree(home, ["2026-11-23", "2026-11-25"])
    }

    @Test(arguments: [
        ("tue,thu,sat\nn", ["workout/2026-11-24/0730", "workout/2026-11-26/0730", "workout/2026-11-28/0730"]),
        (
            "nonsense\ntue,thu,sat\nn",
            ["workout/2026-11-24/0730", "workout/2026-11-26/0730", "workout/2026-11-28/0730"]
        ),
        ("\nn", ["workout/2026-11-23/0730", "workout/2026-11-25/0730"]), ("c", []),
    ])
    func aTerminalAsksForOtherDays(answer: String, expected: [String]) throws {
        let home = try Home()
        let said = try home.onTerminal("program activate push-pull-legs --days mon,wed --time 07:30", answer)
        #expect(said.contains("no reminders for Leg Day (fri)") && said.contains("Type 3 days"), "\(said)")
        try home.antrain("settings --on")
        #expect(try home.pending() == expected, "\(said)")
    }

    /// A program's own `on` wins over the user's days.
    @Test func fixedDaysOfARotationWin() throws {
        let home = try Home()
        try home.antrain("program copy gzclp mine.yaml")
        let text = try home.folder.read("mine.yaml")
        try home.folder.write("mine.yaml", text.replacing("default-days:", with: "on:"))
        let run = try home.antrain("program activate mine.yaml --days tue,thu --time 07:30")
        #expect(run.status == 0 && run.errors.contains("has fixed training days (mon,wed,fri)"), "\(run)")
        try home.antrain("settings --on")
        try agree(home, ["2026-11-23", "2026-11-25", "2026-11-27"])
    }

    /// A change of days applies from today on: answered and started workouts keep their days, and no earlier date becomes missed.
    @Test func aChangeKeepsThePast() throws {
        let home = try Home(now: "2026-11-23T06:00")
        try home.antrain("program activate gzclp")
        try home.antrain("settings --time 07:30 --days mon,wed,fri")
        home.now = "2026-11-23T08:00"
        #expect(try home.antrain("done").status == 0)
        home.now = "2026-11-25T08:00"
        #expect(try home.antrain("done").status == 0)
        let before = try home.antrain("week --this --json").output
        let past = { (text: String) in text.components(separatedBy: "\"2026-11-26\"")[0] }
        home.now = "2026-11-25T09:00"
        #expect(try home.antrain("settings --days tue,thu").status == 0)
        #expect(try home.pending() == ["workout/2026-11-26/0730", "workout/2026-12-01/0730"])
        #expect(try past(home.antrain("week --this --json").output) == past(before))
        let week = try home.antrain("week --this").output
        #expect(week.contains("Wed 25 Nov  Workout B1") && !week.contains("missed"), "\(week)")
        home.now = "2026-11-27T09:00"
        let later = try home.antrain("week --this").output
        #expect(later.contains("Mon 23 Nov  Workout A1") && later.contains("Wed 25 Nov  Workout B1"), "\(later)")
        // Edited by hand, the file has the same effect.
        let path = ".config/antrain/settings.yaml"
        try home.folder.write(path, try home.folder.read(path).replacing(/days: .*/, with: "days: [sat, sun]"))
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try home.pending() == ["workout/2026-11-28/0730", "workout/2026-11-29/0730"])
        #expect(try home.antrain("week --this").output.contains("Wed 25 Nov  Workout B1"))
    }

    /// A workout that was started on another day counts as open.
    @Test func aStartedWorkoutIsOpen() throws {
        let home = try Home()
        try home.antrain("program activate push-pull-legs")
        try home.antrain("settings --time 07:30 --days wed,fri")
        home.now = "2026-11-23T18:00"
        #expect(try home.antrain("start --show").status == 0)
        home.now = "2026-11-24T09:00"
        let status = try home.antrain("").output.replacing(/\s+/, with: " ")
        #expect(status.contains("1 since Sun 22 Nov: Push Day (yesterday)"), "\(status)")
        let week = try home.antrain("week --this").output
        #expect(week.contains("Mon 23 Nov  Push Day  unanswered"), "\(week)")
        #expect(try !home.antrain("why 2026-11-23").output.contains("training days"))
        #expect(try home.antrain("done --date 2026-11-23").status == 0)
        #expect(try home.antrain("--json").output.contains("\"badge\" : 0"))
    }

    @Test func aPauseSaysWhenTrainingContinues() throws {
        let home = try Home.ready()
        let run = try home.antrain("pause --until 2026-12-02")
        #expect(run.output.contains("through 2026-12-02; training continues on Thu 3 Dec"), "\(run)")
        #expect(run.output.contains("Next reminder: Leg Day, Fri 4 Dec at 07:30"), "\(run)")
        let status = try home.antrain("").output.replacing(/\s+/, with: " ")
        #expect(status.contains("Leg Day, Fri 4 Dec at 07:30"), "\(status)")
        #expect(status.contains("training continues on Thu 3 Dec"), "\(status)")
    }
}
