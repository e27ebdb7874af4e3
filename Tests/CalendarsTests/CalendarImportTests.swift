@testable import CalendarSyntax
@testable import Calendars
import CivilTime
import Reminders
import Testing

/// Events and tasks of other calendars as reminders.
@Suite struct CalendarImportTests {
    private let zones = ZoneDatabase.system(environment: [:])

    /// The imports as `title, moment, rule`, and the refusals as `line: code`.
    private func outcome(_ components: String, zone: String = "Europe/Berlin") throws -> [String] {
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\n\(components)\nEND:VCALENDAR\n"
        let user = try zones.zone(named: zone)
        let found = CalendarImport(
            try CalendarReader.calendars(Array(text.utf8)),
            in: user,
            now: try Instant(parsing: "2026-11-22T20:00", in: user),
            wholeDays: TimeOfDay(secondsFromMidnight: 9 * 3600),
            zoneNamed: { try? zones.zone(named: $0) }
        )
        return found.entries.map { "\($0.reminder.title), \($0.reminder.at), \($0.reminder.rule)" }
            + found.refusals.map { "\($0.line): \($0.obstacle.code)" }
    }

    private func event(_ lines: String...) -> String {
        (["BEGIN:VEVENT", "UID:1", "SUMMARY:Tea"] + lines + ["END:VEVENT"]).joined(separator: "\n")
    }

    @Test(arguments: [
        ("DTSTART:20261123T073000", "Tea, 2026-11-23T07:30, once"),
        ("DTSTART:20261123T073059Z", "Tea, 2026-11-23T08:30, once"),
        ("DTSTART;TZID=America/New_York:20261123T190000", "Tea, 2026-11-24T01:00, once"),
        ("DTSTART;VALUE=DATE:20261123", "Tea, 2026-11-23T09:00, once"),
        // The second pass of a fold, at 01:30 UTC, is the first minute after it.
        ("DTSTART:20271031T013000Z", "Tea, 2027-10-31T03:00, once"),
        ("DTSTART:20270328T023000", "Tea, 2027-03-28T02:30, once"),
        ("DTSTART:20261122T190000", "3: past"), ("DTSTART:20261122T190000Z", "3: past"),
        ("DTSTART:2026", "3: invalid-time"),
        ("DTSTART:20261323", "3: invalid-time"), ("DTSTART:20261123T250000", "3: invalid-time"),
        ("DTSTART:20261123T07３000", "3: invalid-time"), ("DTSTART:99991231", "3: invalid-time"),
        ("DTSTART;TZID=W. Europe Standard Time:20261123T073000", "3: unknown-zone"),
        ("DTSTART;TZID=../../../etc/passwd:20261123T073000", "3: unknown-zone"), ("X-A:1", "3: no-date"),
    ])
    func singleEventsAreImportedAtTheirMoment(start: String, expected: String) throws {
        #expect(try outcome(event(start)) == [expected])
    }

    /// Exchange and Outlook name zones as Windows does, and define them in the file.
    @Test func aFileDefinesItsZones() throws {
        let standard = "BEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETTO:+0530\nEND:STANDARD\n"
        let zone = "BEGIN:VTIMEZONE\nTZID:India Standard Time\n\(standard)END:VTIMEZONE\n"
        let event = event("DTSTART;TZID=India Standard Time:20261123T073000")
        #expect(try outcome(zone + event) == ["Tea, 2026-11-23T03:00, once"])
    }

