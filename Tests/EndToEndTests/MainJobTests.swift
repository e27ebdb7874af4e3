import Foundation
import TestSupport
import Testing

@Suite struct MainJobTests {
    @Test func firstStepsLeadToAReminder() throws {
        let home = try Home()
        #expect(
            try home.antrain("program validate push-pull-legs.yaml").output.contains(
                "valid, Push Pull Legs: 3 days, 15 exercises"
            )
        )
        let activated = try home.antrain("program activate push-pull-legs.yaml")
        #expect(activated.status == 0 && activated.output == "activated Push Pull Legs, week 1 starts today\n")
        #expect(activated.errors.contains("reminders are off; to turn them on, choose a time"))
        let settings = try home.antrain("settings --time 07:30 --days mon,wed,fri")
        #expect(
            settings.output
                == "set enabled: on\nset time: 07:30\nset days: mon,wed,fri\nset channels: console (your open terminals, because no desktop here shows notifications)\nreminders are now on\nNext reminder: Push Day, tomorrow at 07:30\n"
        )
        let quiet = try home.antrain("schedule-next")
        #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
        #expect(
            try home.antrain("schedule-next --verbose").output
                == "Tomorrow, Mon 23 Nov: Push Day (reminder tomorrow at 07:30)\n0 added, 0 cancelled, 3 kept\n"
        )
        #expect(
            try home.pending() == ["workout/2026-11-23/0730", "workout/2026-11-25/0730", "workout/2026-11-27/0730"]
        )
        home.now = "2026-11-23T07:29:59"
        #expect(try home.antrain("deliver").output.isEmpty)
        home.now = "2026-11-23T07:30"
        let delivered = try home.antrain("deliver")
        #expect(delivered.status == 0 && delivered.errors.isEmpty)
        #expect(
            delivered.output.contains(
                " Workout Time!\n Today: Push Day\n 5 exercises, about 60 min\n Monday 2026-11-23, 07:30\n"
            )
        )
        #expect(try home.antrain("deliver").output.isEmpty)
        #expect(try home.antrain("history").output.contains("console: delivered"))
        #expect(try home.pending() == ["workout/2026-11-25/0730", "workout/2026-11-27/0730"])
    }

    @Test func oneLineInCronIsEnough() throws {
        let home = try Home.ready()
        try home.antrain("settings rest-days on --channels log")
        // Every hour for nine days, at a quarter past.
        for hour in 0..<(9 * 24) {
            let day = 23 + hour / 24
            home.now = String(
                format: "2026-%02d-%02dT%02d:15",
                day > 30 ? 12 : 11,
                day > 30 ? day - 30 : day,
                hour % 24
            )
            let run = try home.antrain("schedule-next")
            #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
        }
        let log = try home.folder.read(".local/state/antrain/notifications.log").split(separator: "\n")
        #expect(
            log.map { String($0.split(separator: " ")[1]) } == [
                "workout/2026-11-23/0730", "rest-day/2026-11-24/0730", "workout/2026-11-25/0730",
                "rest-day/2026-11-26/0730", "workout/2026-11-27/0730",
                "rest-day/2026-11-28/0730", "rest-day/2026-11-29/0730", "workout/2026-11-30/0730",
                "rest-day/2026-12-01/0730",
            ]
        )
    }

    @Test func threeChannelsAtOnce() throws {
        let home = try Home.ready()
        let sendmail = try home.folder.write("sendmail", "#!/bin/sh\ncat > \"$HOME/mail\"\n", mode: 0o755)
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [console, log, mail]\nconfigure:\n  mail: {to: me@example.org, command: \(sendmail)}\n"
        )
        try home.antrain("schedule-next")
        home.now = "2026-11-23T08:00"
        let delivered = try home.antrain("deliver --json")
        #expect(delivered.status == 0)
        #expect(
            delivered.output.contains("\"channel\" : \"mail\"") && delivered.output.contains("\"late_seconds\" : 1800")
        )
        #expect(delivered.errors.contains("30 min late"))
        #expect(try home.folder.read("mail").contains("Subject: Workout Time!"))
    }

    @Test func travellersAreRemindedAtTheSameLocalTime() throws {
        let home = try Home.ready()
        home.zone = "America/New_York"
        home.now = "2026-11-23T01:30"  // 07:30 in Berlin
        #expect(try home.antrain("deliver").output.isEmpty)
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.contains("Today: Push Day"))
        let pinned = try Home.ready()
        try pinned.antrain("settings timezone Europe/Berlin")
        pinned.zone = "America/New_York"
        pinned.now = "2026-11-23T01:30"
        #expect(try pinned.antrain("deliver").output.contains("Today: Push Day"))
    }

    @Test func lateRemindersAreReportedAsMissed() throws {
        let home = try Home.ready()
        home.now = "2026-11-24T07:31"
        let run = try home.antrain("schedule-next")
        let output = run.output.replacing(/\s+/, with: " ")
        #expect(run.status == 0 && output.contains("1 reminder was missed"), "\(run)")
        #expect(output.contains("Missed on Mon 23 Nov: Push Day") && !output.contains("Today:"), "\(run)")
        let history = try home.antrain("history").output
        #expect(history.contains("missed") && history.contains("antrain did not run within 4h"))
    }

    @Test func aCancelledReminderStaysCancelled() throws {
        let home = try Home.ready()
        #expect(
            try home.antrain("cancel workout/2026-11-25/0730").output
                == "cancelled workout/2026-11-25/0730 (Pull Day)\n"
        )
        try home.antrain("schedule-next")
        #expect(try home.pending() == ["workout/2026-11-23/0730", "workout/2026-11-27/0730"])
        #expect(try home.antrain("cancel workout/2026-11-23/0730").status == 0)
        #expect(try home.antrain("cancel 99").status == 66)
        #expect(try home.antrain("week").output.contains("you cancelled it"))
    }

    @Test func aRotationContinuesAfterABreak() throws {
        let home = try Home(now: "2026-11-23T06:00")
        try home.antrain("program activate stronglifts-5x5")
        try home.antrain("settings --time 07:30")
        #expect(try home.antrain("today").output.contains("Workout A"))
        #expect(try home.antrain("done").output.contains("done: Workout A"))
        home.now = "2026-11-25T06:00"
        #expect(try home.antrain("today").output.contains("Workout B"))
        home.now = "2026-11-27T06:00"
        #expect(try home.antrain("today").output.contains("Workout B"))
        #expect(try home.antrain("done --date 2026-11-26").status == 66)
        #expect(try home.antrain("done --date 2027-12-26").status == 64)
    }
}
