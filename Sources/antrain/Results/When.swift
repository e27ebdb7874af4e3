import CivilTime

/// Dates and times as people say them, by a 24-hour clock.
enum When {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// `Mon 23 Nov`, with the year where it is another.
    static func date(_ date: CivilDate, today: CivilDate) -> String {
        let weekday = date.weekday.abbreviation.prefix(1).uppercased() + date.weekday.abbreviation.dropFirst()
        return "\(weekday) \(date.day) \(months[date.month - 1])" + (date.year == today.year ? "" : " \(date.year)")
    }

    /// `today`, `tomorrow`, `yesterday`, or the date.
    static func day(_ date: CivilDate, today: CivilDate) -> String {
        switch today.days(until: date) {
        case 0: "today"
        case 1: "tomorrow"
        case -1: "yesterday"
        default: When.date(date, today: today)
        }
    }

    /// `tomorrow at 07:30`.
    static func moment(_ civil: CivilDateTime, today: CivilDate) -> String {
        "\(day(civil.date, today: today)) at \(civil.time)"
    }
}
