import CivilTime
import Foundation
import ImportedJobs
import Reminders
import TestSupport
import Testing

/// Migration of a crontab, line by line.
@Suite struct CrontabMigrationTests {
    /// Sunday evening.
    private static let now = "2026-11-22T20:00"

    private func migration(
        _ crontab: Crontab,
        zone: String = "Europe/Berlin",
        systemZone: String = "Europe/Berlin",
        now: String = Self.now
    ) throws -> Migration {
        let zone = try zones.zone(named: zone)
        return Migration(
            crontab: crontab,
            jobs: [],
            zone: zone,
            systemZone: try zones.zone(named: systemZone),
            now: try Instant(parsing: now, in: zone),
            user: "me",
            file: { _ in nil }
        )
    }

    private static let severalDays =
        "it runs on several days of the month, or on a day that some months lack; antrain repeats on one day of every month"

    /// The outcome of each line as text: its reminders, or the reason why it stays; no entry for a line that is left alone.
    private func outcomes(_ text: String) throws -> [String] {
        let migration = try migration(Crontab(Array((text + "\n").utf8)))
        return migration.moves.flatMap { move in
            move.reminders.map { "\($0.title)\($0.notes.map { "|" + $0 } ?? "") \($0.at) \($0.rule)" }
        } + migration.stays.map { "stays: \($0.obstacle)" }
    }

    @Test(arguments: [
        ("30 7 * * 1,3,5", ["Mon 07:30", "weekly:mon,wed,fri"]), ("0 21 * * *", ["Sun 21:00", "daily"]),
        ("0 20 * * *", ["Mon 20:00", "daily"]), ("0 7 * * mon-fri", ["Mon 07:00", "weekly:mon,tue,wed,thu,fri"]),
        ("0 7 * * MON,Wed", ["Mon 07:00", "weekly:mon,wed"]), ("0 7 * * 1-5/2", ["Mon 07:00", "weekly:mon,wed,fri"]),
        ("0 7 * * 0", ["Sun 07:00", "weekly:sun"]), ("0 7 * * 7", ["Sun 07:00", "weekly:sun"]),
        ("0 7 * * 5-7", ["Fri 07:00", "weekly:fri,sat,sun"]), ("0 7 * * 0-6", ["Mon 07:00", "daily"]),
        ("0 7 * 1-12 */2", ["Tue 07:00", "weekly:tue,thu,sat,sun"]), ("0 7 * jan-dec *", ["Mon 07:00", "daily"]),
        ("0\t7  *\t* *", ["Mon 07:00", "daily"]), ("@daily", ["Mon 00:00", "daily"]),
        ("@midnight", ["Mon 00:00", "daily"]), ("@weekly", ["Sun 00:00", "weekly:sun"]),
        // If neither day field begins with a star, a match of either is enough.
        ("0 7 1-31 * 1", ["Mon 07:00", "daily"]), ("0 7 1 * 0-7", ["Mon 07:00", "daily"]),
        ("0 7 */1 * 1", ["Mon 07:00", "weekly:mon"]), ("0 7 1-31 * *", ["Mon 07:00", "daily"]),
        ("0 9 1 * *", ["Tue 09:00", "monthly:1"]), ("@monthly", ["Tue 00:00", "monthly:1"]),
        ("0 9 28 * *", ["Sat 09:00", "monthly:28"]), ("0 21 22 * *", ["Sun 21:00", "monthly:22"]),
        ("0 19 22 * *", ["Tue 19:00", "monthly:22"]),
    ])
    func aScheduleIsRead(schedule: String, words: [String]) throws {
        let migration = try migration(Crontab(Array("\(schedule) notify-send Train\n".utf8)))
        let reminder = try #require(migration.moves.first?.reminders.first, "\(migration.stays)")
        let weekday = reminder.at.date.weekday.abbreviation.capitalized
        #expect(["\(weekday) \(reminder.at.time)", reminder.rule.description] == words)
        #expect(try reminder.at.date < date("2026-12-23") && reminder.comes(on: reminder.at.date))
    }

    @Test(arguments: [
        ("0 9,18 * * *", ["09:00", "18:00"]), ("*/30 6-7 * * *", ["06:00", "06:30", "07:00", "07:30"]),
        ("15,45 12 * * *", ["12:15", "12:45"]), ("0 */2 * * *", (0..<12).map { "\($0 < 5 ? "0" : "")\($0 * 2):00" }),
        ("5-10/70 7 * * *", ["07:05"]),
    ])
    func eachTimeOfTheDayIsAReminder(schedule: String, times: [String]) throws {
        let migration = try migration(Crontab(Array("\(schedule) wall Drink\n".utf8)))
        #expect(migration.moves.first?.reminders.map(\.at.time.description) == times)
    }

