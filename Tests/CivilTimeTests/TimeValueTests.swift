import CivilTime
import Testing

@Suite struct TimeValueTests {
    @Test func weekdayNumbersAreISO() {
        #expect(Weekday.allCases.map(\.rawValue) == [1, 2, 3, 4, 5, 6, 7])
        #expect(Weekday.monday < .sunday)
        #expect(Weekday.wednesday.description == "wednesday")
    }

    @Test(arguments: [
        ("mon", Weekday.monday), ("Monday", .monday), ("1", .monday), ("SUN", .sunday), ("7", .sunday),
        ("thu", .thursday), ("mo", .monday), ("We", .wednesday), ("tues", .tuesday), ("thurs", .thursday),
        ("su", .sunday),
    ])
    func weekdays(text: String, weekday: Weekday) throws {
        #expect(try Weekday(parsing: text) == weekday)
    }

    @Test(arguments: ["", "m", "t", "0", "8", "montag", "mondays", "tomorrow"])
    func unknownWeekdays(text: String) {
        #expect(throws: CivilTimeError.unknownWeekday(text)) { try Weekday(parsing: text) }
    }

    @Test(arguments: [
        ("mon,wed,fri", "mon,wed,fri"), ("fri, mon", "mon,fri"), ("all", "all"), ("mon-sun", "all"),
        ("weekdays", "mon,tue,wed,thu,fri"),
        ("weekends", "sat,sun"), ("weekday", "mon,tue,wed,thu,fri"), ("mo,we-fr", "mon,wed,thu,fri"),
        ("sat-mon", "mon,sat,sun"), ("mon mon", "mon"), ("none", "none"), ("tue-tue", "tue"),
    ])
    func weekdaySets(text: String, canonical: String) throws {
        let set = try WeekdaySet(parsing: text)
        #expect(set.description == canonical)
        #expect(try WeekdaySet(parsing: set.description) == set)
    }

    @Test(arguments: ["", " ", "mon,,xyz", "mon-", "-mon", "mon-tue-wed"])
    func unknownWeekdaySets(text: String) {
        #expect(throws: CivilTimeError.self) { try WeekdaySet(parsing: text) }
    }

    @Test func weekdaySetsHoldTheirDays() {
        var set = WeekdaySet.none
        #expect(set.isEmpty)
        set.insert(.friday)
        #expect(set.contains(.friday) && !set.contains(.monday) && set.count == 1)
    }

    @Test(arguments: [
        ("07:30", "07:30"), ("7:30", "07:30"), ("00:00", "00:00"), ("23:59:59", "23:59:59"), ("12:00:00", "12:00"),
    ])
    func timesOfDay(text: String, canonical: String) throws {
        #expect(try TimeOfDay(parsing: text).description == canonical)
    }

    @Test(arguments: ["", "7", "730", "07:3", "07.30", "7:30pm", "07:30:", "007:30", "07:30:5"])
    func malformedTimes(text: String) {
        #expect(throws: CivilTimeError.malformedTime(text)) { try TimeOfDay(parsing: text) }
    }

