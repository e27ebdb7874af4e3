import CalendarSyntax
@testable import Calendars
import CivilTime
import Foundation
import TestSupport
import Testing

/// The dates that the events of a calendar block.
@Suite struct DaysOffTests {
    private let zones = ZoneDatabase.system(environment: [:])

    private func read(
        _ text: String,
        _ range: (String, String) = ("2026-11-23", "2027-01-01"),
        zone: String = "Europe/Berlin"
    ) throws -> DaysOff {
        let range = try CivilDate(parsing: range.0)..<CivilDate(parsing: range.1)
        let user = try zones.zone(named: zone)
        return try DaysOff(Array(text.utf8), range, in: user, zoneNamed: zones.knownZone)
    }

    /// The blocked dates without year, as in `1204 1205`, and the problems as `line: reason`.
    private func outcome(
        _ events: [String],
        _ range: (String, String) = ("2026-11-23", "2027-01-01"),
        zone: String = "Europe/Berlin",
        definition: String = ""
    ) throws -> String {
        let components = events.map { "BEGIN:VEVENT\nSUMMARY:Trip\n\($0)\nEND:VEVENT\n" }.joined()
        let found = try read("BEGIN:VCALENDAR\n\(definition)\(components)END:VCALENDAR\n", range, zone: zone)
        let dates = found.titles.keys.sorted().map { $0.description.filter { $0 != "-" }.suffix(4) }
        return (dates + found.problems.map { "\($0.line): \($0.reason)" }).joined(separator: " ")
    }

