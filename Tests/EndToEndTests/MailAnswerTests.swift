import Foundation
import TestSupport
import Testing

/// Answers in replies to mailed reminders.
@Suite struct MailAnswerTests {
    /// What a reply says, and what `why` says about the day afterwards.
    @Test(
        arguments: [
            ("done", "mail: Push Pull Legs: done (entered 2026-11-23T09:10)"),
            ("Done.", "mail: Push Pull Legs: done (entered 2026-11-23T09:10)"),
            ("Done, thanks", "mail: Push Pull Legs: done (entered 2026-11-23T09:10)"),
            ("*Done it all* 💪 easy today", "mail: Push Pull Legs: done (entered 2026-11-23T09:10)"),
            ("skip, sorry", "mail: Push Pull Legs: skipped (entered 2026-11-23T09:10)"),
            ("snooze\n4h", "mail: snoozed until 2026-11-23T13:10"),
            ("Snooze\nuntil 18:00", "mail: snoozed until 2026-11-23T18:00"),
            ("snooze until 18:00, busy", "mail: snoozed until 2026-11-23T18:00"),
            ("Skip!", "mail: Push Pull Legs: skipped (entered 2026-11-23T09:10)"),
            ("bench press 5,5,3 @ 60 kg", "mail: Push Pull Legs: done (entered 2026-11-23T09:10)"),
            ("Snooze 4h", "mail: snoozed until 2026-11-23T13:10"),
            ("snooze until 6pm", "mail: snoozed until 2026-11-23T18:00"),
            // It ended before the reply was read.
            ("snooze 30m", "mail: snoozed until 2026-11-23T12:00"),
            ("snooze tomorrow", "mail: the workout was moved to 2026-11-24"),
            ("snooze 2026-11-24", "mail: the workout was moved to 2026-11-24"),
        ]
    )
    func aReplyDoesWhatTheCommandDoes(text: String, reason: String) throws {
        let mail = try MailHome()
        let passed = try mail.pass(mail.reply(text))
        #expect(passed.status == 0 && passed.output.isEmpty && passed.errors.isEmpty, "\(passed)")
        let why = try mail.text("why 2026-11-23")
        #expect(why.contains(reason), "\(why)")
    }

    @Test func setsAreRecordedAndUnreadableLinesAreNamed() throws {
        let mail = try MailHome()
        try mail.pass(mail.reply("Done\nbench press 5,5,3 @ 60 kg\nfelt great"))
        let log = try mail.text("log")
        #expect(log.contains("Bench Press 2×5 @ 60 kg, 3 @ 60 kg") && log.contains("as planned"), "\(log)")
        let history = try mail.text("history")
        #expect(history.contains("not read: 'felt great': expected an exercise and sets"), "\(history)")
    }

    @Test(arguments: [
        ("skip\nback hurts", "not read: 'back hurts'"), ("snooze 4h, meeting", "not read: 'meeting'"),
        ("start\nbench press", "not read: 'bench press'"), ("done, great", "not read: 'great'"),
        ("skip\n\nbench 5,5,3 at 18:30 on 23.11.2026", "not read: 'bench 5,5,3 at 18:30 on 23.11.2026'"),
    ])
    func otherLinesAreNoted(text: String, note: String) throws {
        let mail = try MailHome()
        try mail.pass(mail.reply(text))
        let history = try mail.text("history")
        #expect(history.contains(note), "\(history)")
    }

    @Test func aTextBehindALargePictureIsNotRead() throws {
        let mail = try MailHome()
        let picture = String(repeating: String(repeating: "A", count: 76) + "\n", count: 15_000)
        let body = "--x\nContent-Type: image/jpeg\n\n\(picture)--x\nContent-Type: text/plain\n\nskip\n--x--"
        let passed = try mail.pass(
            mail.reply(body, headers: "Content-Type: multipart/mixed; boundary=x")
        )
        #expect(passed.status == 0, "\(passed)")
        let history = try mail.text("history")
        #expect(history.contains("no text in the first 1 MiB, which antrain reads; reply without the picture"))
    }

