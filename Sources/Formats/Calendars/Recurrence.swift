internal import CalendarSyntax
internal import CivilTime

/// The dates of a recurrence rule (RFC 5545, 3.3.10) whose unit is at least a day.
///
/// Every part of the rule selects among the dates of a period: a day, a week, a month or a year.
struct Recurrence {
    private enum Frequency: String {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// A weekday, or only the nth of a month or year; -1 is the last.
    private struct Day: Hashable {
        let weekday: Weekday
        let ordinal: Int?
    }

    /// The first date, which belongs to the recurrence even if the rule does not select it.
    private let start: CivilDate
    private let frequency: Frequency
    private let interval: Int
    private let limit: Int?
    private let until: CivilDate?
    private let weekStart: Weekday
    // A line of a file can repeat a value many times.
    private let days: Set<Day>
    private let months: Set<Int>
    private let monthDays: Set<Int>
    private let yearDays: Set<Int>
    private let weeks: Set<Int>
    private let positions: Set<Int>

    /// - Parameters:
    ///   - start: when the first event begins.
    ///   - lastDate: the last date on which an event may begin; its argument is the value of UNTIL.
    /// - Throws: `ImportObstacle.rule` with the part that is invalid or not supported.
    init(
        _ text: String,
        from start: CivilDate,
        lastDate: (CalendarMoment) -> CivilDate
    ) throws(ImportObstacle) {
        var parts = try RecurrenceRule.parts(text)
        func take(_ name: String) -> String? { parts.removeValue(forKey: name) }
        func numbers(_ name: String, _ range: ClosedRange<Int>) throws(ImportObstacle) -> Set<Int> {
            guard let text = take(name) else { return [] }
            var result: Set<Int> = []
            for word in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard let number = Int(word), number != 0, range.contains(number) else {
                    throw .rule("\(name)=\(word)")
                }
                result.insert(number)
            }
            return result
        }
        func number(_ name: String, _ most: Int) throws(ImportObstacle) -> Int? {
            let found = try numbers(name, 1...most)
            guard found.count <= 1 else { throw .rule("several values of \(name)") }
            return found.first
        }
        let unit = take("FREQ") ?? ""
        guard let frequency = Frequency(rawValue: unit) else { throw .rule("FREQ=\(unit)") }
        let week = take("WKST") ?? "MO"
        guard let weekStart = RecurrenceRule.weekdays[week] else { throw .rule("WKST=\(week)") }
        until = try take("UNTIL").map { (text) throws(ImportObstacle) in
            guard let moment = CalendarMoment(text) else { throw .rule("UNTIL=\(text)") }
            return lastDate(moment)
        }
        interval = try number("INTERVAL", 10_000) ?? 1
        limit = try number("COUNT", .max)
        var days: Set<Day> = []
        for word in take("BYDAY")?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
            let ordinal = word.dropLast(2)
            guard let weekday = RecurrenceRule.weekdays[String(word.suffix(2))],
                ordinal.isEmpty || Int(ordinal).map({ $0 != 0 && (-53...53).contains($0) }) == true
            else { throw .rule("BYDAY=\(word)") }
            days.insert(Day(weekday: weekday, ordinal: Int(ordinal)))
        }
        var months = try numbers("BYMONTH", 1...12)
        var monthDays = try numbers("BYMONTHDAY", -31...31)
        yearDays = try numbers("BYYEARDAY", -366...366)
        weeks = try numbers("BYWEEKNO", -53...53)
        positions = try numbers("BYSETPOS", -366...366)
        if let other = parts.min(by: { $0.key < $1.key }) { throw .rule("\(other.key)=\(other.value)") }
        // What the rule leaves open is as in the first date.
        if days.isEmpty, monthDays.isEmpty, yearDays.isEmpty {
            switch frequency {
            case .daily: break
            case .yearly where !weeks.isEmpty: days = [Day(weekday: start.weekday, ordinal: nil)]
            case .weekly: days = [Day(weekday: start.weekday, ordinal: nil)]
            case .yearly:
                if months.isEmpty { months = [start.month] }
                monthDays = [start.day]
            case .monthly: monthDays = [start.day]
            }
        }
        (self.start, self.frequency, self.weekStart) = (start, frequency, weekStart)
        (self.days, self.months, self.monthDays) = (days, months, monthDays)
    }

    /// The dates within a range on which events begin.
    ///
    /// - Parameter budget: how many dates may still be examined.
    func dates(_ range: Range<CivilDate>, budget: inout Int) throws(ImportObstacle) -> [CivilDate] {
        var result = range.contains(start) ? [start] : []
        var count = 1
        var number = limit == nil ? max(0, self.number(of: range.lowerBound)) : 0
        while let period = period(number), period.lowerBound < range.upperBound {
            for date in try selected(period, &budget) where date > start {
                count += 1
                if let until, until < date { return result }
                if let limit, limit < count { return result }
                if range.contains(date) { result.append(date) }
            }
            number += 1
        }
        return result
    }

    /// The dates of a period that the rule selects.
    private func selected(_ period: Range<CivilDate>, _ budget: inout Int) throws(ImportObstacle) -> [CivilDate] {
        var dates: [CivilDate] = []
        var date = period.lowerBound
        while date < period.upperBound {
            budget -= 1
            guard budget >= 0 else { throw .tooMany }
            if !months.isEmpty, !months.contains(date.month) {
                date = CivilMonth(of: date).last.adding(days: 1)
                continue
            }
            if selects(date) { dates.append(date) }
            date = date.adding(days: 1)
        }
        guard !positions.isEmpty else { return dates }
        return dates.indices.filter { positions.contains($0 + 1) || positions.contains($0 - dates.count) }
            .map { dates[$0] }
    }

    /// Whether every part except BYMONTH and BYSETPOS selects a date.
    private func selects(_ date: CivilDate) -> Bool {
        func isListed(_ numbers: Set<Int>, _ number: Int, of count: Int) -> Bool {
            numbers.isEmpty || numbers.contains(number) || numbers.contains(number - count - 1)
        }
        let month = CivilMonth(of: date)
        if !isListed(monthDays, date.day, of: month.last.day) { return false }
        guard !yearDays.isEmpty || !weeks.isEmpty || days.contains(where: { $0.ordinal != nil }) else {
            return days.isEmpty || days.contains { $0.weekday == date.weekday }
        }
        let (day, length) = Recurrence.place(inYear: date)
        if !isListed(yearDays, day, of: length) { return false }
        // A week belongs to the year that has most of its days.
        let (middle, end) = Recurrence.place(inYear: firstDate(ofWeek: date).adding(days: 3))
        let week = (middle - 1) / 7 + 1
        if !isListed(weeks, week, of: week + (end - middle) / 7) { return false }
        let isInMonth = frequency == .monthly || !months.isEmpty
        let (place, count) = isInMonth ? (date.day, month.last.day) : (day, length)
        let (first, last) = ((place - 1) / 7 + 1, (place - count) / 7 - 1)
        return days.isEmpty
            || days.contains { one in
                one.weekday == date.weekday && one.ordinal.map { $0 == first || $0 == last } ?? true
            }
    }

    /// The number of a date in its year, from 1, and the length of the year.
    private static func place(inYear date: CivilDate) -> (Int, of: Int) {
        let january = date.adding(days: 1 - date.day).adding(months: 1 - date.month)
        return (january.days(until: date) + 1, january.days(until: january.adding(months: 12)))
    }

    private func firstDate(ofWeek date: CivilDate) -> CivilDate {
        date.adding(days: -((date.weekday.rawValue - weekStart.rawValue + 7) % 7))
    }

    // MARK: Periods

    /// The number of the last period that begins on or before a date; the first date is in period 0.
    private func number(of date: CivilDate) -> Int {
        let units =
            switch frequency {
            case .daily: start.days(until: date)
            case .weekly: firstDate(ofWeek: start).days(until: date) / 7
            case .monthly: (date.year - start.year) * 12 + date.month - start.month
            case .yearly: date.year - start.year
            }
        return units / interval
    }

    /// The dates of a period; nil beyond the calendar's last date.
    private func period(_ number: Int) -> Range<CivilDate>? {
        func range(_ first: CivilDate, _ next: CivilDate) -> Range<CivilDate>? { first < next ? first..<next : nil }
        let (units, isTooLate) = number.multipliedReportingOverflow(by: interval)
        guard !isTooLate, units < 4_000_000 else { return nil }
        switch frequency {
        case .daily:
            let date = start.adding(days: units)
            return range(date, date.adding(days: 1))
        case .weekly:
            let first = firstDate(ofWeek: start).adding(days: 7 * units)
            return range(first, first.adding(days: 7))
        case .monthly:
            let first = CivilMonth(of: start).first.adding(months: units)
            return range(first, first.adding(months: 1))
        case .yearly:
            let first = CivilMonth(of: start).first.adding(months: 12 * units + 1 - start.month)
            return range(first, first.adding(months: 12))
        }
    }
}
