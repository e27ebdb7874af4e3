@testable import CalendarSyntax
@testable import Calendars
import CivilTime
import Testing

/// VTIMEZONE, compared with the zone's rules by an interpreter of RFC 5545.
@Suite struct ZoneDefinitionTests {
    private let zones = ZoneDatabase.system(environment: [:])

    private func text(_ component: CalendarComponent) -> [String] {
        var bytes: [UInt8] = []
        component.write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// The changes of the clocks in a definition: their times, and the offsets after them.
    private func changes(_ definition: CalendarComponent) throws -> [(moment: Int64, offset: Int)] {
        func seconds(_ text: String) throws -> Int {
            let digits = Array(text.dropFirst()).compactMap(\.wholeNumberValue)
            try #require(digits.count == text.count - 1 && [4, 6].contains(digits.count))
            let parts = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
            let size = parts[0] * 3600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0)
            return text.hasPrefix("-") ? -size : size
        }
        return try definition.components.flatMap { observance in
            let from = try seconds(try #require(observance["TZOFFSETFROM"]?.value))
            let to = try seconds(try #require(observance["TZOFFSETTO"]?.value))
            let onsets = ["DTSTART", "RDATE"].compactMap { observance[$0]?.value }.joined(separator: ",")
            return try onsets.split(separator: ",").map { onset in
                let digits = onset.filter { $0 != "T" }.compactMap(\.wholeNumberValue)
                try #require(digits.count == 14)
                func number(_ range: Range<Int>) -> Int { range.reduce(0) { $0 * 10 + digits[$1] } }
                let civil = CivilDateTime(
                    date: try CivilDate(year: number(0..<4), month: number(4..<6), day: number(6..<8)),
                    time: try TimeOfDay(hour: number(8..<10), minute: number(10..<12), second: number(12..<14))
                )
                return (civil.secondsSinceCivilEpoch - Int64(from), to)
            }
        }.sorted { $0.0 < $1.0 }
    }

    @Test(arguments: [
        ("Europe/Berlin", 2026...2027), ("America/New_York", 2026...2026), ("Asia/Kathmandu", 2026...2030),
        ("Asia/Kathmandu", 1985...1986), ("Australia/Lord_Howe", 2026...2028), ("Africa/Casablanca", 2024...2031),
        ("Europe/Dublin", 2026...2026), ("Pacific/Apia", 2011...2012), ("America/Sao_Paulo", 2018...2020),
        ("Antarctica/Troll", 2026...2026), ("Pacific/Kiritimati", 1994...1995), ("Africa/Monrovia", 1972...1972),
        ("Etc/GMT+12", 2026...2026), ("Europe/Berlin", 2036...2040),
    ])
    func definitionsAreTheZonesRules(name: String, years: ClosedRange<Int>) throws {
        let zone = try zones.zone(named: name)
        let changes = try changes(ZoneDefinition.component(zone, years: years))
        let first = zone.instant(
            of: CivilDateTime(date: try CivilDate(year: years.lowerBound, month: 1, day: 1), time: .midnight)
        )
        let last = zone.instant(
            of: CivilDateTime(date: try CivilDate(year: years.upperBound + 1, month: 1, day: 1), time: .midnight)
        )
        var next = 0
        for moment in stride(from: first.secondsSinceEpoch, to: last.secondsSinceEpoch, by: 900) {
            while next < changes.count, changes[next].moment <= moment { next += 1 }
            try #require(next > 0, "no offset at \(Instant(secondsSinceEpoch: moment))")
            let expected = zone.offset(at: Instant(secondsSinceEpoch: moment)).seconds
            try #require(changes[next - 1].offset == expected, "\(Instant(secondsSinceEpoch: moment))")
        }
    }

    @Test func aDefinitionListsTheChanges() throws {
        let definition = ZoneDefinition.component(try zones.zone(named: "Europe/Berlin"), years: 2026...2027)
        #expect(
            text(definition) == [
                "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "BEGIN:STANDARD", "DTSTART:20260101T000000",
                "TZOFFSETFROM:+0100",
                "TZOFFSETTO:+0100", "TZNAME:CET", "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:20260329T020000",
                "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "TZNAME:CEST", "RDATE:20270328T020000", "END:DAYLIGHT",
                "BEGIN:STANDARD", "DTSTART:20261025T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "TZNAME:CET",
                "RDATE:20271031T030000", "END:STANDARD", "END:VTIMEZONE",
            ]
        )
        let lordHowe = ZoneDefinition.component(try zones.zone(named: "Australia/Lord_Howe"), years: 2026...2026)
        #expect(lordHowe.components.map { $0["TZOFFSETTO"]?.value } == ["+1100", "+1030", "+1100"])
        let kathmandu = ZoneDefinition.component(try zones.zone(named: "Asia/Kathmandu"), years: 2026...2026)
        #expect(kathmandu.components.map { $0["TZOFFSETTO"]?.value } == ["+0545"])
    }
}