    @Test(arguments: [
        // Whole days; the end is not included.
        ("DTSTART;VALUE=DATE:20261204", "1204"), ("DTSTART:20261204\nDTEND:20261206", "1204 1205"),
        ("DTSTART:20261204\nDTEND:20261204", "1204"), ("DTSTART:20261204\nDURATION:P2D", "1204 1205"),
        ("DTSTART:20261204\nDURATION:P1W", "1204 1205 1206 1207 1208 1209 1210"),
        ("DTSTART:20261120\nDTEND:20261125", "1123 1124"), ("DTSTART:20261230\nDTEND:20270105", "1230 1231"),
        // A day or more blocks each date that it touches.
        ("DTSTART:20261204T220000\nDTEND:20261205T220000", "1204 1205"),
        ("DTSTART:20261204T180000Z\nDTEND:20261207T050000Z", "1204 1205 1206 1207"),
        ("DTSTART:20261204T000000\nDTEND:20261205T000000", "1204"),
        // Less than a day blocks the dates of which it covers 12 hours.
        ("DTSTART:20261204T080000\nDTEND:20261204T200000", "1204"),
        ("DTSTART:20261204T080000\nDTEND:20261204T195959", ""),
        ("DTSTART:20261204T120000\nDURATION:PT20H", "1204"), ("DTSTART:20261204T130000\nDURATION:PT22H", ""),
        ("DTSTART:20261204T200000\nDURATION:PT23H", "1205"), ("DTSTART:20261204T080000", ""),
        ("DTSTART:20261204T200000\nDTEND:20261204T080000", ""),
        // In another zone, it may be on other dates.
        ("DTSTART;TZID=Asia/Tokyo:20261204T000000\nDTEND;TZID=Asia/Tokyo:20261205T000000", "1203 1204"),
        ("DTSTART;TZID=Asia/Tokyo:20261204T080000\nDTEND;TZID=Asia/Tokyo:20261204T200000", "1204"),
        ("DTSTART;TZID=America/New_York:20261204T060000\nDURATION:PT12H", "1204"),
        ("DTSTART;TZID=Europe/London:20261204T080000\nDTEND;TZID=Europe/Berlin:20261204T200000", ""),
        // A zone matters only for an event that lasts long enough.
        ("DTSTART;TZID=Home:20261204T080000\nDTEND;TZID=Home:20261204T090000", ""),
        ("DTSTART;TZID=Home:20261204T080000\nDURATION:P1D", "2: its time zone 'Home' is unknown"),
        // So does a zone of an event long ago, or in a year's time.
        ("DTSTART;TZID=Home:20161204T080000\nDURATION:P1D", ""),
        ("DTSTART;TZID=Home:20281204T080000\nDTEND;TZID=Home:20281206T080000", ""),
        ("DTSTART;TZID=Home:20161204T080000\nDURATION:P9999D", "2: its time zone 'Home' is unknown"),
        (
            "DTSTART;TZID=Home:20161204T080000\nDURATION:P1D\nRRULE:FREQ=YEARLY",
            "2: its time zone 'Home' is unknown"
        ),
        ("DTSTART:20261204\nTRANSP:TRANSPARENT", ""), ("DTSTART:20261204\nSTATUS:Cancelled", ""),
        ("DTSTART:20261204\nTRANSP:OPAQUE\nSTATUS:TENTATIVE", "1204"),
        ("UID:workout.ppl.2026-12-04@antrain\nDTSTART:20261204", ""),
        // Repetitions.
        ("DTSTART:20261204\nRRULE:FREQ=WEEKLY;COUNT=3", "1204 1211 1218"),
        ("DTSTART:20261204\nRRULE:FREQ=WEEKLY\nEXDATE;VALUE=DATE:20261211,20261218", "1204 1225"),
        ("DTSTART:20261204\nRRULE:FREQ=WEEKLY;UNTIL=20261210T230000Z", "1204 1211"),
        ("DTSTART:20261204\nRRULE:FREQ=WEEKLY;UNTIL=20261210T225959Z", "1204"),
        ("DTSTART:20261204\nDTEND:20261206\nRRULE:FREQ=MONTHLY\nRDATE;VALUE=DATE:20261210", "1204 1205 1210 1211"),
        ("DTSTART:20201125\nDTEND:20201202\nRRULE:FREQ=YEARLY", "1125 1126 1127 1128 1129 1130 1201"),
        (
            "DTSTART;TZID=Europe/Berlin:20261001T080000\nDURATION:P1D\nRRULE:FREQ=MONTHLY\nEXDATE:20261201T070000Z", ""
        ),
        ("DTSTART:20261204T080000\nDURATION:P1D\nRRULE:FREQ=DAILY;UNTIL=20261205T075959", "1204 1205"),
        ("DTSTART:20261204T080000\nDURATION:P1D\nRRULE:FREQ=DAILY;UNTIL=20261205T080000", "1204 1205 1206"),
        ("DTSTART:20261204T080000\nDURATION:P1D\nEXDATE;VALUE=DATE:20261204", ""),
        ("DTSTART:20261204\nRRULE:FREQ=HOURLY", "2: days off cannot repeat like this: FREQ=HOURLY"),
        ("DTSTART:20261204T080000\nDURATION:PT1H\nRRULE:FREQ=HOURLY", ""),
        ("DTSTART:20261204\nRRULE:FREQ=DAILY;BYHOUR=8", "2: days off cannot repeat like this: BYHOUR=8"),
        ("DTSTART:20261204\nRRULE:FREQ=DAILY;INTERVAL=0", "2: days off cannot repeat like this: INTERVAL=0"),
        ("DTSTART:20261204\nRRULE:FREQ=DAILY;BYDAY=XX", "2: days off cannot repeat like this: BYDAY=XX"),
        (
            "DTSTART:20261204\nRRULE:FREQ=DAILY\nRRULE:FREQ=YEARLY",
            "2: days off cannot repeat like this: several RRULEs"
        ),
        ("DTSTART:20261204\nDURATION:-P1D", "2: its time '-P1D' is invalid"),
        ("DTSTART:20261304", "2: its time '20261304' is invalid"),
        ("DTEND:20261204", "2: it has no date (DTSTART or DUE)"),
        (
            "DTSTART:00010102\nDTEND:99991229",
            (1123...1130).map(String.init).joined(separator: " ") + " " + DaysOffTests.december
        ),
        ("DTSTART:20261204\nDURATION:P99999999999W", "2: its time 'P99999999999W' is invalid"),
    ])
    func anEventBlocksDates(event: String, expected: String) throws { #expect(try outcome([event]) == expected) }

    private static let december = (1201...1231).map(String.init).joined(separator: " ")

    /// Exchange and Outlook name zones as Windows does, and define them in the file.
    @Test(arguments: [
        // Daylight saving time matters: an hour later, the event would touch another date.
        ("STANDARD +0200 +0100 -1SU 10 3", "DAYLIGHT +0100 +0200 -1SU 3 2", "20261204T000000", "1204"),
        ("STANDARD +0200 +0100 -1SU 10 3", "DAYLIGHT +0100 +0200 -1SU 3 2", "20270704T000000", "0704"),
        ("STANDARD -0400 -0500 1SU 11 2", "DAYLIGHT -0500 -0400 2SU 3 2", "20270704T180000", "0705"),
        ("STANDARD -0400 -0500 1SU 11 2", "DAYLIGHT -0500 -0400 2SU 3 2", "20261204T180000", "1205"),
        ("STANDARD +0530 +0530", "", "20261204T043000", "1204"),
        ("STANDARD +0530 +0530", "DAYLIGHT +0530 +0530", "20261204T042900", "1203 1204"),
        ("STANDARD -003000 -003000", "", "20261203T223000", "1204"),
        // Others cannot be read.
        ("STANDARD +0200 +0100", "DAYLIGHT +0100 +0200", "20261204T000000", "unknown"),
        ("STANDARD +0200 +0100 SU 10 3", "DAYLIGHT +0100 +0200 -1SU 3 2", "20261204T000000", "unknown"),
        ("STANDARD +0200 +0100 -1SU 13 3", "DAYLIGHT +0100 +0200 -1SU 3 2", "20261204T000000", "unknown"),
        ("STANDARD +0200 0100", "", "20261204T000000", "unknown"), ("", "", "20261204T000000", "unknown"),
    ])
    func aFileDefinesItsZones(standard: String, saving: String, start: String, expected: String) throws {
        let observances = [standard, saving].filter { !$0.isEmpty }.map { text in
            let part = text.split(separator: " ").map(String.init)
            let offsets = "TZOFFSETFROM:\(part[1])\nTZOFFSETTO:\(part[2])\n"
            let hour = part.count > 5 ? part[5] : "0"
            let rule = part.count > 5 ? "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=\(part[3]);BYMONTH=\(part[4])\n" : ""
            return "BEGIN:\(part[0])\nDTSTART:16010101T0\(hour)0000\n\(offsets)\(rule)END:\(part[0])\n"
        }
        let zone = "BEGIN:VTIMEZONE\nTZID:W. Europe Standard Time\n\(observances.joined())END:VTIMEZONE\n"
        let event = "DTSTART;TZID=\"W. Europe Standard Time\":\(start)\nDURATION:P1D"
        let found = try outcome([event], ("2026-11-23", "2027-09-01"), definition: zone)
        #expect(expected == "unknown" ? found.contains("is unknown") : found == expected, "\(found)")
    }

    /// Older programs give the seven days of a week instead of its number; the latest of several definitions counts.
    @Test func oldDefinitionsOfZonesAreRead() throws {
        func observance(_ name: String, _ year: Int, _ to: String, _ rule: String) -> String {
            "BEGIN:\(name)\nDTSTART:\(year)0101T020000\nTZOFFSETTO:\(to)\nRRULE:FREQ=YEARLY;\(rule)\nEND:\(name)\n"
        }
        let zone =
            "BEGIN:VTIMEZONE\nTZID:/mozilla.org/Eastern\n"
            + observance("DAYLIGHT", 2007, "-0400", "BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU;BYMONTH=3")
            + observance("DAYLIGHT", 1987, "-0300", "BYDAY=1SU;BYMONTH=4;UNTIL=20060402T070000Z")
            + observance("STANDARD", 2007, "-0500", "BYMONTHDAY=1,2,3,4,5,6,7;BYDAY=SU;BYMONTH=11") + "END:VTIMEZONE\n"
        let event = "DTSTART;TZID=/mozilla.org/Eastern:20270314T170000\nDURATION:P1D"
        // New York's clocks change on this day, those of Berlin do not.
        #expect(try outcome([event], ("2027-03-01", "2027-04-01"), definition: zone) == "0314 0315")
        let next = event.replacing("0314T17", with: "0315T19")
        #expect(try outcome([next], ("2027-03-01", "2027-04-01"), definition: zone) == "0316")
    }

    /// A date without an hour, or with one more, and zones far from UTC; a whole day is the same date everywhere.
    @Test(arguments: [
        ("Europe/Berlin", "2027-03-28"), ("Europe/Berlin", "2027-10-31"), ("America/New_York", "2027-03-14"),
        ("America/Havana", "2027-03-14"), ("Asia/Beirut", "2027-03-28"), ("Pacific/Kiritimati", "2027-01-01"),
        ("Pacific/Niue", "2027-01-01"), ("Australia/Lord_Howe", "2027-04-04"), ("Asia/Kathmandu", "2027-01-01"),
    ])
    func wholeDaysAreTheSameDatesInEveryZone(zone: String, day: String) throws {
        let date = try CivilDate(parsing: day)
        let range = (date.adding(days: -3).description, date.adding(days: 4).description)
        func written(_ days: Int) -> String { date.adding(days: days).description.filter { $0 != "-" } }
        let expected = String(written(0).suffix(4))
        let whole = "DTSTART:\(written(0))\nDTEND:\(written(1))"
        #expect(try outcome([whole], range, zone: zone) == expected)
        #expect(try outcome([whole + "\nRRULE:FREQ=YEARLY"], range, zone: zone) == expected)
        let timed = "DTSTART;TZID=\(zone):\(written(0))T000000\nDTEND;TZID=\(zone):\(written(1))T000000"
        #expect(try outcome([timed], range, zone: zone) == expected)
        let weekly = timed.replacing(written(0), with: written(-21)).replacing(written(1), with: written(-20))
        #expect(try outcome([weekly + "\nRRULE:FREQ=WEEKLY"], range, zone: zone) == expected)
    }

    @Test func anotherEventReplacesASingleRepetition() throws {
        let weekly = "UID:1\nDTSTART:20261204\nRRULE:FREQ=WEEKLY;COUNT=4"
        let moved = "UID:1\nRECURRENCE-ID;VALUE=DATE:20261211\nDTSTART:20261214"
        let cancelled = "UID:1\nRECURRENCE-ID;VALUE=DATE:20261218\nDTSTART:20261218\nSTATUS:CANCELLED"
        let other = "UID:2\nRECURRENCE-ID;VALUE=DATE:20261225\nDTSTART:20261226\nTRANSP:TRANSPARENT"
        #expect(try outcome([weekly, moved, cancelled, other]) == "1204 1214 1225")
        #expect(try outcome([moved, cancelled, other, weekly]) == "1204 1214 1225")
        let timed = "UID:1\nDTSTART;TZID=Europe/Berlin:20261001T080000\nDURATION:PT12H\nRRULE:FREQ=MONTHLY"
        let free = "UID:1\nRECURRENCE-ID:20261201T070000Z\nDTSTART:20261202T080000\nDURATION:PT12H\nTRANSP:TRANSPARENT"
        #expect(try outcome([timed]) == "1201" && outcome([timed, free]) == "")
        let lasting = "UID:1\nRECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261218\nDTSTART:20261219"
        #expect(try outcome([weekly, lasting]).contains("RANGE=THISANDFUTURE"))
    }

    /// The examples of RFC 5545, 3.8.5.3, with dates as published there.
    @Test(arguments: [
        ("19970902", "FREQ=DAILY;INTERVAL=10;COUNT=5", "0902 0912 0922 1002 1012"),
        ("19970902", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;UNTIL=19971021", "0902 0916 0930 1014"),
        ("19970902", "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH", "0902 0904 0909 0911 0916 0918 0923 0925 0930 1002"),
        ("19970902", "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "0902 0904 0916 0918 0930 1002 1014 1016"),
        ("19970905", "FREQ=MONTHLY;COUNT=4;BYDAY=1FR", "0905 1003 1107 1205"),
        ("19970907", "FREQ=MONTHLY;INTERVAL=2;COUNT=4;BYDAY=1SU,-1SU", "0907 0928 1102 1130"),
        ("19970922", "FREQ=MONTHLY;COUNT=4;BYDAY=-2MO", "0922 1020 1117 1222"),
        ("19970928", "FREQ=MONTHLY;COUNT=4;BYMONTHDAY=-3", "0928 1029 1128 1229"),
        ("19970930", "FREQ=MONTHLY;COUNT=6;BYMONTHDAY=1,-1", "0930 1001 1031 1101 1130 1201"),
        ("19970902", "FREQ=MONTHLY;COUNT=4;BYDAY=TU;BYSETPOS=1", "0902 1007 1104 1202"),
        ("19970904", "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "0904 1007 1106"),
        ("19970929", "FREQ=MONTHLY;COUNT=3;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "0929 1030 1127"),
        ("19970913", "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", "0913 1011 1108 1213"),
        ("19970805", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "0805 0810 0819 0824"),
        ("19970805", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "0805 0817 0819 0831"),
        ("19970902", "FREQ=YEARLY;BYYEARDAY=245,-1", "0902 1231"),
        ("19970512", "FREQ=YEARLY;BYWEEKNO=20,37;BYDAY=MO", "0512 0908"),
        ("19970610", "FREQ=YEARLY;COUNT=10;BYMONTH=6,7", "0610 0710"), ("19970519", "FREQ=YEARLY;BYDAY=20MO", "0519"),
    ])
    func rulesSelectTheDatesOfTheStandard(start: String, rule: String, expected: String) throws {
        let event = "DTSTART;VALUE=DATE:\(start)\nRRULE:\(rule)"
        #expect(try outcome([event], ("1997-01-01", "1998-01-01")) == expected)
    }

    @Test(.requires(.python("dateutil", in: "python3-dateutil")))
    func dateutilSelectsTheSameDates() throws {
        var random = SplitMix64(seed: 5545)
        let folder = try TemporaryFolder()
        let lines = (0..<600).map { _ in RandomRule.line(&random) }
        let file = try folder.write("rules", lines.joined(separator: "\n"))
        let finished = try run(
            "/usr/bin/python3",
            ["-c", RandomRule.reader, file],
            environment: ["PATH": "/usr/bin:/bin"]
        )
        let read = finished.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        try #require(finished.status == 0 && read.count == lines.count + 1, "\(finished.errors.suffix(300))")
        var count = 0
        for (line, found) in zip(lines, read) where found != "-" {
            let parts = found.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            let event = "DTSTART:\(parts[0])\nRRULE:\(parts[1])"
            let dates = parts.dropFirst(4).joined(separator: " ")
            #expect(try outcome([event], (parts[2], parts[3])) == dates, "\(line): \(event) \(parts[2])")
            count += dates.isEmpty ? 0 : 1
        }
        #expect(count > 300, "\(count)")
    }

    @Test(arguments: [
        ("BEGIN:VCALENDAR\nBEGIN:VEVENT\n", 2), ("BEGIN:VCALENDAR\n\u{0}\n", 2), ("", 1), ("PK\u{3}\u{4}", 1),
        ("<html>", 1), ("BEGIN:VCALENDAR\nEND:VEVENT\n", 2),
    ])
    func aDamagedFileIsAnError(text: String, line: Int) throws {
        let error = #expect(throws: CalendarSyntaxError.self) { try read(text) }
        #expect(error?.line == line)
    }

    @Test func titlesAreShortAndPrintable() throws {
        let title = "\u{202E}Trip\u{1B}[31m\\n to\tRome " + String(repeating: "x", count: 1_000_000)
        let found = try read(
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:\(title)\nDTSTART:20261204\nEND:VEVENT\nEND:VCALENDAR\n"
        )
        let shown = try #require(found.titles.values.first)
        #expect(shown.count <= 200 && shown.contains("Trip") && shown.contains("to Rome"), "\(shown)")
        #expect(!shown.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" }, "\(shown.debugDescription)")
    }

    /// A megabyte of repeated values does not slow the examination of each date.
    @Test(.timeLimit(.minutes(1)))
    func repeatedValuesCountOnce() throws {
        let days = String(repeating: "4,", count: 400_000) + "4"
        let weekdays = String(repeating: "FR,", count: 300_000) + "FR"
        for rule in ["BYMONTHDAY=\(days)", "BYDAY=\(weekdays)"] {
            let event = "DTSTART:19000105\nRRULE:FREQ=DAILY;\(rule)"
            #expect(try outcome([event], ("2000-01-01", "2027-01-01")).contains("1204"))
        }
    }

    /// What is examined is bounded, and events after the limit are reported.
    @Test func eventsThatRepeatTooOftenAreLeftOut() throws {
        let event = "BEGIN:VEVENT\nDTSTART:00010102\nRRULE:FREQ=DAILY;COUNT=900000000\nEND:VEVENT\n"
        let short = "BEGIN:VEVENT\nDTSTART:20261204\nEND:VEVENT\n"
        let found = try read("BEGIN:VCALENDAR\n" + short + String(repeating: event, count: 1000) + "END:VCALENDAR\n")
        #expect(found.titles.keys.contains(try CivilDate(parsing: "2026-12-04")))
        #expect(found.problems.count > 990 && found.problems.first?.reason.contains("too often") == true)
    }
}

/// Random rules for a comparison with another program.
private enum RandomRule {
    /// A first date, a rule without its end, the end, and a range.
    static func line(_ random: inout SplitMix64) -> String {
        func some(_ values: [String], _ most: Int) -> String {
            Set((0..<Int.random(in: 1...most, using: &random)).compactMap { _ in values.randomElement(using: &random) })
                .sorted().joined(separator: ",")
        }
        func numbers(_ most: Int) -> [String] { (1...most).flatMap { ["\($0)", "-\($0)"] } }
        let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        let frequency = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].randomElement(using: &random) ?? ""
        var parts = ["FREQ=\(frequency)"]
        func adds(_ chance: Int) -> Bool { Int.random(in: 0..<chance, using: &random) == 0 }
        if adds(2) { parts.append("INTERVAL=\(Int.random(in: 1...4, using: &random))") }
        if adds(2) { parts.append("WKST=\(days.randomElement(using: &random) ?? "")") }
        if adds(4) { parts.append("BYMONTH=\(some((1...12).map(String.init), 4))") }
        switch frequency {
        case "WEEKLY": if adds(2) { parts.append("BYDAY=\(some(days, 3))") }
        case "DAILY":
            if adds(2) { parts.append("BYDAY=\(some(days, 3))") }
            if adds(3) { parts.append("BYMONTHDAY=\(some(numbers(31), 6))") }
        case "MONTHLY":
            let nth = adds(2) ? days : days.flatMap { day in numbers(5).map { $0 + day } }
            if adds(2) { parts.append("BYDAY=\(some(nth, 4))") }
            if adds(3) { parts.append("BYMONTHDAY=\(some(numbers(31), 8))") }
        default:
            if adds(4) {
                parts += ["BYWEEKNO=\(some(numbers(53), 3))", "BYDAY=\(some(days, 3))"]
            } else if adds(3) {
                parts.append("BYYEARDAY=\(some(numbers(366), 6))")
            } else {
                let nth = adds(2) ? days : days.flatMap { day in numbers(20).map { $0 + day } }
                if adds(2) { parts.append("BYDAY=\(some(nth, 4))") }
                if adds(3) { parts.append("BYMONTHDAY=\(some(numbers(31), 8))") }
            }
        }
        let isSelecting = parts.contains { $0.hasPrefix("BY") && !$0.hasPrefix("BYMONTH=") }
        if ["MONTHLY", "YEARLY"].contains(frequency), isSelecting, adds(4) {
            parts.append("BYSETPOS=\(some(numbers(3), 2))")
        }
        let end = adds(3) ? "COUNT=\(Int.random(in: 1...60, using: &random))" : adds(3) ? "UNTIL=20270601" : "-"
        let first = CivilDate(dayNumber: 14_000 + Int.random(in: 0..<4000, using: &random))
        let lower = first.adding(days: Int.random(in: 0..<2500, using: &random))
        let range = "\(lower) \(lower.adding(days: 300))"
        return "\(first.description.filter { $0 != "-" }) \(parts.joined(separator: ";")) \(end) \(range)"
    }

    /// Prints the first date that the rule selects, the whole rule, the range, and the dates in it; `-` if there are none.
    static let reader = #"""
        import sys
        from datetime import datetime
        from dateutil.rrule import rrulestr
        for line in open(sys.argv[1]).read().split("\n"):
            first, rule, end, lower, upper = line.split(" ")
            start = datetime.strptime(first, "%Y%m%d")
            limit = f"{start.year + 12}0101"
            found = next(iter(rrulestr(f"{rule};UNTIL={limit}", dtstart=start)), None)
            if found is None:
                print("-")
                continue
            whole = rule if end == "-" else f"{rule};{end}"
            low, high = datetime.fromisoformat(lower), datetime.fromisoformat(upper)
            dates = []
            for date in rrulestr(whole, dtstart=found):
                if date >= high: break
                if date >= low: dates.append(date.strftime("%m%d"))
            print(found.strftime("%Y%m%d"), whole, lower, upper, *dates)
        """#
}
