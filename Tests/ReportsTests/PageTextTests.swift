import CivilTime
@testable import Reports
import Testing

@Suite struct PageTextTests {
    @Test(
        arguments: [
            ("plain text", "plain text"), ("5×5 @ 60 kg", "5×5 @ 60 kg"),
            (#"<a href="x" title='y'>&amp;"#, "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;"),
            // A combining character after a special one makes them one grapheme cluster.
            ("\"\u{301} onload=\"x", "&quot;\u{301} onload=&quot;x"),
            ("<\u{338}b>\u{FE0F}", "&lt;\u{338}b&gt;\u{FE0F}"),
            ("&\u{200D}", "&amp;\u{200D}"), ("<\r\n>", "&lt;  &gt;"),
            ("a\u{202E}b\u{0}c\u{7F}d\u{2028}e\tf", "a b c d e f"), ("x\u{FFFE}\u{FFFF}", "x\u{FFFD}\u{FFFD}"),
            ("", ""),
        ]
    )
    func textIsEscaped(text: String, expected: String) {
        #expect(Array(PageText().escapeText(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    /// All text of a page is escaped, wherever it is.
    @Test func eachTextOfAPageIsEscaped() {
        let evil = "\"\u{301}><script>alert(1)</script>"
        let table = PageTable(evil, summary: evil, columns: [evil, evil], rows: [[evil, evil]])
        let chart = Chart(
            evil,
            summary: evil,
            axis: evil,
            from: .earliest,
            [.init(evil, .bars, [1]), .init(evil, .line, [1])],
            number: { _ in evil }
        )
        var words = ReportPage.Words()
        words.language = evil
        words.heading = evil
        words.estimate = evil
        words.made = evil
        var page = ReportPage(period: evil, words)
        page.start = evil
        page.figures = [.init(evil, evil, detail: evil)]
        page.adherence = .init(chart, table)
        page.weekdays = [.init(evil, done: 3, planned: 2, text: evil), .init(evil, done: 0, planned: 0, text: evil)]
        page.year = .init(
            summary: evil,
            blocks: [(evil, YearDrawing(from: .earliest, weeks: 1, until: .latest, months: [], [:]))],
            legend: [(evil, evil)],
            table
        )
        page.lifts = [.init(evil, latest: evil, [chart], table)]
        page.records = [(evil, [.init(evil, evil, origin: evil, date: (evil, evil))])]
        page.days = [
            .init(
                date: (evil, evil),
                summary: evil,
                [.init(evil, place: evil, notes: evil, [.init(evil, sets: evil, change: evil)])]
            )
        ]
        page.withoutPlan = evil
        let html = page.html()
        #expect(!html.contains("<script") && html.split(separator: "&lt;script&gt;").count > 50)
        // Inside a tag, a quotation mark with a combining character would end the attribute.
        let scalars = Array(html.unicodeScalars)
        #expect(!zip(scalars, scalars.dropFirst()).contains { $0 == "\"" && $1 == "\u{301}" })
    }
}
