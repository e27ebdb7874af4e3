import Delivery
import Foundation
import Ledger
import MailReplies
import Planning
import Platform
import Reminders
import Session
import TestSupport
import Testing
import UseCases

/// Replies that must change nothing: 10,000 of each kind in `make soak`.
@Suite struct MailAttackTests {
    /// What an attacker sends.
    enum Attack: String, CaseIterable {
        /// Random tokens.
        case forged
        /// The right token with one character changed.
        case damaged
        /// Tokens of the same reminder from another user's antrain.
        case crossUser
        /// Tokens of the same reminder on another channel.
        case crossChannel
        /// Tokens of other reminders that were not sent.
        case otherReminder
        /// The right token, long after the reminder.
        case expired
        /// The user's own reply again, with other headers.
        case replayed
        /// The right token from another sender.
        case stranger
        /// Bytes of a valid reply in a random order, without the token.
        case malformed
    }

    private static let count = Share.isWhole ? 10_000 : 60
    private static let push = NotificationID(rawValue: "workout/2026-11-23/0730")

    /// A home in which the reminder of Push Day was mailed and answered with `skip`, and the reminder's token.
    private func stage() throws -> (CommandStage, token: String) {
        let stage = try CommandStage(now: "2026-11-22T20:00")
        try stage.write("sendmail", "#!/bin/sh\ncat >'\(stage.path("mail"))'\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stage.path("sendmail"))
        let mail = "to: me@example.org, reply-to: me@example.org, command: \(stage.path("sendmail"))"
        try stage.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: \"07:30\"\ndays: [mon, wed, fri]\nchannels: [mail]\nconfigure: {mail: {\(mail)}}\n"
        )
        for line in ["program activate push-pull-legs", "schedule-next"] {
            let run = try stage.run(line)
            #expect(run.status == .success, "\(line): \(run)")
        }
        _ = try stage.run("schedule-next", now: "2026-11-23T07:30")
        let sent = try #require(stage.contents("mail"))
        let token = try #require(sent.firstMatch(of: /\+antrain-([a-z2-7]{29})@/).map { String($0.1) })
        _ = try stage.run("doctor", now: "2026-11-23T12:00")
        return (stage, token)
    }

    private func reply(_ token: String, _ text: String, from sender: String = "me@example.org", id: Int = 0) -> [UInt8]
    {
        Array(
            """
            From: \(sender)
            To: me+antrain-\(token)@example.org
            Date: Mon, 23 Nov 2026 09:10:00 +0100
            Message-ID: <\(id)@example.org>

            \(text)

            """.utf8
        )
    }

    @Test(arguments: Attack.allCases) func nothingChanges(attack: Attack) throws {
        let (stage, token) = try stage()
        func pass(_ bytes: [UInt8]) throws {
            do {
                _ = try AnsweringMail(try stage.workspace(), bytes).run()
            } catch let error as CommandError {
                guard case .notReply = error else { throw error }
            }
        }
        func journal(_ condition: String) throws -> String {
            let ledger = stage.path(".local/share/antrain/ledger.sqlite")
            let query = "SELECT count(*), max(CASE WHEN \(condition) THEN number END) FROM journal WHERE \(condition)"
            return try run("/usr/bin/sqlite3", [ledger, query]).output
        }
        try pass(reply(token, "skip"))
        let before = try journal("kind <> 'refused'")
        #expect(!before.hasPrefix("0|"))
        let workspace = try stage.workspace()
        let (secret, held) = try workspace.withLedger { (ledger) throws(LedgerError) in
            (try ledger.answerSecret(), try ledger.held(Self.push, on: "mail"))
        }
        let sent = try #require(held?.notification)
        let pending = try Store(workspace).session.plan().notifications.filter { $0.instant > sent.instant }
        if attack == .expired { _ = try stage.run("doctor", now: "2026-12-15T12:00") }
        var random = Share.generator(of: "mail attack \(attack)")
        for number in 1...Self.count {
            switch attack {
            case .forged:
                let characters = Array("abcdefghijklmnopqrstuvwxyz234567")
                let forged = "ke" + String((0..<27).map { _ in characters.randomElement(using: &random) ?? "a" })
                try pass(reply(forged, "done", id: number))
            case .damaged:
                var characters = Array(token)
                let place = Int.random(in: characters.indices, using: &random)
                characters[place] = characters[place] == "a" ? "b" : "a"
                try pass(reply(String(characters), "done", id: number))
            case .crossUser:
                let other = AnswerSigner(secret: (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) })
                try pass(reply(try #require(other.token(for: sent, on: "mail")), "done", id: number))
            case .crossChannel:
                let channel = "mail\(number)"
                try pass(reply(try #require(AnswerSigner(secret: secret).token(for: sent, on: channel)), "done"))
            case .otherReminder:
                let other = try #require(pending.randomElement(using: &random))
                do {
                    try pass(reply(try #require(AnswerSigner(secret: secret).token(for: other, on: "mail")), "done"))
                } catch let error as CommandError {
                    // The mail system passes it again, until the reminder is due.
                    guard case .replyTooEarly = error else { throw error }
                }
            case .expired: try pass(reply(token, "done", id: number))
            case .replayed: try pass(reply(token, "skip", id: number))
            case .stranger: try pass(reply(token, "done", from: "you\(number)@example.org", id: number))
            case .malformed:
                var bytes = reply("x", "done", id: number)
                for _ in 0..<Int.random(in: 1...40, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                try pass(bytes)
            }
        }
        #expect(try journal("kind <> 'refused'") == before)
        let refused = try journal("kind = 'refused'").split(separator: "|").first.flatMap { Int($0) } ?? -1
        #expect((0...ReportedAnswer.mostRefused).contains(refused), "\(refused)")
        #expect(attack != .forged || refused == 1)
    }
}
