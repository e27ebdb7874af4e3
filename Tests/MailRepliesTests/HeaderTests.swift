@testable import MailReplies
import Testing

/// Dates, addresses and signs of automatic mail in headers.
@Suite struct HeaderTests {
    @Test(arguments: [
        // RFC 5322, appendix A.
        ("Fri, 21 Nov 1997 09:55:06 -0600", 880_127_706),
        ("Thu, 13\r\n     Feb\r\n  1969\r\n  23:32\r\n               -0330 (Newfoundland Time)", -27_723_480),
        ("21 Nov 97 09:55:06 GMT", 880_106_106),
        ("Fri, 21 Nov 1997 09(comment):   55  :  06 -0600", 880_127_706),
        // Without seconds, without a weekday, with other zones (RFC 5322, 4.3).
        ("23 Nov 2026 07:45 +0100", 1_795_416_300), ("Mon, 23 Nov 2026 06:45:10 UT", 1_795_416_310),
        ("Mon, 23 Nov 2026 01:45:10 EST", 1_795_416_310), ("Mon, 23 Nov 2026 02:45:10 EDT", 1_795_416_310),
        ("Sun, 22 Nov 2026 22:45:10 PST", 1_795_416_310), ("Mon, 23 Nov 2026 06:45:10 Z", 1_795_416_310),
        ("Mon, 23 Nov 2026 06:45:10 -0000", 1_795_416_310), ("Mon, 23 Nov 26 06:45:10 GMT", 1_795_416_310),
        ("Mon, 23 Nov 126 06:45:10 GMT", 1_795_416_310), ("mon,23 nov 2026 06:45:10 +0000", 1_795_416_310),
        ("Sat, 31 Dec 2016 23:59:60 +0000", 1_483_228_800), ("Thu, 01 Jan 1970 00:00:00 +0000", 0),
    ])
    func dates(text: String, seconds: Int64) {
        #expect(MailDate.seconds(Array(text.utf8)) == seconds)
    }

    @Test(arguments: [
        "", "Mon", "Mon,", "23 Nov 2026", "23 Nov 2026 07:45", "31 Feb 2026 07:45 +0100", "23 Nov 2026 24:00 +0000",
        "23 Nov 2026 07:60 +0000", "23 Nov 2026 07:45:61 +0000", "2026-11-23 07:45 +0100", "23 Nov 2026 07:45 +01:00",
        "23 Nov 2026 07:45 +0160", "23 Nov 99999 07:45 +0100", "23 Nov 2026 07:45 +0100 x", "0 Nov 2026 07:45 +0100",
        "23 Nov 2026 -1:45 +0100", "23 Nov 2026 07:45 Europe/Berlin",
    ])
    func otherTextsAreNoDates(text: String) {
        #expect(MailDate.seconds(Array(text.utf8)) == nil)
    }

    @Test(
        arguments: [
            ("sam@example.net", ["sam@example.net"]), ("<Sam@Example.NET>", ["sam@example.net"]),
            ("Sam Miller <sam@example.net>", ["sam@example.net"]),
            ("\"Miller, Sam\" <sam@example.net>", ["sam@example.net"]),
            ("=?UTF-8?Q?Miller=2C_Sam?= <sam@example.net>", ["sam@example.net"]),
            ("a@b.example, c@d.example", ["a@b.example", "c@d.example"]), (",, a@b.example ,", ["a@b.example"]),
            // RFC 5322, appendices A.1.2, A.1.3, A.5 and A.6.1.
            ("\"Joe Q. Public\" <john.q.public@example.com>", ["john.q.public@example.com"]),
            ("Who? <one@y.test>", ["one@y.test"]),
            (
                "<boss@nil.test>, \"Giant; \\\"Big\\\" Box\" <sysservices@example.net>",
                ["boss@nil.test", "sysservices@example.net"]
            ),
            ("A Group:Ed Jones <joe@where.test>,John <jdoe@one.test>;", ["joe@where.test", "jdoe@one.test"]),
            ("Undisclosed recipients:;", []), ("undisclosed recipients: ;, a@b.example", ["a@b.example"]),
            ("Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>", ["pete@silly.test"]),
            ("Joe Q. Public <john.q.public@example.com>", ["john.q.public@example.com"]),
            (
                "Mary Smith <@node.test:mary@example.net>, , jdoe@test  . example",
                ["mary@example.net", "jdoe@test.example"]
            ),
            ("<@a.test,@b.test:c@d.example>", ["c@d.example"]),
            ("sam@example.net (Sam (the) Miller)", ["sam@example.net"]),
            ("\"a b\"@example.net", ["\"a b\"@example.net"]), ("\"a,b\"@example.net", ["\"a,b\"@example.net"]),
            ("\"a\\\"b\"@example.net", ["\"a\\\"b\"@example.net"]), ("sam @ example . net", ["sam@example.net"]),
            ("sam@[192.0.2.1]", ["sam@[192.0.2.1]"]), ("root", ["root"]), ("Sam <a@b.example> c@d.example", []),
            ("<a@b.example> <c@d.example>", []), ("Sam Miller", []), ("Sam <>", []), ("", []),
            ("@example.net", []), ("sam@", []), ("a@b@c", []), ("<sam@example.net", ["sam@example.net"]), ("(", []),
            ("<a@b.example> x, c@d.example", ["c@d.example"]),
            ("\"", []), ("a@b.example c@d.example", []),
        ] as [(String, [String])]
    )
    func addresses(text: String, mailboxes: [String]) {
        #expect(MailAddressList(Array(text.utf8)).mailboxes == mailboxes)
    }

