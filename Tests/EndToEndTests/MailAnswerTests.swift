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

    /// The reply, why it is refused, and the difference from a valid one.
    @Test(
        arguments: [
            ("Thanks, I will!", "", "'Thanks, I will!' is no answer; expected done, skip, snooze 30m, or sets"),
            ("", "", "it has no text above the quoted reminder"),
            ("skip tomorrow", "", "'skip tomorrow' is no answer"),
            ("snooze a bit", "", "'a bit' is no end of a snooze; expected one such as 30m"),
            ("squat cage 99 times broken", "", "is no answer"),
            ("done", "from", "it came from you@example.org, but the reminder was sent to me@example.org"),
            ("done", "two senders", "its sender is unclear"),
            ("done", "token", "its token is not that of a reminder"), ("done", "late", "sent more than two weeks ago"),
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
        #expect(full.status == 75 && full.errors.contains("must be passed again"), "\(full)")
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
        #expect(busy.status == 75 && busy.errors.contains("must be passed again"), "\(busy)")
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