    @Test(arguments: [
        ("FREQ=DAILY", "daily"), ("FREQ=DAILY;INTERVAL=3", "every 3d"), ("freq=weekly", "weekly:mon"),
        ("FREQ=WEEKLY;BYDAY=TU,TH;WKST=SU", "weekly:tue,thu"), ("FREQ=WEEKLY;INTERVAL=2", "every 14d"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "every 14d"),
        ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "weekly:mon,tue,wed,thu,fri"),
        ("FREQ=WEEKLY;INTERVAL=1;BYDAY=MO", "weekly:mon"), ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "rule"),
        ("FREQ=WEEKLY;INTERVAL=53", "rule"), ("FREQ=DAILY;INTERVAL=367", "rule"), ("FREQ=DAILY;INTERVAL=0", "rule"),
        ("FREQ=YEARLY", "rule"), ("FREQ=DAILY;COUNT=3", "rule"),
        ("FREQ=DAILY;UNTIL=20270101", "rule"), ("FREQ=WEEKLY;BYDAY=1MO", "rule"), ("FREQ=WEEKLY;BYDAY=", "rule"),
        ("FREQ=DAILY;FREQ=WEEKLY", "rule"), ("INTERVAL=2", "rule"), ("", "rule"), ("FREQ=DAILY;BYHOUR=7", "rule"),
        ("FREQ=MONTHLY", "monthly:2"), ("FREQ=MONTHLY;BYMONTHDAY=2;INTERVAL=1", "monthly:2"),
        ("FREQ=MONTHLY;BYDAY=1MO", "monthly:1st mon"), ("FREQ=MONTHLY;BYDAY=+1MO", "monthly:1st mon"),
        ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1;WKST=SU", "monthly:1st mon"),
        ("FREQ=MONTHLY;INTERVAL=2", "rule"), ("FREQ=MONTHLY;BYMONTHDAY=31", "rule"),
        ("FREQ=MONTHLY;BYMONTHDAY=29", "rule"), ("FREQ=MONTHLY;BYMONTHDAY=-2", "rule"),
        ("FREQ=MONTHLY;BYMONTHDAY=0", "rule"), ("FREQ=MONTHLY;BYMONTHDAY=1,15", "rule"),
        ("FREQ=MONTHLY;BYMONTHDAY=", "rule"), ("FREQ=MONTHLY;BYDAY=MO", "rule"), ("FREQ=MONTHLY;BYDAY=5MO", "rule"),
        ("FREQ=MONTHLY;BYDAY=-2MO", "rule"), ("FREQ=MONTHLY;BYDAY=1MO,3MO", "rule"), ("FREQ=MONTHLY;BYDAY=1", "rule"),
        ("FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=1", "rule"), ("FREQ=MONTHLY;BYSETPOS=1", "rule"),
        ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "rule"), ("FREQ=WEEKLY;BYMONTHDAY=2", "rule"),
    ])
    func rulesAreThoseOfReminders(rule: String, expected: String) throws {
        let found = try outcome(event("DTSTART;TZID=America/New_York:20261102T073000", "RRULE:\(rule)"))
        // The local time is kept; the first date of a weekly rule is one of its weekdays.
        let date = expected == "weekly:tue,thu" ? "2026-11-03" : "2026-11-02"
        #expect(found == [expected == "rule" ? "3: rule" : "Tea, \(date)T07:30, \(expected)"])
    }

    /// The first date of a monthly rule is one of its dates, also if the start is not.
    @Test(arguments: [
        ("BYMONTHDAY=-1", "2026-11-30", "monthly:last"), ("BYMONTHDAY=1", "2026-12-01", "monthly:1"),
        ("BYDAY=-1FR", "2026-11-27", "monthly:last fri"), ("BYDAY=1FR", "2026-12-04", "monthly:1st fri"),
    ])
    func aMonthlyRuleBeginsOnItsFirstDate(part: String, date: String, expected: String) throws {
        let found = try outcome(event("DTSTART:20261123T073000", "RRULE:FREQ=MONTHLY;\(part)"))
        #expect(found == ["Tea, \(date)T07:30, \(expected)"])
    }

    /// A rule on a day that some months lack leaves them out; a reminder does not.
    @Test func daysThatMonthsLackAreRefused() throws {
        #expect(try outcome(event("DTSTART:20261031T073000", "RRULE:FREQ=MONTHLY")) == ["3: rule"])
    }

    @Test(arguments: [
        ("STATUS:CANCELLED", "cancelled"), ("RECURRENCE-ID:20261123T073000", "exception"), ("EXDATE:20261124", "dates"),
        ("RDATE:20261124", "dates"), ("RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY", "rule"),
    ])
    func whatARemindersCannotExpressIsRefused(line: String, code: String) throws {
        #expect(try outcome(event("DTSTART:20261123T073000", line)) == ["3: \(code)"])
    }

    @Test func timesInUTCAreConverted() throws {
        func weekly(_ rule: String) throws -> [String] {
            try outcome(event("DTSTART:20261123T233000Z", "RRULE:\(rule)"), zone: "Asia/Tokyo")
        }
        #expect(try weekly("FREQ=DAILY") == ["Tea, 2026-11-24T08:30, daily"])
        #expect(try weekly("FREQ=WEEKLY") == ["Tea, 2026-11-24T08:30, weekly:tue"])
        #expect(try weekly("FREQ=WEEKLY;BYDAY=MO") == ["3: other-weekdays"])
        #expect(try weekly("FREQ=MONTHLY") == ["3: other-month-days"])
    }

    @Test func tasksAreDueAtTheirEnd() throws {
        func task(_ lines: String) -> String { "BEGIN:VTODO\nUID:1\nSUMMARY:Tea\n\(lines)\nEND:VTODO" }
        #expect(try outcome(task("DTSTART:20261123T070000\nDUE:20261124T080000")) == ["Tea, 2026-11-24T08:00, once"])
        #expect(try outcome(task("DTSTART:20261123T070000")) == ["Tea, 2026-11-23T07:00, once"])
        for line in ["STATUS:COMPLETED", "COMPLETED:20261101T000000Z", "PERCENT-COMPLETE:100"] {
            #expect(try outcome(task("DUE:20261124T080000\n\(line)")) == ["3: done"])
        }
    }

    @Test func identifiersAndTitlesAreRequired() throws {
        let start = "DTSTART:20261123T073000\n"
        let found = try outcome(
            "BEGIN:VEVENT\nSUMMARY:A\n\(start)END:VEVENT\nBEGIN:VEVENT\nUID:2\nSUMMARY: \\n \n\(start)END:VEVENT\n"
                + "BEGIN:VEVENT\nUID:3\nSUMMARY:\u{202E}B\\,\u{1B}[31m  c\n\(start)DESCRIPTION:x\\ny\nEND:VEVENT\n"
                + "BEGIN:VEVENT\nUID:3\nSUMMARY:D\n\(start)END:VEVENT\n"
                + "BEGIN:VEVENT\nUID:reminder.1.2026-11-23@antrain\nSUMMARY:E\n\(start)END:VEVENT\nBEGIN:VJOURNAL\nEND:VJOURNAL"
        )
        #expect(
            found == [
                "B, [31m c, 2026-11-23T07:30, once", "3: no-uid", "7: no-title", "18: same-uid", "23: exported",
            ]
        )
    }

    @Test func theNumberOfRemindersIsLimited() throws {
        let many = (0...CalendarImport.most).map { "BEGIN:VEVENT\nUID:\($0)\nSUMMARY:A\nDTSTART:20261123\nEND:VEVENT" }
        let found = try outcome(many.joined(separator: "\n"))
        #expect(found.count == CalendarImport.most + 1 && found.last?.hasSuffix("too-many") == true)
    }
}