    /// The workout of the reminder is moved, so that the reply comes too early.
    @Test func aRefusalNamesNoOption() throws {
        let mail = try MailHome()
        #expect(try mail.home.antrain("move 2026-11-23 2026-11-24").status == 0)
        try mail.pass(mail.reply("done", date: "Mon, 23 Nov 2026 11:30:00 +0100"))
        let history = try mail.text("history")
        #expect(history.contains("the workout of this reminder is planned on 2026-11-24"), "\(history)")
    }

    /// The reply, why it is refused, and the difference from a valid one.
    @Test(
        arguments: [
            ("Thanks, I will!", "", "'Thanks, I will!' is not an answer; expected done, skip, snooze 30m, or sets"),
            ("", "", "it has no readable text besides the quoted reminder"),
            ("skip tomorrow", "", "'skip tomorrow' is not an answer"),
            ("Done nothing today, I am sick.", "", "'Done nothing today, I am sick.' is not an answer"),
            ("done tomorrow", "", "'done tomorrow' is not an answer"),
            ("done yesterday, today I rest", "", "'done yesterday, today I rest' is not an answer"),
            ("done except bench press", "", "'done except bench press' is not an answer"),
            ("done?", "", "'done?' is not an answer"),
            ("done\nno bench press", "", "'no bench press' makes 'done' unclear"),
            ("done\nnot really, skip", "", "'not really, skip' makes 'done' unclear"),
            ("done, but not bench press", "", "'but not bench press' makes 'done, but not bench press' unclear"),
            ("skip\nno wait, done", "", "'no wait, done' makes 'skip' unclear"),
            ("bench press 5,5,3\nskip", "", "'skip' makes 'bench press 5,5,3' unclear"),
            ("snooze\nuntil after work", "", "cannot snooze until 'until after work'"),
            ("squad 5,5,5", "", "no exercise 'squad' in the workout: "),
            ("snooze a bit", "", "cannot snooze until 'a bit'; expected a time such as 30m"),
            ("squat cage 99 times broken", "", "is not an answer"),
            ("done", "from", "it came from you@example.org, but the reminder was sent to me@example.org"),
            ("done", "two senders", "it does not have exactly one sender"),
            ("done", "token", "a mail had a token that belongs to no reminder"),
            ("done", "late", "sent more than two weeks ago"),
        ]
    )
    func aRefusedReplyIsInTheHistory(text: String, difference: String, reason: String) throws {
        let mail = try MailHome()
        var reply = mail.reply(text)
        switch difference {
        case "from": reply = mail.reply(text, from: "you@example.org")
        case "two senders": reply = mail.reply(text, from: "me@example.org, you@example.org")
        case "token": reply = mail.reply(text, to: "me+antrain-\(String(mail.token.reversed()))@example.org")
        case "late": mail.home.now = "2026-12-09T12:00"
        default: break
        }
        let before = try mail.sql("SELECT count(*) FROM journal WHERE kind <> 'refused'")
        let passed = try mail.pass(reply)
        #expect(passed.status == 0 && passed.output.isEmpty && passed.errors.isEmpty, "\(passed)")
        let history = try mail.text("history")
        #expect(history.contains("mail: reply") || history.contains("mail: Mark complete"), "\(history)")
        #expect(history.contains(reason), "\(history)")
        #expect(try mail.sql("SELECT count(*) FROM journal WHERE kind <> 'refused'") == before)
    }

    /// Snoozes that end on another day do not move the workout, as with the command.
    @Test(
        arguments: [
            ("snooze 1h", "Mon, 23 Nov 2026 23:30:00 +0100", "snoozed until 2026-11-24T00:30"),
            // The sender's clock is wrong; a snooze begins when the reply is read.
            ("snooze 1h", "Mon, 1 Jan 1990 09:00:00 +0100", "snoozed until 2026-11-24T00:31"),
            ("snooze 0m", "Mon, 23 Nov 2026 23:30:00 +0100", "cannot snooze until '0m'"),
            ("snooze 2d", "Mon, 23 Nov 2026 23:30:00 +0100", "cannot snooze until '2d'"),
            ("snooze 2026-11-20", "Mon, 23 Nov 2026 23:30:00 +0100", "cannot snooze until '2026-11-20'"),
        ]
    )
    func aSnoozeHasTheLimitsOfTheCommand(text: String, date: String, reason: String) throws {
        let mail = try MailHome()
        mail.home.now = "2026-11-23T23:31"
        try mail.pass(mail.reply(text, date: date))
        let shown = try mail.text("why 2026-11-23") + " " + mail.text("history")
        #expect(shown.contains(reason) && !shown.contains("moved"), "\(shown)")
    }

