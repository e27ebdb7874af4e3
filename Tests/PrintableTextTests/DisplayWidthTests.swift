import PrintableText
import Testing

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("Push Day", 8), ("Größe", 5), ("Gro\u{308}ße", 5), ("腕立て伏せ", 10), ("휴식", 4),
        ("\u{1112}\u{1172}", 2), ("ｗｉｄｅ", 8), ("half ｶﾅ", 7), ("💪", 2), ("💪 Push", 7), ("🏋🏽‍♀️", 2), ("👨‍👩‍👧‍👦", 2),
        ("🇩🇪", 2), ("1️⃣", 2), ("1", 1), ("❤️", 2), ("❤", 1), ("☕", 2), ("⏰", 2), ("©", 1), ("©️", 2), ("👍🏿", 2),
        ("a\u{200B}b", 2), ("a\u{200D}b", 2), ("soft\u{AD}", 5), ("नमस्ते", 4), ("ก็", 1), ("─…•", 3),
        ("\u{1B}[1;31mred\u{1B}[0m", 3), ("\u{1B}[1m休\u{1B}[0m", 2), ("\u{3000}", 2), ("𠀋", 2), ("①", 1), ("㉈", 1),
    ])
    func `A text takes the columns that a terminal gives it`(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test func `A long word is cut by columns, not by characters`() {
        #expect(DisplayWidth.pieces(of: "腕立て伏せ", room: 5) == ["腕立", "て伏", "せ"])
        #expect(DisplayWidth.pieces(of: "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", room: 3) == ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"])
        #expect(DisplayWidth.pieces(of: "腕", room: 1) == ["腕"])
    }
}
