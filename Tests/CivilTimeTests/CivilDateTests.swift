import CivilTime
import Testing

@Suite struct CivilDateTests {
    @Test(arguments: [
        ("1970-01-01", 0, Weekday.thursday), ("1969-12-31", -1, .wednesday), ("2000-02-29", 11_016, .tuesday),
        ("2026-11-21", 20_778, .saturday), ("0001-01-01", -719_162, .monday), ("9999-12-31", 2_932_896, .friday),
        ("1900-03-01", -25_508, .thursday), ("2100-03-01", 47_541, .monday),
    ])
    func knownDays(text: String, dayNumber: Int, weekday: Weekday) throws {
        let date = try CivilDate(parsing: text)
        #expect(date.dayNumber == dayNumber)
        #expect(date.weekday == weekday)
        #expect(date.description == text)
    }

    @Test func everyDayOfEightCenturiesRoundTrips() throws {
        var previous = (year: 1599, month: 12, day: 31)
        let first = try CivilDate(year: 1600, month: 1, day: 1)
        for number in first.dayNumber..<(first.dayNumber + 292_194) {
            let parts = CivilDate(dayNumber: number).parts
            #expect(parts > previous)
            #expect(try CivilDate(year: parts.year, month: parts.month, day: parts.day).dayNumber == number)
            previous = parts
        }
    }

    @Test(arguments: [
        "1900-02-29", "2100-02-29", "2026-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "0000-01-01",
    ])
    func impossibleDates(text: String) {
        let error = #expect(throws: CivilTimeError.self) { try CivilDate(parsing: text) }
        guard case .impossibleDate = error else {
            return #expect(Bool(false), "\(text) gave \(String(describing: error))")
        }
        #expect(String(describing: error ?? .malformedDate("")).contains("no such date '\(text)'"))
    }

    @Test(arguments: [
        "", "2026", "2026-1-1", "26-01-01", "2026/01/01", "2026-01-01 ", "+026-01-01", "2026-01-0a", "２０２６-01-01",
    ])
    func malformedDates(text: String) {
        #expect(throws: CivilTimeError.malformedDate(text)) { try CivilDate(parsing: text) }
    }

    @Test(arguments: [
        ("2024-01-31", 1, "2024-02-29"), ("2023-01-31", 1, "2023-02-28"), ("2026-12-15", 1, "2027-01-15"),
        ("2026-01-15", -1, "2025-12-15"), ("2024-02-29", 12, "2025-02-28"), ("2024-02-29", -48, "2020-02-29"),
        ("0001-01-01", -1, "0001-01-01"), ("9999-12-31", 1, "9999-12-31"),
    ])
    func monthsClampTheDay(from: String, months: Int, to: String) throws {
        #expect(try CivilDate(parsing: from).adding(months: months).description == to)
    }

    @Test(arguments: [
        ("2024-02-28", "2024-02-29"), ("2023-02-28", "2023-03-01"), ("2026-12-31", "2027-01-01"),
        ("2000-02-29", "2000-03-01"),
    ])
    func tomorrowIsACalendarDay(today: String, tomorrow: String) throws {
        #expect(try CivilDate(parsing: today).adding(days: 1).description == tomorrow)
        #expect(try CivilDate(parsing: tomorrow).adding(days: -1).description == today)
    }

    @Test func daysOutsideTheCalendarStayAtItsEdge() {
        #expect(CivilDate(dayNumber: .max) == .latest)
        #expect(CivilDate(dayNumber: .min) == .earliest)
        #expect(CivilDate.latest.adding(days: 1) == .latest)
    }

    @Test func datesCanBeWalked() throws {
        let monday = try CivilDate(parsing: "2026-11-23")
        #expect((monday..<monday.adding(days: 7)).map(\.weekday) == Weekday.allCases)
        #expect(try CivilDate(parsing: "2026-11-29").monday == monday)
        #expect(monday.monday == monday)
        #expect(monday.days(until: monday.adding(days: 40)) == 40)
    }
}