    @Test(arguments: [
        ("0 9 31 * *", Self.severalDays), ("0 9 1 * 1", Self.severalDays), ("0 9 1 * */2", Self.severalDays),
        ("0 9 */2 * *", Self.severalDays),
        ("0 9 1,15 * 5", Self.severalDays),
        ("0 9 * 1-3 *", "it runs in some months only; antrain repeats all year"),
        ("@yearly", "it runs in some months only; antrain repeats all year"),
        ("* * * * *", "it runs 1440 times a day; antrain imports at most 12 times a day"),
        ("@hourly", "it runs 24 times a day; antrain imports at most 12 times a day"),
        ("0 0-12 * * *", "it runs 13 times a day; antrain imports at most 12 times a day"),
        ("@reboot", "it runs when the machine starts, not at a set time"),
        ("0 22-2 * * *", "unsupported schedule '0 22-2 * * *'"),
        ("5/10 7 * * *", "unsupported schedule '5/10 7 * * *'"),
        ("@noon", "unsupported schedule '@noon'"),
    ])
    func unsupportedSchedulesStay(schedule: String, reason: String) throws {
        #expect(try outcomes("\(schedule) notify-send Train") == ["stays: " + reason])
    }

    private static func service(_ host: String) -> String {
        "it sends a message to \(host), and antrain sends only through your channels; set up the channel webhook for \(host), add the reminder with 'antrain reminder add', and remove the line"
    }

    /// Compares with Debian's crontab(1) on random fields: antrain must reject whatever crontab rejects.
    @Test func schedulesThatCronRejectsAreRejected() throws {
        var random = SplitMix64(seed: 7)
        let items = [
            "*", "5", "0", "1-5", "7-1", "*/2", "1-9/3", "5/2", "mon", "jan", "3,4", "99", "7", "x", "1,", "-1",
        ]
        let schedules = (0..<90).map { _ in
            (0..<5).map { _ in items[Int.random(in: 0..<items.count, using: &random)] }.joined(separator: " ")
        }
        let folder = try TemporaryFolder()
        var refused = 0
        for schedule in schedules {
            let line = "\(schedule) notify-send Train"
            if try run("/usr/bin/crontab", ["-n", folder.write("crontab", line + "\n")]).status == 0 { continue }
            refused += 1
            #expect(try outcomes(line) == ["stays: unsupported schedule '\(schedule)'"])
        }
        #expect(refused > 10 && refused < schedules.count)
    }

