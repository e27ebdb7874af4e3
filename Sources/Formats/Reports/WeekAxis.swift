internal import CivilTime

/// The labels below a chart whose columns are weeks.
///
/// They are at the first days of weeks, months, quarters, half-years or years, whichever are few enough.
struct WeekAxis: Sendable, Hashable {
    /// A label, and the distance of its date from the chart's first day.
    struct Label: Sendable, Hashable {
        let days: Int
        let text: String
    }

    let labels: [Label]

    /// The most labels for which there is room.
    private static let most = 6
    /// The distances of labels in months.
    private static let months = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200]

    init(from first: CivilDate, weeks: Int, _ names: DateNames = .english) {
        let days = max(weeks, 1) * 7
        if days <= WeekAxis.most * 7 {
            labels = stride(from: 0, to: days, by: 7).map { distance in
                let (_, month, day) = first.adding(days: distance).parts
                return Label(days: distance, text: "\(day)\u{A0}\(names.month(month))")
            }
            return
        }
        let last = first.adding(days: days - 1)
        let start = first.day == 1 ? first.monthNumber : first.monthNumber + 1
        // The distance is that of round months: quarters begin in January, decades in years that are multiples of ten.
        let choices = WeekAxis.months.lazy.map { step in
            Array(stride(from: (start + step - 1) / step * step, through: last.monthNumber, by: step))
        }
        labels = (choices.first { $0.count <= WeekAxis.most } ?? []).compactMap { number in
            guard let date = try? CivilDate(year: number / 12, month: number % 12 + 1, day: 1) else { return nil }
            let text = date.month == 1 ? "\(date.year)" : names.month(date.month)
            return Label(days: first.days(until: date), text: text)
        }
    }
}

extension CivilDate {
    /// The number of the month since January of the year 0.
    fileprivate var monthNumber: Int { year * 12 + month - 1 }
}
