import CivilTime
internal import Reminders

/// The schedule of a crontab line, in antrain's terms: some times of day, every day or on some weekdays.
struct CrontabSchedule: Hashable {
    /// The times of day, earliest first.
    let times: [TimeOfDay]
    /// The days.
    let rule: RepeatRule

    static let words = [
        "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0", "@hourly": "0 * * * *",
        "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *",
    ]
    static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// Parses five fields, or a word such as `@daily`.
    ///
    /// - Throws: why antrain cannot repeat like this.
    init(_ text: String) throws(MigrationObstacle) {
        if text == "@reboot" { throw .atStart }
        let fields = (CrontabSchedule.words[text] ?? text).split(separator: " ")
        guard fields.count == 5, let minutes = CrontabField(fields[0], in: 0...59),
            let hours = CrontabField(fields[1], in: 0...23), let dates = CrontabField(fields[2], in: 1...31),
            let months = CrontabField(fields[3], in: 1...12, names: CrontabSchedule.months),
            let weekdays = CrontabField(fields[4], in: 0...7, names: CrontabSchedule.weekdays)
        else { throw .unknownSchedule(text) }
        guard months.values.count == 12 else { throw .months }
        rule = try CrontabSchedule.rule(dates, weekdays)
        let count = minutes.values.count * hours.values.count
        guard count <= MigrationObstacle.mostTimes else { throw .tooOften(times: count) }
        times = hours.values.sorted().flatMap { hour in
            minutes.values.sorted().map { TimeOfDay(secondsFromMidnight: hour * 3600 + $0 * 60) }
        }
    }

    /// The days on which it runs: if neither day field starts with `*`, a match of either is enough.
    private static func rule(_ dates: CrontabField, _ weekdays: CrontabField) throws(MigrationObstacle) -> RepeatRule {
        // In a crontab, Sunday is 0 or 7.
        let days = WeekdaySet(weekdays.values.map { Weekday.allCases[($0 + 6) % 7] })
        let isEveryDate = dates.values.count == 31
        if dates.hasStar || weekdays.hasStar {
            if isEveryDate { return days == .all ? .every(days: 1) : .weekly(days) }
            guard days == .all, dates.values.count == 1, let date = dates.values.first,
                MonthDay.certainDays.contains(date)
            else { throw .daysOfMonth }
            return .monthly(.day(date))
        }
        guard isEveryDate || days == .all else { throw .daysOfMonth }
        return .every(days: 1)
    }
}

/// One of the five schedule fields of a crontab line.
struct CrontabField: Hashable {
    let values: Set<Int>
    /// Whether it starts with `*`, which determines how the two day fields are combined.
    let hasStar: Bool

    /// Parses a field: numbers, ranges and steps, separated by commas; nil if it is invalid.
    ///
    /// Backward ranges are invalid: cron accepts them and never runs the line.
    ///
    /// - Parameter names: names for the numbers, from the range's first on.
    init?(_ text: some StringProtocol, in range: ClosedRange<Int>, names: [String] = []) {
        var values: Set<Int> = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let read = CrontabField.item(item, range, names) else { return nil }
            values.formUnion(read)
        }
        self.values = values
        hasStar = text.hasPrefix("*")
    }

    private static func item(_ text: some StringProtocol, _ range: ClosedRange<Int>, _ names: [String]) -> [Int]? {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let ends = parts[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers: ClosedRange<Int>
        if parts[0] == "*" {
            numbers = range
        } else if let first = number(ends[0], range, names), let last = number(ends[ends.count - 1], range, names),
            first <= last, ends.count == 2 || parts.count == 1
        {
            numbers = first...last
        } else {
            return nil
        }
        guard parts.count == 2 else { return Array(numbers) }
        guard let step = digits(parts[1]), step > 0 else { return nil }
        return Array(stride(from: numbers.lowerBound, through: numbers.upperBound, by: step))
    }

    private static func number(_ text: some StringProtocol, _ range: ClosedRange<Int>, _ names: [String]) -> Int? {
        if let place = names.firstIndex(of: text.lowercased()) { return range.lowerBound + place }
        return digits(text).flatMap { range.contains($0) ? $0 : nil }
    }

    private static func digits(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
