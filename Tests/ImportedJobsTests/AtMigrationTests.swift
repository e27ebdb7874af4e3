import CivilTime
import ImportedJobs
import Reminders
import Testing

/// Migration of at(1) jobs.
@Suite struct AtMigrationTests {
    /// A job as Debian's `at -c` shows it; it runs on Thursday at 07:30 in Berlin.
    private func job(_ script: String, queue: String = "a", mail: String = "me 0") throws -> AtJob {
        let entry = try #require(AtQueue("5\tThu Nov 26 06:30:00 2026 \(queue) me\n").entries.first)
        let head = """
            #!/bin/sh
            # atrun uid=1000 gid=1000
            # mail \(mail)
            umask 22
            LANG=C.UTF-8; export LANG
            HOME=/home/me; export HOME
            GREETING=Time\\ to\\ train; export GREETING
            cd /home/me/my\\ jobs || {
            \t echo 'Execution directory inaccessible' >&2
            \t exit 1
            }

            """
        return try #require(AtJob(entry, Array((head + script).utf8)))
    }

    private func outcome(
        _ script: String,
        files: [String: String] = [:],
        queue: String = "a",
        mail: String = "me 0"
    ) throws -> String {
        let zone = try zones.zone(named: "Europe/Berlin")
        let migration = Migration(
            crontab: nil,
            jobs: [try job(script, queue: queue, mail: mail)],
            zone: zone,
            systemZone: zone,
            now: try Instant(parsing: "2026-11-22T20:00", in: zone),
            user: "me",
            file: { files[$0] }
        )
        let reminders = migration.moves.flatMap(\.reminders)
        #expect(migration.moves.allSatisfy { $0.source == .atJob(5) && $0.text == script.trimmingBlanks })
        return
            (reminders.map { "\($0.title)\($0.notes.map { "|" + $0 } ?? "") \($0.at) \($0.rule)" }
            + migration.stays.map { "stays: \($0.obstacle)" }).joined(separator: "; ")
    }

    /// A job that was created with `at -f remind.sh` and reschedules itself the same way.
    private func repeating(_ time: String) throws -> String {
        let script = "#!/bin/sh\n# every morning\nnotify-send Train\nat -f ~/remind.sh \(time) 2>/dev/null\n"
        return try outcome(script, files: ["/home/me/remind.sh": script])
    }

    @Test(arguments: [
        ("tomorrow", "daily"), ("Tomorrow", "daily"), ("now + 1 day", "daily"), ("now+1day", "daily"),
        ("+ 1 day", "daily"),
        ("next day", "daily"), ("07:30 tomorrow", "daily"), ("7:30am tomorrow", "daily"), ("0730 tomorrow", "daily"),
        ("07:30", "daily"), ("now + 24 hours", "daily"), ("now tomorrow", "daily"), ("now + 3 days", "every 3d"),
        ("07:30 tomorrow + 1 day", "every 2d"), ("+ 1 week", "every 7d"), ("next week", "every 7d"),
        ("07:30 next week", "every 7d"), ("now + 2 weeks", "every 14d"), ("thu", "every 7d"),
        ("7:30 am next thursday", "every 7d"),
        ("-q c tomorrow", "daily"), ("-m now + 1 day", "daily"),
    ])
    func aJobThatSchedulesItselfRepeats(time: String, rule: String) throws {
        #expect(try repeating(time) == "Train 2026-11-26T07:30 \(rule)")
    }