    @Test(arguments: [
        "Auto-Submitted: auto-replied",  // RFC 3834, 5
        "Auto-Submitted: auto-generated", "auto-submitted: Auto-Replied (vacation); owner-email=\"a@b\"",
        "Auto-Submitted: auto-notified",  // RFC 5436
        "Precedence: bulk", "Precedence: junk",  // vacation(1), procmail's FROM_DAEMON
        "Precedence: list", "Precedence: auto_reply", "X-Precedence: auto_reply",  // cPanel
        "X-Autoreply: yes", "X-Autorespond: Out of office",  // Gmail, cPanel
        "X-AutoReply-From: a@b", "X-FC-MachineGenerated: true",  // Domain Technologie Control, FirstClass
        "X-POST-MessageClass: 9; Autoresponder",  // Mailtraq
        "Delivered-To: Autoresponder",  // qmail
        "List-Id: <talk.example.org>",  // RFC 2919
        "List-Post: <mailto:talk@example.org>",  // RFC 2369
        "X-Failed-Recipients: a@b",  // Exim
        "Return-Path: <>",  // RFC 5321, 4.5.5
        "Return-Path: <MAILER-DAEMON>",  // IIS
        "Return-Path: MAILER-DAEMON@example.org",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x",  // RFC 6522
        "Content-Type: multipart/report; report-type=disposition-notification; boundary=x",  // RFC 8098
        "Content-Type: message/disposition-notification",
    ])
    func automatic(header: String) {
        #expect(MailReply(Array("From: sam@example.net\n\(header)\n\ndone".utf8)).isAutomatic)
    }

    @Test(arguments: [
        "mailer-daemon@example.org", "MAILER-DAEMON", "\"Mail Delivery System\" <Mailer-Daemon@example.org>",
        "postmaster@b.example",
    ])
    func sendersOfBounces(from: String) {
        #expect(MailReply(Array("From: \(from)\n\ndone".utf8)).isAutomatic)
    }

    /// Programs that write mailbox files put this line before any message.
    @Test func theFirstLineOfAMailboxDoesNotCount() {
        #expect(
            !MailReply(Array("From MAILER-DAEMON  Mon Nov 23 07:45:11 2026\nFrom: sam@example.net\n\ndone".utf8))
                .isAutomatic
        )
    }

    @Test(arguments: [
        "Auto-Submitted: no", "Auto-Submitted: No (really)", "Precedence: first-class",
        "Return-Path: <sam@example.net>",
        "X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply",  // Exchange adds it to what people write
        "X-Loop: sam@example.net", "Content-Type: text/plain", "List-Unsubscribe: <https://example.net>",
    ])
    func written(header: String) {
        let reply = MailReply(Array("From: sam@example.net\n\(header)\n\ndone".utf8))
        #expect(!reply.isAutomatic)
        #expect(reply.lines == ["done"])
    }

    @Test(arguments: [
        ("From: a@b.example", "a@b.example"), ("From: a@b.example\nFrom: a@b.example", nil),
        ("From: a@b.example, c@d.example", nil), ("Sender: a@b.example", nil), ("FROM:A@B.example", "a@b.example"),
        ("From: A\n <a@b.example>", "a@b.example"), ("From x@y Mon Nov 23\nFrom: a@b.example", "a@b.example"),
        (">From x@y Mon Nov 23\nFrom: a@b.example", "a@b.example"),
        ("From x@y Mon Nov 23\n>From x@y Mon Nov 23\nFrom: a@b.example", "a@b.example"),
        ("\nFrom: a@b.example", nil), ("Subject: x\nno field\nFrom: a@b.example", nil),
    ])
    func senders(headers: String, sender: String?) {
        #expect(MailReply(Array("\(headers)\n\ndone".utf8)).sender == sender)
    }

    @Test func theLatestReferenceComesFirst() {
        let reply = MailReply(
            Array(
                """
                Message-ID: <own@x>
                References: <1@x> <2@x>
                 <3@x>(comment)<4@
                 x>
                In-Reply-To: Your message of Monday. <3@x>
                To: A <a@x>, B <B@X>
                Cc: b@x
                Delivered-To: c@x

                """.utf8
            )
        )
        #expect(reply.references == ["3@x", "4@x", "2@x", "1@x"])
        #expect(reply.messageID == "own@x")
        #expect(reply.recipients == ["a@x", "b@x", "c@x"])
    }

    @Test func numbersOfReferencesAndRecipientsAreBounded() {
        let ids = (0..<5000).map { "<\($0)@x>" }.joined(separator: " ")
        let to = (0..<5000).map { "\($0)@x" }.joined(separator: ", ")
        let reply = MailReply(Array("References: \(ids)\nTo: \(to)\n\n".utf8))
        #expect(reply.references.count == MailReply.most)
        #expect(reply.recipients.count == MailReply.most)
    }
}