    /// More than a plugin may report; nothing is recorded, and nothing is lost silently.
    @Test func aReplyThatIsTooLongIsRefused() throws {
        let mail = try MailHome()
        let lines = (1...60).map { "note \($0) " + String(repeating: "0", count: 150) }
        #expect(try mail.pass(mail.reply((["done"] + lines).joined(separator: "\n"))).status == 0)
        let history = try mail.text("history")
        #expect(history.contains("its detail is longer than 4096 bytes"), "\(history)")
    }

    /// Replies that a mail system delivers at the same time are recorded one after the other.
    @Test func repliesAtTheSameTimeLogEachExerciseOnce() throws {
        let mail = try MailHome()
        let files = try (1...6).map { second in
            let date = "Mon, 23 Nov 2026 09:00:0\(second) +0100"
            return try mail.home.folder.write("\(second)", mail.reply("bench press 5,5,\(second) @ 60 kg", date: date))
        }
        let start = files.map { "\"$0\" answer --mail <\($0) &" }.joined(separator: "\n")
        // The shell must receive the signals that the test process blocks.
        let line = ["-c", start + "\nwait", BuildProducts.path("antrain")]
        #expect(try BackgroundProgram("/bin/sh", line, environment: mail.home.environment).ending() == 0)
        let log = try mail.text("log")
        #expect(log.components(separatedBy: "Bench Press").count == 2, "\(log)")
    }

    /// Addresses that cannot be read now, and a clock that is behind: the mail system passes the reply again.
    @Test func whatMayBeRightLaterIsNotRefused() throws {
        let mail = try MailHome()
        let path = ".config/antrain/settings.yaml"
        let settings = try mail.home.folder.read(path)
        try mail.home.folder.write(path, settings.replacing("to: me@example.org,", with: "to: {env: MY_ADDRESS},"))
        let unread = try mail.pass(mail.reply("done"))
        #expect(unread.status == 75 && unread.errors.contains("MY_ADDRESS"), "\(unread)")
        try mail.home.folder.write(path, settings)
        mail.home.now = "2026-11-22T12:00"
        let early = try mail.pass(mail.reply("done"))
        #expect(early.status == 75 && early.errors.contains("clock with: date"), "\(early)")
        mail.home.now = "2026-11-23T12:00"
        let closed = try mail.pass(mail.reply("done"), after: "exec 0<&-", input: "<&-")
        #expect(closed.status == 75 && closed.errors.contains("cannot read standard input"), "\(closed)")
        #expect(try mail.pass(mail.reply("done")).status == 0)
        #expect(try mail.text("why 2026-11-23").contains("mail: Push Pull Legs: done"))
    }

    /// The history names no address that the settings keep in a file.
    @Test func aSecretAddressIsNotShown() throws {
        let mail = try MailHome()
        let file = try mail.home.folder.write("address", "me@example.org\n", mode: 0o600)
        let path = ".config/antrain/settings.yaml"
        let settings = try mail.home.folder.read(path)
        try mail.home.folder.write(path, settings.replacing("to: me@example.org,", with: "to: {file: \(file)},"))
        try mail.pass(mail.reply("done", from: "you@example.org"))
        let history = try mail.text("history --json")
        #expect(history.contains("you@example.org") && !history.contains("me@example.org"), "\(history)")
    }

