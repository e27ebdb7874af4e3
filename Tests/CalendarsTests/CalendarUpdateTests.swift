@testable import CalendarSyntax
@testable import Calendars
import CivilTime
import Planning
import Testing

/// How changes of the plan change the events of a calendar.
@Suite struct CalendarUpdateTests {
    private let berlin = Result { try ZoneDatabase.system(environment: [:]).zone(named: "Europe/Berlin") }

    private func date(_ text: String) -> CivilDate { (try? CivilDate(parsing: text)) ?? .earliest }

    private func event(
        _ day: String,
        _ title: String = "Push",
        at hour: Int = 7,
        program: String = "mine",
        isDone: Bool = false
    ) -> PlannedEvent {
        PlannedEvent(
            kind: .workout(program: program),
            date: date(day),
            start: CivilDateTime(date: date(day), time: TimeOfDay(secondsFromMidnight: hour * 3600)),
            title: title,
            alarms: [.hours(-12), .seconds(0)],
            isDone: isDone
        )
    }

    private func update(
        _ previous: CalendarUpdate?,
        _ events: [PlannedEvent],
        from today: String = "2026-11-23",
        at time: String = "06:00",
        days: Int = 30,
        in zone: Zone? = nil,
        calledOff: [PlannedEvent.Kind] = []
    ) throws -> CalendarUpdate {
        let export = CalendarExport(
            zone.map { .inZone($0) } ?? .floating,
            hasAlarms: true,
            now: try Instant(parsing: "\(today)T\(time)", in: zone ?? .utc)
        )
        let known = try previous.map { try ExportedCalendar($0.bytes) }
        return CalendarUpdate(
            export,
            known,
            events,
            date(today)..<date(today).adding(days: days),
            calledOff: calledOff,
            in: zone ?? .utc
        )
    }

    /// The events as `date sequence status title`.
    private func lines(_ update: CalendarUpdate) throws -> [String] {
        try CalendarReader.calendars(update.bytes)[0].components.filter { $0.name == "VEVENT" }.map { event in
            let values = ["DTSTART", "SEQUENCE", "STATUS", "SUMMARY"].map { event[$0]?.value ?? "-" }
            return values.joined(separator: " ")
        }
    }

    @Test func anUnchangedPlanGivesTheSameBytes() throws {
        let zone = try berlin.get()
        for zone in [nil, zone] {
            let events = [event("2026-11-23"), event("2026-11-25", "Pull, \"heavy\"; 5×5")]
            let first = try update(nil, events, in: zone)
            #expect(first.added == 2 && first.confirmed == 2)
            let second = try update(first, events.reversed(), in: zone)
            #expect(second.bytes == first.bytes && second.added == 0 && second.changed == 0 && second.cancelled == 0)
            // The stamp of unchanged events remains, and the one past event stays.
            let third = try update(first, [events[1]], from: "2026-11-24", in: zone)
            #expect(third.bytes == first.bytes)
        }
    }

