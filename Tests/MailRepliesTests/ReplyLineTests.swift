@testable import MailReplies
import Testing

/// Details of reading the text of a reply.
@Suite struct ReplyLineTests {
    private func lines(_ text: String, type: String = "text/plain; charset=utf-8") -> [String] {
        MailReply(Array("From: a@b.example\nContent-Type: \(type)\n\n\(text)".utf8)).lines
    }

    @Test(
        arguments: [
            ("done", ["done"]), ("\n\n  done  \n", ["done"]), ("\u{FEFF}done\u{200B}\n", ["done"]),
            ("\u{A0}done\u{A0}\u{61C}\n", ["done"]), ("squat\u{A0}5,5", ["squat 5,5"]), ("", []), ("\n\n", []),
            ("a\nb\n\nc", ["a", "b"]), ("squat 5\n\nrow 8\n\nThanks", ["squat 5", "row 8"]), ("done\n\n2026", ["done"]),
            // Signatures.
            (
                "done\nFelt great, nice outlook\nbench press 5,5,3",
                ["done", "Felt great, nice outlook", "bench press 5,5,3"]
            ),
            ("done\nGet Outlook for Android\n_____\nrow 5,5", ["done"]),
            ("done\n-- \nSam", ["done"]), ("done\n--\nSam", ["done"]), ("done\n—\nSam", ["done"]), ("-- \nSam", []),
            ("Sent from my iPhone", []), ("done\nSent from my iPhone", ["done"]),
            ("-- \nSam\n> quoted\n\ndone", ["done"]),
            // Quotations around, above and between.
            ("> a\n> b\n\ndone\n\n> c", ["done"]), ("> a\ndone", ["done"]), ("> a\ndone\n> b", ["done"]),
            ("> a\nskip\n> b\n>\n> c\n\ndone", ["skip"]),
            ("> a\n\ndone\n\n> b", ["done"]),
            (">a\n>>b\n> > c\nskip", ["skip"]), ("| a\n\nskip", ["skip"]), ("JD> a\n\nskip", ["skip"]),
            // Only long lines are wrapped.
            ("> \(String(repeating: "x", count: 70))\nrest\n> b", []),
            ("> \(String(repeating: "x", count: 70))\nrest", []),
            ("> \(String(repeating: "x", count: 70))\nrest\n\ndone", ["done"]),
            // Attributions.
            ("squat: 5,5\nrow: 8", ["squat: 5,5", "row: 8"]), ("sets:\n5,5,5", ["sets:", "5,5,5"]),
            ("Bob wrote:\n> a\n\ndone", ["done"]), ("done\nOn 2026-11-23 Bob wrote:\n> a", ["done"]),
            ("On 2026-11-23 Bob wrote:\n\nSquat: 3×5", []), ("Bob <b@c.example> wrote:\n\nSquat: 3×5", []),
            ("On Monday Bob <b@c.example> wrote\n\nSquat: 3×5", []),
            ("On Mon, Nov 23, 2026\nat 7:30\nAM\nBob\nwrote:\n> a\n\ndone", ["done"]),
            // Blocks of headers.
            ("a: 1\nb: 2\nc: 3", ["a: 1", "b: 2", "c: 3"]),
            ("squat: 5x5@60\nrow: 8@40\npull: 3@20", ["squat: 5x5@60", "row: 8@40", "pull: 3@20"]),
            ("done\nFrom: Bob\nSent: Monday, 2026\nTo: Sam\n\nSquat", ["done"]),
            ("*From:* Bob <b@c.example>\n*Sent:* Monday\n*To:* Sam\n\nSquat", []),
            ("_____\nx", []), ("-----Original Message-----\nx", []), ("done\n\n---- Forwarded ----\n5", ["done"]),
            (
                "done\nRowing: 2000 m\nSquat: 5,5,3\nPlank: 60s,60s,45s",
                ["done", "Rowing: 2000 m", "Squat: 5,5,3", "Plank: 60s,60s,45s"]
            ),
            (
                "Bench Press: 5,5,3\nOverhead Press: 8,8\nPlank: 1:30, 1:30, 1:30",
                ["Bench Press: 5,5,3", "Overhead Press: 8,8", "Plank: 1:30, 1:30, 1:30"]
            ),
            (
                "Rowing: 2000 m in 8:30\nSquat: as planned\nPlank: 60s, 45s",
                ["Rowing: 2000 m in 8:30", "Squat: as planned", "Plank: 60s, 45s"]
            ),
            ("Squat: 5,5\nFrom: Bob\nSent: Monday, November 23, 2026\nTo: Sam\n\nSquat: 3×5", ["Squat: 5,5"]),
            ("rowing 2000 m\nsquat:\n5,5", ["rowing 2000 m", "squat:", "5,5"]),
            ("plank 1:30, 1:30\nsquat:\n5,5", ["plank 1:30, 1:30", "squat:", "5,5"]),
            ("done\nVon: Bob\nGesendet: 23.11.26 07:30\nAn: Sam\n\nSquat: 3×5", ["done"]),
            ("done\n差出人: Bob\n送信日時: 2026年11月23日 7:30\n宛先: Sam\n\nSquat: 3×5", ["done"]),
            ("done\nFrom: Bob [mailto:b@c.example]\nSubject: Workout\nTo: Sam\n\nSquat: 3×5", ["done"]),
            ("done\nSent: Nov 23, 2026 7:30\nSubject: 5×5\nFrom: Bob\nTo: Sam\n\nSquat: 3×5", ["done"]),
            // Paragraphs.
            ("Done\n\nbench press 5,5,3", ["Done", "bench press 5,5,3"]), ("Done\n\n5,5,3", ["Done", "5,5,3"]),
            ("Done\n\n\nbench press 5,5,3\n\n\nrow 8", ["Done", "bench press 5,5,3", "row 8"]),
            (
                "squat 5,5,3\n\nrowing 2000m\n\nplank 60s,60s,45s",
                ["squat 5,5,3", "rowing 2000m", "plank 60s,60s,45s"]
            ),
            ("squat 5,5,3\n\nplank 1:30, 1:30, 45, 40", ["squat 5,5,3", "plank 1:30, 1:30, 45, 40"]),
            ("squat 5,5,3\n\nrowing 2000, 2000", ["squat 5,5,3", "rowing 2000, 2000"]),
            (
                "bench press 5,5,3\n\nI also did some stretching\n\noverhead press 8,8,3\n\nThanks",
                ["bench press 5,5,3", "I also did some stretching", "overhead press 8,8,3"]
            ),
            ("Done\n\nbench press 5,5,3\nfelt heavy\n\nSam", ["Done", "bench press 5,5,3", "felt heavy"]),
            ("Done\n\nSam\nBaker St. 5", ["Done"]), ("Done\n\nSam\n\n+49 30 123456", ["Done"]),
            ("Done\n\nSam\n\n10115 Berlin", ["Done"]), ("Done\n\nSam\n\nhttps://c.example/5", ["Done"]),
            ("Done\n\nSam\n\n-- \nrow 5", ["Done"]), ("Done\n\nThanks\n\nSent from my iPhone\n\nrow 5", ["Done"]),
            ("Done\n\nSam\n-- \n\nrow 5", ["Done"]), ("Done\n\nThanks\n> row 5", ["Done"]),
            ("Done\n\nThanks\n\n-----Original Message-----\n\nrow 5", ["Done"]),
            ("Done\n\nThanks\n\nOn 2026-11-23 Bob wrote:\n\nrow 5", ["Done"]),
            ("Done\n\nThanks\n\nOn 2026-11-23 Bob wrote\n\nrow 5", ["Done"]),
            ("Done\n\n23.11.26 07:30 Bob\n\nrow 5", ["Done"]),
            ("Done\n\nBob <b@c.example>\n\nrow 5", ["Done"]), ("Done\n\nb@c.example\n\nrow 5", ["Done"]),
            ("Done\n\nrow 5\nOn 2026-11-23 Bob wrote:\n> a", ["Done", "row 5"]),
            ("Done\n\nBob wrote:\n\nrow 5", ["Done"]), ("Done\n\nSam\n\nTel. 030 1234567", ["Done"]),
            ("Done\n\nFrom: Bob\nTo: Sam\nSubject: Workout\n\nrow 5", ["Done"]),
            ("Done\n\nNote: felt heavy\n\nrow 5", ["Done", "Note: felt heavy", "row 5"]),
            ("Done\n\nrun 10000 m", ["Done", "run 10000 m"]),
            ("Done\n\nrow 5\n> a", ["Done", "row 5"]),
            (
                "Done\n\nThanks\n\nFrom: Bob\nSent: Monday, November 23, 2026 7:30 AM\nTo: Sam\n\nrow 5",
                ["Done"]
            ),
            // OpenPGP.
            ("-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----", []),
            ("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n- done\n-----BEGIN PGP SIGNATURE-----\nx", ["done"]),
        ] as [(String, [String])]
    )
    func plainText(text: String, expected: [String]) {
        #expect(lines(text) == expected)
    }