    @Test(arguments: [
        ("now + 2 hours", "it reschedules itself for 'now + 2 hours'; antrain repeats by days"),
        ("now + 1 month", "it reschedules itself for 'now + 1 month'; antrain repeats by days"),
        ("now + 400 days", "it reschedules itself for 'now + 400 days'; antrain repeats by days"),
        ("mon", "it reschedules itself for 'mon'; antrain repeats by days"),
        ("Dec 24", "it reschedules itself for 'Dec 24'; antrain repeats by days"),
        ("next month", "it reschedules itself for 'next month'; antrain repeats by days"),
        ("now", "it reschedules itself for 'now'; antrain repeats by days"),
        ("7 tomorrow", "it reschedules itself for '7 tomorrow'; antrain repeats by days"),
        ("25:00 tomorrow", "it reschedules itself for '25:00 tomorrow'; antrain repeats by days"),
        ("$WHEN", "it reschedules itself for '…'; antrain repeats by days"),
        ("07:00 tomorrow", "it runs at 07:30 next, and at 07:00 from then on"),
        ("noon tomorrow", "it runs at 07:30 next, and at 12:00 from then on"),
        ("8pm tomorrow", "it runs at 07:30 next, and at 20:00 from then on"),
        ("12am tomorrow", "it runs at 07:30 next, and at 00:00 from then on"),
        ("-t 202611270730", "unknown option '-t' of at"),
    ])
    func unsupportedSchedulesStay(time: String, reason: String) throws {
        #expect(try repeating(time) == "stays: " + reason)
    }

    /// The ways in which a job can reschedule itself with at(1).
    @Test(arguments: [
        ("sh remind.sh", "notify-send A\necho sh remind.sh | at tomorrow\n"),
        ("/home/me/my jobs/remind.sh".replacingBlank, "notify-send A\necho \"'$0'\" | at tomorrow\n"),
        ("./remind.sh", "notify-send A && echo ./remind.sh | at tomorrow >/dev/null 2>&1\n"),
        (". ./remind.sh", "notify-send A\nat tomorrow < remind.sh\n"),
        ("sh remind.sh", "notify-send A\nat tomorrow <<END\nsh 'remind.sh'\nEND\n"),
        ("sh remind.sh", "notify-send A\nat tomorrow <<-'END'\n\tsh remind.sh\n\tEND\n"),
        ("sh remind.sh", "notify-send A\nprintf '%s\\n' 'sh remind.sh' | at tomorrow\n"),
        ("sh remind.sh", "notify-send A\nat tomorrow -f './remind.sh'\n"),
    ])
    func aScriptThatReschedulesItself(script: String, text: String) throws {
        let path = "/home/me/my jobs/"
        let files = [path + "remind.sh": text, path + "./remind.sh": text]
        #expect(try outcome(script, files: files) == "A 2026-11-26T07:30 daily")
    }

