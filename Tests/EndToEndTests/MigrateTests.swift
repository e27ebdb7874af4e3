import Foundation
import TestSupport
import Testing

/// `antrain migrate`, as a user types it.
@Suite struct MigrateTests {
    private static let crontab = """
        # mine
        MAILTO=me
        30 7 * * 1,3,5 DISPLAY=:0 notify-send "Time to train" 'Push day' >/dev/null 2>&1
        0 9,18 * * * echo "Drink water" | mail -s "Water" me@example.org
        17 3 * * * /usr/local/bin/backup.sh
        0 9 1 * * notify-send "Pay rent"

        """

    private func home(_ crontab: String? = Self.crontab) throws -> CronHome {
        let home = try CronHome()
        if let crontab { try home.folder.write("tab", crontab) }
        try home.antrain("settings --enable")
        return home
    }

    @Test func theChangeIsShownAndNothingChanges() throws {
        let home = try home()
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
                crontab, line 6 stays: it comes on some days of the month, and antrain repeats by days and weekdays
                  0 9 1 * * notify-send "Pay rent"

                """
        )
        #expect(run.errors == "nothing was changed; to move these: antrain migrate --apply\n" && run.status == 0)
        #expect(try home.folder.read("tab") == Self.crontab)
        #expect(try home.reminders().isEmpty)
    }

    @Test func whatIsMovedIsKeptAsACommentAndNothingMovesTwice() throws {
        let home = try home()
        let run = try home.antrain("migrate --apply")
        #expect(run.status == 0)
        #expect(
            run.errors.hasPrefix(
                """
                moved crontab, line 3 to reminder 1
                moved crontab, line 4 to reminders 2, 3
                15 added, 0 cancelled, 0 kept
                no line of your crontab lets reminders come; add this one with 'crontab -e':
                    * * * * * /
                """
            )
        )
        #expect(run.errors.hasSuffix("/antrain schedule-next\n"))
        let after = Self.crontab.replacing("30 7 *", with: "# moved to antrain, reminder 1: 30 7 *")
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
        #expect(try home.antrain("schedule-next").output.contains("Time to train"))
    }

    @Test func someLinesAlone() throws {
        let home = try home()
        #expect(
            try home.antrain("migrate --line 4 --apply").errors.hasPrefix("moved crontab, line 4 to reminders 1, 2\n")
        )
        #expect(try home.reminders().count == 2)
        for (line, reason) in [
            (6, "it stays: it comes on some days"), (5, "no reminder stands there"), (99, "no reminder"),
        ] {
            let run = try home.antrain("migrate --line \(line)")
            #expect(run.status == 64 && run.errors.contains("--line cannot be '\(line)': \(reason)"))
        }
        #expect(try home.antrain("migrate --job 7").errors.contains("--job cannot be '7'"))
    }

    @Test func theChangeAsJSON() throws {
        let home = try home("* * * * * antrain schedule-next\n@daily wall Rest\n@reboot wall Up\n")
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
                      "reason" : "it comes when the machine starts, not at a time",
                      "text" : "@reboot wall Up"
                    }
                  ]
                }

                """
        )
        #expect(!run.errors.contains("crontab -e"))
        #expect(try home.antrain("migrate --json").output.contains("\"applied\" : false"))
    }

    @Test func whereThereIsNothingToMove() throws {
        let nothing = "there is nothing to move: no line of your crontab and no repeating job of at only reminds\n"
        for crontab in [nil, "", "17 3 * * * /usr/local/bin/backup.sh\n"] {
            let run = try home(crontab).antrain("migrate --apply")
            #expect(run.output == nothing && run.status == 0 && run.errors.isEmpty)
        }
        let bare = try Home()
        let run = try bare.antrain("migrate", environment: ["PATH": bare.folder.path])
        #expect(run.output == nothing && run.status == 0 && run.errors.isEmpty)
    }

    @Test func aClosedCronIsToldAndLeftOut() throws {
        let home = try home()
        try home.program("crontab", "echo 'You (me) are not allowed to use this program (crontab)' >&2; exit 1")
        let run = try home.antrain("migrate")
        #expect(run.status == 0 && run.output.hasPrefix("there is nothing to move"))
        #expect(run.errors.contains("You (me) are not allowed to use this program (crontab); the crontab is left out"))
    }

    @Test func remindersThatAreOffAreTold() throws {
        let home = try home()
        try home.antrain("settings --disable")
        let run = try home.antrain("migrate")
        #expect(run.errors.contains("reminders are off, so nothing is sent; turn them on: antrain settings --enable"))
    }

    @Test(arguments: [("y", true), ("Yes", true), ("n", false), ("", false)])
    func onATerminalItAsks(answer: String, moves: Bool) throws {
        let home = try home()
        // script(1) gives it a terminal.
        let command =
            "printf '\(answer)\\n' | /usr/bin/script -qec '\(BuildProducts.path("antrain")) migrate' /dev/null"
        let run = try home.run("/bin/sh", ["-c", command])
        #expect(run.output.contains("Move these? [y/N] "), "\(run)")
        #expect(run.output.contains("\u{1B}[31m- 30 7 * * 1,3,5") && run.output.contains("\u{1B}[32m+ reminder"))
        #expect(try home.reminders().isEmpty != moves)
        #expect(try home.folder.read("tab").contains("# moved to antrain") == moves)
    }

    // MARK: What goes wrong

    @Test func aCrontabThatIsNotTakenLeavesAllAsItWas() throws {
        let home = try home()
        try home.program("crontab", "[ \"$1\" = - ] && { echo 'no space left' >&2; exit 1; }\n" + CronHome.crontab)
        let run = try home.antrain("migrate --apply")
        #expect(run.status == 74)
        #expect(
            run.errors.hasSuffix(
                "antrain: the crontab: no space left; it stays as it was, and what was added for it is deleted\n"
            )
        )
        #expect(try home.reminders().isEmpty && home.pending().isEmpty)
        #expect(try home.folder.read("tab") == Self.crontab)
    }

    @Test func ifTheRemindersCannotBeDeletedEitherBothAreTold() throws {
        let home = try home()
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        let breaks = "/usr/bin/sqlite3 '\(ledger)' 'ALTER TABLE reminder RENAME TO gone'; exit 1"
        try home.program("crontab", "[ \"$1\" = - ] && { \(breaks); }\n" + CronHome.crontab)
        let run = try home.antrain("migrate --apply")
        #expect(run.status == 74)
        #expect(
            run.errors.contains("the crontab: it ended with exit code 1; it stays as it was, and reminders 1, 2, 3")
        )
        #expect(run.errors.contains("could not be deleted: ") && run.errors.contains("antrain reminder delete"))
    }

    @Test func aCrontabThatChangesInTheMeantimeIsNotWritten() throws {
        let home = try home()
        try home.program("crontab", "[ \"$1\" = -l ] && echo '# new' >> '\(home.folder.path)/tab'\n" + CronHome.crontab)
        let run = try home.antrain("migrate --apply")
        #expect(run.status == 74 && run.errors.contains("it was changed in the meantime; nothing was moved"))
        #expect(try home.reminders().isEmpty)
        #expect(try home.folder.read("tab") == Self.crontab + "# new\n# new\n")
    }

    @Test func aRunThatIsKilledOnTheWayLosesAndDoublesNothing() throws {
        let home = try home()
        try home.program("crontab", "[ \"$1\" = - ] && { kill -9 $PPID; exit 1; }\n" + CronHome.crontab)
        #expect(try home.antrain("migrate --apply").status == 128 + 9)
        #expect(try home.reminders().count == 3)
        #expect(try home.folder.read("tab") == Self.crontab)
        try home.program("crontab", CronHome.crontab)
        home.now = "2026-11-23T12:00"
        #expect(try home.antrain("migrate --apply").status == 0)
        #expect(try home.reminders().count == 3)
        #expect(try home.folder.read("tab").contains("# moved to antrain, reminders 2, 3: 0 9,18"))
    }

    @Test func aJobThatIsNotRemovedStaysAndHasNoReminder() throws {
        let home = try home()
        let script = "notify-send Stretch\nat -f '\(home.folder.path)/stretch.sh' tomorrow\n"
        try home.folder.write("stretch.sh", script)
        try home.folder.write("job", CronHome.preamble(in: home.folder.path) + script)
        try home.program("atq", "printf '4\\tThu Nov 26 06:30:00 2026 a me\\n5\\tFri Nov 27 06:30:00 2026 a me\\n'")
        try home.program("at", "exec /bin/cat '\(home.folder.path)/job'")
        try home.program("atrm", "[ $1 = 4 ] || { echo \"Cannot find jobid $1\" >&2; exit 1; }")
        let run = try home.antrain("migrate --apply")
        #expect(run.status == 74)
        #expect(
            run.errors.contains(
                "at, job 5: Cannot find jobid 5; it stays as it was, and what was added for it is deleted; "
                    + "moved were crontab, line 3, crontab, line 4, at, job 4"
            )
        )
        #expect(try home.reminders().map { $0.prefix(4) } == ["1 Ti", "2 Wa", "3 Wa", "4 St"])
        #expect(try home.folder.read("tab").contains("# moved to antrain"))
    }

    @Test func carriageReturnsAreKept() throws {
        let text = "# one\r\n0 7 * * * wall \"A\"\n0 8 * * * /bin/grep '\\bword\\b' file\n"
        let home = try home(text)
        #expect(try home.antrain("migrate --apply").status == 0)
        #expect(
            try home.folder.read("tab")
                == text.replacing("0 7 *", with: "# moved to antrain, reminder 1: 0 7 *")
        )
        try home.folder.write("tab", text)
        try home.program("crontab", "[ \"$1\" = -e ] && exit 1\n" + CronHome.crontab)
        let run = try home.antrain("migrate --apply")
        #expect(run.errors.contains("it does not tell a carriage return from '\\r'; the crontab is left out"))
        #expect(try home.folder.read("tab") == text)
    }

    // MARK: Debian's own

    /// On the crontab and the queue of whoever runs the tests: a line and a job are added to what is there, and taken away again.
    @Test func debiansCrontabAndAt() throws {
        let home = try Home()
        try home.antrain("settings --enable")
        let before = try run("/usr/bin/crontab", ["-l"])
        let old = before.status == 0 ? before.output : ""
        func install(_ text: String) throws {
            let file = try home.folder.write("crontab", text)
            try #require(try run("/usr/bin/crontab", text.isEmpty ? ["-r"] : [file]).status == 0)
        }
        defer { try? install(old) }
        let title = "antrian-\(UUID().uuidString)"
        let line = "30 7 * * * DISPLAY=:0 notify-send '\(title)'\n"
        try install(old + "# Gr\u{FC}\u{DF}e\r\n" + line)
        let place = (old + "#\n").split(separator: "\n", omittingEmptySubsequences: false).count

        let script = "notify-send '\(title)'\nat -f '\(home.folder.path)/remind.sh' tomorrow\n"
        try home.folder.write("remind.sh", script)
        let scheduled = try run("/usr/bin/at", ["-f", home.folder.path + "/remind.sh", "now", "+", "5", "days"])
        let job = try #require(scheduled.errors.firstMatch(of: /job (\d+) at/)?.1, "\(scheduled)")
        defer { _ = try? run("/usr/bin/atrm", [String(job)]) }

        let result = try home.antrain("migrate --apply --line \(place) --job \(job)")
        #expect(result.status == 0, "\(result)")
        let raw = try run(
            "/usr/bin/crontab",
            ["-e"],
            environment: ["VISUAL": "cat", "PATH": "/usr/bin:/bin", "HOME": home.folder.path]
        )
        #expect(raw.output.hasSuffix("# Gr\u{FC}\u{DF}e\r\n# moved to antrain, reminder 1: " + line))
        #expect(try !run("/usr/bin/atq", []).output.contains("\(job)\t"))
        let reminders = try home.reminders()
        #expect(reminders.count == 2 && reminders.allSatisfy { $0.contains(title) && $0.hasSuffix("daily") })
    }
}