    /// Mails with wrong tokens, which anyone can send, neither fill the history nor displace a refusal of the user's.
    @Test func wrongTokensAreNotedOnceADay() throws {
        let mail = try MailHome()
        // A reminder that was cancelled is not in the history.
        try mail.pass(mail.reply("snooze 2h", date: "Mon, 23 Nov 2026 11:00:00 +0100"))
        try mail.pass(mail.reply("done", date: "Mon, 23 Nov 2026 11:30:00 +0100"))
        for text in 1...70 {
            try mail.pass(mail.reply("\(text)", to: "me+antrain-x@example.org", date: "\(text)"))
        }
        try mail.pass(mail.reply("bench dip 5,5,3"))
        let history = try mail.text("history")
        #expect(history.components(separatedBy: "a mail had a token").count == 2, "\(history)")
        #expect(history.contains("'bench dip 5,5,3'"), "\(history)")
    }

    /// A reply with only one of the places that contain the token.
    @Test(arguments: [
        "X-Original-To: me+antrain-TOKEN@example.org", "Delivered-To: ME+ANTRAIN-TOKEN@EXAMPLE.ORG",
        "In-Reply-To: <b691e625-7a-mail.TOKEN.antrain@localhost>",
        "References: <x@y>\n <b691e625-7a-mail.TOKEN.antrain@localhost>",
    ])
    func eachPlaceOfTheTokenSuffices(header: String) throws {
        let mail = try MailHome()
        let token = header.contains("ME+") ? mail.token.uppercased() : mail.token
        let reply = mail.reply("done", to: "me@example.org", headers: header.replacing("TOKEN", with: token))
        #expect(try mail.pass(reply).status == 0)
        let why = try mail.text("why 2026-11-23")
        #expect(why.contains("mail: Push Pull Legs: done"), "\(why)")
    }

    /// The message ID that the mail really has.
    @Test func theMessageIDHasTheToken() throws {
        let mail = try MailHome()
        let text = try mail.home.folder.read("mail")
        let id = try #require(text.firstMatch(of: /Message-ID:\s+(<\S+>)/).map { String($0.1) })
        #expect(try mail.pass(mail.reply("done", to: "me@example.org", headers: "In-Reply-To: \(id)")).status == 0)
        #expect(try mail.text("why 2026-11-23").contains("mail: Push Pull Legs: done"))
    }

