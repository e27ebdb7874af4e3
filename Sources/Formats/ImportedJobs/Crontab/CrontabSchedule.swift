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
        let days = try CrontabSchedule.days(dates, weekdays)
        rule = days == .all ? .every(days: 1) : .weekly(days)
        let count = minutes.values.count * hours.values.count
        guard count <= MigrationObstacle.mostTimes else { throw .tooOften(times: count) }
        times = hours.values.sorted().flatMap { hour in
            minutes.values.sorted().map { TimeOfDay(secondsFromMidnight: hour * 3600 + $0 * 60) }
        }
    }

    /// The weekdays on which it runs: if neither day field starts with `*`, a match of either is enough.
    private static func days(_ dates: CrontabField, _ weekdays: CrontabField) throws(MigrationObstacle) -> WeekdaySet {
        // In a crontab, Sunday is 0 or 7.
        let days = WeekdaySet(weekdays.values.map { Weekday.allCases[($0 + 6) % 7] })
        let isEveryDate = dates.values.count == 31
        if dates.hasStar || weekdays.hasStar {
            guard isEveryDate else { throw .daysOfMonth }
            return days
        }
        guard isEveryDate || days == .all else { throw .daysOfMonth }
        return .all
    }
}
