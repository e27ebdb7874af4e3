import Foundation
import TestSupport
import Testing

/// `antrain migrate` on the command line.
@Suite struct MigrateTests {
    @Test func theChangeIsShownAndNothingChanges() throws {
        let home = try CronHome(CronHome.sample)
        let run = try home.antrain("migrate")
        #expect(
            run.output == """
                crontab, line 3
                - 30 7 * * 1,3,5 DISPLAY=:0 notify-send "Time to train" 'Push day' >/dev/null 2>&1
                + reminder "Time to train" 07:30 weekly:mon,wed,fri, notes "Push day"
                crontab, line 4
                - 0 9,18 * * * echo "Drink water" | mail -s "Water" me@example.org
                + reminder "Water" 09:00 daily, notes "Drink water"
                + reminder "Water" 18:00 daily, notes "Drink water"
                crontab, line 6 stays: it runs on several days of the month, or on a day that some months lack; \
                antrain repeats on one day of every month
                  0 9 1,15 * * notify-send "Pay rent"

                """
        )
        #expect(run.errors == "nothing was changed; to move these: antrain migrate --apply\n" && run.status == 0)
        #expect(try home.folder.read("tab") == CronHome.sample)
        #expect(try home.reminders().isEmpty)
    }

    @Test func movedLinesBecomeCommentsAndMoveOnce() throws {
        let home = try CronHome(CronHome.sample)
        let run = try home.antrain("migrate --apply")
        #expect(run.status == 0)
        #expect(
            run.errors
                == """
                moved crontab, line 3 to reminder 1
                moved crontab, line 4 to reminders 2, 3
                no line of your crontab runs antrain; to get reminders, run: antrain install cron

                """
        )
        let after = CronHome.sample.replacing("30 7 *", with: "# moved to antrain, reminder 1: 30 7 *")
            .replacing("0 9,18", with: "# moved to antrain, reminders 2, 3: 0 9,18")
        #expect(try home.folder.read("tab") == after)
        #expect(
            try home.reminders() == [
                "1 Time to train 2026-11-23T07:30 weekly:mon,wed,fri", "2 Water 2026-11-23T09:00 daily",
                "3 Water 2026-11-23T18:00 daily",
            ]
        )
        let again = try home.antrain("migrate --apply")
        #expect(again.status == 0 && again.errors.isEmpty && !again.output.contains("+ reminder"))
        #expect(try home.reminders().count == 3)
        #expect(try home.folder.read("tab") == after)
        home.now = "2026-11-23T07:30"
        let delivery = try home.antrain("schedule-next")
        #expect(delivery.output.contains("Time to train"), "\(delivery)")
    }

    /// Whoever undoes a move is reminded by cron again.
    @Test func anUndoRestoresTheLines() throws {
        let home = try CronHome(CronHome.sample)
        try home.antrain("migrate --apply")
        let run = try home.antrain("undo")
        #expect(run.errors.contains("restored crontab, line 3\nrestored crontab, line 4\n"), "\(run)")
        #expect(try home.folder.read("tab") == CronHome.sample)
        #expect(try home.reminders().isEmpty)
        // Other reminders have nothing to do with the crontab.
        try home.antrain("migrate --apply")
        let moved = try home.folder.read("tab")
        try home.antrain("reminder add Tea --at 2026-11-24T09:00")
        #expect(try home.antrain("undo").status == 0)
        #expect(try home.folder.read("tab") == moved)
    }

    /// If the crontab cannot be written, the reminders stay.
    @Test func anUndoThatCannotRestoreTheLinesChangesNothing() throws {
        let home = try CronHome(CronHome.sample)
        try home.antrain("migrate --apply")
        try home.program("crontab", CronHome.program.replacing("-) /bin/cat", with: "-) exit 1; /bin/cat"))
        let run = try home.antrain("undo")
        #expect(run.status != 0 && run.errors.contains("nothing was undone"), "\(run)")
        #expect(try home.reminders().count == 3)
    }

    @Test func nothingIsMovedWhileRemindersAreOff() throws {
        let home = try CronHome(CronHome.sample)
        #expect(try home.antrain("settings --off").status == 0)
        let run = try home.antrain("migrate --apply")
        #expect(run.status == 78 && run.errors.contains("antrain settings --on"), "\(run)")
        #expect(try home.folder.read("tab") == CronHome.sample)
        #expect(try home.reminders().isEmpty)
        #expect(try home.antrain("migrate").status == 0)
    }

    @Test func someLinesCanBeSelected() throws {
        let home = try CronHome(CronHome.sample)
        #expect(
            try home.antrain("migrate --line 4 --apply").errors.hasPrefix("moved crontab, line 4 to reminders 1, 2\n")
        )
        #expect(try home.reminders().count == 2)
        for (line, reason) in [
            (6, "it cannot be moved: it runs on several days"), (5, "there is no reminder there"),
            (99, "there is no reminder there"),
        ] {
            let run = try home.antrain("migrate --line \(line)")
            #expect(run.status == 64 && run.errors.contains("invalid --line '\(line)': \(reason)"))
        }
        #expect(try home.antrain("migrate --job 7").errors.contains("invalid --job '7'"))
    }

    @Test func theChangeAsJSON() throws {
        let home = try CronHome("* * * * * antrain schedule-next\n@daily wall Rest\n@reboot wall Up\n")
        let run = try home.antrain("migrate --apply --json")
        #expect(
            run.output == """
                {
                  "antrain" : 1,
                  "applied" : true,
                  "kind" : "migration",
                  "moves" : [
                    {
                      "line" : 2,
                      "reminders" : [
                        {
                          "at" : "2026-11-23T00:00",
                          "number" : 1,
                          "repeat" : "daily",
                          "title" : "Rest"
                        }
                      ],
                      "text" : "@daily wall Rest"
                    }
                  ],
                  "stays" : [
                    {
                      "line" : 3,
                      "message" : "it runs when the machine starts, not at a set time",
                      "reason" : "at-start",
                      "text" : "@reboot wall Up"
                    }
                  ]
                }

                """
        )
        #expect(!run.errors.contains("crontab -e"))
        #expect(try home.antrain("migrate --json").output.contains("\"applied\" : false"))
    }

    @Test func thereMayBeNothingToMove() throws {
        let nothing = "there is nothing to move: no crontab line and no repeating at job only sends reminders\n"
        for crontab in [nil, "", "17 3 * * * /usr/local/bin/backup.sh\n"] {
            let run = try CronHome(crontab).antrain("migrate --apply")
            #expect(run.output == nothing && run.status == 0 && run.errors.isEmpty)
        }
        let bare = try Home()
        let run = try bare.antrain("migrate", environment: ["PATH": bare.folder.path])
        #expect(run.output == nothing && run.status == 0 && run.errors.isEmpty)
    }

    @Test func aForbiddenCrontabIsReportedAndSkipped() throws {
        let home = try CronHome(CronHome.sample)
        try home.program("crontab", "echo 'You (me) are not allowed to use this program (crontab)' >&2; exit 1")
        let run = try home.antrain("migrate")
        #expect(run.status == 0 && run.output.hasPrefix("there is nothing to move"))
        #expect(run.errors.contains("You (me) are not allowed to use this program (crontab); the crontab is ignored"))
    }

    @Test func disabledRemindersAreReported() throws {
        let home = try CronHome(CronHome.sample)
        try home.antrain("settings --off")
        let run = try home.antrain("migrate")
        #expect(
            run.errors.contains(
                "reminders are off, so nothing would be sent; turn them on first: antrain settings --on"
            )
        )
    }

    @Test(arguments: [("y", true), ("Yes", true), ("n", false), ("", false)])
    func migrationAsksOnATerminal(answer: String, moves: Bool) throws {
        let home = try CronHome(CronHome.sample)
        // script(1) gives it a terminal, which is closed to messages: the console channels of other tests look for open ones.
        let migrate = "/bin/chmod 600 \"$(/usr/bin/tty)\"; exec \(BuildProducts.path("antrain")) migrate"
        let command = "printf '\(answer)\\n' | /usr/bin/script -qec '\(migrate)' /dev/null"
        let run = try home.run("/bin/sh", ["-c", command])
        #expect(run.output.contains("Move these? [y/N] "), "\(run)")
        #expect(run.output.contains("\u{1B}[31m- 30 7 * * 1,3,5") && run.output.contains("\u{1B}[32m+ reminder"))
        #expect(try home.reminders().isEmpty != moves)
        #expect(try home.folder.read("tab").contains("# moved to antrain") == moves)
    }

    /// With the real crontab(1) and at(1), on the test's own spools.
    @Test(.requires(.privateSpool, .program("atd", in: "at")))
    func debiansCrontabAndAt() throws {
        let home = try Home()
        let spool = try PrivateSpool()
        home.spool = spool
        try home.antrain("settings --on")
        // The editor receives the original bytes of the crontab; `crontab -l` escapes some of them.
        func raw() throws -> String {
            let environment = ["VISUAL": "cat", "PATH": "/usr/bin:/bin", "HOME": home.folder.path]
            return try spool.run("/usr/bin/crontab", ["-e"], environment: environment).output
        }
        let line = "30 7 * * * DISPLAY=:0 notify-send 'Stretch'\n"
        let file = try home.folder.write("crontab", "# Gr\u{FC}\u{DF}e\r\n" + line)
        try #require(try spool.run("/usr/bin/crontab", [file]).status == 0)

        let script = "notify-send 'Stretch'\nat -f '\(home.folder.path)/remind.sh' tomorrow\n"
        try home.folder.write("remind.sh", script)
        let scheduled = try spool.run("/usr/bin/at", ["-f", home.folder.path + "/remind.sh", "now", "+", "5", "days"])
        let job = try #require(scheduled.errors.firstMatch(of: /job (\d+) at/)?.1, "\(scheduled)")

        let result = try home.antrain("migrate --apply --line 2 --job \(job)")
        #expect(result.status == 0, "\(result)")
        #expect(try raw() == "# Gr\u{FC}\u{DF}e\r\n# moved to antrain, reminder 1: " + line)
        #expect(try spool.run("/usr/bin/atq", []).output.isEmpty)
        let reminders = try home.reminders()
        #expect(reminders.count == 2 && reminders.allSatisfy { $0.contains("Stretch") && $0.hasSuffix("daily") })
    }
}