    @Test func aReplyCountsOnceEvenIfItIsUndone() throws {
        let mail = try MailHome()
        let reply = mail.reply("done")
        for _ in 0..<2 { #expect(try mail.pass(reply).status == 0) }
        #expect(try mail.sql("SELECT count(*) FROM journal WHERE kind = 'completed'") == "1\n")
        #expect(try mail.home.antrain("undo").status == 0)
        // The same mail again, and with another Message-ID.
        #expect(try mail.pass(reply).status == 0)
        #expect(try mail.pass(mail.reply("done", headers: "Message-ID: <2@example.org>")).status == 0)
        #expect(try !mail.text("why 2026-11-23").contains("mail: Push Pull Legs: done"))
        // A new reply counts.
        #expect(try mail.pass(mail.reply("done", date: "Mon, 23 Nov 2026 10:00:00 +0100")).status == 0)
        #expect(try mail.text("why 2026-11-23").contains("mail: Push Pull Legs: done (entered 2026-11-23T10:00)"))
    }

    /// A reply that arrives after a later answer does not change it.
    @Test func theLaterAnswerCounts() throws {
        let mail = try MailHome()
        try mail.pass(mail.reply("skip", date: "Mon, 23 Nov 2026 11:00:00 +0100"))
        try mail.pass(mail.reply("done", date: "Mon, 23 Nov 2026 09:00:00 +0100"))
        #expect(try mail.text("why 2026-11-23").contains("mail: Push Pull Legs: skipped"))
        #expect(try mail.text("history").contains("a later answer is in force"))
    }

    @Test(
        arguments: [
            "Auto-Submitted: auto-replied", "Precedence: bulk", "List-Id: <x.example.org>",
            "Content-Type: multipart/report; report-type=delivery-status",
        ]
    )
    func automaticMailIsIgnored(header: String) throws {
        let mail = try MailHome()
        let before = try mail.sql("SELECT count(*) FROM journal")
        let passed = try mail.pass(mail.reply("done", headers: header))
        #expect(passed.status == 0 && passed.output.isEmpty && passed.errors.isEmpty, "\(passed)")
        #expect(try mail.sql("SELECT count(*) FROM journal") == before)
    }

    /// The mail system keeps a mail that is no reply, and passes one again that cannot be read now.
    @Test func exitCodesSayWhatTheMailSystemMustDo() throws {
        let mail = try MailHome()
        let other = try mail.pass(mail.reply("done", to: "me@example.org"))
        #expect(other.status == 65 && other.errors.contains("is not a reply to a reminder"), "\(other)")
        let settings = try mail.home.folder.read(".config/antrain/settings.yaml")
        try mail.home.folder.write(
            ".config/antrain/settings.yaml",
            settings.replacing("reply-to: me@example.org, ", with: "")
        )
        let off = try mail.pass(mail.reply("done"))
        #expect(off.status == 75 && off.errors.contains("no channel takes answers by mail"), "\(off)")
        try mail.home.folder.write(".config/antrain/settings.yaml", settings)
        // No file may grow, as on a full disk.
        let full = try mail.pass(mail.reply("done"), after: "ulimit -f 0; trap '' XFSZ")
        #expect(full.status == 75 && full.errors.contains("pass the mail again"), "\(full)")
        // Another program keeps the ledger locked.
        let lock = try mail.home.folder.write(
            "lock.py",
            """
            import sqlite3, time
            db = sqlite3.connect('\(mail.home.folder.path)/.local/share/antrain/ledger.sqlite')
            db.execute('BEGIN EXCLUSIVE')
            print(flush=True)
            time.sleep(60)

            """
        )
        let busy = try mail.pass(
            mail.reply("done"),
            after: """
                python3 \(lock) >locked & lock=$!
                trap 'kill -9 $lock' EXIT
                until [ -s locked ]; do sleep 0.1; done
                """
        )
        #expect(busy.status == 75 && busy.errors.contains("pass the mail again"), "\(busy)")
        #expect(try !mail.text("why 2026-11-23").contains("done"))
        #expect(try mail.pass(mail.reply("done")).status == 0)
        #expect(try mail.text("why 2026-11-23").contains("mail: Push Pull Legs: done"))
        let command = try mail.home.antrain("answer")
        #expect(command.status == 64 && command.errors.contains("add --mail"), "\(command)")
    }

    /// A user of this machine has an address without a domain, to which mail systems add one.
    @Test(
        arguments: [
            ("anna@gym.example", true), ("anna@localhost", true), ("anna", true), ("anna@other.example", false),
            ("ann@gym.example", false),
        ]
    )
    func aLocalRecipientAnswersFromThisMachine(sender: String, isAllowed: Bool) throws {
        let mail = try MailHome(settings: "to: anna, reply-to: anna@gym.example")
        try mail.pass(mail.reply("done", from: sender))
        #expect(try mail.text("why 2026-11-23").contains("mail: Push Pull Legs: done") == isAllowed)
    }

    /// Without reply-to, mails have no token, and say how to answer with a command.
    @Test func mailsWithoutReplyToAreAsBefore() throws {
        let mail = try MailHome(settings: "to: me@example.org")
        let text = try mail.home.folder.read("mail")
        #expect(!text.contains("Reply-To") && mail.token.isEmpty && text.contains("Answer: antrain start"))
        #expect(text.contains("-mail.antrain@localhost>"))
        #expect(try mail.sql("SELECT count(*) FROM fact WHERE name = 'answer-secret'") == "0\n")
    }

    @Test(
        arguments: [
            ("not an address", "invalid mail address 'not an address'"),
            ("averyveryverylongpartbeforeat@example.org", "at most 26 characters before @"),
        ]
    )
    func aWrongReplyAddressIsRefused(address: String, reason: String) throws {
        let home = try Home.ready()
        let added = try home.antrain(arguments: [
            "channel", "add", "mail", "me@example.org", "--set", "reply-to=\(address)",
        ])
        #expect(added.status != 0 && added.errors.contains(reason), "\(added)")
    }
}
