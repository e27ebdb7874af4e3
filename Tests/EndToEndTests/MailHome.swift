import Foundation
import TestSupport
import Testing

/// A home in which the channel `mail` delivered the reminder of Push Day on Monday at 07:30.
final class MailHome {
    let home: Home
    /// The token of the reminder, from the address for replies.
    let token: String

    init(settings: String = "to: me@example.org, reply-to: me@example.org") throws {
        home = try Home()
        let sendmail = try home.folder.write("sendmail", "#!/bin/sh\ncat > \"$HOME/mail\"\n", mode: 0o755)
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            time: 07:30
            days: [mon, wed, fri]
            channels: [mail]
            configure: {mail: {\(settings), command: \(sendmail)}}

            """
        )
        try home.antrain("program activate push-pull-legs")
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("schedule-next").status == 0)
        let mail = try home.folder.read("mail")
        token = mail.firstMatch(of: /\+antrain-([a-z2-7]{29})@/).map { String($0.1) } ?? ""
        home.now = "2026-11-23T12:00"
    }

    /// A reply to the reminder, as a mail program writes it.
    func reply(
        _ text: String,
        from sender: String = "Me <me@example.org>",
        to address: String? = nil,
        headers: String = "",
        date: String = "Mon, 23 Nov 2026 09:10:00 +0100"
    ) -> String {
        """
        From: \(sender)
        To: \(address ?? "me+antrain-\(token)@example.org")
        Subject: Re: Workout Time!
        Date: \(date)
        \(headers.isEmpty ? "Message-ID: <1@example.org>" : headers)

        \(text)

        On 23 Nov 2026, antrain wrote:
        > Today: Push Day
        > Reply with: start · done · snooze 1h · skip

        """
    }

    /// Passes a mail to antrain as a mail filter does.
    ///
    /// - Parameter preparation: what the shell that starts antrain does first.
    @discardableResult
    func pass(_ mail: String, after preparation: String = ":", input: String = "<\"$1\"") throws -> Finished {
        let file = try home.folder.write("reply", mail)
        return try run(
            "/bin/sh",
            ["-c", "\(preparation)\n\"$0\" answer --mail \(input)\nexit $?", BuildProducts.path("antrain"), file],
            environment: home.environment,
            in: home.folder.path
        )
    }

    /// What a command prints, with single spaces.
    func text(_ command: String) throws -> String {
        try home.antrain(command).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    func sql(_ query: String) throws -> String {
        try run("/usr/bin/sqlite3", ["\(home.folder.path)/.local/share/antrain/ledger.sqlite", query]).output
    }
}