    @Test func changesRaiseTheSequence() throws {
        let first = try update(nil, [event("2026-11-23"), event("2026-11-25"), event("2026-11-27", program: "other")])
        let second = try update(first, [event("2026-11-23", at: 8), event("2026-11-25"), event("2026-11-26", "Legs")])
        #expect(second.added == 1 && second.changed == 1 && second.cancelled == 1 && second.confirmed == 3)
        #expect(
            try lines(second) == [
                "20261123T080000 1 CONFIRMED Push", "20261125T070000 0 CONFIRMED Push",
                "20261126T070000 0 CONFIRMED Legs",
                "20261127T070000 1 CANCELLED Push",
            ]
        )
        let cancelled = try CalendarReader.calendars(second.bytes)[0].components.last
        #expect(cancelled?.components.isEmpty == true)
        #expect(
            try update(second, [event("2026-11-23", at: 8), event("2026-11-25"), event("2026-11-26", "Legs")]).bytes
                == second.bytes
        )
        // A cancelled event that takes place after all is confirmed again.
        let third = try update(second, [event("2026-11-27", program: "other")])
        #expect(try lines(third).last == "20261127T070000 2 CONFIRMED Push")
    }

    @Test func pastEventsAndDoneWorkoutsStay() throws {
        let first = try update(nil, [event("2026-11-23"), event("2026-11-25")])
        let done = try update(first, [event("2026-11-23", "Next loads", isDone: true), event("2026-11-25")])
        #expect(done.bytes == first.bytes)
        let later = try update(done, [], from: "2026-11-25")
        #expect(try lines(later) == ["20261123T070000 0 CONFIRMED Push", "20261125T070000 1 CANCELLED Push"])
        #expect(try lines(update(later, [], from: "2027-11-24")).count == 2)
        #expect(try lines(update(later, [], from: "2027-11-25")).count == 1)
    }

    /// What has begun today, and is no longer planned, took place unless the user says otherwise.
    @Test(arguments: ["floating", "zone", "UTC"])
    func eventsThatHaveBegunStay(times: String) throws {
        let zone: Zone? = times == "floating" ? nil : times == "UTC" ? .utc : try berlin.get()
        let first = try update(nil, [event("2026-11-23"), event("2026-11-24")], in: zone)
        func states(at time: String, calledOff: [PlannedEvent.Kind] = []) throws -> [Substring] {
            try lines(update(first, [], at: time, in: zone, calledOff: calledOff)).map { $0.split(separator: " ")[2] }
        }
        #expect(try states(at: "06:59") == ["CANCELLED", "CANCELLED"])
        for time in ["07:00", "09:00"] {
            #expect(try states(at: time) == ["CONFIRMED", "CANCELLED"], "\(time)")
            #expect(try states(at: time, calledOff: [.workout(program: "mine")]) == ["CANCELLED", "CANCELLED"])
            #expect(try states(at: time, calledOff: [.workout(program: "other")]) == ["CONFIRMED", "CANCELLED"])
        }
    }

    /// A shorter export does not cancel the later events of a longer one, but updates them.
    @Test func laterEventsAreUpdated() throws {
        let all = [event("2026-11-23"), event("2026-12-20"), event("2026-12-22")]
        let first = try update(nil, all)
        #expect(try update(first, all, days: 2).bytes == first.bytes)
        let second = try update(first, [all[0], event("2026-12-20", "Pull"), event("2026-12-21")], days: 2)
        #expect(
            try lines(second) == [
                "20261123T070000 0 CONFIRMED Push", "20261220T070000 1 CONFIRMED Pull",
                "20261222T070000 1 CANCELLED Push",
            ]
        )
    }

    @Test func zonesOfPastEventsRemainDefined() throws {
        let first = try update(
            nil,
            [event("2025-12-31"), event("2026-01-02")],
            from: "2025-12-31",
            in: try berlin.get()
        )
        let tokyo = try ZoneDatabase.system(environment: [:]).zone(named: "Asia/Tokyo")
        let second = try update(first, [event("2026-01-02")], from: "2026-01-01", in: tokyo)
        let zones = try CalendarReader.calendars(second.bytes)[0].components.filter { $0.name == "VTIMEZONE" }
        #expect(zones.map { $0["TZID"]?.value } == ["Asia/Tokyo", "Europe/Berlin"])
        #expect(try lines(second).last == "20260102T070000 1 CONFIRMED Push")
        let utc = try update(nil, [event("2026-11-23")], in: .utc)
        #expect(try lines(utc) == ["20261123T070000Z 0 CONFIRMED Push"])
    }

    @Test(arguments: [
        ("<html></html>", "it is not a calendar that antrain wrote"),
        ("BEGIN:VCALENDAR\nPRODID:-//Other//EN\nEND:VCALENDAR\n", "it is not a calendar that antrain wrote"),
        (
            "BEGIN:VCALENDAR\nPRODID:-//antrain//antrain//EN\nBEGIN:VEVENT\nUID:x\nEND:VEVENT\nEND:VCALENDAR\n",
            "it has a component that antrain did not write (VEVENT on line 3)"
        ),
        (
            "BEGIN:VCALENDAR\nPRODID:-//antrain//antrain//EN\nBEGIN:VTODO\nEND:VTODO\nEND:VCALENDAR\n",
            "it has a component that antrain did not write (VTODO on line 3)"
        ),
        (
            "BEGIN:VCALENDAR\nPRODID:-//antrain//antrain//EN\nBEGIN:VEVENT\n",
            "it is not a complete calendar: line 3: VEVENT of line 3 has no END"
        ),
    ])
    func filesOfOthersAreNotUpdated(text: String, message: String) {
        let error = #expect(throws: ExportedCalendar.Failure.self) { try ExportedCalendar(Array(text.utf8)) }
        #expect(error?.description == message)
    }

    /// A sequence number of any size must not overflow.
    @Test(arguments: ["2147483647", "9223372036854775807", "99999999999999999999", "-5", "x"])
    func damagedSequencesAreHarmless(sequence: String) throws {
        let first = try update(nil, [event("2026-11-23")])
        let text = String(decoding: first.bytes, as: UTF8.self).replacing("SEQUENCE:0", with: "SEQUENCE:\(sequence)")
        let export = CalendarExport(.floating, hasAlarms: false, now: Instant(secondsSinceEpoch: 0))
        let known = try ExportedCalendar(Array(text.utf8))
        let update = CalendarUpdate(
            export,
            known,
            [event("2026-11-23", "Pull")],
            date("2026-11-23")..<date("2026-11-24"),
            calledOff: [],
            in: .utc
        )
        let number = try #require(try lines(update).first?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        #expect((1...Int(Int32.max)).contains(number))
    }
}