    /// What may be sets after the end of the answer is named in the history.
    @Test(arguments: [
        ("done\n\nbench press 5,5,3 at 18:30 on 23.11.2026", ["bench press 5,5,3 at 18:30 on 23.11.2026"]),
        ("done\nSent from my iPhone\nbench 3x5", ["bench 3x5"]), ("done\n-- \nSam\n5,5", []), ("bench 3x5\n\nSam", []),
        ("done\n\nSam\nBaker St. 5", []), ("done\n\nOn 2026-11-23 Bob wrote:\n\nrow 5,5", []), ("done\n\n1,5 x", []),
    ])
    func setsAfterTheAnswer(text: String, unread: [String]) {
        #expect(MailReply(Array("From: a@b.example\n\n\(text)".utf8)).lines(without: "1,5 x").unread == unread)
    }

    @Test(arguments: [
        ("squat \n5,5\nrow 8", "flowed", ["squat 5,5", "row 8"]), ("squat \n5,5", "flowed; delsp=yes", ["squat5,5"]),
        (" > no quotation\n", "flowed", ["> no quotation"]), (">a \n>b\n\ndone", "flowed", ["done"]),
        (">a \nb", "flowed", ["b"]), ("a \n-- \nb", "flowed", ["a"]), ("squat \n5", "fixed", ["squat", "5"]),
        ("a ", "flowed", ["a"]),
    ])
    func flowedText(text: String, format: String, expected: [String]) {
        #expect(lines(text, type: "text/plain; charset=utf-8; format=\(format)") == expected)
    }