    @Test(arguments: ["24:00", "25:00", "12:60", "12:00:60"])
    func impossibleTimes(text: String) {
        let error = #expect(throws: CivilTimeError.self) { try TimeOfDay(parsing: text) }
        guard case .impossibleTime = error else { return #expect(Bool(false), "\(text)") }
    }

    @Test(arguments: [
        ("90s", 90, "1m30s"), ("30m", 1800, "30m"), ("4h", 14_400, "4h"), ("1h30m", 5400, "1h30m"),
        ("2d", 172_800, "2d"),
        ("1w", 604_800, "7d"), ("1d2h3m4s", 93_784, "1d2h3m4s"), ("0s", 0, "0s"), ("120m", 7200, "2h"),
    ])
    func spans(text: String, seconds: Int64, canonical: String) throws {
        let span = try TimeSpan(parsing: text)
        #expect(span.seconds == seconds)
        #expect(span.description == canonical)
        #expect(try TimeSpan(parsing: canonical) == span)
    }

    @Test(arguments: ["", "4", "h", "4 h", "30m1h", "1h1h", "-1h", "1.5h", "4x", "٣h"])
    func malformedSpans(text: String) {
        #expect(throws: CivilTimeError.malformedSpan(text)) { try TimeSpan(parsing: text) }
    }

    @Test(arguments: ["10001d", "99999999999999999999s", "10000d1s"])
    func spansTooLong(text: String) {
        #expect(throws: CivilTimeError.spanTooLong(text)) { try TimeSpan(parsing: text) }
    }

    @Test func spansCompareAndCount() {
        #expect(TimeSpan.minutes(90) == TimeSpan.seconds(5400))
        #expect(TimeSpan.hours(1) < .days(1))
        #expect(TimeSpan(seconds: -90).description == "-1m30s")
    }

    @Test(arguments: [
        ("2026-11-22T20:00:00Z", "2026-11-22T20:00:00Z"), ("2026-11-22T20:00+01:00", "2026-11-22T19:00:00Z"),
        ("2026-11-22 20:00-0330", "2026-11-22T23:30:00Z"), ("2026-11-22t20:00z", "2026-11-22T20:00:00Z"),
        ("2026-11-22T20:00", "2026-11-22T20:00:00Z"), ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"),
        ("2026-11-22T20:00+01", "2026-11-22T19:00:00Z"),
    ])
    func instants(text: String, canonical: String) throws {
        #expect(try Instant(parsing: text, in: .utc).description == canonical)
    }

    @Test(arguments: [
        "", "2026-11-22", "now", "2026-11-22T20:00+1", "2026-11-22T20:00+99:00", "2026-11-22T20:00+01:0",
        "2026-11-22T20:00+01:75",
    ])
    func malformedInstants(text: String) {
        #expect(throws: CivilTimeError.malformedInstant(text)) { try Instant(parsing: text, in: .utc) }
    }

    @Test func instantsMove() throws {
        let start = try Instant(parsing: "2026-11-22T20:00Z", in: .utc)
        #expect(start.adding(.hours(4)).description == "2026-11-23T00:00:00Z")
        #expect(start.subtracting(.hours(1)) < start)
        #expect(start.span(until: start.adding(.minutes(5))) == .minutes(5))
    }

    @Test func civilTimesOrderAndMove() throws {
        let eve = CivilDateTime(date: try CivilDate(parsing: "2026-12-31"), time: try TimeOfDay(parsing: "23:30"))
        #expect(eve.adding(seconds: 3600).description == "2027-01-01T00:30")
        #expect(eve < eve.adding(seconds: 1))
    }

    @Test(arguments: [
        (CivilTimeError.malformedTime("x"), "invalid time 'x'"), (.unknownWeekday("x"), "unknown weekday 'x'"),
        (.malformedSpan("x"), "invalid duration 'x'"), (.spanTooLong("x"), "is too long"),
        (.malformedInstant("x"), "such as 2026-11-23T07:30"), (.malformedZoneName("x"), "invalid time zone 'x'"),
        (.unknownZone("x", near: []), "use a name such as"),
        (.unknownZone("x", near: ["y", "z"]), "did you mean y or z?"),
        (.missingZoneDatabase(["/x"]), "install the tzdata package"),
        (.damagedZoneFile(path: "/x", reason: "r"), "invalid time zone file /x"),
        (.malformedZoneRule("x"), "invalid TZ 'x'"), (.malformedDate("x"), "such as 2026-11-23"),
        (.impossibleTime(hour: 25, minute: 0, second: 0), "no such time '25:00'; expected"),
        (.impossibleTime(hour: 12, minute: 0, second: 61), "no such time '12:00:61'; expected"),
    ])
    func messagesNameTheValueAndTheExpectedForm(error: CivilTimeError, part: String) {
        #expect(error.description.contains(part))
    }
}
