import Foundation
import TestSupport
import Testing

/// Replies that arrive through a real mail system, with the filters in Manual/channels.md.
@Suite(.serialized) struct MailSystemTests {
    /// The lines of a language in the chapter about answers by mail.
    private static func documented(_ language: String) throws -> String {
        let manual = "Sources/CommandLine/antrain/Manual/channels.md"
        let text = try String(contentsOfFile: BuildProducts.package + manual, encoding: .utf8)
        let parts = text.components(separatedBy: "```\(language)\n")
        try #require(parts.count == 2)
        return parts[1].components(separatedBy: "```")[0]
    }

    /// A shell script that runs the documented command in a test's home.
    private static func program(_ home: Home, now: String) throws -> String {
        let script = try documented("sh")
        let place = (BuildProducts.path("antrain") as NSString).deletingLastPathComponent
        let values = "HOME='\(home.folder.path)' TZ=Europe/Berlin ANTRAIN_NOW=\(now)"
        return script.replacing("PATH=/usr/local/bin:", with: "\(values) PATH='\(place)':/usr/local/bin:")
    }

    /// A reply as Thunderbird writes it.
    private func reply(_ text: String, to address: String, from sender: String = "anna@gym.example") -> String {
        """
        Message-ID: <\(abs(text.hashValue))@gym.example>
        Date: Mon, 23 Nov 2026 09:10:00 +0100
        From: Anna <\(sender)>
        To: \(address)
        Subject: Re: Workout Time!
        Content-Type: text/plain; charset=UTF-8; format=flowed

        \(text)

        Am 23.11.26 um 07:30 schrieb antrain:
        > Today: Push Day

        """
    }

    @Test(.requires(MailSystem.needs)) func repliesThroughPostfixAndSieveAreAnswers() throws {
        let home = try Home()
        home.now = "2026-11-23T12:00"
        let mails = try MailSystem(
            home: home.folder.path,
            script: try Self.documented("sieve"),
            program: try Self.program(home, now: home.now)
        )
        home.now = "2026-11-22T20:00"
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            time: 07:30
            days: [mon, wed, fri]
            channels: [mail]
            configure:
              mail: {to: anna@gym.example, reply-to: anna@gym.example, command: "\(mails.sendmail)"}

            """
        )
        try home.antrain("program activate push-pull-legs")
        home.now = "2026-11-23T07:30"
        let sent = try home.antrain("schedule-next")
        #expect(sent.status == 0 && sent.errors.isEmpty, "\(sent)")
        // The mail system reads and writes as another user.
        func give() throws { _ = try run("/bin/chown", ["-R", "nobody:nogroup", home.folder.path]) }
        try give()
        home.now = "2026-11-23T12:00"
        func text(_ command: String) throws -> String {
            let output = try home.antrain(command).output
            try give()
            return output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        try mails.wait()
        #expect(eventually(1) { (try? mails.mails.count) ?? 0 } == 1, "\(mails.log)")
        let reminder = try #require(try mails.mails.first)
        #expect(reminder.contains("Subject: Workout Time!") && reminder.contains("Reply with: start =C2=B7 done"))
        #expect(reminder.contains("X-Antrain-Notification: workout/2026-11-23/0730"), "\(reminder)")
        let match = reminder.firstMatch(of: /Reply-To:\s+(anna\+antrain-[a-z2-7]{29}@gym\.example)/)
        let address = try #require(match.map { String($0.1) })

        // Other mail stays in the mailbox, and a forged reply changes nothing and is not returned.
        try mails.send(reply("Milk?", to: "anna@gym.example"))
        #expect(try mails.mails.count == 2, "\(mails.log)")
        try mails.send(reply("skip", to: address, from: "mallory@gym.example"))
        try mails.send(
            reply("On holiday", to: address).replacing("Subject:", with: "Auto-Submitted: auto-replied\nSubject:")
        )
        #expect(try mails.mails.count == 2 && !mails.log.contains("status=bounced"), "\(mails.log)")
        #expect(try text("history").contains("it came from mallory@gym.example"))
        #expect(try !text("why 2026-11-23").contains("mail: Push Pull Legs"))

        // A reply that cannot be read now stays in the mailbox.
        let ledger = home.folder.path + "/.local/share/antrain"
        _ = try run("/bin/chmod", ["000", ledger])
        try mails.send(reply("skip", to: address))
        #expect(try mails.mails.count == 3, "\(mails.log)")
        _ = try run("/bin/chmod", ["700", ledger])

        try mails.send(reply("Done\nbench press 5,5,3 @ 60 kg", to: address))
        #expect(try mails.mails.count == 3, "\(mails.log)")
        #expect(
            try text("why 2026-11-23").contains("mail: Push Pull Legs: done (entered 2026-11-23T09:10)"),
            "\(mails.log)"
        )
        #expect(try text("log").contains("Bench Press 2×5 @ 60 kg, 3 @ 60 kg"))
    }

    @Test(.requires(.program("procmail"))) func theRecipeForProcmailPassesOnlyReplies() throws {
        let mail = try MailHome()
        let home = mail.home
        let place = (BuildProducts.path("antrain") as NSString).deletingLastPathComponent
        let values =
            "HOME=\(home.folder.path)\nTZ=Europe/Berlin\nANTRAIN_NOW=\(home.now)\nPATH=\(place):/usr/bin:/bin\n"
        let box = home.folder.path + "/box"
        let recipe = try home.folder.write(
            "recipe",
            values + "MAILDIR=$HOME\nDEFAULT=\(box)\n" + (try Self.documented("procmail"))
        )
        func pass(_ mail: String) throws -> Int32 {
            let file = try home.folder.write("passed", mail)
            // procmail must receive the signals that the test process blocks.
            let line = "cd '\(home.folder.path)' && procmail -m \(recipe) <\(file)"
            return try BackgroundProgram("/bin/sh", ["-c", line], environment: ["PATH": "/usr/bin:/bin"]).ending() ?? -1
        }
        func kept() -> Int {
            (try? home.folder.read("box"))?.components(separatedBy: "Subject:").dropFirst().count ?? 0
        }
        let address = "me+antrain-\(mail.token)@example.org"
        #expect(try pass(reply("Milk?", to: "me@example.org")) == 0 && kept() == 1)
        let settings = try home.folder.read(".config/antrain/settings.yaml")
        try home.folder.write(".config/antrain/settings.yaml", "channels: [log]\n")
        #expect(try pass(reply("done", to: address, from: "me@example.org")) == 75 && kept() == 1)
        try home.folder.write(".config/antrain/settings.yaml", settings)
        #expect(try pass(reply("done", to: address, from: "me@example.org")) == 0 && kept() == 1)
        #expect(try mail.text("why 2026-11-23").contains("mail: Push Pull Legs: done"))
    }
}
