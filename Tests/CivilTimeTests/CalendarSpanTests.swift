import CivilTime
import Testing

@Suite struct CalendarSpanTests {
    @Test(arguments: [
        ("90d", "2026-08-25"), ("12w", "2026-08-31"), ("1mo", "2026-10-23"), ("18mo", "2025-05-23"),
        ("2y", "2024-11-23"),
        ("100000y", "0001-01-01"),
    ])
    func spansReachBack(text: String, date: String) throws {
        let span = try CalendarSpan(parsing: text)
        #expect(span.before(try CivilDate(parsing: "2026-11-23")).description == date && span.description == text)
    }

    @Test func aShorterMonthEndsEarlier() throws {
        let span = try CalendarSpan(parsing: "3mo")
        #expect(span.before(try CivilDate(parsing: "2026-05-31")).description == "2026-02-28")
        #expect(try CalendarSpan(parsing: "1y").before(CivilDate(parsing: "2024-02-29")).description == "2023-02-28")
    }

    @Test(arguments: [
        "", "2", "y", "0d", "-2y", "2 y", "2Y", "2m", "1y6mo", "1000000d", "100001w", "٢y", "99999999999999999999d",
    ])
    func otherTextIsAnError(text: String) {
        #expect(throws: CivilTimeError.malformedCalendarSpan(text)) { try CalendarSpan(parsing: text) }
    }
}
