import Foundation
import TestSupport
import Testing

/// Dates end with the year 9999; commands report that instead of trapping or looping forever.
@Suite struct CalendarEndTests {
    /// Moments in the first and the last days of the calendar, which lasts from 0001-01-01T00:00Z to 9999-12-31T23:59Z.
    private static let ends: [(now: String, zone: String)] = [
        ("0001-01-01T00:00", "UTC"), ("0001-01-01T12:00", "Pacific/Kiritimati"),
        ("0001-01-02T00:30", "Pacific/Pago_Pago"), ("9999-12-30T23:30", "Pacific/Pago_Pago"),
        ("9999-12-31T07:00", "UTC"), ("9999-12-31T23:59", "UTC"), ("9999-12-31T23:59", "Pacific/Kiritimati"),
    ]

    @Test(
        arguments: [
            ("9999-12-31T10:00", "today", Int32(64)), ("9999-12-30T10:00", "today", 0),
            ("9999-12-30T10:00", "today tomorrow", 64), ("9999-12-31T10:00", "week", 64),
            ("9999-12-30T10:00", "week", 0),
            ("9999-12-31T23:59", "week --this", 0),
            ("9999-12-31T10:00", "", 0), ("9999-12-31T10:00", "channel list", 0),
            ("9999-12-30T10:00", "channel list", 0),
            ("9999-12-31T10:00", "pending", 0),
            ("9999-12-30T10:00", "schedule-next --verbose", 64), ("9999-12-31T10:00", "schedule-next", 0),
            ("9999-06-01T00:00", "reminder add z --in 300d", 64), ("9999-12-31T23:00", "reminder add z --in 45m", 64),
            ("9999-06-01T00:00", "reminder add z --in 100d", 0),
            ("9999-12-30T10:00", "reminder add z --at 9999-12-31T09:00", 64),
            ("9999-12-28T10:00", "reminder add z --at 12:00 --repeat monthly:last", 0),
            ("9999-12-31T10:00", "reminder list", 0), ("9999-12-31T10:00", "done", 0),
            ("9999-12-31T10:00", "deliver", 0),
        ]
    )
    func commandsNearTheEnd(now: String, command: String, status: Int32) throws {
        let home = try Home(now: now)
        try home.antrain("program activate push-pull-legs.yaml --start 9999-05-31")
        try home.antrain("settings --time 07:30")
        let run = try home.antrain(command)
        if command == "done" {
            // There may be nothing to answer; that is not what is tested.
            #expect([0, 64, 66].contains(run.status), "\(run.errors)")
        } else {
            #expect(run.status == status, "\(run.errors)")
        }
        if status == 64 { #expect(run.errors.contains("dates end at 9999-12-30"), "\(run.errors)") }
    }

    /// No command ends with a signal at either end of the calendar, whatever the settings ask for.
    @Test(arguments: Share.of(ends, 1, "the ends of the calendar"))
    func noCommandTrapsAtTheEnds(end: (now: String, zone: String)) throws {
        let home = try Home(now: end.now, zone: end.zone)
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            time: {auto: "06:00-09:00", start: "07:30"}
            rest-days: on
            horizon: 60
            grace: 24h
            follow-up: {after: 30m, every: 30m, at-most: 3}
            unfinished: 1h
            quiet-hours: {from: "22:00", to: "07:00"}
            records: on
            summary: {on: mon, at: "08:00"}
            milestones: [2, 10]
            streak-warning: "20:00"
            keep: 90d
            heartbeat: {file: ~/beat}
            calendar-file: {path: ~/feed.ics, days: 3660, alarms: on}

            """
        )
        let prepared = try home.antrain("settings")
        #expect(prepared.status == 0 && prepared.errors.isEmpty, "\(prepared)")
        let changes = [
            "program activate push-pull-legs", "program activate gzclp --add",
            "reminder add Tea --at 09:00 --repeat daily",
            "reminder add Bread --in 1m", "start", "done", "log squat 5x5@60kg", "measure weight 80kg", "skip",
            "snooze", "undo", "redo",
            "schedule-next", "deliver", "move today tomorrow", "pause --until tomorrow", "resume", "snooze --for 23h",
            "export ics cal.ics --year", "report --html report.html", "calendar --months 3", "stats --since 0001-01-01",
            "plan --days 60", "week --this", "simulate --days 30", "why yesterday", "backup b.tar",
            "schedule-next --verbose",
        ]
        for line in changes + FreshHomeTests.commands {
            let done = try home.antrain(line)
            #expect(done.status < 128, "\(line): \(done)")
            #expect(!done.errors.contains("Fatal error") && done.status != 70, "\(line): \(done)")
        }
    }

    /// The duration of a command does not depend on the distance from the start of a program: five seconds of processor time
    /// suffice for walking through years, but not through millennia.
    @Test(
        arguments: [
            ("0001-01-01", "2026-11-22T20:00"), ("2026-11-23", "5000-01-01T12:00"), ("0001-01-01", "9998-01-01T12:00"),
        ],
        ["today", "week", "", "schedule-next", "done"]
    )
    func commandsFarFromTheStart(times: (start: String, now: String), command: String) throws {
        let home = try Home()
        let file = home.folder.path + "/.config/antrain/settings.yaml"
        try home.antrain("program activate push-pull-legs.yaml --start \(times.start)")
        try home.antrain("settings --time 07:30 --days mon,wed,fri")
        let settings = try String(contentsOfFile: file, encoding: .utf8)
        try (settings + "texts: {workout: {body: \"{workout} {streak}\"}}\n")
            .write(toFile: file, atomically: true, encoding: .utf8)
        try home.antrain("done --date \(times.start)")
        var environment = home.environment
        environment["ANTRAIN_NOW"] = times.now
        let line = "ulimit -t 5; exec \(BuildProducts.path("antrain")) \(command)"
        let finished = try run("/bin/sh", ["-c", line], environment: environment)
        #expect([0, 66].contains(finished.status), "\(finished)")
    }

    /// Apia skipped 30 December 2011 when it moved across the date line.
    @Test func aDateThatTheZoneSkipsIsRefused() throws {
        let home = try Home(now: "2011-12-28T10:00", zone: "Pacific/Apia")
        try home.antrain("settings --on")
        let run = try home.antrain(arguments: ["reminder", "add", "z", "--at", "2011-12-30 09:00"])
        #expect(
            run.status == 64 && run.errors.contains("the time zone Pacific/Apia skips 2011-12-30"),
            "\(run.errors)"
        )
        #expect(try home.antrain(arguments: ["reminder", "add", "z", "--at", "2011-12-31 09:00"]).status == 0)
    }
}
