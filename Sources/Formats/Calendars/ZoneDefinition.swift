internal import CalendarSyntax
internal import CivilTime

/// The definition of a time zone in a calendar (VTIMEZONE: RFC 5545, 3.6.5).
///
/// Each change of the clocks is listed. A rule that repeats would be shorter, but zones such as Africa/Casablanca follow none, and a list
/// is exactly what the system's rules say.
enum ZoneDefinition {
    // MARK: Writing

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

    // MARK: Reading

    /// The zones that calendars define, by name, as far as yearly rules express them.
    ///
    /// Exchange, Outlook and older programs use names of their own, such as `W. Europe Standard Time`.
    static func zones(_ calendars: [CalendarComponent]) -> [String: Zone] {
        let defined = calendars.flatMap(\.components).filter { $0.name == "VTIMEZONE" }
        let zones = defined.compactMap { one in
            one["TZID"].flatMap { name in rule(one).flatMap(Zone.init(rule:)).map { (name.text, $0) } }
        }
        return Dictionary(zones) { first, _ in first }
    }

    /// The latest definition as a rule of POSIX; nil if it is not such a rule.
    private static func rule(_ zone: CalendarComponent) -> String? {
        func latest(_ name: String) -> CalendarComponent? {
            zone.components.filter { $0.name == name }.max { first, second in
                (first["DTSTART"]?.value ?? "") < (second["DTSTART"]?.value ?? "")
            }
        }
        let saving = latest("DAYLIGHT")
        guard let standard = latest("STANDARD"), let offset = standard["TZOFFSETTO"].flatMap({ west($0.value) }) else {
            return nil
        }
        guard let saving, let other = saving["TZOFFSETTO"].flatMap({ west($0.value) }), other != offset else {
            return "<S>\(offset)"
        }
        guard let start = change(saving), let end = change(standard) else { return nil }
        return "<S>\(offset)<D>\(other),\(start),\(end)"
    }

    /// A UTC offset such as `+0100` as the notation of POSIX has it, in which west is positive.
    private static func west(_ offset: String) -> String? {
        let (sign, digits) = (offset.prefix(1), offset.dropFirst())
        guard ["+", "-"].contains(sign), [4, 6].contains(digits.utf8.count), Int(digits) != nil else { return nil }
        return (sign == "+" ? "-" : "") + clock(digits)
    }

    /// `hhmm` or `hhmmss` with colons.
    private static func clock(_ digits: Substring) -> String {
        [digits.prefix(2), digits.dropFirst(2).prefix(2), digits.dropFirst(4)].filter { !$0.isEmpty }
            .joined(separator: ":")
    }

    /// When an observance begins each year, as in `M3.5.0/02:00:00`; nil if it is not on the nth weekday of a month.
    private static func change(_ observance: CalendarComponent) -> String? {
        guard let rule = observance["RRULE"], let parts = try? RecurrenceRule.parts(rule.value),
            parts["FREQ"] == "YEARLY", parts["UNTIL"] == nil, parts["COUNT"] == nil, parts["INTERVAL"] ?? "1" == "1",
            let month = parts["BYMONTH"], let day = parts["BYDAY"],
            let weekday = RecurrenceRule.weekdays[String(day.suffix(2))],
            let time = observance["DTSTART"].flatMap({ CalendarMoment($0.value)?.time })
        else { return nil }
        let week: Int
        if let days = parts["BYMONTHDAY"] {
            // The seven days of a week of the month, in place of its number.
            guard day.utf8.count == 2, let first = Int(days.prefix { $0 != "," }), first % 7 == 1,
                days == (first...(first + 6)).map(String.init).joined(separator: ",")
            else { return nil }
            week = first / 7 + 1
        } else {
            guard let number = Int(day.dropLast(2)), number == -1 || (1...4).contains(number) else { return nil }
            week = number == -1 ? 5 : number
        }
        return "M\(month).\(week).\(weekday.rawValue % 7)/\(time.hour):\(time.minute):\(time.second)"
    }
}
