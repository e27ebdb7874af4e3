internal import CalendarSyntax
internal import CivilTime

/// The definition of a time zone in a calendar (VTIMEZONE: RFC 5545, 3.6.5).
///
/// Each change of the clocks is listed. A rule that repeats would be shorter, but zones such as Africa/Casablanca follow none, and a list
/// is exactly what the system's rules say.
enum ZoneDefinition {
    /// The offsets before and after a change, and its name; the changes that share them are one observance.
    private struct Observance: Hashable {
        let from: Int
        let to: Int
        let name: String
        let isDaylightSaving: Bool

        init(from: Int, _ offset: ZoneOffset) {
            self.from = from
            to = offset.seconds
            name = offset.abbreviation
            isDaylightSaving = offset.isDaylightSaving
        }
    }

    static func component(_ zone: Zone, years: ClosedRange<Int>) -> CalendarComponent {
        let first = zone.instant(of: CivilDateTime(date: newYear(years.lowerBound), time: .midnight))
        // An event near the end of the last year may last into the next one.
        let end = zone.instant(of: CivilDateTime(date: newYear(years.upperBound + 1).adding(days: 1), time: .midnight))
        let initial = zone.offset(at: first)
        var order: [Observance] = []
        var onsets: [Observance: [CivilDateTime]] = [:]
        func add(_ observance: Observance, _ onset: CivilDateTime) {
            if onsets[observance] == nil { order.append(observance) }
            onsets[observance, default: []].append(onset)
        }
        add(Observance(from: initial.seconds, initial), zone.civil(at: first))
        var before = initial
        for moment in zone.transitions(from: first.adding(.seconds(1)), through: end) {
            let after = zone.offset(at: moment)
            // Some transitions change the name only, or nothing.
            if after != before { add(Observance(from: before.seconds, after), onset(of: moment, after: before)) }
            before = after
        }
        return CalendarComponent(
            "VTIMEZONE",
            [ContentLine("TZID", text: zone.identifier)],
            components: order.map { component($0, onsets[$0] ?? []) }
        )
    }

    private static func newYear(_ year: Int) -> CivilDate {
        (try? CivilDate(year: year, month: 1, day: 1)) ?? .latest
    }

    /// The local time at which clocks change, as they show it before the change.
    private static func onset(of moment: Instant, after offset: ZoneOffset) -> CivilDateTime {
        CivilDateTime(secondsSinceCivilEpoch: moment.secondsSinceEpoch + Int64(offset.seconds))
    }

    private static func component(_ observance: Observance, _ onsets: [CivilDateTime]) -> CalendarComponent {
        let times = onsets.map { CalendarTime.text($0) }
        var properties = [
            ContentLine("DTSTART", times.first ?? ""),
            ContentLine("TZOFFSETFROM", CalendarTime.text(offset: observance.from)),
            ContentLine("TZOFFSETTO", CalendarTime.text(offset: observance.to)),
            ContentLine("TZNAME", text: observance.name),
        ]
        if times.count > 1 { properties.append(ContentLine("RDATE", times.dropFirst().joined(separator: ","))) }
        return CalendarComponent(observance.isDaylightSaving ? "DAYLIGHT" : "STANDARD", properties)
    }
}