    @Test(
        arguments: [
            ("done", ["done"]), ("<p>done</p>", ["done"]), ("a<br>b<br/>c", ["a", "b", "c"]), ("a<br><br>b", ["a"]),
            ("<div>a</div><div>b</div>", ["a", "b"]), ("<div>a</div><div><br></div><div>b</div>", ["a"]),
            ("<p>a</p><p>b</p>", ["a"]), ("<p>squat 5</p><p>row 8</p>", ["squat 5", "row 8"]),
            ("<p>Done</p><p>bench press 5,5,3</p>", ["Done", "bench press 5,5,3"]),
            ("<p class=MsoNormal>a</p><p class=MsoNormal>b</p>", ["a", "b"]),
            ("<p class=MsoNormal>a</p><p class=MsoNormal><o:p></o:p></p><p class=MsoNormal>b</p>", ["a"]),
            ("a &lt; b &amp; 5&times;5 &#215; &#xD7; &frac12; &nope; &", ["a < b & 5×5 × × ½ &nope; &"]),
            ("a\n  b", ["a b"]), ("<pre>a\nb</pre>", ["a", "b"]), ("a <b>b</b><i>c</i>", ["a bc"]),
            ("&nbsp;done&nbsp;", ["done"]),
            ("<head><title>x</title><style>y</style></head><script>if (a < b) z</script>done", ["done"]),
            ("<!-- x --><!DOCTYPE html><![if !mso]>done<![endif]><?xml x?>", ["done"]), ("<!-- done", []),
            (
                "<blockquote type=cite>x<blockquote>y</blockquote>z</blockquote>done", ["done"]
            ), ("<blockquote>done", ["done"]),
            ("a<blockquote>x</blockquote>b", ["a", "x", "b"]), ("a<blockquote cite=x>x</blockquote>b", ["a"]),
            ("<div class='a gmail_quote b'>x<div>y</div></div>done", ["done"]),
            ("<div id=x_divRplyFwdMsg>x</div>done", []), ("done<hr>x", ["done"]),
            ("done<hr>bench press 5,5,3", ["done", "bench press 5,5,3"]),
            ("done<div class=signature>bench press 5,5,3</div>", ["done", "bench press 5,5,3"]),
            ("done<div class=signature>Sam<div>x</div></div>squat 5", ["done", "squat 5"]),
            ("<s>done</s> skip", ["skip"]), ("<del>a</del><strike>b</strike>c", ["c"]),
            ("<p hidden>a</p>done", ["done"]),
            ("<span style='color: red; text-decoration: line-through'>done</span> skip", ["skip"]),
            ("Bob wrote:<blockquote>x</blockquote>done", ["done"]),
            ("<ul><li>squat 5</li><li>row 8</li></ul>", ["squat 5", "row 8"]),
            ("<div style='display:none'>x</div>done", ["done"]),
            ("<table><tr><td>squat</td><td>5</td></tr></table>", ["squat 5"]), ("a < b", ["a < b"]),
            ("<div title='a>b'>done</div>", ["done"]),
            ("<DIV CLASS=Gmail_Quote>x</DIV>done", ["done"]), ("<a", []), ("a<img src=x>b", ["ab"]),
        ] as [(String, [String])]
    )
    func html(text: String, expected: [String]) {
        #expect(lines(text, type: "text/html; charset=utf-8") == expected)
    }

