import Foundation
import TestSupport
import Testing

/// Answers through ntfy's buttons, as far as every ntfy server must behave; `.ci/check-ntfy` runs them with a real one.
@Suite struct NtfyContractTests {
    private let push = NtfyHome.push

    @Test func aReminderHasButtonsWithoutSecrets() throws {
        let server = try NtfyServer()
        _ = try NtfyHome(server)
        let reminder = try server.reminder()
        let actions = try #require(reminder["actions"] as? [[String: Any]])
        #expect(actions.map { $0["label"] as? String } == ["Mark complete", "Snooze 1 h", "Skip"], "\(actions)")
        for (action, name) in zip(actions, ["done", "snooze", "skip"]) {
            #expect(action["action"] as? String == "http" && action["method"] as? String == "POST")
            #expect(action["url"] as? String == "\(server.url)/\(server.answers)" && action["clear"] as? Bool == true)
            #expect((action["headers"] as? [String: String] ?? [:]).isEmpty)
            let words = (action["body"] as? String ?? "").split(separator: " ")
            #expect(words.count == 3 && words[0] == name && words[1] == push && words[2].count == 29, "\(words)")
        }
        #expect(!"\(actions)".contains(server.token))
    }

    @Test(
        arguments: [
            ("done", "phone: Push Pull Legs: done (entered 2026-11-23T"),
            ("skip", "phone: Push Pull Legs: skipped (entered 2026-11-23T"),
            ("snooze", "phone: snoozed until 2026-11-23T"),
        ] as [(String, String)]
    )
    func aTapIsRecordedByTheNextRun(action: String, reason: String) throws {
        let phone = try NtfyHome(try NtfyServer())
        try phone.server.tap(action, of: try phone.server.reminder())
        try phone.plan()
        #expect(try phone.why().contains(reason))
        #expect(try phone.reported == 1)
        let before = phone.state
        #expect(before.contains("SINCE "))
        // `doctor` compares this with the time between runs.
        #expect(try phone.sql("SELECT value FROM fact WHERE name = 'answers-kept'").hasPrefix("phone="))
        // Nothing is read twice.
        try phone.plan()
        #expect(try phone.reported == 1 && phone.state == before)
    }

    /// Phones send a request again if its response was lost.
    @Test func repeatedAndReorderedTapsCountOnce() throws {
        let phone = try NtfyHome(try NtfyServer())
        let (server, home) = (phone.server, phone.home)
        let reminder = try server.reminder()
        try server.tap("skip", of: reminder)
        for _ in 0..<3 { try server.tap("done", of: reminder) }
        try phone.plan()
        // The second answer is the later one.
        #expect(try phone.why().contains("phone: Push Pull Legs: done"))
        #expect(try phone.reported == 2)
        try server.tap("skip", of: reminder)
        try server.tap("done", of: reminder)
        try phone.plan()
        #expect(try phone.why().contains("phone: Push Pull Legs: done") && phone.reported == 2)
        let undone = try home.antrain("undo")
        #expect(undone.output.contains("undid: done"), "\(undone)")
        // A phone that was offline sends it again; the button has counted.
        try server.tap("done", of: reminder)
        try phone.plan()
        #expect(try !phone.why().contains("Legs: done (") && phone.reported == 2)
        #expect(try home.antrain("done").status == 0)
        #expect(try phone.why().contains("done"))
    }

    @Test func aLostStateChangesNothing() throws {
        let phone = try NtfyHome(try NtfyServer())
        try phone.server.tap("done", of: try phone.server.reminder())
        try phone.plan()
        let why = try phone.why()
        try FileManager.default.removeItem(atPath: phone.home.folder.path + "/.local/state/antrain/webhook")
        try phone.plan()
        #expect(try phone.why() == why && phone.reported == 1)
    }

    /// The restored ledger lacks the answer, which the server still has.
    @Test func aTapSinceABackupIsReadAgainAfterItsRestore() throws {
        let phone = try NtfyHome(try NtfyServer())
        try phone.plan(at: "2026-11-23T07:50")
        #expect(try phone.home.antrain("backup b.tar --with-secrets").status == 0)
        try phone.server.tap("done", of: try phone.server.reminder())
        try phone.plan(at: "2026-11-23T08:05")
        #expect(try phone.why().contains("phone: Push Pull Legs: done"))
        let restored = try phone.home.antrain("restore b.tar --yes")
        #expect(restored.status == 0, "\(restored)")
        #expect(try phone.reported == 0)
        try phone.plan(at: "2026-11-23T08:15")
        #expect(try phone.why().contains("phone: Push Pull Legs: done"))
    }

    /// Whoever knows the topic can send anything.
    @Test func otherTextsAreIgnoredAndForeignTokensRefused() throws {
        let phone = try NtfyHome(try NtfyServer())
        let (server, address) = (phone.server, "\(phone.server.url)/\(phone.server.answers)")
        let words = try server.text("done", of: try server.reminder()).split(separator: " ").map(String.init)
        for text in ["hello", "done", "done \(push)", "DONE \(push) \(words[2])", "{\"action\":\"done\"}", "done  "] {
            try server.request("POST", address, body: text)
        }
        try phone.plan()
        #expect(try phone.reported == 0)
        let forged = String(words[2].reversed())
        try server.request("POST", address, body: "done \(push) \(forged)")
        try phone.plan(says: "its token is not that of the reminder")
        try server.request("POST", address, body: "done workout/2026-11-25/0730 \(words[2])")
        try phone.plan(says: "its token is not that of the reminder")
        #expect(try phone.reported == 0)
        #expect(try !phone.why().contains("phone: Push"))
        // The right one still counts.
        try server.request("POST", address, body: words.joined(separator: " "))
        try phone.plan()
        #expect(try phone.why().contains("phone: Push Pull Legs: done"))
    }

    @Test func anotherPersonsAndAnotherChannelsTokensAreRefused() throws {
        let server = try NtfyServer()
        let (first, second) = (try NtfyHome(server), try NtfyHome(server))
        let all = try server.messages(of: server.topic)
        try #require(all.count == 2)
        // Both read the same topic, so that each refuses the answer of the other.
        try server.tap("done", of: all[1])
        try first.plan(says: "its token is not that of the reminder")
        try second.plan()
        #expect(try !first.why().contains("phone: Push") && second.why().contains("phone: Push Pull Legs: done"))
        // The same person's channel with another name.
        let settings = ".config/antrain/settings.yaml"
        try first.home.folder.write(settings, try first.home.folder.read(settings).replacing("phone", with: "tablet"))
        try server.tap("done", of: all[0])
        try first.plan(says: "its token is not that of the reminder")
        #expect(try first.reported == 0)
    }

    @Test func anAnswerAfterTwoWeeksIsRefused() throws {
        let phone = try NtfyHome(try NtfyServer())
        try phone.server.tap("done", of: try phone.server.reminder())
        phone.home.now = "2026-12-09T12:00"
        #expect(try phone.home.antrain("schedule-next").errors.contains("was sent more than two weeks ago"))
        #expect(try phone.reported == 1)
    }
}
