import CivilTime
import Testing

/// Dates, times and spans as people type them; now is Sunday, 22 November 2026, 20:00, in Berlin.
@Suite struct TypedTimeTests {
    private static let berlin = try? ZoneDatabase.system(environment: [:]).zone(named: "Europe/Berlin")

    private func moment(_ text: String, now: String = "2026-11-22T20:00") throws -> TypedMoment {
        let zone = try #require(Self.berlin)
        return try TypedMoment(parsing: text, now: try Instant(parsing: now, in: zone), in: zone)
    }

    @Test(arguments: [
        ("21:00", "21:00"), ("7:30", "07:30"), ("07:30:15", "07:30:15"), ("9pm", "21:00"), ("9 PM", "21:00"),
        ("9:30am", "09:30"), ("12am", "00:00"), ("12pm", "12:00"), ("12:30am", "00:30"), ("noon", "12:00"),
        ("Midnight", "00:00"), (" 9pm ", "21:00"),
    ])
    func times(text: String, canonical: String) throws {
        #expect(try TimeOfDay(typed: text).description == canonical)
    }

    @Test(arguments: ["", "9", "9.30", "0am", "13pm", "9:3pm", "9:30:00pm", "pm", "9 30", "21:00 pm x", "nine"])
    func unclearTimes(text: String) {
        #expect(throws: CivilTimeError.unclearTime(text)) { try TimeOfDay(typed: text) }
    }

