internal import CivilTime
internal import Reminders

/// A recurrence rule (RFC 5545, 3.3.10), as far as the user's own reminders can express it.
enum RecurrenceRule {
    static let weekdays: [String: Weekday] = [
        "MO": .monday, "TU": .tuesday, "WE": .wednesday, "TH": .thursday, "FR": .friday, "SA": .saturday, "SU": .sunday,
    ]

    /// The parts of a rule, in upper case.
    static func parts(_ text: String) throws(ImportObstacle) -> [String: String] {
        var parts: [String: String] = [:]
        for part in text.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2, parts[pair[0]] == nil else { throw .rule(String(part)) }
            parts[pair[0]] = pair[1]
        }
        return parts
    }

    /// The rule for an event whose first date is given.
    ///
    /// - Throws: `ImportObstacle.rule` with the part that a reminder cannot express.
    static func parse(_ text: String, first: CivilDate) throws(ImportObstacle) -> RepeatRule {
        let parts = try parts(text)
        let isMonthly = parts["FREQ"] == "MONTHLY"
        let known = Set(["FREQ", "INTERVAL", "BYDAY", "WKST"] + (isMonthly ? ["BYMONTHDAY", "BYSETPOS"] : []))
        if let other = parts.keys.filter({ !known.contains($0) }).min() {
            throw .rule("\(other)=\(parts[other] ?? "")")
        }
        let interval = try parts["INTERVAL"].map { (text) throws(ImportObstacle) in
            guard let number = Int(text), RepeatRule.dayRange.contains(number) else { throw .rule("INTERVAL=\(text)") }
            return number
        }
        if isMonthly {
            guard interval ?? 1 == 1 else { throw .rule("FREQ=MONTHLY;INTERVAL=\(parts["INTERVAL"] ?? "")") }
            return .monthly(try monthDay(parts["BYMONTHDAY"], parts["BYDAY"], parts["BYSETPOS"], first: first))
        }
        let days = try parts["BYDAY"].map { (text) throws(ImportObstacle) in try weekdaySet(text) }
        switch parts["FREQ"] {
        case "DAILY":
            guard let days else { return .every(days: interval ?? 1) }
            guard interval ?? 1 == 1 else { throw .rule("INTERVAL and BYDAY") }
            return .weekly(days)
        case "WEEKLY":
            let own = WeekdaySet([first.weekday])
            guard let interval, interval > 1 else { return .weekly(days ?? own) }
            // With several weekdays, some weeks would have to be left out.
            guard days ?? own == own else { throw .rule("INTERVAL and BYDAY") }
            guard RepeatRule.dayRange.contains(interval * 7) else { throw .rule("INTERVAL=\(interval)") }
            return .every(days: interval * 7)
        case let frequency: throw .rule("FREQ=\(frequency ?? "")")
        }
    }

    private static func monthDay(_ day: String?, _ weekday: String?, _ position: String?, first: CivilDate)
        throws(ImportObstacle) -> MonthDay
    {
        switch (day, weekday, position) {
        case ("-1", nil, nil): return .last
        case (_, nil, nil):
            // The rules of calendars leave out the months that lack a day.
            guard let number = day.map({ Int($0) }) ?? first.day, MonthDay.certainDays.contains(number) else {
                throw .rule("BYMONTHDAY=\(day ?? "\(first.day)")")
            }
            return .day(number)
        case (nil, let weekday?, _):
            let (prefix, name) = (weekday.dropLast(2), weekday.suffix(2))
            guard prefix.isEmpty != (position == nil), let weekday = weekdays[String(name)],
                let number = Int(position ?? String(prefix)),
                number == -1 || MonthDay.certainWeeks.contains(number)
            else { throw .rule("BYDAY=\(weekday)" + (position.map { ";BYSETPOS=\($0)" } ?? "")) }
            return .weekday(weekday, number == -1 ? nil : number)
        default: throw .rule("BYMONTHDAY with BYDAY or BYSETPOS")
        }
    }

    private static func weekdaySet(_ text: String) throws(ImportObstacle) -> WeekdaySet {
        var days = WeekdaySet.none
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let day = weekdays[String(name)] else { throw .rule("BYDAY=\(name)") }
            days.insert(day)
        }
        return days
    }
}
