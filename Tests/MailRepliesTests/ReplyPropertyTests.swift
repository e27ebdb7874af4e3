import Foundation
import MailReplies
import TestSupport
import Testing

/// Properties of all messages, and the work that hostile ones cause.
@Suite struct ReplyPropertyTests {
    private static let seeds = ReplyShape.all.flatMap { $0.messages.map(\.bytes) }

    @Test func anyBytesCanBeRead() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<300 {
            let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            check(MailReply(bytes))
            check(MailReply(Array("From: a@b\nContent-Type: text/html\n\n".utf8) + bytes))
        }
    }

    @Test func damagedMessagesCanBeRead() {
        var random = SplitMix64(seed: 8)
        for _ in 0..<300 {
            guard let first = Self.seeds.randomElement(using: &random),
                let second = Self.seeds.randomElement(using: &random)
            else { return }
            let cut = Int.random(in: 0...first.count, using: &random)
            check(MailReply(Array(first[..<cut])))
            check(MailReply(first[..<cut] + second.suffix(Int.random(in: 0...second.count, using: &random))))
        }
    }

    private func check(_ reply: MailReply) {
        #expect(
            reply.lines.count <= 64 && reply.recipients.count <= MailReply.most
                && reply.references.count <= MailReply.most
        )
        #expect(reply.lines.allSatisfy { !$0.isEmpty && !$0.contains("\n") && $0.unicodeScalars.count <= 200 })
        #expect(reply.sender?.lowercased() == reply.sender)
    }

    /// Whatever the reminder says, its text is no answer: not its commands, not marks that end or begin quotations.
    @Test(arguments: ReplyShape.all) func noReminderAddsLines(shape: ReplyShape) {
        var random = SplitMix64(seed: 9)
        let parts = [
            "done", "Done.", "skip", "snooze 30m", "squat 5,5,5", "Squat: 3×5 @ 60 kg", "", "", "-- ",
            "Reply with done:",
            "On 2026-11-23 antrain wrote:", "18:00", "Sam", "> done", "Workout A", "-----",
        ]
        for round in 0..<15 {
            let count = Int.random(in: 1...8, using: &random)
            let lines = (0..<count).compactMap { _ in parts.randomElement(using: &random) }
            guard let language = shape.languages.randomElement(using: &random) else { return }
            let none = MailReply(shape.bytes(language, [], reminder: lines.joined(separator: "\n") + "\n"))
            #expect(none.lines == [], "\(shape.name), \(language), round \(round): \(lines)")
            let skip = MailReply(shape.bytes(language, ["skip"], reminder: lines.joined(separator: "\n") + "\n"))
            #expect([["skip"], []].contains(skip.lines), "\(shape.name), \(language), round \(round): \(lines)")
        }
    }

    /// Messages that make careless readers work quadratically; twice the size must not take much more than twice the time.
    private static let hostile: [(header: String, unit: String)] = [
        ("From: a@b", ">"), ("From: a@b", ">\n"), ("From: a@b", "\n"), ("From: a@b", "a:\n"), ("From: a@b", "a@"),
        ("From: a@b", "On 2026 <a@b.c\n"), ("From: a@b\nContent-Type: text/plain; format=flowed", "a \n"),
        ("Content-Type: text/html", "<"), ("Content-Type: text/html", "<a "), ("Content-Type: text/html", "<div>"),
        ("Content-Type: text/html", "<blockquote>"), ("Content-Type: text/html", "&"),
        ("Content-Type: text/html", "<!--"),
        ("Content-Type: text/html", "<style></p>"), ("Content-Type: text/html", "<p class='"),
        ("Content-Type: multipart/mixed; boundary=x", "--x\n"),
        ("Content-Type: multipart/mixed; boundary=x", "--x\nContent-Type: multipart/mixed; boundary=x\n\n"),
        ("Content-Transfer-Encoding: base64", "\n"), ("Content-Transfer-Encoding: quoted-printable", "="),
        ("From: (", "("), ("From: \"", "\\"), ("To: a@b", ",a@b"), ("References: ", "<a@b>"),
        ("Content-Type: a", ";b=c"),
        ("Date: ", "("), ("From: a@b", "a@a.b:\n"), ("From: a@b", "x\n\n> y\n"),
        ("From: a@b\n\n-- ", String(repeating: "@", count: 999) + "\n"),
        ("From: a@b\n\n-- ", String(repeating: "a@", count: 499) + "\n"),
        ("From: a@b\n\n-- ", "ab: " + String(repeating: "@", count: 995) + "\n"),
        ("From: a@b\n\n-- ", "ab: " + String(repeating: "5 ", count: 497) + "\n"),
        ("From: a@b\n\n-- ", String(repeating: "1 a", count: 332) + ":\n"),
        ("From: a@b\n\n-- ", String(repeating: "@", count: 999) + "\n> a\n\n"),
        ("From: a@b\n\ndone", "\n"), ("From: a@b\n\ndone", "a\n\n"), ("From: a@b\n\ndone", "a 5\n\n"),
        ("From: a@b", String(repeating: "T", count: 999) + "\n"),
    ]

    @Test(arguments: hostile.indices) func workIsLinear(index: Int) {
        let (header, unit) = Self.hostile[index]
        let isBody = ["From: a@b", "Content"].contains(where: header.hasPrefix) && unit != ";b=c"
        func time(_ bytes: Int) -> Duration {
            let text = header + (isBody ? "\n\n" : "") + String(repeating: unit, count: bytes / unit.utf8.count)
            let message = Array(text.utf8)
            return (0..<2).map { _ in processorTime { check(MailReply(message)) } }.min() ?? .zero
        }
        let (small, large) = (time(30_000), time(240_000))
        #expect(large < .milliseconds(50) + small * 24, "\(small), and \(large) for eight times as much")
        #expect(large < .seconds(5))
    }

    /// Whether a reply has a token is known before its text is read.
    @Test func theTextIsReadOnDemand() {
        let message = Array(("From: a@b\nContent-Type: text/html\n\n" + String(repeating: "&", count: 200_000)).utf8)
        var reply: MailReply?
        let headers = processorTime { reply = MailReply(message) }
        let text = processorTime { #expect(reply?.lines.count == 1) }
        #expect(headers * 4 < text, "\(headers), and \(text) for the text")
    }

    @Test func nestedPartsAreBounded() {
        var message = ""
        for depth in 0..<5000 { message += "Content-Type: multipart/mixed; boundary=b\(depth)\n\n--b\(depth)\n" }
        let time = processorTime { #expect(MailReply(Array((message + "\ndone").utf8)).lines == []) }
        #expect(time < .seconds(2))
    }
}