    @Test(
        arguments: [
            ("iso-8859-1", [0x35, 0xD7, 0x35], "5×5"), ("ISO-8859-15", [0xA4], "€"),
            ("windows-1252", [0x80, 0x96], "€–"),
            ("us-ascii", Array("5×5".utf8), "5×5"), ("utf-16", [0xFE, 0xFF, 0, 0x35, 0, 0xD7], "5×"),
            ("utf-16le", [0x35, 0, 0xD7, 0], "5×"), ("koi8-r", [0x35, 0xC0], "5\u{FFFD}"),
            ("big5", [0xB1, 0x48, 0x35], "\u{FFFD}5"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x41, 0x42, 0x1B, 0x28, 0x42, 0x35], "\u{FFFD}5"),
            ("shift_jis", [0x82, 0x41, 0xB1, 0x35], "\u{FFFD}\u{FFFD}5"), ("utf-8", [0x35, 0xFF], "5\u{FFFD}"),
        ] as [(String, [UInt8], String)]
    )
    func characterSets(name: String, bytes: [UInt8], text: String) {
        let header = "From: a@b.example\nContent-Type: text/plain; charset=\"\(name)\"\n\n"
        #expect(MailReply(Array(header.utf8) + bytes).lines == [text])
    }

    @Test(arguments: [
        ("quoted-printable", "5=C3=975", "5×5"), ("Quoted-Printable", "do=\nne", "done"),
        ("quoted-printable", "do=  \nne", "done"),
        ("quoted-printable", "a=b=ZZ=", "a=b=ZZ"), ("quoted-printable", "=64=6Fne", "done"),
        ("base64", "ZG9u\nZQ==", "done"),
        ("BASE64", "Z G*9uZQ", "done"), ("8bit", "done", "done"), ("binary", "done", "done"),
        ("7bit (x)", "done", "done"),
        ("x-uuencode", "done", ""),
    ])
    func transferEncodings(name: String, text: String, expected: String) {
        let message = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: \(name)\n\n\(text)"
        #expect(MailReply(Array(message.utf8)).lines == (expected.isEmpty ? [] : [expected]))
    }

    private static let plainPart = "Content-Type: text/plain\n\n"
    private static let htmlPart = "Content-Type: text/html\n\n"

    @Test(
        arguments: [
            ("mixed", "--x\n\(plainPart)done\n--x--\n", ["done"]),
            ("mixed", "preamble\n--x  \n\(plainPart)done\n--x--\nepilogue", ["done"]),
            ("mixed", "--x\n\(plainPart)done", ["done"]),
            ("mixed", "--x\n\ndone\n--x--", ["done"]), ("mixed", "done", []),
            ("mixed", "--x--\n\(plainPart)done", []),
            ("mixed", "--xy\n\(plainPart)no\n--x\n\(plainPart)done\n--x--", ["done"]),
            ("mixed", "--x\nContent-Disposition: attachment\n\nno\n--x\n\ndone\n--x--", ["done"]),
            ("mixed", "--x\nContent-Type: text/plain; name=a.txt\n\nno\n--x\n\ndone\n--x--", ["done"]),
            ("mixed", "--x\n\(htmlPart)<p>done\n--x\n\(plainPart)A list's footer\n--x--", ["done"]),
            ("alternative", "--x\n\(htmlPart)<p>no\n--x\n\(plainPart)done\n--x--", ["done"]),
            (
                "alternative",
                """
                --x
                \(plainPart)done

                bench press 5,5,3

                On 23 Nov 2026, antrain wrote:
                > x
                --x
                \(htmlPart)<div dir="ltr"><div>done</div>\
                <blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>bench press 5,5,3</div></blockquote>\
                </div><br><div class="gmail_quote">x</div>
                --x--
                """, ["done", "bench press 5,5,3"]
            ),
            (
                "alternative",
                "--x\n\(plainPart)done\nrow 5,5\n--x\n\(htmlPart)done<div class=gmail_quote>row 5,5</div>\n--x--",
                ["done", "row 5,5"]
            ),
            ("alternative", "--x\n\(plainPart) \n--x\n\(htmlPart)<p>done\n--x--", ["done"]),
            ("mixed", "--x\nContent-Type: message/rfc822\n\nFrom: a@b\n\nno\n--x--", []),
            ("digest", "--x\n\nFrom: a@b\n\nno\n--x--", []),
            ("mixed", "--x\nContent-Type: image/png\n\nno\n--x\n\ndone\n--x--", ["done"]),
            ("signed", "--x\n\(plainPart)done\n--x\nContent-Type: application/pgp-signature\n\nno\n--x--", ["done"]),
            ("encrypted", "--x\n\(plainPart)no\n--x--", []),
            (
                "mixed",
                "--x\nContent-Type: multipart/alternative; boundary=\"y y\"\n\n--y y\n\(plainPart)done\n--y y--\n--x--",
                ["done"]
            ),
        ] as [(String, String, [String])]
    )
    func parts(kind: String, body: String, expected: [String]) {
        let message = "From: a@b.example\nContent-Type: multipart/\(kind); boundary=x\n\n\(body)"
        #expect(MailReply(Array(message.utf8)).lines == expected)
    }

    @Test func linesAreBounded() {
        #expect(lines(String(repeating: "5\n", count: 100)).count == 64)
        #expect(lines(String(repeating: "5", count: 5000)) == [String(repeating: "5", count: 200)])
        let marks = String(repeating: "\u{301}", count: 900)
        #expect(lines("e" + marks).map(\.unicodeScalars.count) == [200])
        #expect(lines(String(repeating: "5", count: 199) + " 5") == [String(repeating: "5", count: 199)])
    }
}