    @Test func variablesOfAJobAreExpanded() throws {
        let script = "DISPLAY=:0 notify-send \"$GREETING\" \"at home: $HOME\"\nat -f \"$HOME/remind.sh\" tomorrow\n"
        #expect(
            try outcome(script, files: ["/home/me/remind.sh": script])
                == "Time to train|at home: /home/me 2026-11-26T07:30 daily"
        )
    }

    @Test(arguments: [
        "notify-send A\n", "echo hello\n", "backup.sh\nat -f remind.sh tomorrow\n", "", "sh missing.sh\n",
        "notify-send 'antrain'\nat -f remind.sh tomorrow\n", "notify-send 'Run antrain.'\nat -f remind.sh tomorrow\n",
        "if true; then at tomorrow; fi\n",
    ])
    func anyOtherJobIsLeftAlone(script: String) throws {
        #expect(try outcome(script, files: ["/home/me/my jobs/remind.sh": script]).isEmpty)
    }

    @Test(arguments: [
        ("notify-send A\nat -f other.sh tomorrow\n", "it schedules a different job"),
        ("notify-send A\nat -f missing.sh tomorrow\n", "it schedules a different job"),
        ("notify-send A\necho 'notify-send A' | at tomorrow\n", "it schedules a different job"),
        ("notify-send A\n$MAKE | at tomorrow\n", "it schedules a different job"),
        ("notify-send A\nat tomorrow\n", "it schedules a different job"),
        (
            "notify-send A\nat -f remind.sh tomorrow\nat -f remind.sh next week\n",
            "it schedules a different job"
        ),
        ("notify-send A\ncp a b\nat -f remind.sh tomorrow\n", "it does more than show a reminder"),
        ("notify-send \"$(date)\"\nat -f remind.sh tomorrow\n", "its text is generated when it runs"),
        ("notify-send A\nat -f remind.sh tomorrow >~/.log\n", "it does more than show a reminder"),
        ("notify-send A || at -f remind.sh tomorrow\n", "it does more than show a reminder"),
        ("echo A | write bob\nat -f remind.sh tomorrow\n", "it is sent to bob, who may be someone else"),
    ])
    func reminderCommandsThatStayHaveAReason(script: String, reason: String) throws {
        let files = ["/home/me/my jobs/remind.sh": script, "/home/me/my jobs/other.sh": "notify-send B\n"]
        #expect(try outcome(script, files: files) == "stays: " + reason)
    }

    /// at(1) names the recipient of a job's output; with -1 it sends no mail.
    @Test(arguments: [
        ("me 0", "A 2026-11-26T07:30 daily"), ("     me 1", "A 2026-11-26T07:30 daily"),
        ("bob 0", "stays: it is sent to bob, who may be someone else"),
        ("me -1", "stays: its output is not mailed to anyone"),
    ])
    func theMailRecipientOfAJobIsRespected(mail: String, outcome: String) throws {
        let script = "echo A\nat -f remind.sh tomorrow\n"
        let files = ["/home/me/my jobs/remind.sh": script]
        #expect(try self.outcome(script, files: files, mail: mail) == outcome)
    }

    @Test(arguments: ["sh remind.sh > /run/alive", "sh remind.sh 2> ~/errors", "~/bin/sh remind.sh"])
    func aScriptCallWithOtherEffectsIsLeftAlone(script: String) throws {
        let text = "notify-send A\necho \"sh remind.sh\" | at tomorrow\n"
        #expect(try outcome(script, files: ["/home/me/my jobs/remind.sh": text]).isEmpty)
    }

    @Test func aRunningJobStays() throws {
        let script = "notify-send A\nat -f /r tomorrow\n"
        #expect(try outcome(script, files: ["/r": script], queue: "=") == "stays: it is running now")
    }

    @Test func theQueueIsRead() throws {
        let queue = AtQueue("12\tTue Dec  1 06:05:00 2026 a me\nrubbish\n3\tThu Nov 26 06:30:00 2026 = me\n")
        #expect(queue.entries.map(\.number) == [3, 12])
        #expect(queue.entries.map(\.isRunning) == [true, false])
        #expect(try queue.entries[1].instant == Instant(parsing: "2026-12-01T06:05Z", in: .utc))
        #expect(try job("true\n").userID == 1000)
        #expect(AtJob(queue.entries[0], Array("no job of Debian's\n".utf8)) == nil)
    }

    @Test func aNonUTF8JobStays() throws {
        let entry = AtQueue("5\tThu Nov 26 06:30:00 2026 a me\n").entries[0]
        let head = "cd /tmp || {\n\t echo 'Execution directory inaccessible' >&2\n\t exit 1\n}\n"
        let script = Array("notify-send Gr".utf8) + [0xFC] + Array("\nat -f /r tomorrow\n".utf8)
        let migration = Migration(
            crontab: nil,
            jobs: [try #require(AtJob(entry, Array(head.utf8) + script))],
            zone: .utc,
            systemZone: .utc,
            now: Instant(secondsSinceEpoch: 0),
            user: nil,
            file: { _ in String(decoding: script, as: UTF8.self) }
        )
        #expect(migration.stays.map(\.obstacle) == [.notUTF8])
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(reversed().drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace))
    }

    fileprivate var replacingBlank: String { map { $0 == " " ? "\\ " : String($0) }.joined() }
}