    @Test(arguments: [
        (#"notify-send "Time to train""#, "Time to train"), ("notify-send 'Time to train'", "Time to train"),
        (#"notify-send Time\ to\ train"#, "Time to train"), (#"/usr/bin/notify-send "A" "b c""#, "A|b c"),
        (#"notify-send -u critical -t 5000 --icon=x "A" "b""#, "A|b"), ("notify-send -wt5 A", "A"),
        ("notify-send A --urgency low b", "A|b"), ("notify-send -- -A", "-A"), (#"notify-send A "b\nc""#, "A|b\nc"),
        ("DISPLAY=:0 XDG_RUNTIME_DIR=/run/user/$(id -u) notify-send A", "A"),
        ("DISPLAY=:0.0 /usr/bin/notify-send A >/dev/null 2>&1", "A"), ("export DISPLAY=:0; notify-send A", "A"),
        ("export DISPLAY=:0 && notify-send A &", "A"), ("env DISPLAY=:0 notify-send A", "A"),
        ("notify-send A || true", "A"), ("notify-send A &> /dev/null", "A"), ("nohup notify-send A >> ~/log", "A"),
        ("DBUS_SESSION_BUS_ADDRESS=`cat ~/.bus` notify-send A", "A"), ("sh -c 'notify-send A \"b c\"'", "A|b c"),
        (#"notify-send "it's ""done""#.dropLast() + #"""#, "it's done"), ("notify-send A # a remark", "A"),
        ("notify-send -i ~/antrain/icon.png A", "A"),
        ("notify-send -i /tmp/antrain.d/icon.png A", "A"),
        (#"notify-send "100\% done" 'a\\c'"#, #"100% done|a\c"#), (#"notify-send "costs 5$""#, "costs 5$"),
        (#"MSG="Time to train"; notify-send "$MSG" "${MSG}!""#, "Time to train|Time to train!"),
        (#"echo "Drink water" | mail -s "Water" me@example.org"#, "Water|Drink water"),
        ("echo Water | mail -s Water me", "Water"), ("mail -s Water me < /dev/null", "Water"),
        ("mail -s Water me%Drink%%at once", "Water|Drink\n\nat once"), (#"mailx -s W me%a\%b\c"#, #"W|a%b\c"#),
        ("echo 'Drink water' | mail me", "Drink water"), (#"printf "\%s, \%s\n" a b | wall"#, "a, b"),
        (#"printf '50\%\% of it\nis done\n' | write me"#, "50% of it|is done"), ("echo -n A | wall", "A"),
        ("wall Time to train", "Time to train"), ("wall -n 'Time to train'", "Time to train"),
        ("wall%Time to train", "Time to train"), (#"wall <<< "A""#, "A"), ("echo Drink water", "Drink water"),
        (#"echo "Drink\nnow""#, "Drink|now"), ("echo Drink > /dev/tty1", "Drink"), ("echo Drink 2>/dev/null", "Drink"),
        ("printf 'Drink\\n'", "Drink"), ("notify-send Trainieren\u{308} 'Größe 💪'", "Trainieren\u{308}|Größe 💪"),
    ])
    func aReminderCommandIsRecognized(command: String, expected: String) throws {
        #expect(try outcomes("0 7 * * *  \(command)") == ["\(expected) 2026-11-23T07:00 daily"])
    }

    @Test(arguments: [
        "/usr/local/bin/backup.sh", "backup.sh | mail -s done me", "echo x > /tmp/file", "echo x >> ~/log", "echo",
        "echo $(date)", "df -h | wall", "test -x /bin/x && run-parts x", "antrain schedule-next", "mail",
        "echo x | tee f",
        "notify-send 'antrain is ready'", "~/.local/bin/Antrain | wall", "if true; then notify-send A; fi",
        "(notify-send A)", "notify-send 'A",
        "cat /etc/motd", "sleep 5; echo x", "{ notify-send A; }", "notify-send A;;", "a | | b", "&& a", "write",
        "notify-send A |& cat", "echo x | cat | wall", "$RUN A", "echo x > $FILE", "curl -fsS https://hc-ping.com/1",
        "curl -d 'see ntfy.sh/x' https://example.org",
    ])
    func anyOtherCommandIsLeftAlone(command: String) throws {
        #expect(try outcomes("0 7 * * * \(command)").isEmpty)
    }

    @Test(arguments: [
        ("notify-send \"$(fortune)\"", "its text is generated when it runs"),
        ("notify-send `date`", "its text is generated when it runs"),
        ("wall < ~/text", "its text is generated when it runs"),
        ("notify-send $1", "its text is generated when it runs"),
        ("wall /etc/motd", "its text is generated when it runs"),
        ("notify-send \"$TITLE\"", "its text is generated when it runs"),
        ("notify-send ${TITLE:-x}", "its text is generated when it runs"),
        ("M='a b'; notify-send $M", "its text is generated when it runs"),
        ("notify-send $'a'", "its text is generated when it runs"),
        ("echo \"$(df)\" | mail -s Disk me", "its text is generated when it runs"),
        ("printf '\\%d' 5 | wall", "its text is generated when it runs"), ("notify-send", "it has no text"),
        ("notify-send ''", "it has no text"), ("wall", "it has no text"),
        ("notify-send A; paplay bell.ogg", "it does more than show a reminder"),
        ("backup.sh && notify-send done", "it does more than show a reminder"),
        ("notify-send a b c", "it does more than show a reminder"),
        ("notify-send --shout A", "unknown option '--shout' of notify-send"),
        ("notify-send -u", "unknown option '-u' of notify-send"),
        ("notify-send --wait=5 A", "unknown option '--wait=5' of notify-send"),
        ("echo x | mail -s S me you", "it has several recipients"),
        ("mail -c you -s S me", "it has several recipients"),
        ("wall " + String(repeating: "x", count: 201), "its text is longer than 200 characters"),
        ("curl -d 'Time to train' ntfy.sh/me", CrontabMigrationTests.service("ntfy.sh")),
        (
            "curl -s -H 'Title: Gym' -d Train https://me:secret@ntfy.example.org:8443/gym >/dev/null",
            CrontabMigrationTests.service("ntfy.example.org")
        ),
        ("echo Train | /usr/bin/curl -d @- https://ntfy.sh/me", CrontabMigrationTests.service("ntfy.sh")),
        (
            "wget -q --post-data=text=Train https://hooks.slack.com/services/T/B/x",
            CrontabMigrationTests.service("hooks.slack.com")
        ),
        ("curl -d \"$(df)\" ntfy.sh/me", "its text is generated when it runs"),
        ("df -h | curl -d @- ntfy.sh/me", "its text is generated when it runs"),
        ("backup.sh && curl -d done ntfy.sh/me", "it does more than show a reminder"),
    ])
    func reminderCommandsThatStayHaveAReason(command: String, reason: String) throws {
        #expect(try outcomes("0 7 * * * \(command)") == ["stays: " + reason])
    }

    @Test func linesAreCountedAndVariablesExpanded() throws {
        let text = """
            # 0 6 * * * notify-send "a comment"

            MAILTO=me
            TITLE = "Time to train"
              30 7 * * * notify-send "$TITLE" '$TITLE'
            "BODY"='Push day'
            0 8 * * * notify-send "$TITLE" "$BODY"
            not a line
            """
        let migration = try migration(Crontab(Array((text + "\n").utf8)))
        #expect(migration.moves.map(\.source) == [.crontabLine(5), .crontabLine(7)])
        #expect(migration.moves.map { $0.reminders[0].notes } == ["$TITLE", "Push day"])
        #expect(migration.stays.isEmpty)
    }

    @Test func cronsTimeZoneMustMatchTheSettings() throws {
        let line = Crontab(Array("0 7 * * * notify-send Train\n".utf8))
        #expect(try migration(line, zone: "Europe/Berlin", systemZone: "Europe/Vienna").moves.count == 1)
        // Lagos and Berlin have the same local time until the end of March.
        for zone in ["UTC", "Africa/Lagos"] {
            let migration = try migration(line, zone: zone)
            #expect(migration.moves.isEmpty)
            #expect(
                migration.stays.first?.obstacle.description
                    == "it uses the time zone Europe/Berlin, but the settings use \(zone); "
                    + "to import it, run: antrain settings timezone system"
            )
        }
        #expect(
            try outcomes("CRON_TZ=Asia/Tokyo\n0 7 * * * notify-send Train") == [
                "stays: CRON_TZ above it sets a different time zone"
            ]
        )
    }

    @Test func otherLinesOfACrontabAreKeptByteForByte() throws {
        let before: [UInt8] =
            Array("\r\n# Gr".utf8) + [0xFC, 0xDF] + Array("e\n\t0 7 * * * wall A\n0 8 * * * wall B".utf8)
        let crontab = Crontab(before)
        #expect(crontab.bytes == before)
        let after = crontab.commenting(movedTo: [3: [1], 9: []])
        #expect(
            after.bytes
                == Array("\r\n# Gr".utf8) + [0xFC, 0xDF]
                + Array("e\n# moved to antrain, reminder 1: \t0 7 * * * wall A\n0 8 * * * wall B".utf8)
        )
        #expect(try migration(after).moves.map(\.source) == [.crontabLine(4)])
        let (restored, lines) = after.restoring(movedTo: [1, 7])
        #expect(restored.bytes == before && lines == [3])
        #expect(after.restoring(movedTo: [2]).crontab == after)
        let latin = Crontab(Array("0 7 * * * wall Gr".utf8) + [0xFC, 0x0A])
        #expect(try migration(latin).stays.map(\.obstacle) == [.notUTF8])
    }

    /// A line comes back only with all its reminders.
    @Test(arguments: [
        ("# moved to antrain, reminders 2, 3: 0 9,18 * * * wall Water", [2, 3], "0 9,18 * * * wall Water"),
        ("# moved to antrain, reminders 2, 3: 0 9,18 * * * wall Water", [2], nil),
        ("# moved to antrain, reminder 12: 0 9 * * * wall a: b", [12], "0 9 * * * wall a: b"),
        ("# moved to antrain, reminder 12: 0 9 * * * wall a: b", [1, 2], nil),
        ("# moved to antrain, reminder : 0 9 * * * wall A", [1], nil), ("# moved to antrain, reminder", [1], nil),
        ("# moved elsewhere, reminder 1: 0 9 * * * wall A", [1], nil),
    ])
    func movedLinesAreRestored(line: String, reminders: [Int64], expected: String?) {
        let crontab = Crontab(Array("MAILTO=me\n\(line)\n".utf8))
        let wanted = "MAILTO=me\n\(expected ?? line)\n"
        #expect(crontab.restoring(movedTo: Set(reminders)).crontab.bytes == Array(wanted.utf8))
    }

    @Test func migrationCanBeLimitedToSomeSources() throws {
        let both = try migration(Crontab(Array("0 7 * * * wall A\n0 8 * * * wall B\n0 9 1,15 * * wall C\n".utf8)))
        let narrowed = both.narrowed(to: [.crontabLine(2), .atJob(1)])
        #expect(narrowed.moves.map(\.source) == [.crontabLine(2)] && narrowed.stays.isEmpty)
        #expect(narrowed.moves[0].source.job == nil && narrowed.moves[0].source.line == 2)
    }

    @Test(arguments: [
        ("* * * * * antrain schedule-next", true), ("0 7 * * * ~/.local/bin/antrain schedule-next >/dev/null", true),
        ("# * * * * * antrain schedule-next", false), ("* * * * * antrain deliver", false), ("", false),
    ])
    func linesThatRunAntrainAreDetected(line: String, runs: Bool) {
        #expect(Crontab(Array((line + "\n").utf8)).runsAntrain == runs)
    }
}