    @Test func impossibleTimesAreReported() {
        #expect(throws: CivilTimeError.impossibleTime(hour: 25, minute: 0, second: 0)) { try TimeOfDay(typed: "25:00") }
        #expect(throws: CivilTimeError.impossibleTime(hour: 9, minute: 75, second: 0)) {
            try TimeOfDay(typed: "9:75am")
        }
    }

    @Test(arguments: [
        ("45m", "45m"), ("2d12h", "2d12h"), ("1w", "7d"), ("2 weeks 1 day", "15d"), ("in 3 days", "3d"),
        ("1h 30m", "1h30m"), ("90 minutes", "1h30m"), ("an hour", "1h"), ("in a week", "7d"),
        ("1 hour 30 mins", "1h30m"),
        ("5MIN", "5m"), ("1h30", "1h30m"), ("1d2h5", "1d2h5m"),
    ])
    func spans(text: String, canonical: String) throws {
        #expect(try TimeSpan(typed: text).description == canonical)
    }

    @Test(arguments: ["", "5", "-1h", "1.5h", "1 2h", "30m 1h", "a", "in", "1 month", "soon", "h", "1h1h", "5 a week"])
    func unclearSpans(text: String) {
        #expect(throws: CivilTimeError.unclearSpan(text)) { try TimeSpan(typed: text) }
    }

    @Test func longSpansAreReported() {
        #expect(throws: CivilTimeError.spanTooLong("20000 days")) { try TimeSpan(typed: "20000 days") }
        #expect(throws: CivilTimeError.spanTooLong("20000d")) { try CivilDate(typed: "20000d", today: .latest) }
    }

    @Test(arguments: [
        ("2026-11-23", "2026-11-23"), ("today", "2026-11-22"), ("Tomorrow", "2026-11-23"), ("yesterday", "2026-11-21"),
        // Today is a Sunday and has not ended.
        ("sunday", "2026-11-22"), ("su", "2026-11-22"), ("fri", "2026-11-27"), ("monday", "2026-11-23"),
        ("next sunday", "2026-11-29"), ("next monday", "2026-11-23"), ("last sunday", "2026-11-15"),
        ("last fri", "2026-11-20"), ("last monday", "2026-11-16"), ("in 2 weeks", "2026-12-06"),
        ("in 3 days", "2026-11-25"),
        ("1w", "2026-11-29"), ("a week", "2026-11-29"), ("28.11.2026", "2026-11-28"), ("1.2.2027", "2027-02-01"),
    ])
    func dates(text: String, canonical: String) throws {
        let today = try CivilDate(parsing: "2026-11-22")
        #expect(try CivilDate(typed: text, today: today).description == canonical)
    }

    /// The end of a range that begins on a later date.
    @Test(arguments: [
        ("sun", "2026-11-29"), ("thu", "2026-11-26"), ("wed", "2026-12-02"), ("next sun", "2026-11-29"),
        ("2 days", "2026-11-24"), ("2026-11-27", "2026-11-27"),
    ])
    func weekdaysFromALaterDate(text: String, canonical: String) throws {
        let (today, first) = (try CivilDate(parsing: "2026-11-22"), try CivilDate(parsing: "2026-11-26"))
        #expect(try CivilDate(typed: text, today: today, from: first).description == canonical)
    }

    @Test(arguments: [
        ("2026-11-23", "next friday", "2026-12-04"), ("2026-11-23", "friday", "2026-11-27"),
        ("2026-11-23", "next mon", "2026-11-30"), ("9999-12-31", "tomorrow", "9999-12-31"),
        ("9999-12-31", "next mon", "9999-12-31"), ("0001-01-01", "yesterday", "0001-01-01"),
    ])
    func datesDependOnToday(today: String, text: String, canonical: String) throws {
        #expect(try CivilDate(typed: text, today: try CivilDate(parsing: today)).description == canonical)
    }

    @Test(arguments: [
        "", "1", "5", "2h", "0d", "1d12h", "next", "next week", "last", "2026-1-1", "26-11-2026", "9pm", "tomorrow 9am",
        "in", "someday", "25 december", "28.11.", "28.11.26", "28/11/2026", "28.11.2026.", "2026.11.28",
    ])
    func unclearDates(text: String) throws {
        let today = try CivilDate(parsing: "2026-11-22")
        #expect(throws: CivilTimeError.unclearDate(text)) { try CivilDate(typed: text, today: today) }
    }

    @Test(arguments: [
        ("tomorrow 9am", "2026-11-23T09:00"), ("9am tomorrow", "2026-11-23T09:00"),
        ("tomorrow at 9 am", "2026-11-23T09:00"),
        ("9pm", "2026-11-22T21:00"), ("20:00", "2026-11-23T20:00"), ("7:30", "2026-11-23T07:30"),
        ("noon", "2026-11-23T12:00"), ("midnight", "2026-11-23T00:00"), ("tomorrow midnight", "2026-11-23T00:00"),
        ("fri 7pm", "2026-11-27T19:00"), ("Friday, 7:15 PM", "2026-11-27T19:15"), ("7pm on friday", "2026-11-27T19:00"),
        // Today's weekday: later today, or in a week.
        ("sun 9pm", "2026-11-22T21:00"), ("sun 8pm", "2026-11-29T20:00"), ("sunday 7:00", "2026-11-29T07:00"),
        ("next sunday 9pm", "2026-11-29T21:00"), ("2026-11-22 09:00", "2026-11-22T09:00"),
        ("2026-11-23T09:00", "2026-11-23T09:00"), ("today 9:00", "2026-11-22T09:00"),
        ("28.11.2026 09:00", "2026-11-28T09:00"), ("28.11.2026 at 9pm", "2026-11-28T21:00"),
        ("in 2 weeks at noon", "2026-12-06T12:00"), ("in 3 days 9pm", "2026-11-25T21:00"),
    ])
    func moments(text: String, canonical: String) throws {
        guard case .at(let civil) = try moment(text) else { return #expect(Bool(false), "\(text)") }
        #expect(civil.description == canonical)
    }

    @Test func spansAndDatesAloneAreNotMoments() throws {
        #expect(try moment("in 2 hours") == .after(.hours(2)))
        #expect(try moment("2d12h") == .after(.hours(60)))
        #expect(try moment("fri") == .date(try CivilDate(parsing: "2026-11-27")))
    }

    @Test func anAmbiguousTimeIsInTheFutureUntilItsFirstOccurrence() throws {
        // On 25 October 2026 the clocks of Berlin show 02:30 twice; the text means the first, which has passed during the second.
        #expect(
            try moment("2:30", now: "2026-10-25T01:15:00Z")
                == .at(CivilDateTime(date: try CivilDate(parsing: "2026-10-26"), time: try TimeOfDay(parsing: "02:30")))
        )
    }

    @Test(arguments: [
        "", "soon", "9", "9.30", "tomorrow 9", "9am 10am", "fri fri", "at", "at 9x", "tomorrow at", "2026-11 9pm",
    ])
    func unclearMoments(text: String) {
        #expect(throws: CivilTimeError.unclearMoment(text)) { try moment(text) }
    }

    @Test func impossibleMomentsAreReported() {
        #expect(throws: CivilTimeError.impossibleDate(year: 2026, month: 2, day: 30)) { try moment("2026-02-30 09:00") }
        #expect(throws: CivilTimeError.impossibleTime(hour: 25, minute: 0, second: 0)) { try moment("fri 25:00") }
    }

    @Test func longTextIsUnclear() {
        let text = String(repeating: "1d", count: 60)
        #expect(throws: CivilTimeError.unclearSpan(text)) { try TimeSpan(typed: text) }
        #expect(throws: CivilTimeError.unclearMoment(text)) { try moment(text) }
    }
}