/// A home with a crontab of its own: a small crontab(1) keeps it in a file, shows it as Debian's does, and takes what that takes.
private final class CronHome {
    let home: Home
    var folder: TemporaryFolder { home.folder }
    var now: String {
        get { home.now }
        set { home.now = newValue }
    }

    static let crontab = """
        cd "${0%/*}/.."
        case "$1" in
        -l) [ -f tab ] || { echo "no crontab for me" >&2; exit 1; }
            /bin/sed 's/\\r/\\\\r/g' tab ;;
        -e) /bin/sh -c "/bin/$VISUAL tab" ;;
        -) /bin/cat >new && /usr/bin/crontab -n new >&2 && /bin/mv new tab ;;
        esac
        """

    init() throws {
        home = try Home()
        try program("crontab", Self.crontab)
    }

    /// What stands in a job of at(1) before its script.
    static func preamble(in folder: String) -> String {
        """
        #!/bin/sh
        # atrun uid=\(getuid()) gid=0
        umask 22
        cd \(folder) || {
        \t echo 'Execution directory inaccessible' >&2
        \t exit 1
        }

        """
    }

    /// Puts a program where antrain finds it before any other.
    func program(_ name: String, _ script: String) throws {
        try folder.write("bin/\(name)", "#!/bin/sh\n\(script)\n", mode: 0o755)
    }

    @discardableResult
    func antrain(_ line: String) throws -> Finished {
        try home.antrain(line, environment: ["PATH": folder.path + "/bin"])
    }

    /// Runs a program of the system in the home.
    func run(_ program: String, _ arguments: [String]) throws -> Finished {
        try TestSupport.run(
            program,
            arguments,
            environment: [
                "HOME": folder.path, "TZ": home.zone, "ANTRAIN_NOW": home.now, "PATH": folder.path + "/bin",
                "TERM": "xterm",
            ],
            in: folder.path
        )
    }

    func pending() throws -> [String] { try home.pending() }

    func reminders() throws -> [String] { try home.reminders() }
}

extension Home {
    /// The user's own reminders: number, title, time and repetition.
    fileprivate func reminders() throws -> [String] {
        let output = try antrain("reminder list --json").output
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        return (object?["reminders"] as? [[String: Any]] ?? []).map { reminder in
            ["number", "title", "at", "repeat"].map { "\(reminder[$0] ?? "")" }.joined(separator: " ")
        }
    }
}
