import Foundation
import TestSupport
import Testing

/// Answers to a reminder whose workout was swapped since, or would be; and answers that arrive where another channel reads them, too.
@Suite struct SwappedAnswerTests {
    /// The reminder is about Push Day, which is on Wednesday now, while Monday has Pull Day.
    @Test(arguments: ["done", "done\nbench press 5,5,3", "start"])
    func `An answer is about the workout that the reminder names`(_ text: String) throws {
        let mail = try swapped()
        try mail.pass(mail.reply(text))
        #expect(try mail.text("log list").contains("the training log has no entries"))
        #expect(try mail.sql("SELECT count(*) FROM journal WHERE kind IN ('completed', 'started')") == "0\n")
        let history = try mail.text("history")
        #expect(history.contains("; refused: "), "\(history)")
    }

    @Test func `Skipping it skips it on its new date`() throws {
        let mail = try swapped()
        try mail.pass(mail.reply("skip"))
        let week = try mail.text("week")
        #expect(week.contains("Mon 23 Nov Pull Day"), "\(week)")
        let (monday, wednesday) = (try mail.text("why 2026-11-23"), try mail.text("why 2026-11-25"))
        #expect(
            !monday.contains("skipped") && wednesday.contains("Push Day you skipped it"),
            "\(monday) \(wednesday)"
        )
    }

    private func swapped() throws -> MailHome {
        let mail = try MailHome()
        mail.home.now = "2026-11-23T08:00"
        #expect(try mail.home.antrain("move 2026-11-23 2026-11-25").status == 0)
        return mail
    }

    /// Whoever puts off a reminder does not expect another workout in return.
    @Test(arguments: [("snooze until wed", false), ("snooze tomorrow", true)])
    func `A snooze moves a workout only to a date without one`(_ text: String, _ isMoved: Bool) throws {
        let mail = try MailHome()
        try mail.pass(mail.reply(text))
        let week = try mail.text("week")
        let history = try mail.text("history")
        #expect(week.contains("Tue 24 Nov Push Day") == isMoved, "\(week)")
        #expect(
            history.contains(
                "'Pull Day' is planned on 2026-11-25; to swap the workouts: antrain move 2026-11-23 2026-11-25"
            )
                == !isMoved,
            "\(history)"
        )
        #expect(isMoved || week.contains("Mon 23 Nov Push Day"), "\(week)")
    }

    /// A reply to a reminder of a channel that has another name now.
    @Test func `A wrong token is in the history, whichever channel delivered`() throws {
        let mail = try MailHome()
        let path = ".config/antrain/settings.yaml"
        let settings = try mail.home.folder.read(path)
        try mail.home.folder.write(
            path,
            settings.replacing("channels: [mail]", with: "channels: [post]").replacing(
                "{mail: {",
                with: "{post: {plugin: mail, "
            )
        )
        let passed = try mail.pass(mail.reply("done"))
        #expect(passed.status == 0, "\(passed)")
        let history = try mail.text("history")
        #expect(
            history.contains("post: reply") && history.contains("a mail had a token that belongs to no reminder"),
            "\(history)"
        )
    }

    @Test func `Channels can share the topic of their answers`() throws {
        let server = try NtfyServer()
        let phone = try NtfyHome(server)
        let path = ".config/antrain/settings.yaml"
        let settings = try phone.home.folder.read(path)
        let work = settings.components(separatedBy: "  phone:\n").last ?? ""
        try phone.home.folder.write(
            path,
            settings.replacing("channels: [phone]", with: "channels: [phone, work]") + "  work:\n" + work
        )
        try phone.plan()
        try server.tap("done", of: try server.reminder())
        try phone.plan()
        #expect(try phone.reported == 1)
        let forged = "done \(NtfyHome.push) \(String(repeating: "a", count: 29))"
        _ = try server.request("POST", "\(server.url)/\(server.answers)", body: forged)
        try phone.plan(says: "its token is not that of the reminder")
    }
}
